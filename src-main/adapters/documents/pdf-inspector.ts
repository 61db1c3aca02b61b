import { lstat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { locale, words } from '../../../src-shared/messages/messages.ts'
import type { DocumentInspector } from '../../core/ports/document-inspector.ts'
import type { PdfMessage, PdfVerdict } from './pdf-worker.ts'

interface Limits {
  /** Bytes. The service's limit is not shown (spec section 8); assumed. */
  maxBytes: number
  timeoutMs: number
  /** How long its text may take after that; without it a document is taken all the same. */
  textTimeoutMs: number
  /** Bytes by which the process may grow while a file is judged. */
  maxGrowthBytes: number
}

const DEFAULT_LIMITS: Limits = {
  maxBytes: 25 * 1024 * 1024,
  timeoutMs: 20_000,
  textTimeoutMs: 8_000,
  maxGrowthBytes: 768 * 1024 * 1024,
}
const LOOK_EVERY_MS = 50

/**
 * Judges files in a worker thread with bounded memory and time, so that a hostile PDF can neither stop the app nor fill it.
 * `workerFile` is the built `pdf-worker`.
 */
export function createPdfInspector(
  workerFile: string | URL,
  limits: Limits = DEFAULT_LIMITS,
): DocumentInspector {
  const { maxBytes } = limits
  return {
    async inspect(path) {
      const found = await lstat(path).catch(() => null)
      if (found === null)
        return refuse('FILE_NOT_FOUND', words().errorsFiles.notThere, words().errorsFiles.pickWhereItLies)
      if (!found.isFile())
        return refuse('FILE_NOT_REGULAR', words().errorsFiles.notRegular, words().errorsFiles.pickPdf)
      const { size } = found
      if (size === 0) return refuse('FILE_EMPTY', words().errorsFiles.empty, words().errorsFiles.saveOrScan)
      if (size > maxBytes)
        return refuse(
          'FILE_TOO_LARGE',
          words().errorsFiles.tooBig(megabytes(size), megabytes(maxBytes)),
          words().errorsFiles.splitSmaller,
        )
      const { texts, ...judged } = await judgeInWorker(workerFile, path, limits)
      switch (judged.verdict) {
        case 'ok':
          return ok({ pages: judged.pages, size, texts })
        case 'encrypted':
          return refuse('FILE_ENCRYPTED', words().errorsFiles.protected, words().errorsFiles.unprotect)
        case 'not_pdf':
          return refuse('FILE_NOT_PDF', words().errorsFiles.noPdf, words().errorsFiles.saveOrPrintPdf)
        case 'damaged':
          return refuse('FILE_DAMAGED', words().errorsFiles.pdfDamaged, words().errorsFiles.askAgainOrPrint)
      }
    },
  }
}

type Judged = PdfVerdict & { texts: string[] | null }

function judgeInWorker(
  workerFile: string | URL,
  path: string,
  { timeoutMs, textTimeoutMs, maxGrowthBytes }: Limits,
): Promise<Judged> {
  return new Promise((resolve) => {
    const worker = new Worker(workerFile, {
      workerData: path,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      stdout: true,
      stderr: true,
    })
    // Out of memory or time, or a fault of the parser: whatever the file is, nobody can read it.
    let verdict: PdfVerdict = { verdict: 'damaged' }
    const end = (texts: string[] | null = null) => {
      clearTimeout(timer)
      clearInterval(watch)
      resolve({ ...verdict, texts })
      void worker.terminate()
    }
    let timer = setTimeout(end, timeoutMs)
    // A worker's limits count its heap only. What a compressed stream unpacks to lies outside of it.
    const ceiling = process.memoryUsage.rss() + maxGrowthBytes
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() > ceiling) end()
    }, LOOK_EVERY_MS)
    worker.on('message', (message: PdfMessage) => {
      if (message.said === 'texts') return end(message.texts)
      ;({ verdict } = message)
      if (verdict.verdict !== 'ok') return end()
      clearTimeout(timer)
      timer = setTimeout(end, textTimeoutMs)
    })
    worker.once('error', () => end())
    worker.once('exit', () => end())
  })
}

function refuse(code: Parameters<typeof appError>[0], message: string, advice: string): Result<never> {
  return fail(appError(code, message, words().errorsFiles.notAttached(advice)))
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toLocaleString(locale(), { maximumFractionDigits: 1 })
}
