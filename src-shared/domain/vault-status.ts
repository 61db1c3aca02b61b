import type { Environment } from './vocabulary.ts'
import type { AppError } from '../errors.ts'

export const SHORTEST_PASSPHRASE = 12

/** A backup that was opened after it was written. Sizes in bytes; `missing` counts documents that were gone already. */
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

/** Safety status of the open environment's data. */
export interface VaultStatus {
  environment: Environment
  /** The data folder, for display. */
  folder: string
  /** When the recovery code that holds was confirmed; null while there is none. */
  recovery_code_made_at: string | null
  backup_folder: string
  last_backup: CheckedBackup | null
  /** Set when the newest try failed. */
  failed_backup: FailedBackup | null
  /** A passphrase holds the secrets, since this computer has no keychain. */
  has_passphrase: boolean
}

/** Copies that earlier recovery codes still open: backups in the backup folder, and replaced folders. */
export interface OlderCopies {
  backup_folder: string
  backups: number
  folders: string[]
}

/** The options for a vault that does not open. */
export interface WaysBack {
  environment: Environment
  folder: string
  has_recovery_code: boolean
  may_choose_passphrase: boolean
}

/** A recovery code to display, and the zero-based positions of the words that the broker must retype. */
export interface ShownCode {
  words: string[]
  asked: number[]
}

/** A backup that was picked. `needs_code`: the key in this computer's keychain does not open it. */
export interface PickedBackup {
  file_id: string
  name: string
  environment: Environment
  made_at: string
  size: number
  needs_code: boolean
  has_recovery_code: boolean
}

/** What was restored. `set_aside`: where the data lies that was there before. */
export interface Restored {
  environment: Environment
  deals: number
  documents: number
  missing: number
  set_aside: string | null
}

/**
 * For how many years the bin may keep deals that were ever submitted. California and others ask brokers to keep records for four
 * years, so there is no shorter choice.
 */
export const RETENTION_YEARS = [4, 5, 7, 10] as const
export type RetentionYears = (typeof RETENTION_YEARS)[number]

/** Null: they stay until the broker deletes them. */
export interface Retention {
  years: RetentionYears | null
}
