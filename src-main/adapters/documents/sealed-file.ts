import type { FileHandle } from 'node:fs/promises'
import { CHUNK_BYTES, fileKey, MAGIC, SALT_BYTES, SEALED_BYTES, unseal } from './encrypted-chunks.ts'

interface Sealed {
  key: Buffer
  /** Where the first chunk begins. */
  start: number
  /** The number of the last chunk. */
  last: number
}

async function readHead(file: FileHandle, documentKey: Buffer): Promise<Sealed> {
  const head = Buffer.alloc(MAGIC.length + SALT_BYTES)
  await file.read(head, 0, head.length, 0)
  if (!head.subarray(0, MAGIC.length).equals(MAGIC))
    throw new Error('the stored document has an unknown format')
  const { size } = await file.stat()
  const last = Math.max(0, Math.ceil((size - head.length) / SEALED_BYTES) - 1)
  return { key: fileKey(documentKey, head.subarray(MAGIC.length)), start: head.length, last }
}

/** Only the chunks in which the bytes lie; throws when one of them is not genuine. */
export async function decryptRange(
  file: FileHandle,
  documentKey: Buffer,
  from: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { key, start, last } = await readHead(file, documentKey)
  const first = Math.floor(from / CHUNK_BYTES)
  const parts: Buffer[] = []
  for (let index = first; index <= last && index * CHUNK_BYTES < from + length; index++) {
    const { bytesRead, buffer } = await file.read(
      Buffer.alloc(SEALED_BYTES),
      0,
      SEALED_BYTES,
      start + index * SEALED_BYTES,
    )
    parts.push(unseal(key, index, index === last, buffer.subarray(0, bytesRead)))
  }
  const skipped = from - first * CHUNK_BYTES
  return new Uint8Array(Buffer.concat(parts).subarray(skipped, skipped + length))
}

/** The plain bytes, chunk by chunk; throws before it gives out a byte that is not genuine. */
export async function* decrypted(file: FileHandle, documentKey: Buffer): AsyncGenerator<Buffer> {
  const { key, start, last } = await readHead(file, documentKey)
  // Two buffers in turn: the disk fills one while the other's content is decrypted and sent.
  const buffers = [Buffer.allocUnsafeSlow(SEALED_BYTES), Buffer.allocUnsafeSlow(SEALED_BYTES)]
  const readChunk = (index: number) =>
    file.read(buffers[index % 2] as Buffer, 0, SEALED_BYTES, start + index * SEALED_BYTES)
  let reading = readChunk(0)
  for (let index = 0; index <= last; index++) {
    const { bytesRead, buffer } = await reading
    if (index < last) {
      reading = readChunk(index + 1)
      // One that is dropped on the way leaves this read behind, and nobody else would hear of its failure.
      reading.catch(() => {})
    }
    yield unseal(key, index, index === last, buffer.subarray(0, bytesRead))
  }
}
