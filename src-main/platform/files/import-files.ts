import type { Message } from '../../../src-shared/platform/texts/message.ts'
import type { Stats } from 'node:fs'
import { openFile } from './disk.ts'
import { Failure, failure } from '../base/failure.ts'
import type { ErrorCode } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

const MAX_BYTES = 10 * 1024 * 1024

/** Reads a file to import from outside the app. Accepts only regular files of limited size, and no symbolic links. */
export async function readImportBytes(path: string): Promise<Buffer> {
  const file = await openFile(path).catch((error: NodeJS.ErrnoException) => error.code ?? 'unknown')
  if (file === 'ELOOP') throw notRegular()
  if (typeof file === 'string')
    throw refuse(
      'FILE_NOT_FOUND',
      msg.errorsFiles.cannotOpen,
      file === 'ENOENT' ? msg.errorsFiles.pickAgain : msg.errorsFiles.checkAccess,
    )
  try {
    const stat = await file.stat()
    checkStat(stat)
    // Ignores bytes that were added to the file after its size was read.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(stat.size), 0, stat.size, 0)
    return buffer.subarray(0, bytesRead)
  } catch (thrown) {
    if (thrown instanceof Failure) throw thrown
    throw refuse('FILE_NOT_FOUND', msg.errorsFiles.cannotRead, msg.errorsFiles.pickAgain)
  } finally {
    await file.close()
  }
}

function checkStat(stat: Stats): void {
  if (!stat.isFile()) throw notRegular()
  if (stat.size === 0) throw refuse('FILE_EMPTY', msg.errorsFiles.empty, msg.errorsFiles.saveAgain)
  if (stat.size > MAX_BYTES)
    throw refuse('FILE_TOO_LARGE', msg.errorsFiles.over10Mb, msg.errorsFiles.splitSeveral)
}

function notRegular(): Failure {
  return refuse('FILE_NOT_REGULAR', msg.errorsFiles.notRegular, msg.errorsFiles.pickFileItself)
}

function refuse(code: ErrorCode, message: Message, advice: Message): Failure {
  return failure(code, message, msg.errorsFiles.notImported(advice))
}
