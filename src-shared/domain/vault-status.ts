import type { Environment } from './vocabulary.ts'
import type { AppError } from '../errors.ts'

export const SHORTEST_PASSPHRASE = 12

/**
 * A backup that the app has opened once to check it. Sizes are in bytes. `missing` counts the documents that were already lost when the
 * backup was made.
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

/** Protection status of the open environment's data. */
export interface VaultStatus {
  environment: Environment
  /** The data folder, for display. */
  folder: string
  /** When the valid recovery code was confirmed; null without one. */
  recovery_code_made_at: string | null
  backup_folder: string
  last_backup: CheckedBackup | null
  /** Set if the last backup failed. */
  failed_backup: FailedBackup | null
  /** True if a passphrase protects the secrets, because this computer has no keychain. */
  has_passphrase: boolean
}

/** Copies that earlier recovery codes can still open: backups in the backup folder, and folders of replaced vaults. */
export interface OlderCopies {
  backup_folder: string
  backups: number
  folders: string[]
}

/** The options for continuing when a vault does not open. */
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

/** The result of a restore. `archived_folder`: the folder with the earlier data. */
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

/** Null: submitted deals stay until the broker deletes them. */
export interface Retention {
  years: RetentionYears | null
}
