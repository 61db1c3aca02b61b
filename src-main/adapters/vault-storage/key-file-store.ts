import { readFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../../src-shared/errors.ts'
import { keyFileSchema, type KeyFile } from '../../core/ports/key-file.ts'
import { folderUnusable, newerVersion } from '../vault-sqlite/vault-errors.ts'
import { replaceFile } from '../replace-file.ts'

const NAME = 'key.json'

/**
 * The key file of a vault's folder; null when there is none. One that cannot be read at all counts as none and is kept
 * beside; one of a later version is refused with `VAULT_NEWER_VERSION`.
 */
export async function readKeyFile(home: string): Promise<Result<KeyFile | null>> {
  let text: string
  try {
    // In one go: at a start a wait would cost main a turn of its busy loop.
    text = readFileSync(join(home, NAME), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ok(null)
    return fail(folderUnusable())
  }
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    content = null
  }
  const parsed = keyFileSchema.safeParse(content)
  if (parsed.success) return ok(parsed.data)
  const version = (content as { version?: unknown } | null)?.version
  if (typeof version === 'number' && version > 1) return fail(newerVersion())
  await rename(join(home, NAME), join(home, `${NAME}.damaged`)).catch(() => {})
  return ok(null)
}

/** Replaces it, durably: what stands there is either the old one or the new one. */
export async function writeKeyFile(home: string, file: KeyFile): Promise<Result<void>> {
  try {
    await replaceFile(join(home, NAME), JSON.stringify(file, null, 2))
    return ok(undefined)
  } catch {
    return fail(folderUnusable())
  }
}
