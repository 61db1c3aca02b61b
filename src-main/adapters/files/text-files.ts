import type { Message } from '../../../src-shared/messages/message.ts'
import type { Stats } from 'node:fs'
import { openFile } from './open-file.ts'
import { appError, fail, ok, type ErrorCode, type Result } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'

const MAX_BYTES = 2 * 1024 * 1024

/** Reads a text file from outside the app. Accepts only regular files of limited size, and no symbolic links. */
export async function readTextFile(path: string): Promise<Result<string>> {
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
    return decode(buffer.subarray(0, bytesRead))
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
    return refuse('FILE_TOO_LARGE', msg.errorsFiles.over2Mb, msg.errorsFiles.splitSeveral)
  return null
}

/**
 * Decodes text as UTF-16 if it starts with the byte order mark of UTF-16, otherwise as UTF-8. If that fails, decodes the text as
 * windows-1252, which spreadsheet programs use on Windows.
 */
function decode(bytes: Buffer): Result<string> {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  const text = tryDecode(bytes, encoding) ?? tryDecode(bytes, 'windows-1252')
  if (text === null || text.includes('\0'))
    return refuse('IMPORT_NOT_READABLE', msg.errorsFiles.noText, msg.errorsFiles.saveAsCsvOrJson)
  return ok(text)
}

function tryDecode(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function notRegular(): Result<never> {
  return refuse('FILE_NOT_REGULAR', msg.errorsFiles.notRegular, msg.errorsFiles.pickFileItself)
}

function refuse(code: ErrorCode, message: Message, advice: Message): Result<never> {
  return fail(appError(code, message, msg.errorsFiles.notImported(advice)))
}
