import type { Environment } from '../../platform/words/vocabulary.ts'
import type { AppError } from '../../platform/base/errors.ts'

export const SHORTEST_PASSPHRASE = 12

/**
 * A backup that the app has opened once to check it. `size` is in bytes. `missing` is the number of documents that were already lost when
 * the backup was made.
 */
export interface CheckedBackup {
  made_at: string
  path: string
  size: number
  deals: number
  documents: number
  missing: number
}

export interface FailedBackup {
  at: string
  error: AppError
}

/** How the open environment's data is protected: its recovery code and its backups. */
export interface VaultStatus {
  environment: Environment
  folder: string
  /** When the broker confirmed the current recovery code; null if there is none. */
  recovery_code_made_at: string | null
  backup_folder: string
  last_backup: CheckedBackup | null
  failed_backup: FailedBackup | null
  /** True if a passphrase protects the secrets, because this computer has no keychain. */
  has_passphrase: boolean
}

/** Copies of data that earlier recovery codes can still open: backups in the backup folder, and folders with archived data. */
export interface OlderCopies {
  backup_folder: string
  backups: number
  folders: string[]
}

export interface WaysBack {
  environment: Environment
  folder: string
  has_recovery_code: boolean
  may_choose_passphrase: boolean
}

/** A recovery code to show, and the zero-based positions of the words that the broker must retype. */
export interface ShownCode {
  words: string[]
  asked: number[]
}

/** A backup that the broker picked. `needs_code`: the key in this computer's keychain does not open the backup. */
export interface PickedBackup {
  file_id: string
  name: string
  environment: Environment
  made_at: string
  size: number
  needs_code: boolean
  has_recovery_code: boolean
}

/** The result of restoring a backup. `archived_folder` is the folder with the data that the backup replaced. */
export interface Restored {
  environment: Environment
  deals: number
  documents: number
  missing: number
  archived_folder: string | null
}

/**
 * The choices for the number of years for which the Trash keeps submitted deals. California and other states ask brokers to keep records
 * for four years, so there is no shorter choice.
 */
export const RETENTION_YEARS = [4, 5, 7, 10] as const
export type RetentionYears = (typeof RETENTION_YEARS)[number]

/** For how many years the trash keeps submitted deals. If `years` is null, they remain until the broker deletes them. */
export interface Retention {
  years: RetentionYears | null
}
