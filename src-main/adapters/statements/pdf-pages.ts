import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import {
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { OpenPage, OpenPdf, PdfProblem } from '../../core/ports/statements.ts'
import { type FontFacts, type PlacedPicture, readPage } from './page-content.ts'
import { composePicture, type GrayPicture, level, type Pixels } from './gray-picture.ts'

/** Maximum number of pages. Twelve months of a busy account have about 300. */
const MOST_PAGES = 500
/** Largest picture whose text is recognized, in pixels: a letter page at 600 dpi. */
const MOST_PIXELS = 36_000_000

/** Opens a PDF. Returns the problem if it cannot be read. */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf<GrayPicture> | PdfProblem> {
  // pdfjs looks for its worker code in this global variable. Otherwise, it would load a separate file.
  Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } })
  const task = getDocument({
    // pdfjs detaches the buffer, so give it a copy.
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
    // With a limit, pdfjs would leave larger pictures out, and this reader would not notice what they cover.
    maxImageSize: -1,
  })
  let document: PDFDocumentProxy
  try {
    document = await task.promise
  } catch (error) {
    await task.destroy().catch(() => undefined)
    return error instanceof Error && error.name === 'PasswordException' ? 'password' : 'damaged'
  }
  if (document.numPages > MOST_PAGES) {
    await task.destroy()
    return 'too_many_pages'
  }
  const layers = await document.getOptionalContentConfig().catch(() => null)
  return {
    pages: document.numPages,
    page: async (number) => read(await document.getPage(number), layers),
    close: () => task.destroy(),
  }
}

async function read(
  page: PDFPageProxy,
  layers: { isVisible(group: unknown): boolean } | null,
): Promise<OpenPage<GrayPicture>> {
  const viewport = page.getViewport({ scale: 1 })
  const operations = await page.getOperatorList()
  const { pictures, ...content } = readPage({
    viewport,
    operations,
    font: (id) => fontOf(page, id),
    isLayerVisible: (id) => layers?.isVisible(id) ?? true,
  })
  return {
    content,
    picture: content.isPicture ? () => pictureOf(page, pictures, viewport) : null,
    release: () => void page.cleanup(),
  }
}

function fontOf(page: PDFPageProxy, id: string): FontFacts | null {
  const fonts = page.commonObjs as { has(id: string): boolean; get(id: string): unknown }
  return fonts.has(id) ? (fonts.get(id) as FontFacts) : null
}

async function pictureOf(
  page: PDFPageProxy,
  placed: readonly PlacedPicture[],
  { width, height }: { width: number; height: number },
): Promise<GrayPicture | null> {
  const pictures: { pixels: Pixels; matrix: PlacedPicture['matrix'] }[] = []
  for (const { id, matrix } of placed) {
    const pixels = await pixelsOf(page, id)
    if (pixels !== null) pictures.push({ pixels, matrix })
  }
  return pictures.length === 0 ? null : level(composePicture(pictures, width, height))
}

function pixelsOf(page: PDFPageProxy, id: string): Promise<Pixels | null> {
  const store = (id.startsWith('g_') ? page.commonObjs : page.objs) as {
    get(id: string, callback: (data: unknown) => void): unknown
  }
  return new Promise((resolve) => {
    store.get(id, (data) => resolve(isPixels(data) ? data : null))
  })
}

function isPixels(data: unknown): data is Pixels {
  if (typeof data !== 'object' || data === null) return false
  const { width = 0, height = 0, data: bytes } = data as Partial<Pixels>
  const isSized = Number.isInteger(width) && Number.isInteger(height) && width * height <= MOST_PIXELS
  return isSized && ArrayBuffer.isView(bytes)
}
