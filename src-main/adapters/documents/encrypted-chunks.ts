import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Chunks of AES-256-GCM under a key that belongs to one file alone, so a counter is a safe nonce. The counter and a mark for the
 * last chunk are in the nonce: chunks that were moved, dropped or cut off do not decrypt.
 */
export const SALT_BYTES = 32
export const CHUNK_BYTES = 512 * 1024
const TAG_BYTES = 16
export const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES

/** The key of one file, by its salt; `purpose` keeps the keys of different formats apart. */
export function fileKey(documentKey: Buffer, salt: Buffer, purpose = 'funding-desk document'): Buffer {
  return Buffer.from(hkdfSync('sha256', documentKey, salt, purpose, 32))
}

/** For a file that is begun: no two share a key. */
export function newSalt(): Buffer {
  return randomBytes(SALT_BYTES)
}

/** The encrypted size of so many plain bytes. An empty file has one empty chunk. */
export function sealedSize(plainBytes: number): number {
  return plainBytes + TAG_BYTES * Math.max(1, Math.ceil(plainBytes / CHUNK_BYTES))
}

/** Encrypts a chunk for its place, its tag behind it. */
export function seal(key: Buffer, index: number, isLast: boolean, plain: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(index, isLast))
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws when a bit of it was changed, or when it is not the chunk of this place. */
export function unseal(key: Buffer, index: number, isLast: boolean, sealed: Buffer): Buffer {
  if (sealed.length < TAG_BYTES) throw new Error('the stored document is cut off')
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(index, isLast), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
  const plain = decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES))
  // Throws when the tag does not fit; GCM keeps no bytes back for the end.
  decipher.final()
  return plain
}

function nonce(index: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt32BE(index, 4)
  bytes[11] = isLast ? 1 : 0
  return bytes
}
