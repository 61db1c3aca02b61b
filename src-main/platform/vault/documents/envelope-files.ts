import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import { mkdir, open, rm, readdir } from 'node:fs/promises'
import { dirname, join, basename } from 'node:path'
import { renameFile } from '../../files/disk.ts'
import {
  bodyId,
  ENVELOPE_BYTES,
  readEnvelope,
  sealEnvelope,
  type Envelope,
  isEnvelope,
} from './document-envelope.ts'

// The functions in this file calculate the paths of stored documents, and write envelopes. An envelope is a file with a document's key. The
// body is the file with the document's encrypted content.

export function documentsKey(vaultKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', vaultKey, '', 'funding-desk documents', 32))
}

/** Path of a document's envelope in the folder. */
export function documentPlace(key: Buffer, sha256: string): string {
  return inFolder(createHmac('sha256', key).update(sha256).digest('hex'))
}

/** Path, in the folder, of the body (encrypted content) that has this key. */
export function bodyPlace(key: Buffer): string {
  return inFolder(bodyId(key))
}

/** Returns the path of a file in a subfolder that is named after the first two characters of the file name. */
export function inFolder(name: string): string {
  return join(name.slice(0, 2), name)
}

/**
 * Writes an envelope durably: at any moment, the path contains either the complete old envelope or the complete new one. Returns the path.
 */
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
 * Writes a document's envelope again, encrypted with a new vault key. The body (encrypted content) remains unchanged. Returns the
 * envelope's old path, its new path, and the body's name. Returns null if the document is missing or unreadable.
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

/** Moves a finished file into place and replaces an existing one. */
export async function moveInto(temporary: string, place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  await renameFile(temporary, place)
}

/** Reads the first bytes of a file. Returns null if it does not exist. */
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

const STORED_FILE = /^[0-9a-f]{64}$/

/** Stored files that no readable document needs, as paths within the documents' folder. */
interface Orphans {
  unneeded: string[]
  /** Files that may belong to an unreadable document, and may help to reconstruct the document. */
  remains: string[]
}

/**
 * Classifies the stored files that no readable document needs as unneeded files or as remains of unreadable documents. `needed` contains
 * the names of the files that documents use. `unreadable` contains the SHA-256 of each document that is in use but has no envelope that can
 * be opened.
 */
export async function sortOrphans(
  folder: string,
  key: Buffer,
  needed: ReadonlySet<string>,
  unreadable: ReadonlySet<string>,
): Promise<Orphans> {
  const orphans = (await storedFiles(folder)).filter((path) => !needed.has(basename(path)))
  if (unreadable.size === 0) return { unneeded: orphans, remains: [] }
  const places = new Set([...unreadable].map((sha256) => basename(documentPlace(key, sha256))))
  const unneeded = new Set<string>()
  const bodies: string[] = []
  // Names of the bodies (encrypted content) whose envelopes are unneeded. These bodies are unneeded too.
  const removed = new Set<string>()
  for (const path of orphans) {
    if (places.has(basename(path))) continue
    // Reads one file after another, because thousands of files may be too many to open at the same time.
    const start = (await readStart(join(folder, path), ENVELOPE_BYTES + 1)) ?? Buffer.alloc(0)
    if (!isEnvelope(start)) bodies.push(path)
    else {
      const envelope = readEnvelope(key, start)
      if (envelope !== null && unreadable.has(envelope.sha256)) continue
      unneeded.add(path)
      if (envelope !== null) removed.add(bodyId(envelope.key))
    }
  }
  for (const path of bodies) if (removed.has(basename(path))) unneeded.add(path)
  return { unneeded: [...unneeded], remains: orphans.filter((path) => !unneeded.has(path)) }
}

async function storedFiles(folder: string): Promise<string[]> {
  const folders = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = await Promise.all(
    folders
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) => (await readdir(join(folder, name))).map((file) => join(name, file))),
  )
  return files.flat().filter((path) => STORED_FILE.test(basename(path)))
}
