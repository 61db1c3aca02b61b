import type { FileHandle } from 'node:fs/promises'
import { BODY_HEAD_BYTES, bodyHead, bodySize, type Envelope } from './document-envelope.ts'
import { CHUNK_BYTES, SEALED_BYTES, unseal } from './encrypted-chunks.ts'

export interface Sealed {
  file: FileHandle
  key: Buffer
  start: number
  last: number
}

/**
 * Opens the body (encrypted content) of a document. `key` and `size` are from its envelope. Throws if the file is the body of another
 * document or is not complete.
 */
export async function openBody(file: FileHandle, { key, size }: Envelope): Promise<Sealed> {
  const head = Buffer.alloc(BODY_HEAD_BYTES)
  await file.read(head, 0, head.length, 0)
  if (!head.equals(bodyHead(key))) throw new Error('the body of a different document')
  if ((await file.stat()).size !== bodySize(size)) throw new Error('the body was truncated or extended')
  return { file, key, start: BODY_HEAD_BYTES, last: lastChunk(bodySize(size) - BODY_HEAD_BYTES) }
}

function lastChunk(sealedBytes: number): number {
  return Math.max(0, Math.ceil(sealedBytes / SEALED_BYTES) - 1)
}

/** Decrypts only the chunks that contain the requested bytes. Throws if one of these chunks was changed. */
export async function decryptRange(
  { file, key, start, last }: Sealed,
  from: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
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

/** Yields the decrypted bytes chunk by chunk. If a chunk was changed, throws before yielding any of its bytes. */
export async function* decrypted({ file, key, start, last }: Sealed): AsyncGenerator<Buffer> {
  // Alternate between two buffers: while one buffer is filled from the disk, the content of the other is decrypted and yielded.
  const buffers = [Buffer.allocUnsafeSlow(SEALED_BYTES), Buffer.allocUnsafeSlow(SEALED_BYTES)]
  const readChunk = (index: number) =>
    file.read(buffers[index % 2] as Buffer, 0, SEALED_BYTES, start + index * SEALED_BYTES)
  let reading = readChunk(0)
  for (let index = 0; index <= last; index++) {
    const { bytesRead, buffer } = await reading
    if (index < last) {
      reading = readChunk(index + 1)
      // The caller may stop early, and then nothing awaits this read. In that case, ignore its failure.
      reading.catch(() => {})
    }
    yield unseal(key, index, index === last, buffer.subarray(0, bytesRead))
  }
}
