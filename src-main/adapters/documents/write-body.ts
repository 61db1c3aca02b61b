import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { bodyHead, newDocumentKey, type Envelope } from './document-envelope.ts'
import { CHUNK_BYTES, seal } from './encrypted-chunks.ts'

/** A body that was written, and what its envelope will hold. */
export interface Written extends Envelope {
  sha256: string
}

/** Encrypts content under a key of its own into a new file. `read` answers at most a chunk from that place, nothing at the end. */
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
    // One chunk is held back, since only the end of the file tells which one is the last.
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
