import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

const base64 = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9+/]+=*$/)

/**
 * JSON file next to a vault with data about its key. It alone opens nothing. `check` verifies a key. `recovery` is the key encrypted with
 * the recovery code, null until a code was confirmed.
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

/** True if this is the vault's key. */
export function isKeyOf(file: KeyFile, key: string): boolean {
  return timingSafeEqual(Buffer.from(file.check, 'hex'), Buffer.from(checkOf(key), 'hex'))
}

function checkOf(key: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex'))
    .update('funding-desk key check')
    .digest('hex')
    .slice(0, 32)
}
