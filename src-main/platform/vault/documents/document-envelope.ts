import { createHmac, randomBytes } from 'node:crypto'
import { fileKey, newSalt, SALT_BYTES, seal, sealedSize, unseal } from './encrypted-chunks.ts'

// A stored document consists of two files: a small envelope and a body. The body contains the content, encrypted under the document's own
// random key. The envelope contains this key and the document's SHA-256. Because of the SHA-256, the app notices if the envelope of one
// document replaces the envelope of another. The envelope is encrypted under a key derived from the vault key. Replacing the vault key
// therefore rewrites only envelopes.

const MAGIC = Buffer.from('FundingDeskDoc 2\n')
const BODY_MAGIC = Buffer.from('FundingDeskBody 2\n')
const HASH_BYTES = 32
const KEY_BYTES = 32
const ID_BYTES = 32
const PURPOSE = 'funding-desk document envelope'

/**
 * Size of an envelope: magic text (a constant that identifies the format), salt, and one encrypted chunk. The chunk contains the SHA-256,
 * the key, and the plaintext size.
 */
export const ENVELOPE_BYTES = MAGIC.length + SALT_BYTES + sealedSize(HASH_BYTES + KEY_BYTES + 8)
/** Size of the start of a body: magic text (a constant that identifies the format) and the body's id. The encrypted chunks follow. */
export const BODY_HEAD_BYTES = BODY_MAGIC.length + ID_BYTES

export interface Envelope {
  /** The document's own key, with which its body is encrypted. */
  key: Buffer
  size: number
}

export function newDocumentKey(): Buffer {
  return randomBytes(KEY_BYTES)
}

export function sealEnvelope(documentsKey: Buffer, sha256: string, { key, size }: Envelope): Buffer {
  const salt = newSalt()
  const plain = Buffer.alloc(HASH_BYTES + KEY_BYTES + 8)
  plain.write(sha256, 0, 'hex')
  key.copy(plain, HASH_BYTES)
  plain.writeBigUInt64BE(BigInt(size), HASH_BYTES + KEY_BYTES)
  return Buffer.concat([MAGIC, salt, seal(fileKey(documentsKey, salt, PURPOSE), 0, true, plain)])
}

/** Decrypts an envelope, including the SHA-256 of its document. Returns null if the envelope was changed or encrypted with another key. */
export function readEnvelope(documentsKey: Buffer, bytes: Buffer): (Envelope & { sha256: string }) | null {
  if (bytes.length !== ENVELOPE_BYTES || !isEnvelope(bytes)) return null
  const salt = bytes.subarray(MAGIC.length, MAGIC.length + SALT_BYTES)
  const sealed = bytes.subarray(MAGIC.length + SALT_BYTES)
  let plain: Buffer
  try {
    plain = unseal(fileKey(documentsKey, salt, PURPOSE), 0, true, sealed)
  } catch {
    return null
  }
  return {
    sha256: plain.toString('hex', 0, HASH_BYTES),
    key: plain.subarray(HASH_BYTES, HASH_BYTES + KEY_BYTES),
    size: Number(plain.readBigUInt64BE(HASH_BYTES + KEY_BYTES)),
  }
}

export function isEnvelope(bytes: Buffer): boolean {
  return bytes.subarray(0, MAGIC.length).equals(MAGIC)
}

/**
 * Returns the id of a body (the file with a document's content): 64 hex digits that are also the file name. The id is derived from the
 * body's key, which the envelope contains, so an envelope identifies its body.
 */
export function bodyId(key: Buffer): string {
  return createHmac('sha256', key).update('funding-desk document body').digest('hex')
}

export function bodyHead(key: Buffer): Buffer {
  return Buffer.concat([BODY_MAGIC, Buffer.from(bodyId(key), 'hex')])
}

export function bodySize(plainBytes: number): number {
  return BODY_HEAD_BYTES + sealedSize(plainBytes)
}
