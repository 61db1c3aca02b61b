import { Failure, failure } from '../base/failure.ts'
import { rmSync, writeFileSync } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { SaveToFolder } from './handout.ts'
import { renameFile } from './disk.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

/** Writes the next bytes of a file. Throws if that fails. */
export type WritePiece = (bytes: string | Uint8Array) => Promise<void>

/**
 * Writes a file that the broker requested. Writes a temporary file in the same folder first. When that file is complete, it replaces the
 * existing file. After a failure such as a full disk, the temporary file is deleted, and the existing file is unchanged. `mode` sets the
 * file permissions.
 */
export async function writeAtomically(
  path: string,
  fill: (write: WritePiece) => Promise<void>,
  mode = 0o666,
): Promise<void> {
  const growing = `${path}.part`
  try {
    const handle = await open(growing, 'w', mode)
    try {
      // `writeFile` writes all bytes. `write` may write only some of them without failing.
      await fill((bytes) => handle.writeFile(bytes))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await renameFile(growing, path)
  } catch (thrown) {
    // The failure to write is the one to report.
    await rm(growing, { force: true }).catch(() => {})
    throw thrown instanceof Failure ? thrown : notSavedThere()
  }
}

/** Writes new files into a folder. If one of them fails, deletes those that it wrote before. */
export async function writeNewFiles(
  folder: string,
  nameIn: Parameters<SaveToFolder>[0],
): ReturnType<SaveToFolder> {
  const taken = await readdir(folder).catch(() => null)
  if (taken === null) throw notSavedThere()
  const names: string[] = []
  try {
    for (const { name, open: openSource } of nameIn(taken)) {
      await writeAtomically(join(folder, name), async (write) => {
        for await (const chunk of readable(await openSource(), name)) await write(chunk)
      })
      names.push(name)
    }
  } catch (thrown) {
    await Promise.all(names.map((one) => rm(join(folder, one), { force: true })))
    throw thrown
  }
  return { folder: basename(folder), names }
}

/** Yields the chunks of a stored file. Names the file if one cannot be read. Errors of writing the chunks do not pass through here. */
export async function* readable(content: AsyncIterable<Uint8Array>, name: string): AsyncIterable<Uint8Array> {
  try {
    yield* content
  } catch {
    // The stream says only that a byte was changed.
    const { copyOfDamaged, restoreOrRemove } = msg.errorsFiles
    throw failure('FILE_DAMAGED', copyOfDamaged(name), restoreOrRemove)
  }
}

/** The error of a place to which the system cannot write, such as a full or protected disk. */
function notSavedThere(): Failure {
  return failure('FILE_NOT_WRITTEN', msg.errors.notSavedThere, msg.errors.otherFolder)
}

/**
 * Writes a small file durably: at any moment, even after a crash, the file has either the complete old content or the complete new content.
 */
export async function replaceFile(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(`${path}.new`, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await renameFile(`${path}.new`, path)
}

/**
 * True if the folder is writable. Creates a file as a test, because the permissions of a folder do not show whether the disk is
 * write-protected.
 */
export function isWritable(folder: string): boolean {
  const probe = join(folder, `write-test-${process.pid}`)
  try {
    writeFileSync(probe, '')
    rmSync(probe)
    return true
  } catch {
    return false
  }
}
