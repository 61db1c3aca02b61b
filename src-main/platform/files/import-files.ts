import type { Message } from '../../../src-shared/platform/texts/message.ts'
import type { Stats } from 'node:fs'
import { openFile } from './open-file.ts'
import { appError, fail, ok, type ErrorCode, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

const MAX_BYTES = 10 * 1024 * 1024

/** Reads a file to import from outside the app. Accepts only regular files of limited size, and no symbolic links. */
export async function readImportBytes(path: string): Promise<Result<Buffer>> {
  const file = await openFile(path).catch((error: NodeJS.ErrnoException) => error.code ?? 'unknown')
  if (file === 'ELOOP') return notRegular()
  if (typeof file === 'string')
    return refuse(
      'FILE_NOT_FOUND',
      msg.errorsFiles.cannotOpen,
      file === 'ENOENT' ? msg.errorsFiles.pickAgain : msg.errorsFiles.checkAccess,
    )
  try {
    const stat = await file.stat()
    const refused = checkStat(stat)
    if (refused !== null) return refused
    // Ignores bytes that were added to the file after its size was read.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(stat.size), 0, stat.size, 0)
    return ok(buffer.subarray(0, bytesRead))
  } catch {
    return refuse('FILE_NOT_FOUND', msg.errorsFiles.cannotRead, msg.errorsFiles.pickAgain)
  } finally {
    await file.close()
  }
}

function checkStat(stat: Stats): Result<never> | null {
  if (!stat.isFile()) return notRegular()
  if (stat.size === 0) return refuse('FILE_EMPTY', msg.errorsFiles.empty, msg.errorsFiles.saveAgain)
  if (stat.size > MAX_BYTES)
    return refuse('FILE_TOO_LARGE', msg.errorsFiles.over10Mb, msg.errorsFiles.splitSeveral)
  return null
}

function notRegular(): Result<never> {
  return refuse('FILE_NOT_REGULAR', msg.errorsFiles.notRegular, msg.errorsFiles.pickFileItself)
}

function refuse(code: ErrorCode, message: Message, advice: Message): Result<never> {
  return fail(appError(code, message, msg.errorsFiles.notImported(advice)))
}
