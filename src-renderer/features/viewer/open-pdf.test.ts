// Include the type declarations of the pdfjs worker. Otherwise, only the TypeScript project of the main process includes them.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../../../src-main/platform/pdf/pdfjs-worker.d.ts" />
import { PDFDocument, PDFRawStream } from '@cantoo/pdf-lib'
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { appError, fail, ok, type AppError } from '../../../src-shared/platform/base/errors.ts'
import { openPdf, PdfWorker } from './open-pdf.ts'
import { thumbnail } from './thumbnails.ts'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'

const DAMAGED = appError('FILE_DAMAGED', 'The stored copy is damaged.', 'Attach it again.')
const PAGES = 3
const PAGE_BYTES = 1_600_000

let bytes: Uint8Array
/** Byte range that the test makes unreadable. */
let broken: [from: number, to: number] | null
let reads: number

beforeAll(async () => {
  bytes = await largePages()
  // The test runs the real pdfjs, with its worker in this process. It replaces only the browser APIs that Node lacks.
  vi.stubGlobal('Worker', workerHere)
  vi.stubGlobal('window', { fundingDesk: { call: main }, requestAnimationFrame: setImmediate })
  vi.stubGlobal('document', { createElement: () => canvas() })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL() {} }))
})
beforeEach(() => {
  broken = null
  reads = 0
})
afterAll(() => vi.unstubAllGlobals())

async function main(_channel: string, { from, length }: { from: number; length: number }) {
  reads++
  if (broken !== null && from + length > broken[0] && from < broken[1]) return fail(DAMAGED)
  return ok({ bytes: bytes.slice(from, from + length) })
}

/** Returns a PDF with such large pages that pdfjs needs more than two parts of the file to show one page. */
async function largePages(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const content = new Uint8Array(PAGE_BYTES).fill(32)
  content.set(new TextEncoder().encode('0 0 9 9 re f'), PAGE_BYTES - 20)
  for (let number = 1; number <= PAGES; number++)
    pdf.addPage().node.addContentStream(pdf.context.register(PDFRawStream.of(pdf.context.obj({}), content)))
  return pdf.save({ useObjectStreams: false })
}

function workerHere(): MessagePort & Pick<Worker, 'terminate'> {
  const { port1, port2 } = new MessageChannel()
  WorkerMessageHandler.initializeFromPort(port2)
  return Object.assign(port1, { terminate: () => port1.close() })
}

/** A canvas that accepts every drawing call. */
function canvas(): unknown {
  const context: unknown = new Proxy(
    { canvas: { width: 88, height: 114 }, getTransform: () => new DOMMatrix() },
    { get: (own, name) => Reflect.get(own, name) ?? (() => context), set: () => true },
  )
  return { getContext: () => context, toBlob: (take: (blob: Blob) => void) => take(new Blob(['picture'])) }
}

const document = (sha256: string) =>
  ({ document_id: sha256, sha256, size: bytes.length }) as unknown as DealDocument

async function opened(onUnreadable: (error: AppError) => void) {
  const result = await openPdf(document('a'), onUnreadable, new PdfWorker())
  if (!result.ok) throw new Error(result.error.code)
  return result.value
}

test('an unreadable part of an open PDF is reported once, stops further reads, and blocks no caller', async () => {
  const reported: AppError[] = []
  const { pdf, close } = await opened((error) => reported.push(error))
  broken = [600_000, bytes.length]
  await Promise.all(
    [1, 2].map(async (number) => {
      const page = await pdf.getPage(number)
      await page.getTextContent()
    }),
  )
  expect(reported).toEqual([DAMAGED])
  const asked = reads
  await (await pdf.getPage(PAGES)).getTextContent()
  expect(reads).toBe(asked)
  await close()
})

test('an unreadable page does not affect the thumbnails of other pages, and gets its own thumbnail when it becomes readable', async () => {
  broken = [600_000, 1_000_000]
  const pictures = [1, 2].map((page) => thumbnail(document('damaged'), page))
  expect(await Promise.all(pictures)).toEqual([null, 'blob:picture'])
  broken = null
  expect(await thumbnail(document('damaged'))).toBe('blob:picture')
})
