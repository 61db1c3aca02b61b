import { z } from 'zod'
import { appErrorSchema } from './deal-schema.ts'
import { environmentSchema } from './vocabulary-schema.ts'

/** A backup that was opened after it was written. Sizes in bytes; `missing` counts documents that were gone already. */
export const checkedBackupSchema = z.object({
  made_at: z.string(),
  path: z.string(),
  size: z.number(),
  deals: z.int(),
  documents: z.int(),
  missing: z.int(),
})
export type CheckedBackup = z.infer<typeof checkedBackupSchema>

export const failedBackupSchema = z.object({ at: z.string(), error: appErrorSchema })

/** How well the open environment's data is looked after. */
export const vaultStatusSchema = z.object({
  environment: environmentSchema,
  /** Where the data lies, to be shown. */
  folder: z.string(),
  /** When the recovery code that holds was confirmed; null while there is none. */
  recovery_code_made_at: z.string().nullable(),
  backup_folder: z.string(),
  last_backup: checkedBackupSchema.nullable(),
  /** Set when the newest try failed. */
  failed_backup: failedBackupSchema.nullable(),
  /** A passphrase holds the secrets, since this computer has no keychain. */
  has_passphrase: z.boolean(),
})
export type VaultStatus = z.infer<typeof vaultStatusSchema>

/** What the recovery codes of before still open: backups in the backup folder, and folders that were set aside. */
export const olderCopiesSchema = z.object({
  backup_folder: z.string(),
  backups: z.int(),
  folders: z.array(z.string()),
})
export type OlderCopies = z.infer<typeof olderCopiesSchema>

/** What can be done about a vault that does not open. */
export const waysBackSchema = z.object({
  environment: environmentSchema,
  folder: z.string(),
  has_recovery_code: z.boolean(),
  may_choose_passphrase: z.boolean(),
})
export type WaysBack = z.infer<typeof waysBackSchema>

/** A recovery code on its way to the broker's eyes, and the places (from 0) of the words that are asked back. */
export const shownCodeSchema = z.object({ words: z.array(z.string()), asked: z.array(z.int()) })
export type ShownCode = z.infer<typeof shownCodeSchema>

/** A backup that was picked. `needs_code`: the key in this computer's keychain does not open it. */
export const pickedBackupSchema = z.object({
  file_id: z.uuid(),
  name: z.string(),
  environment: environmentSchema,
  made_at: z.string(),
  size: z.number(),
  needs_code: z.boolean(),
  has_recovery_code: z.boolean(),
})
export type PickedBackup = z.infer<typeof pickedBackupSchema>

/** What was restored. `set_aside`: where the data lies that was there before. */
export const restoredSchema = z.object({
  environment: environmentSchema,
  deals: z.int(),
  documents: z.int(),
  missing: z.int(),
  set_aside: z.string().nullable(),
})
export type Restored = z.infer<typeof restoredSchema>
