import { open, rename, rm } from 'node:fs/promises'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'

/** Writes the next bytes of a file. Throws if that fails. */
export type WritePiece = (bytes: string | Uint8Array) => Promise<void>

/**
 * Writes a file that the broker requested. It writes to a temporary file next to the target and replaces the target when complete. A
 * failure such as a full disk leaves nothing behind and keeps the existing file. `mode` sets the file permissions.
 */
export async function writeAtomically(
  path: string,
  fill: (write: WritePiece) => Promise<Result<void>>,
  mode = 0o666,
): Promise<Result<void>> {
  const growing = `${path}.part`
  try {
    const handle = await open(growing, 'w', mode)
    try {
      // Not `write`, which may write only a part without failing.
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
    return fail(appError('FILE_NOT_WRITTEN', msg.errors.notSavedThere, msg.errors.otherFolder))
  }
}
