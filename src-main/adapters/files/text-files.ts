import type { Message } from '../../../src-shared/messages/message.ts'
import type { Stats } from 'node:fs'
import { openFile } from './open-file.ts'
import type { Encoding } from '../../../src-shared/domain/import.ts'
import { appError, fail, ok, type ErrorCode, type Result } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'

const MAX_BYTES = 2 * 1024 * 1024

/** Reads a text file from outside the app. Accepts only regular files of limited size, and no symbolic links. */
export async function readTextBytes(path: string): Promise<Result<Buffer>> {
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
    return refuse('FILE_TOO_LARGE', msg.errorsFiles.over2Mb, msg.errorsFiles.splitSeveral)
  return null
}

/**
 * Decodes text in the given encoding. Without one, uses the encoding that a byte order mark names, or UTF-16 if every second byte of the
 * beginning is zero, or UTF-8. If that fails, decodes the text as windows-1252, which spreadsheet programs use on Windows.
 */
export function decodeText(bytes: Buffer, encoding?: Encoding): Result<{ text: string; encoding: Encoding }> {
  const tried = encoding === undefined ? [encodingOf(bytes), 'windows-1252' as const] : [encoding]
  for (const one of tried) {
    const text = tryDecode(bytes, one)
    if (text !== null && !text.includes('\0')) return ok({ text, encoding: one })
  }
  return refuse('IMPORT_NOT_READABLE', msg.errorsFiles.noText, msg.errorsFiles.saveAsCsv)
}

/** Number of bytes from which UTF-16 without a byte order mark is recognized. */
const HEAD_BYTES = 64

function encodingOf(bytes: Buffer): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, HEAD_BYTES)
  const zeros = (from: 0 | 1) => head.length > 3 && head.every((byte, at) => at % 2 !== from || byte === 0)
  if (zeros(1)) return 'utf-16le'
  return zeros(0) ? 'utf-16be' : 'utf-8'
}

function tryDecode(bytes: Buffer, encoding: Encoding): string | null {
  try {
    // Not every runtime decodes big-endian UTF-16, so swap the bytes.
    if (encoding === 'utf-16be')
      return bytes.length % 2 === 0 ? tryDecode(Buffer.from(bytes).swap16(), 'utf-16le') : null
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
