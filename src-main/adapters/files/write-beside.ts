import { open, rename, rm } from 'node:fs/promises'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'

/** Takes the next bytes of a file; it throws when they cannot be written. */
export type WritePiece = (bytes: string | Uint8Array) => Promise<void>

/**
 * Writes a file that the broker asked for. It grows beside its place and takes that place when it is whole: what fails, as on a
 * full disk, leaves nothing behind, and what was there stays. `mode` says who may read it.
 */
export async function writeBeside(
  path: string,
  fill: (write: WritePiece) => Promise<Result<void>>,
  mode = 0o666,
): Promise<Result<void>> {
  const growing = `${path}.part`
  try {
    const handle = await open(growing, 'w', mode)
    try {
      // Not `write`: that one answers how much of it had room, and takes less for no failure.
      const filled = await fill((bytes) => handle.writeFile(bytes))
      if (!filled.ok) {
        await rm(growing, { force: true })
        return filled
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
