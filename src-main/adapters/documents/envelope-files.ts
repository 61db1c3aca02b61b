import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { bodyId, ENVELOPE_BYTES, readEnvelope, sealEnvelope, type Envelope } from './document-envelope.ts'

// Where the files of stored documents lie in their folder, and how envelopes get there.

/** The key of a vault's documents; `vaultKey` is its 32 bytes. */
export function documentsKey(vaultKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', vaultKey, '', 'funding-desk documents', 32))
}

/** Where a document's envelope lies in the folder. A file of the first format lies there itself. */
export function documentPlace(key: Buffer, sha256: string): string {
  return inFolder(createHmac('sha256', key).update(sha256).digest('hex'))
}

/** Where the body under this key lies in the folder. */
export function bodyPlace(key: Buffer): string {
  return inFolder(bodyId(key))
}

/** Files are spread over folders by the beginning of their names. */
export function inFolder(name: string): string {
  return join(name.slice(0, 2), name)
}

/** Writes an envelope durably: the old file stands there or the new one, whole. Answers its path. */
export async function writeEnvelope(
  folder: string,
  key: Buffer,
  sha256: string,
  envelope: Envelope,
): Promise<string> {
  const temporary = join(folder, `${randomUUID()}.new`)
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(sealEnvelope(key, sha256, envelope))
      await file.sync()
    } finally {
      await file.close()
    }
    const place = join(folder, documentPlace(key, sha256))
    await moveInto(temporary, place)
    return place
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/**
 * Writes the envelope of a document once more, under the key of another vault key. The body stays as it is. Answers both paths
 * and the name of the body; null where the document is missing or cannot be read.
 */
export async function rewrapEnvelope(
  folder: string,
  from: Buffer,
  to: Buffer,
  sha256: string,
): Promise<{ replaced: string; written: string; body: string } | null> {
  const replaced = join(folder, documentPlace(from, sha256))
  const bytes = await readStart(replaced, ENVELOPE_BYTES + 1)
  if (bytes === null) return null
  const envelope = readEnvelope(from, bytes)
  if (envelope?.sha256 !== sha256) return null
  const written = await writeEnvelope(folder, to, sha256, envelope)
  return { replaced, written, body: bodyId(envelope.key) }
}

/** Moves a finished file to its place, over what lies there. */
export async function moveInto(temporary: string, place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  await rename(temporary, place)
}

/** The first bytes of a file; null when there is none. */
export async function readStart(path: string, length: number): Promise<Buffer | null> {
  let file
  try {
    file = await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
