import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import {
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { areaOf } from '../../platform/pdf/drawing.ts'
import { matrixOf } from '../../platform/pdf/shapes.ts'
import type { OpenPage, OpenPdf, PdfProblem } from './statement-words.ts'
import { type Annotation, type FontFacts, type PlacedPicture, readPage } from './page-content.ts'
import { composePicture, type GrayPicture, isPixels, level, type Pixels } from './gray-picture.ts'

/** Maximum number of pages. Twelve months of a busy account have about 300. */
const MOST_PAGES = 500

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
  const { pictures, ...content } = await readPage({
    viewport,
    operations,
    annotations: annotationsIn(await page.getAnnotations({ intent: 'display' }), viewport),
    pixels: (id) => pixelsOf(page, id),
    font: (id) => fontOf(page, id),
    isLayerVisible: (id) => layers?.isVisible(id) ?? true,
  })
  return {
    content,
    picture:
      content.isPicture || content.hasPictures === true ? () => pictureOf(page, pictures, viewport) : null,
    release: () => void page.cleanup(),
  }
}

/** Notes that show nothing on the page itself. */
const SHOWS_NOTHING: ReadonlySet<unknown> = new Set(['Link', 'Popup'])

/** Returns the notes and form fields that a viewer shows on the page. */
function annotationsIn(list: unknown, { transform }: { transform: number[] }): Annotation[] {
  const matrix = matrixOf(transform)
  return (Array.isArray(list) ? (list as Record<string, unknown>[]) : []).flatMap((one) => {
    const { id, rect, subtype, fieldValue, backgroundColor, contentsObj } = one
    const area = Array.isArray(rect) && matrix !== null ? areaOf(rect as number[], matrix) : null
    if (area === null || SHOWS_NOTHING.has(subtype)) return []
    const isField = subtype === 'Widget'
    if (isField && !isFilled(fieldValue) && !isFilled(backgroundColor)) return []
    const written = isField ? fieldValue : (contentsObj as { str?: unknown } | undefined)?.str
    const text = typeof written === 'string' && (isField || subtype === 'FreeText') ? written : ''
    return [{ id: String(id), area, hasDigits: /\d/.test(text) }]
  })
}

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== ''

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
