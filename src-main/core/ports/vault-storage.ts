import type { Environment } from '../../../src-shared/domain/vocabulary.ts'
import type { Result } from '../../../src-shared/errors.ts'
import type { KeyFile } from './key-file.ts'
import type { SettingsReader } from './vault.ts'

/** What the names of backups end with. */
export const BACKUP_EXTENSION = 'fdbackup'

/** What stands readable at the beginning of a backup. */
export interface BackupHeader {
  environment: Environment
  made_at: string
  app_version: string
  key_file: KeyFile
}

/**
 * What a backup was found to hold when it was opened. `size` is in bytes; `missing` counts attached documents whose stored copy
 * was gone already when the backup was made.
 */
export interface BackupFacts {
  size: number
  deals: number
  documents: number
  missing: number
}

/** A vault's change from one key to another, both 64 hex digits. */
export interface Rekeying {
  from: string
  to: string
  /** What lies beside the vault from then on. */
  key_file: KeyFile
  /** Names the folder for what is left of documents that cannot be read. */
  stamp: string
  /** Called with how many documents are done, of how many. */
  onProgress: (done: number, total: number) => void
}

/**
 * The files of the vaults as a whole: to open them, to set them aside, to copy them out and in. Nothing here ever deletes a
 * vault. Errors: `VAULT_DAMAGED`, `VAULT_KEY_WRONG`, `VAULT_UNAVAILABLE`, `BACKUP_DAMAGED`, `BACKUP_UNKNOWN_FORMAT`.
 */
export interface VaultStorage {
  /** Where an environment's data lies. */
  folder(environment: Environment): string
  /** Null when there is none: a vault from before there were any, or no vault. */
  readKeyFile(environment: Environment): Promise<Result<KeyFile | null>>
  writeKeyFile(environment: Environment, file: KeyFile): Promise<Result<void>>
  /** Whether the key (64 hex digits) opens the vault; changes nothing. */
  tryKey(environment: Environment, key: string): Promise<Result<void>>
  /**
   * Decides a new key for a vault that is closed: the next opening is under it. Where it fails, nothing has changed. What is left of
   * documents that cannot be read goes to a folder beside the vault, with the key file that was replaced.
   */
  rekey(environment: Environment, rekeying: Rekeying): Promise<Result<void>>
  /** Moves the vault's folder beside itself and answers where it lies then; null when there was none. */
  setAside(environment: Environment, stamp: string): Promise<Result<string | null>>
  /**
   * Copies the damaged files of a vault and its stored documents beside it, then opens the vault with what is left. Answers the folder of the copies.
   * Nothing is opened where they cannot be copied.
   */
  continueShortened(environment: Environment, key: string, stamp: string): Promise<Result<string>>
  /** Where data lies that was set aside under this stamp; null when none was. */
  asideFolder(environment: Environment, stamp: string): string | null
  /** All folders with data of this environment that was set aside or copied as damaged, each with the check of the key that opens it (null: unknown). */
  asideFolders(environment: Environment): Promise<Result<{ folder: string; check: string | null }[]>>
  /** Removes what copying and unpacking left behind when it was broken off; never anything of a vault. */
  tidy(environment: Environment): Promise<Result<void>>

  /** Writes a backup to `path`, whole or not at all; it is not checked by that. */
  writeBackup(path: string, key: string, header: BackupHeader): Promise<Result<void>>
  readBackupHeader(path: string): Promise<Result<BackupHeader & { size: number }>>
  /** Reads it to its end, opens the database in it, and looks that every attached document is there. */
  checkBackup(path: string, key: string): Promise<Result<BackupFacts>>
  /**
   * Unpacks and checks it beside the vault; when the vault is opened next, it stands in its place and the old one aside. Leaves
   * nothing behind where `agree`, which gets the unpacked vault, answers an error.
   */
  unpackBackup(
    path: string,
    key: string,
    stamp: string,
    agree: (restored: SettingsReader) => Promise<Result<void>>,
  ): Promise<Result<BackupFacts>>
  /** The names of all files in a folder; none when there is no such folder. */
  listFiles(folder: string): Promise<Result<string[]>>
  removeFile(path: string): Promise<Result<void>>
}
