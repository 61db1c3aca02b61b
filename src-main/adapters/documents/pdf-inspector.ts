import { lstat } from 'node:fs/promises'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { locale, messages } from '../../../src-shared/messages/messages.ts'
import type { DocumentInspector } from '../../core/ports/document-inspector.ts'
import type { InspectWork } from './pdf-worker.ts'
import { runPdfWorker, type PdfWorkerLimits } from './pdf-workers.ts'
import { unreadDocument } from './unread-document.ts'

interface Limits extends PdfWorkerLimits {
  /** In bytes. The partner's limit is not in the specification (section 8), so this one is assumed. */
  maxBytes: number
}

const DEFAULT_LIMITS: Limits = {
  maxBytes: 25 * 1024 * 1024,
  timeoutMs: 20_000,
  readingTimeoutMs: 8_000,
  maxHeapMb: 512,
  maxGrowthBytes: 768 * 1024 * 1024,
}

/** Inspects files in a worker thread with limited memory and time. `workerFile` is the built `pdf-worker`. */
export function createPdfInspector(
  workerFile: string | URL,
  limits: Limits = DEFAULT_LIMITS,
): DocumentInspector {
  const { maxBytes } = limits
  return {
    async inspect(path, choice) {
      const found = await lstat(path).catch(() => null)
      if (found === null)
        return refuse('FILE_NOT_FOUND', messages().errorsFiles.notThere, messages().errorsFiles.pickAgain)
      if (!found.isFile())
        return refuse('FILE_NOT_REGULAR', messages().errorsFiles.notRegular, messages().errorsFiles.pickPdf)
      const { size } = found
      if (size === 0)
        return refuse('FILE_EMPTY', messages().errorsFiles.empty, messages().errorsFiles.saveOrScan)
      if (size > maxBytes)
        return refuse(
          'FILE_TOO_LARGE',
          messages().errorsFiles.tooBig(megabytes(size), megabytes(maxBytes)),
          messages().errorsFiles.splitSmaller,
        )
      const { result, read } = await runPdfWorker<InspectWork>({
        file: workerFile,
        data: { path, choice },
        limits,
      })
      // Without a result, the worker ran out of memory or time, so the file cannot be used.
      switch (result?.verdict) {
        case 'ok':
          return ok({ pages: result.pages, size, ...(read ?? unreadDocument(choice.usual)) })
        case 'encrypted':
          return refuse('FILE_ENCRYPTED', messages().errorsFiles.protected, messages().errorsFiles.unprotect)
        case 'not_pdf':
          return refuse('FILE_NOT_PDF', messages().errorsFiles.noPdf, messages().errorsFiles.saveOrPrintPdf)
        case 'damaged':
        case undefined:
          return refuse(
            'FILE_DAMAGED',
            messages().errorsFiles.pdfDamaged,
            messages().errorsFiles.askAgainOrPrint,
          )
      }
    },
  }
}

function refuse(code: Parameters<typeof appError>[0], message: string, advice: string): Result<never> {
  return fail(appError(code, message, messages().errorsFiles.notAttached(advice)))
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toLocaleString(locale(), { maximumFractionDigits: 1 })
}
