import {
  getDocument,
  PDFDataRangeTransport,
  PDFWorker,
  VerbosityLevel,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { type AppError, type Result, appError, fail, ok } from '../../../src-shared/platform/base/errors.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { startLimit } from './page-turns.ts'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'

/**
 * Number of bytes that pdfjs requests at once. Equals the size of the chunks in which documents are encrypted, so that main decrypts no
 * chunk twice.
 */
const RANGE_BYTES = 512 * 1024

/** Maximum time to wait until a worker has closed a document. After this time, the app terminates the worker. */
const CLOSING_MS = 1_000

/**
 * Runs pdfjs in a worker. The worker's code is a file of the app, because the app's content security policy allows only the app's own
 * files.
 */
export class PdfWorker {
  readonly #port = new Worker(workerUrl, { type: 'module' })
  readonly pdfjs = PDFWorker.create({
    port: this.#port,
    // Set the log level here, because the worker ignores the level that `getDocument` gets. At the default level, a hostile document could
    // fill the page's memory with warnings.
    verbosity: VerbosityLevel.ERRORS,
  })

  /** Terminates the worker, even during a computation. The promises of pending calls are never resolved or rejected. */
  end(): void {
    this.pdfjs.destroy()
    this.#port.terminate()
  }
}

/**
 * Gets those parts of a stored document from main that pdfjs requests. Writes nothing to disk. pdfjs has no way to report an unreadable
 * part, and would wait for that part forever, even while it closes the document. After a failed read, this class calls `onError` once and
 * then returns zeros, so that pdfjs stops waiting.
 */
class StoredBytes extends PDFDataRangeTransport {
  readonly #document_id: string
  readonly #onError: (error: AppError) => void
  #isBroken = false
  #isClosed = false

  constructor({ document_id, size }: DealDocument, onError: (error: AppError) => void) {
    super(size, null)
    this.#document_id = document_id
    this.#onError = onError
  }

  override requestDataRange(begin: number, end: number): void {
    void this.#read(begin, end)
  }

  /** Stops passing data to pdfjs, which calls this method when it closes the document. pdfjs would treat further data as an error. */
  override abort(): void {
    this.#isClosed = true
  }

  async #read(begin: number, end: number): Promise<void> {
    const whole = new Uint8Array(end - begin)
    for (let from = begin; from < end && !this.#isBroken; from += RANGE_BYTES) {
      const read = await call('documents.read_bytes', {
        document_id: this.#document_id,
        from,
        length: Math.min(RANGE_BYTES, end - from),
      })
      if (read.ok) whole.set(read.value.bytes, from - begin)
      else this.#fail(read.error)
    }
    if (!this.#isClosed) this.onDataRange(begin, whole)
  }

  #fail(error: AppError): void {
    if (!this.#isBroken) this.#onError(error)
    this.#isBroken = true
  }
}

export interface OpenPdf {
  pdf: PDFDocumentProxy
  /** Closes the document. If the worker does not respond, waits for at most a second. */
  close(): Promise<void>
}

/**
 * Opens a stored document. The document cannot run scripts, send forms, or open links. Calls `onUnreadable` if a part of the file cannot be
 * read after the document was opened, because the displayed pages can then be wrong. The caller must terminate the worker in every case,
 * also after a failure.
 */
export async function openPdf(
  document: DealDocument,
  onUnreadable: (error: AppError) => void,
  worker: PdfWorker,
): Promise<Result<OpenPdf>> {
  let failed: (error: AppError) => void = () => {}
  const failure = new Promise<AppError>((resolve) => (failed = resolve))
  const task = getDocument({
    range: new StoredBytes(document, (error) => failed(error)),
    rangeChunkSize: RANGE_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    worker: worker.pdfjs,
    enableXfa: false,
    useSystemFonts: false,
    useWorkerFetch: false,
    BinaryDataFactory: PdfParts,
    cMapUrl: 'cmaps/',
    standardFontDataUrl: 'standard_fonts/',
    wasmUrl: 'wasm/',
    verbosity: VerbosityLevel.ERRORS,
  })
  const stopLimit = startLimit(() => failed(tooSlow()))
  const opened = await Promise.race([task.promise.then(ok, () => fail(unreadable())), failure.then(fail)])
  stopLimit()
  const close = async () => {
    await Promise.race([task.destroy(), new Promise((resolve) => setTimeout(resolve, CLOSING_MS))])
  }
  if (opened.ok) {
    void failure.then(onUnreadable)
    return ok({ pdf: opened.value, close })
  }
  void close()
  return opened
}

function tooSlow(): AppError {
  return appError(
    'FILE_DAMAGED',
    messages().errorsFiles.showsTooSlowly,
    messages().errorsFiles.saveCopyInstead,
  )
}

function unreadable(): AppError {
  return appError('FILE_DAMAGED', messages().errorsFiles.cannotShow, messages().errorsFiles.attachAgain)
}

/**
 * Files of the app that pdfjs needs for some documents: character maps, standard fonts, and image decoders. Each file is loaded only when
 * needed. The JavaScript interpreter of pdfjs is not included, so that scripts in PDFs never run.
 */
const files: Record<string, string> = Object.fromEntries(
  Object.entries({
    ...import.meta.glob<string>('../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
      query: '?url&no-inline',
      import: 'default',
      eager: true,
    }),
    ...import.meta.glob<string>('../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
      query: '?url&no-inline',
      import: 'default',
      eager: true,
    }),
    ...import.meta.glob<string>('../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm', {
      query: '?url&no-inline',
      import: 'default',
      eager: true,
    }),
  }).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
)

class PdfParts {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const url = files[filename]
    if (url === undefined) throw new Error(`pdfjs asked for an unknown part: ${filename}`)
    const answer = await fetch(url)
    return new Uint8Array(await answer.arrayBuffer())
  }
}
