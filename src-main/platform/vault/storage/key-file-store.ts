import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renameFile } from '../../files/disk.ts'
import { failureOf } from '../../base/failure.ts'
import { type KeyFile, keyFileSchema } from '../vault-storage.ts'
import { folderUnusable, newerVersion } from '../vault-errors.ts'
import { replaceFile } from '../../files/write-atomically.ts'

/** File names of the key file (which identifies the vault key) and of its copy. The copy comes first, because the app writes it first. */
export const KEY_FILES = ['key.json.copy', 'key.json'] as const
const [COPY, NAME] = KEY_FILES
const LARGEST = 64 * 1024

/**
 * Reads the key file of a vault's folder, or returns null if there is none. Replaces a damaged file with its copy, because the recovery
 * code opens the vault only with the content of this file. An unreadable file without a copy is renamed and counts as missing. A file of a
 * newer app version fails with `VAULT_NEWER_VERSION`.
 */
export async function readKeyFile(home: string): Promise<KeyFile | null> {
  const text = readText(join(home, NAME))
  if (text === undefined) throw failureOf(folderUnusable(home))
  const copy = fileInCopy(readText(join(home, COPY)))
  if (copy !== null) {
    if (text === textOf(copy)) return copy
    // The key file is damaged, so replace it with the copy. Each write replaces the copy first, so the copy is never older than the key
    // file. If it cannot be written now, the next opening tries again.
    await archiveKeyFile(home)
    await replaceFile(join(home, NAME), textOf(copy)).catch(() => {})
    return copy
  }
  if (text === null) return null
  const content = parse(text)
  const parsed = keyFileSchema.safeParse(content)
  if (parsed.success) {
    // Without a new copy, the key file alone is still complete.
    await replaceFile(join(home, COPY), copyOf(parsed.data)).catch(() => {})
    return parsed.data
  }
  const version = (content as { version?: unknown } | null)?.version
  if (typeof version === 'number' && version > 1) throw failureOf(newerVersion())
  await archiveKeyFile(home)
  return null
}

/** Renames an invalid key file, so that the app can write a new one. Ignores a failure, because a new key file replaces the invalid one anyway. */
export async function archiveKeyFile(home: string): Promise<void> {
  await renameFile(join(home, NAME), join(home, `${NAME}.damaged`)).catch(() => {})
}

/**
 * Reads a file. Returns null if the file is missing, an empty string if it cannot be a key file, and `undefined` if it is unreadable.
 * Synchronous, because main's event loop is busy during the start. Each asynchronous call would wait for a full turn of the event loop.
 */
function readText(path: string): string | null | undefined {
  try {
    const { size } = statSync(path)
    return size > LARGEST ? '' : readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    return code === 'EISDIR' ? '' : undefined
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // The callers treat this like any other content that is no key file.
    return null
  }
}

function textOf(file: KeyFile): string {
  return JSON.stringify(file, null, 2)
}

/**
 * Returns the content of the key file's copy: a line with a hash, and the content of the key file. The hash shows whether the copy is
 * damaged.
 */
function copyOf(file: KeyFile): string {
  return `${hashOf(textOf(file))}\n${textOf(file)}`
}

/** Returns the key file in the copy, or null if the copy is missing or damaged. */
function fileInCopy(text: string | null | undefined): KeyFile | null {
  const [hash, ...rest] = (text ?? '').split('\n')
  const content = rest.join('\n')
  if (hash !== hashOf(content)) return null
  const parsed = keyFileSchema.safeParse(parse(content))
  return parsed.success ? parsed.data : null
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Returns the value in a folder's key file that shows whether a key is the vault's key. Returns null if the file is unreadable. Does not
 * repair the file.
 */
export async function checkIn(home: string): Promise<string | null> {
  try {
    return keyFileSchema.parse(JSON.parse(await readFile(join(home, NAME), 'utf8'))).check
  } catch {
    return null
  }
}

/** Replaces the file and its copy durably. After a crash, each contains either the old or the new content. */
export async function writeKeyFile(home: string, file: KeyFile): Promise<void> {
  try {
    await replaceFile(join(home, COPY), copyOf(file))
    await replaceFile(join(home, NAME), textOf(file))
  } catch {
    throw failureOf(folderUnusable(home))
  }
}
