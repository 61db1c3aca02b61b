import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import { type KeyFile, newKeyFile } from '../ports/vault-storage.ts'

const TAG_BYTES = 16

/** Creates a key file with the key encrypted by a code: HKDF-SHA256 over the code's 128 bits, then AES-256-GCM. */
export function wrapKey(key: string, entropy: Buffer, made_at: string): KeyFile {
  const [salt, nonce] = [randomBytes(32), randomBytes(12)]
  const file = newKeyFile(key)
  const cipher = createCipheriv('aes-256-gcm', wrappingKey(entropy, salt), nonce)
  cipher.setAAD(bound(file, made_at))
  const sealed = Buffer.concat([cipher.update(key, 'hex'), cipher.final(), cipher.getAuthTag()])
  const text = (bytes: Buffer) => bytes.toString('base64')
  return { ...file, recovery: { made_at, salt: text(salt), nonce: text(nonce), sealed: text(sealed) } }
}

/** Decrypts the vault's key with the code. Fails with `RECOVERY_CODE_MISSING` if none was ever confirmed, or `RECOVERY_CODE_WRONG`. */
export function unwrapKey(file: KeyFile, entropy: Buffer): Result<string> {
  if (file.recovery === null)
    return fail(
      appError('RECOVERY_CODE_MISSING', msg.errorsVault.noCodeConfirmed, msg.errorsVault.useBackupOrKeychain),
    )
  const { made_at, salt, nonce, sealed } = file.recovery
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      wrappingKey(entropy, Buffer.from(salt, 'base64')),
      Buffer.from(nonce, 'base64'),
      { authTagLength: TAG_BYTES },
    )
    decipher.setAAD(bound(file, made_at))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const key = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
    return ok(key.toString('hex'))
  } catch {
    return fail(
      appError('RECOVERY_CODE_WRONG', msg.errorsVault.codeOfOtherData, msg.errorsVault.useNewestCode),
    )
  }
}

function wrappingKey(entropy: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', entropy, salt, 'funding-desk recovery code', 32))
}

/** Binds the encrypted key to its file, so that it cannot be moved to another vault or version. */
function bound({ format, version, check }: KeyFile, made_at: string): Buffer {
  return Buffer.from(JSON.stringify([format, version, check, made_at]))
}
