import type { CheckedBackup } from '../../../src-shared/features/backup/vault-status.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'

export const BACKUP_EXTENSION = 'fdbackup'

export interface BackupHeader {
  environment: Environment
  made_at: string
  app_version: string
  key_file: KeyFile
}

/** Facts about a backup, determined by opening it. */
export type BackupFacts = Omit<CheckedBackup, 'made_at' | 'path'>

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
