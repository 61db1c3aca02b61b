import { open, rename, rm } from 'node:fs/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { ZipFile } from '../../core/ports/package-export.ts'

/**
 * Writes a zip, holding a few chunks at a time. It grows beside the place it was asked for and takes that place when it is
 * whole: what fails leaves nothing behind, and what was there stays.
 */
export async function writeZip(path: string, files: AsyncIterable<ZipFile>): Promise<Result<void>> {
  const growing = `${path}.part`
  try {
    const handle = await open(growing, 'w', 0o600)
    try {
      const packed = await pack(files, (bytes) => handle.writeFile(bytes))
      if (!packed.ok) {
        await rm(growing, { force: true })
        return packed
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(growing, path)
    return ok(undefined)
  } catch {
    await rm(growing, { force: true }).catch(() => {})
    return fail(appError('FILE_NOT_WRITTEN', words().errors.notSavedThere, words().errors.otherFolder))
  }
}

async function pack(
  files: AsyncIterable<ZipFile>,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<Result<void>> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error
    ready.push(bytes)
  })
  const drain = async () => {
    // In order, one after another.
    // oxlint-disable-next-line no-await-in-loop
    for (let bytes = ready.shift(); bytes !== undefined; bytes = ready.shift()) await write(bytes)
  }
  for await (const { name, at, open: openFile } of files) {
    const content = await openFile()
    if (!content.ok) return content
    // A PDF is packed already.
    const entry = name.endsWith('.pdf') ? new ZipPassThrough(name) : new ZipDeflate(name)
    entry.mtime = new Date(at)
    zip.add(entry)
    try {
      for await (const chunk of content.value) {
        entry.push(chunk)
        await drain()
      }
    } catch {
      return fail(
        appError(
          'FILE_DAMAGED',
          words().errorsFiles.copyOfDamaged(name),
          words().errorsFiles.restoreOrRemove,
        ),
      )
    }
    entry.push(new Uint8Array(), true)
    await drain()
  }
  zip.end()
  await drain()
  return ok(undefined)
}
