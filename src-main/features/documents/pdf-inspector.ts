import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { lstat } from 'node:fs/promises'
import { openFile } from '../../platform/files/disk.ts'
import type { appError } from '../../../src-shared/platform/base/errors.ts'
import { type Failure, failure } from '../../platform/base/failure.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { locale } from '../../../src-shared/platform/texts/messages.ts'
import type { InspectedFile, KindChoice } from '../../platform/files/ports.ts'
import type { InspectWork } from './pdf-worker.ts'
import { runPdfWorker, type PdfWorkerLimits } from '../../platform/pdf/pdf-workers.ts'
import { type PhotoProblem, photoFormatOf } from './photos/photo.ts'
import { unreadDocument } from './reading/read-document.ts'

interface Limits extends PdfWorkerLimits {
  /**
   * Maximum file size in bytes. This limit is an assumption, because the specification does not contain the partner's limit (section 8).
   */
  maxBytes: number
}

const DEFAULT_LIMITS: Limits = {
  maxBytes: 25 * 1024 * 1024,
  timeoutMs: 20_000,
  readingTimeoutMs: 8_000,
  maxHeapMb: 512,
  maxGrowthBytes: 768 * 1024 * 1024,
}

/** Brokers attach several files one after another, so the worker waits for the next one. */
const KEPT_MS = 10_000

/** Inspects PDFs and photos in a worker thread with limited memory and time. `workerFile` is the built `pdf-worker`. */
export function createPdfInspector(workerFile: string | URL, limits: Limits = DEFAULT_LIMITS) {
  const { maxBytes } = limits
  return {
    /**
     * Checks a picked or dropped file before any other code reads it. Returns the page count of a readable PDF and the content of its first
     * pages. Text that takes too long to extract counts as unread. From a photo (JPEG or PNG), makes a PDF with one page. From a PDF that
     * needs `password`, makes a copy that opens without it. Fails with `FILE_NOT_FOUND`, `FILE_NOT_REGULAR` (folder, link, device),
     * `FILE_EMPTY`, `FILE_TOO_LARGE`, `FILE_NOT_PDF`, `FILE_ENCRYPTED` (a password is missing), `FILE_PASSWORD_WRONG`, `FILE_UNSUPPORTED`
     * (only another program can show the PDF), or `FILE_DAMAGED`.
     */
    async inspect(path: string, choice: KindChoice, password?: string): Promise<InspectedFile> {
      const found = await lstat(path).catch(() => null)
      if (found === null) throw refuse('FILE_NOT_FOUND', msg.errorsFiles.notThere, msg.errorsFiles.pickAgain)
      if (!found.isFile())
        throw refuse('FILE_NOT_REGULAR', msg.errorsFiles.notRegular, msg.errorsFiles.pickPdf)
      const { size } = found
      if (size === 0) throw refuse('FILE_EMPTY', msg.errorsFiles.empty, msg.errorsFiles.saveOrScan)
      if (size > maxBytes)
        throw refuse(
          'FILE_TOO_LARGE',
          msg.errorsFiles.tooBig(megabytes(size), megabytes(maxBytes)),
          msg.errorsFiles.splitSmaller,
        )
      // Windows does not open a file that another program has locked. Without this check, the file would count as damaged.
      const file = await openFile(path).catch(() => null)
      if (file === null)
        throw refuse('FILE_NOT_FOUND', msg.errorsFiles.cannotOpen, msg.errorsFiles.checkAccess)
      // Read the format here, so that the app can name it even if the worker exceeds its limits.
      const { buffer } = await file.read(Buffer.alloc(64), 0, 64, 0)
      await file.close()
      const format = photoFormatOf(buffer)
      if (format !== null && format !== 'JPEG' && format !== 'PNG')
        throw refuse(
          'FILE_NOT_PDF',
          msg.errorsFiles.photoFormat(format),
          format === 'HEIC' ? msg.errorsFiles.sendAsJpeg : msg.errorsFiles.saveAsJpeg,
        )
      const { result, read } = await runPdfWorker<InspectWork>({
        file: workerFile,
        data: { path, choice, password },
        limits,
        keepMs: KEPT_MS,
      })
      if (read === 'placeholder')
        throw refuse('FILE_UNSUPPORTED', msg.errorsFiles.dynamicForm, msg.errorsFiles.printFromAcrobat)
      // `result` is missing if the worker ran out of memory or time. The file then cannot be used.
      switch (result?.verdict) {
        case 'ok': {
          const { pages, losses, isUnsigned, converted } = result
          const { kind, reading } = read ?? unreadDocument(choice.usual)
          return {
            pages,
            size,
            kind,
            reading: {
              ...reading,
              ...(losses.length > 0 && { losses }),
              ...(isUnsigned && { unsigned: true }),
            },
            ...(converted && { converted }),
          }
        }
        case 'locked':
          throw refuse('FILE_ENCRYPTED', msg.errorsFiles.needsPassword, msg.errorsFiles.enterPassword)
        case 'wrong_password':
          throw refuse('FILE_PASSWORD_WRONG', msg.errorsFiles.passwordWrong, msg.errorsFiles.checkPassword)
        case 'unsupported':
          throw refuse('FILE_UNSUPPORTED', msg.errorsFiles.protected, msg.errorsFiles.unprotect)
        case 'portfolio':
          throw refuse('FILE_UNSUPPORTED', msg.errorsFiles.portfolio, msg.errorsFiles.saveFilesInside)
        case 'not_pdf':
          throw refuse('FILE_NOT_PDF', msg.errorsFiles.noPdf, msg.errorsFiles.saveOrPrintPdf)
        case 'photo_refused':
          throw refusePhoto(result.problem)
        case 'damaged':
        case undefined:
          if (format !== null) throw refusePhoto('too_many_pixels')
          throw refuse('FILE_DAMAGED', msg.errorsFiles.pdfDamaged, msg.errorsFiles.askAgainOrPrint)
      }
    },
  }
}

export type DocumentInspector = ReturnType<typeof createPdfInspector>

function refusePhoto(problem: PhotoProblem): Failure {
  const text = msg.errorsFiles
  switch (problem) {
    case 'damaged':
      return refuse('FILE_DAMAGED', text.photoDamaged, text.takeAgain)
    case 'too_many_pixels':
      return refuse('FILE_TOO_LARGE', text.photoTooLarge, text.saveSmaller)
    case 'unsupported':
      return refuse('FILE_NOT_PDF', text.photoUnsupported, text.saveAsUsualJpeg)
  }
}

function refuse(code: Parameters<typeof appError>[0], message: Message, advice: Message): Failure {
  return failure(code, message, advice)
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toLocaleString(locale(), { maximumFractionDigits: 1 })
}
