import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { BODY_HEAD_BYTES, bodyHead, bodySize, type Envelope } from './document-envelope.ts'
import { CHUNK_BYTES, fileKey, SALT_BYTES, SEALED_BYTES, unseal } from './encrypted-chunks.ts'

/** The first versions of the app wrote one file: magic text, salt, chunks. Its key derives from the salt; it names no document. */
const FIRST_MAGIC = Buffer.from('FundingDeskDoc 1\n')
const FIRST_HEAD_BYTES = FIRST_MAGIC.length + SALT_BYTES

/** An open encrypted file. */
export interface Sealed {
  file: FileHandle
  key: Buffer
  /** Where the first chunk begins. */
  start: number
  /** The number of the last chunk. */
  last: number
}

/** Checks that this is the whole body which the envelope names; throws when it is not. */
export async function openBody(file: FileHandle, { key, size }: Envelope): Promise<Sealed> {
  const head = Buffer.alloc(BODY_HEAD_BYTES)
  await file.read(head, 0, head.length, 0)
  if (!head.equals(bodyHead(key))) throw new Error('the body of another document')
  if ((await file.stat()).size !== bodySize(size)) throw new Error('the body was cut off or extended')
  return { file, key, start: BODY_HEAD_BYTES, last: lastChunk(bodySize(size) - BODY_HEAD_BYTES) }
}

/** True for the first bytes of a file of the first format. */
export function isFirstFormat(head: Buffer): boolean {
  return head.length >= FIRST_HEAD_BYTES && head.subarray(0, FIRST_MAGIC.length).equals(FIRST_MAGIC)
}

/** A file of the first format. Nothing in it says whose it is: compare `hashOf` with the document before trusting it. */
export async function openFirstFormat(file: FileHandle, documentsKey: Buffer): Promise<Sealed> {
  const head = Buffer.alloc(FIRST_HEAD_BYTES)
  await file.read(head, 0, head.length, 0)
  const { size } = await file.stat()
  return {
    file,
    key: fileKey(documentsKey, head.subarray(FIRST_MAGIC.length)),
    start: FIRST_HEAD_BYTES,
    last: lastChunk(size - FIRST_HEAD_BYTES),
  }
}

function lastChunk(sealedBytes: number): number {
  return Math.max(0, Math.ceil(sealedBytes / SEALED_BYTES) - 1)
}

/** The SHA-256 of the plain content (hex); throws when a chunk is not genuine. */
export async function hashOf(sealed: Sealed): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of decrypted(sealed)) hash.update(chunk)
  return hash.digest('hex')
}

/** Decrypts only the chunks in which the bytes lie; throws when one of them is not genuine. */
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

/** The plain bytes, chunk by chunk; throws before it gives out a byte that is not genuine. */
export async function* decrypted({ file, key, start, last }: Sealed): AsyncGenerator<Buffer> {
  // Two buffers in turn: the disk fills one while the other's content is decrypted and sent.
  const buffers = [Buffer.allocUnsafeSlow(SEALED_BYTES), Buffer.allocUnsafeSlow(SEALED_BYTES)]
  const readChunk = (index: number) =>
    file.read(buffers[index % 2] as Buffer, 0, SEALED_BYTES, start + index * SEALED_BYTES)
  let reading = readChunk(0)
  for (let index = 0; index <= last; index++) {
    const { bytesRead, buffer } = await reading
    if (index < last) {
      reading = readChunk(index + 1)
      // A reader that stops early leaves this read behind; its failure is not needed then.
      reading.catch(() => {})
    }
    yield unseal(key, index, index === last, buffer.subarray(0, bytesRead))
  }
}
