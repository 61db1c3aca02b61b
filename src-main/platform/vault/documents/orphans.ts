import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { bodyId, ENVELOPE_BYTES, isEnvelope, readEnvelope } from './document-envelope.ts'
import { documentPlace, readStart } from './envelope-files.ts'

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
