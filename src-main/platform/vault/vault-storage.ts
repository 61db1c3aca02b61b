import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { SettingsReader } from './vault.ts'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'

export const BACKUP_EXTENSION = 'fdbackup'

export interface BackupHeader {
  environment: Environment
  made_at: string
  app_version: string
  key_file: KeyFile
}

/**
 * Facts about a backup, determined by opening it. `size` is in bytes. `missing` counts attached documents whose stored copy was already
 * missing when the backup was made.
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
  key_file: KeyFile
  /** Time stamp for the name of the folder that receives the files of unreadable documents. */
  stamp: string
  /** Reports the number of documents that already have the new key, and the number of all documents. */
  onProgress: (done: number, total: number) => void
}

/**
 * Operations on whole vaults: opening, archiving, backing up, and restoring. Nothing here ever deletes a vault. Errors: `VAULT_DAMAGED`,
 * `VAULT_KEY_WRONG`, `VAULT_UNAVAILABLE`, `BACKUP_DAMAGED`, `BACKUP_UNKNOWN_FORMAT`.
 */
export interface VaultStorage {
  folder(environment: Environment): string
  /** Returns null if there is no key file, because an early app version created the vault or because the vault does not exist. */
  readKeyFile(environment: Environment): Promise<KeyFile | null>
  writeKeyFile(environment: Environment, file: KeyFile): Promise<void>
  /** Checks that the key (64 hex digits) opens the vault. Changes nothing. */
  tryKey(environment: Environment, key: string): Promise<void>
  /**
   * Changes the key of a closed vault. The next opening uses the new key. If this fails, nothing changes. Files of unreadable documents are
   * moved to a folder next to the vault, together with the previous key file.
   */
  rekey(environment: Environment, rekeying: Rekeying): Promise<void>
  /** Archives the vault's folder and returns the new path, or null if the folder does not exist. */
  archive(environment: Environment, stamp: string): Promise<string | null>
  /**
   * Saves copies of a vault's damaged files and of its stored documents in another folder, then opens the vault with the data that is still
   * readable. Returns the folder with the copies. If copying fails, does not open the vault.
   */
  continueShortened(environment: Environment, key: string, stamp: string): Promise<string>
  archiveFolder(environment: Environment, stamp: string): string | null
  /**
   * Returns all folders that contain archived data or copies of damaged data of this environment. `check` identifies the key that opens the
   * vault in that folder (null: unknown).
   */
  archivedFolders(environment: Environment): Promise<{ folder: string; check: string | null }[]>
  /** Removes leftover files of a copy or unpacking that was interrupted. Never removes files of a vault. */
  tidy(environment: Environment): Promise<void>

  /** Writes a complete backup to `path`, or nothing if this fails. Does not verify the backup. */
  writeBackup(path: string, key: string, header: BackupHeader): Promise<void>
  readBackupHeader(path: string): Promise<BackupHeader & { size: number }>
  /** Reads a backup to its end, opens its database, and checks that every attached document is present. */
  checkBackup(path: string, key: string): Promise<BackupFacts>
  /**
   * Unpacks and checks a backup next to the vault. The next opening of the vault moves the unpacked vault into place and archives the old
   * vault. `agree` receives the unpacked vault and decides whether to use it. If `agree` fails, the unpacked files are removed.
   */
  unpackBackup(
    path: string,
    key: string,
    stamp: string,
    agree: (restored: SettingsReader) => Promise<void>,
  ): Promise<BackupFacts>
  /** Returns the names of all files in a folder. Returns an empty list if the folder does not exist. */
  listFiles(folder: string): Promise<string[]>
  removeFile(path: string): Promise<void>
}

const base64 = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9+/]+=*$/)

/**
 * JSON file next to a vault with data about the vault's key. The file alone does not open the vault. `check` shows whether a key is the
 * vault's key. `recovery` is the key encrypted with the recovery code, or null until the broker confirmed a code.
 */
export const keyFileSchema = z.strictObject({
  format: z.literal('funding-desk-vault-key'),
  version: z.literal(1),
  check: z.string().regex(/^[0-9a-f]{32}$/),
  recovery: z.strictObject({ made_at: z.string(), salt: base64, nonce: base64, sealed: base64 }).nullable(),
})
export type KeyFile = z.infer<typeof keyFileSchema>

/** Creates a key file without a recovery code. `key` is 64 hex digits. */
export function newKeyFile(key: string): KeyFile {
  return { format: 'funding-desk-vault-key', version: 1, check: checkOf(key), recovery: null }
}

/** True if `key` is the key of the vault that the file belongs to. */
export function isKeyOf(file: KeyFile, key: string): boolean {
  return timingSafeEqual(Buffer.from(file.check, 'hex'), Buffer.from(checkOf(key), 'hex'))
}

function checkOf(key: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex'))
    .update('funding-desk key check')
    .digest('hex')
    .slice(0, 32)
}
