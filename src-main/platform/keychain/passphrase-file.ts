import { createCipheriv, createDecipheriv, randomBytes, scrypt, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import {
  SCRYPT_COST,
  scryptCostShape,
  scryptOptions,
} from '../../../src-shared/platform/base/scrypt-cost-schema.ts'

/**
 * Secrets protected by a passphrase: scrypt derives a key, and AES-256-GCM encrypts the secrets with it. The file contains the scrypt
 * parameters, so that a later version of the app can use higher parameters and still read older files.
 */
const base64 = z.base64().max(1_000_000)
const passphraseFileSchema = z.strictObject({
  format: z.literal('funding-desk-secrets'),
  version: z.literal(1),
  kdf: z.strictObject({ name: z.literal('scrypt'), ...scryptCostShape, salt: base64 }),
  nonce: base64,
  sealed: base64,
})
type PassphraseFile = z.infer<typeof passphraseFileSchema>
type Kdf = PassphraseFile['kdf']

const TAG_BYTES = 16
const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

export interface SecretsKey {
  kdf: Kdf
  key: Buffer
}

/** Creates a key for a new passphrase, with a new salt. */
export async function newSecretsKey(passphrase: string): Promise<SecretsKey> {
  const kdf: Kdf = { name: 'scrypt', ...SCRYPT_COST, salt: randomBytes(32).toString('base64') }
  return { kdf, key: await keyOf(passphrase, kdf) }
}

/** Encrypts secrets and returns the content of the file, with a new nonce each time. */
export function sealSecrets({ kdf, key }: SecretsKey, secrets: ReadonlyMap<string, string>): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(JSON.stringify(kdf)))
  const plain = Buffer.from(JSON.stringify(Object.fromEntries(secrets)))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  const file: PassphraseFile = {
    format: 'funding-desk-secrets',
    version: 1,
    kdf,
    nonce: nonce.toString('base64'),
    sealed: sealed.toString('base64'),
  }
  return JSON.stringify(file, null, 2)
}

/**
 * Decrypts the file's secrets. Returns null if the passphrase is wrong or the file was changed. Throws if the file has a different format.
 */
export async function openSecrets(
  text: string,
  passphrase: string,
): Promise<{ key: SecretsKey; secrets: Map<string, string> } | null> {
  const { kdf, nonce, sealed } = passphraseFileSchema.parse(JSON.parse(text))
  const key = await keyOf(passphrase, kdf)
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(JSON.stringify(kdf)))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const plain = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
    const secrets = z.record(z.string(), z.string()).parse(JSON.parse(plain.toString()))
    return { key: { kdf, key }, secrets: new Map(Object.entries(secrets)) }
  } catch {
    return null
  }
}

/** Derives the key. Normalizes the passphrase, because keyboards produce different character codes for the same accented letter. */
function keyOf(passphrase: string, { salt, ...cost }: Kdf): Promise<Buffer> {
  return derive(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), 32, scryptOptions(cost))
}
