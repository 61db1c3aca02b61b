import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { bodyHead, newDocumentKey, type Envelope } from './document-envelope.ts'
import { CHUNK_BYTES, seal } from './encrypted-chunks.ts'

/** A written body and the content of its envelope. */
export interface Written extends Envelope {
  sha256: string
}

/** Encrypts content under a new key into a new file. `read` returns at most one chunk from the given position, and nothing at the end. */
export async function writeBody(
  read: (at: number) => Promise<Buffer>,
  target: string,
  signal?: AbortSignal,
  onProgress: (done: number) => void = () => {},
): Promise<Written> {
  const key = newDocumentKey()
  const hash = createHash('sha256')
  const file = await open(target, 'wx', 0o600)
  try {
    await file.writeFile(bodyHead(key))
    let size = 0
    let index = 0
    // Holds one chunk back, because only the end of the file shows which chunk is the last.
    let held: Buffer = Buffer.alloc(0)
    for (;;) {
      const plain = await read(size)
      signal?.throwIfAborted()
      hash.update(plain)
      size += plain.length
      onProgress(size)
      const joined: Buffer = Buffer.concat([held, plain])
      if (plain.length === 0) {
        await file.writeFile(seal(key, index, true, joined))
        break
      }
      if (joined.length > CHUNK_BYTES) {
        await file.writeFile(seal(key, index++, false, joined.subarray(0, CHUNK_BYTES)))
        held = joined.subarray(CHUNK_BYTES)
      } else held = joined
    }
    await file.sync()
    return { sha256: hash.digest('hex'), size, key }
  } finally {
    await file.close()
  }
}
