import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

/**
 * Chunks are encrypted with AES-256-GCM under a key that only one file uses, so a counter is a safe nonce. The nonce contains the counter
 * and a flag for the last chunk. If a chunk was moved, or if chunks are missing, the decryption therefore fails.
 */
export const SALT_BYTES = 32
export const CHUNK_BYTES = 512 * 1024
const TAG_BYTES = 16
export const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES

/** Derives the key of one file from its salt. `purpose` ensures that files in different formats have different keys. */
export function fileKey(documentKey: Buffer, salt: Buffer, purpose = 'funding-desk document'): Buffer {
  return Buffer.from(hkdfSync('sha256', documentKey, salt, purpose, 32))
}

/** Returns a salt for a new file, so that no two files share a key. */
export function newSalt(): Buffer {
  return randomBytes(SALT_BYTES)
}

/** Returns the size of encrypted content for the size of its plaintext. An empty file has one empty chunk. */
export function sealedSize(plainBytes: number): number {
  return plainBytes + TAG_BYTES * Math.max(1, Math.ceil(plainBytes / CHUNK_BYTES))
}

/** Encrypts the chunk at a position of the file. The authentication tag follows the encrypted content. */
export function seal(key: Buffer, index: number, isLast: boolean, plain: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(index, isLast))
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts a chunk. Throws if the chunk was changed or belongs to another position of the file. */
export function unseal(key: Buffer, index: number, isLast: boolean, sealed: Buffer): Buffer {
  if (sealed.length < TAG_BYTES) throw new Error('the stored document is incomplete')
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(index, isLast), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
  const plain = decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES))
  // Verifies the authentication tag, and throws if the chunk was changed. The return value is not needed, because it is always empty in GCM
  // mode.
  decipher.final()
  return plain
}

/** Encrypts content chunk by chunk into a file, from its current position on. */
export async function sealInto(
  file: FileHandle,
  key: Buffer,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  let index = 0
  let held: Buffer = Buffer.alloc(0)
  for await (const bytes of content) {
    held = Buffer.concat([held, bytes])
    // Always holds back one chunk. The last chunk is encrypted with a special flag, and only the end of the content shows which chunk is
    // the last.
    while (held.length > CHUNK_BYTES) {
      await file.writeFile(seal(key, index++, false, held.subarray(0, CHUNK_BYTES)))
      held = held.subarray(CHUNK_BYTES)
    }
  }
  await file.writeFile(seal(key, index, true, held))
}

/** The encrypted chunks in a file: the position of the first one, and the index of the last one. */
export interface Sealed {
  file: FileHandle
  key: Buffer
  start: number
  last: number
}

/** Returns the chunks of a file with this size that follow after `start` bytes. */
export function sealedIn(file: FileHandle, key: Buffer, start: number, size: number): Sealed {
  return { file, key, start, last: Math.max(0, Math.ceil((size - start) / SEALED_BYTES) - 1) }
}

/** Reads and decrypts a chunk. Throws if the chunk was changed, or an error of the disk, which has a `syscall`. */
export async function unsealAt({ file, key, start, last }: Sealed, index: number): Promise<Buffer> {
  const at = start + index * SEALED_BYTES
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(SEALED_BYTES), 0, SEALED_BYTES, at)
  return unseal(key, index, index === last, buffer.subarray(0, bytesRead))
}

function nonce(index: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt32BE(index, 4)
  bytes[11] = isLast ? 1 : 0
  return bytes
}
