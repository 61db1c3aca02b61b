import { z } from 'zod'
import { RETENTION_YEARS } from '../domain/retention.ts'
import { SHORTEST_PASSPHRASE } from '../domain/vault-status.ts'
import {
  olderCopiesSchema,
  pickedBackupSchema,
  restoredSchema,
  shownCodeSchema,
  vaultStatusSchema,
  waysBackSchema,
} from '../domain/vault-status-schema.ts'
import { askedBy } from './asked-by.ts'

const nothing = z.object({})
const retentionSchema = z.object({ years: z.literal(RETENTION_YEARS).nullable() })
const recoveryCode = z.string().max(1000)
const newPassphrase = z.object({ passphrase: z.string().min(SHORTEST_PASSPHRASE).max(1000) })

/** The channels of the vault as a whole, a part of the contract. */
export const vaultContract = {
  /** How well the data is looked after: recovery code, backups, where it lies. */
  'vault.status': { input: nothing, output: vaultStatusSchema },
  /** What can be done when it does not open; answers also then. */
  'vault.recovery_options': { input: nothing, output: waysBackSchema },
  /** The one secret that reaches the page, since it has to be written down; the code before it holds until this one is confirmed. */
  'vault.new_recovery_code': { input: nothing, output: shownCodeSchema },
  'vault.confirm_recovery_code': {
    input: z.object({ answers: z.array(z.string().max(50)).max(12) }),
    output: vaultStatusSchema,
  },
  /** What recovery codes of before still open, to be shown. */
  'vault.older_copies': { input: nothing, output: olderCopiesSchema },
  /** Makes a backup and deletes those that earlier codes open, once the broker agreed in the system's dialog. */
  'vault.replace_older_backups': { input: nothing, output: olderCopiesSchema },
  /** Writes a backup and opens it to see that it is whole. */
  'vault.back_up': { input: nothing, output: vaultStatusSchema },
  /** By the system's dialog. */
  'vault.choose_backup_folder': { input: nothing, output: vaultStatusSchema },
  /** For how many years the bin keeps deals that were ever submitted. */
  'vault.retention': { input: nothing, output: retentionSchema },
  'vault.save_retention': { input: retentionSchema, output: retentionSchema, checksEnvironment: true },
  /** By the system's dialog; null when the user picked none. */
  'vault.pick_backup': { input: nothing, output: pickedBackupSchema.nullable() },
  'vault.restore': {
    input: z.object({ file_id: z.uuid(), code: recoveryCode.optional(), ...askedBy.shape }),
    output: restoredSchema,
  },
  /** Opens data whose key is lost, by the recovery code. */
  'vault.unlock': { input: z.object({ code: recoveryCode }), output: nothing },
  /** Sets data that does not open aside and begins anew. Refused while it does open. */
  'vault.start_new': { input: askedBy, output: z.object({ set_aside: z.string().nullable() }) },
  /** Goes on with what is left of data that lost changes. Refused while nothing is missing. */
  'vault.continue_shortened': { input: askedBy, output: z.object({ damaged_files: z.string() }) },
  'vault.choose_passphrase': { input: newPassphrase, output: nothing },
  /** In the place of one that was forgotten; the secrets under it are gone, and the recovery code has to open the data. */
  'vault.replace_passphrase': { input: newPassphrase, output: nothing },
  /** Another one in the place of the present one; nothing else changes. */
  'vault.change_passphrase': {
    input: newPassphrase.extend({ present: z.string().max(1000) }),
    output: nothing,
  },
  'vault.enter_passphrase': { input: z.object({ passphrase: z.string().max(1000) }), output: nothing },
} as const
