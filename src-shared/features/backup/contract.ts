import { z } from 'zod'
import {
  SHORTEST_PASSPHRASE,
  type VaultStatus,
  type WaysBack,
  type ShownCode,
  type OlderCopies,
  type Retention,
  RETENTION_YEARS,
  type PickedBackup,
  type Restored,
} from './vault-status.ts'
import { nothing, type, byWindow, type Contract } from '../../platform/ipc/parts.ts'

const recoveryCode = z.string().max(1000)

const newPassphrase = z.object({ passphrase: z.string().min(SHORTEST_PASSPHRASE).max(1000) })

export const backupContract = {
  'vault.status': { input: nothing, output: type<VaultStatus>() },
  'vault.recovery_options': { input: nothing, output: type<WaysBack>() },
  /**
   * Creates a recovery code. It is the only secret that the page gets, because the broker must write it down. The previous code remains
   * valid until the broker has confirmed the new one.
   */
  'vault.new_recovery_code': { input: nothing, output: type<ShownCode>() },
  'vault.confirm_recovery_code': {
    input: z.object({ answers: z.array(z.string().max(50)).max(12) }),
    output: type<VaultStatus>(),
  },
  'vault.older_copies': { input: nothing, output: type<OlderCopies>() },
  /** Makes a new backup after the broker agrees in a system dialog. Then deletes the backups that previous recovery codes can open. */
  'vault.replace_older_backups': { input: nothing, output: type<OlderCopies>() },
  'vault.back_up': { input: nothing, output: type<VaultStatus>() },
  'vault.choose_backup_folder': { input: nothing, output: type<VaultStatus>() },
  'vault.retention': { input: nothing, output: type<Retention>() },
  'vault.save_retention': {
    input: z.object({ years: z.literal(RETENTION_YEARS).nullable() }),
    output: type<Retention>(),
    checksEnvironment: true,
  },
  'vault.pick_backup': { input: nothing, output: type<PickedBackup | null>() },
  'vault.restore': {
    input: byWindow.extend({ file_id: z.uuid(), code: recoveryCode.optional() }),
    output: type<Restored>(),
  },
  'vault.unlock': { input: z.object({ code: recoveryCode }), output: type<void>() },
  /** Archives data that cannot be opened and starts with an empty vault. Refused if the data can be opened. */
  'vault.start_new': { input: byWindow, output: type<{ archived_folder: string | null }>() },
  /** Opens a vault that lost its newest changes, with the data that remains. Refused if no change is missing. */
  'vault.continue_shortened': { input: byWindow, output: type<{ damaged_files: string }>() },
  'vault.choose_passphrase': { input: newPassphrase, output: type<void>() },
  /**
   * Replaces a forgotten passphrase. The secrets that it protected, including the vault key, are lost. The broker therefore needs the
   * recovery code to open the data.
   */
  'vault.replace_passphrase': { input: newPassphrase, output: type<void>() },
  'vault.change_passphrase': {
    input: newPassphrase.extend({ present: z.string().max(1000) }),
    output: type<void>(),
  },
  'vault.enter_passphrase': {
    input: z.object({ passphrase: z.string().max(1000) }),
    output: type<void>(),
  },
} as const satisfies Contract

export interface BackupEvents {
  /** Progress of the change to a new vault key, which encrypts the keys of all documents again. */
  'vault.rekey_progress': { percent: number }
}
