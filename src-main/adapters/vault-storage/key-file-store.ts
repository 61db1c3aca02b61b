import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../../src-shared/errors.ts'
import { keyFileSchema, type KeyFile } from '../../core/ports/key-file.ts'
import { folderUnusable, newerVersion } from '../vault-sqlite/vault-errors.ts'
import { replaceFile } from '../replace-file.ts'

/** The file and its copy, in the order in which a new key moves them into place. */
export const KEY_FILES = ['key.json.copy', 'key.json'] as const
const [COPY, NAME] = KEY_FILES
const LARGEST = 64 * 1024

/**
 * The key file of a vault's folder; null when there is none. A damaged file is replaced by its copy, because the recovery code
 * works only with what is in it. One that cannot be read and has no copy counts as none and is kept beside. One of a later
 * version is refused with `VAULT_NEWER_VERSION`.
 */
export async function readKeyFile(home: string): Promise<Result<KeyFile | null>> {
  const text = readText(join(home, NAME))
  if (!text.ok) return fail(folderUnusable(home))
  const copied = readText(join(home, COPY))
  const copy = copied.ok ? fileInCopy(copied.value) : null
  if (copy !== null) {
    if (text.value === textOf(copy)) return ok(copy)
    // The copy is written first, so it is never the older one.
    await setKeyFileAside(home)
    await replaceFile(join(home, NAME), textOf(copy)).catch(() => {})
    return ok(copy)
  }
  if (text.value === null) return ok(null)
  const content = parse(text.value)
  const parsed = keyFileSchema.safeParse(content)
  if (parsed.success) {
    await replaceFile(join(home, COPY), copyOf(parsed.data)).catch(() => {})
    return ok(parsed.data)
  }
  const version = (content as { version?: unknown } | null)?.version
  if (typeof version === 'number' && version > 1) return fail(newerVersion())
  await setKeyFileAside(home)
  return ok(null)
}

/** Keeps a key file that no longer serves beside the place where the next one is written. */
export async function setKeyFileAside(home: string): Promise<void> {
  await rename(join(home, NAME), join(home, `${NAME}.damaged`)).catch(() => {})
}

/**
 * Null when there is no such file; empty for what cannot be a key file. In one go: at a start a wait would cost main a turn of its
 * busy loop.
 */
function readText(path: string): Result<string | null> {
  try {
    const { size } = statSync(path)
    return ok(size > LARGEST ? '' : readFileSync(path, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return ok(null)
    return code === 'EISDIR' ? ok('') : fail(folderUnusable(path))
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

function textOf(file: KeyFile): string {
  return JSON.stringify(file, null, 2)
}

/** The file with a hash before it, which tells a damaged copy. */
function copyOf(file: KeyFile): string {
  return `${hashOf(textOf(file))}\n${textOf(file)}`
}

/** Null where the copy is missing or damaged. */
function fileInCopy(text: string | null): KeyFile | null {
  const [hash, ...rest] = (text ?? '').split('\n')
  const content = rest.join('\n')
  if (hash !== hashOf(content)) return null
  const parsed = keyFileSchema.safeParse(parse(content))
  return parsed.success ? parsed.data : null
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The check in the key file of a folder; null where none can be read. Changes nothing. */
export async function checkIn(home: string): Promise<string | null> {
  try {
    return keyFileSchema.parse(JSON.parse(await readFile(join(home, NAME), 'utf8'))).check
  } catch {
    return null
  }
}

/** Replaces it and its copy, durably: what stands there is either the old one or the new one. */
export async function writeKeyFile(home: string, file: KeyFile): Promise<Result<void>> {
  try {
    await replaceFile(join(home, COPY), copyOf(file))
    await replaceFile(join(home, NAME), textOf(file))
    return ok(undefined)
  } catch {
    return fail(folderUnusable(home))
  }
}
