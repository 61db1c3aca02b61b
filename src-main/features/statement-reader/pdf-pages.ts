import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import {
  getDocument,
  OPS,
  type PDFDocumentProxy,
  type PDFPageProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { areaOf } from '../../platform/pdf/drawing.ts'
import { matrixOf } from '../../platform/pdf/shapes.ts'
import type { OpenPage, OpenPdf, PdfProblem, Turn } from './statement-words.ts'
import { type Annotation, type DrawnPage, type FontFacts, readPage } from './page-content.ts'
import { drawPicture, type Filter, settingsToDraw } from '../../platform/pdf/page-picture.ts'
import { isPlainPage } from './plain-page.ts'
import { unseenOf } from './unseen.ts'
import { type GrayPicture, grayOf, isPixels, level, type Pixels, scaleAt } from './gray-picture.ts'

/** Maximum number of pages. Twelve months of a busy account have about 300. */
const MOST_PAGES = 500

/** Opens a PDF. `parts` is the folder of the parts of pdfjs. Returns the problem if it cannot be read. */
export async function openPdf(bytes: Uint8Array, parts: string): Promise<OpenPdf<GrayPicture> | PdfProblem> {
  // pdfjs looks for its worker code in this global variable. Otherwise, it would load a separate file.
  Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } })
  const task = getDocument({
    // pdfjs detaches the buffer, so give it a copy.
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    ...settingsToDraw(parts),
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
  const drawn: DrawnPage = {
    viewport,
    operations,
    annotations: annotationsIn(await page.getAnnotations({ intent: 'display' }), viewport),
    pixels: (id) => pixelsOf(page, id),
    font: (id) => fontOf(page, id),
    glyphIsBlank: (font, character) => isBlank(page, `${font}_path_${character}`),
    isLayerVisible: (id) => layers?.isVisible(id) ?? true,
  }
  const { content, density, read: words } = await readPage(drawn)
  const isLookedAt = !content.isPicture && !isPlainPage(drawn, words)
  return {
    content,
    unseen: isLookedAt ? () => unseenOf(words, page, operations) : null,
    picture:
      content.isPicture || content.hasPictures === true
        ? (turn = 0) => pictureOf(page, turn, density, content.isPicture ? undefined : isNoText)
        : null,
    release: () => page.cleanup(),
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

/** True if pdfjs knows the outline of a glyph, and it is empty. */
function isBlank(page: PDFPageProxy, id: string): boolean {
  const outlines = page.commonObjs as { has(id: string): boolean; get(id: string): unknown }
  if (!outlines.has(id)) return false
  const { path } = outlines.get(id) as { path?: ArrayLike<number> }
  return path?.length === 0
}

/** Text recognition reads best between these resolutions, in dots per inch. */
const LEAST_DPI = 150
const MOST_DPI = 300
/** Most time for the picture of one page. */
const MOST_MS = 20_000

const isNoText: Filter = (at, { fnArray }) => fnArray[at] !== OPS.showText

/** Draws a page as a viewer shows it, so that its parts, covers, and masks count. Returns null if that takes too long. */
async function pictureOf(
  page: PDFPageProxy,
  turn: Turn,
  density: number,
  isDrawn?: Filter,
): Promise<GrayPicture | null> {
  const { width, height } = page.getViewport({ scale: 1 })
  const [least, most] = [scaleAt(LEAST_DPI, width, height), scaleAt(MOST_DPI, width, height)]
  // A picture that is enlarged by pdfjs gets edges like stairs.
  const scale = Math.min(Math.max(density, least), most)
  const place = { scale, rotation: (page.rotate + turn) % 360 }
  const picture = await drawPicture(page, place, Date.now() + MOST_MS, isDrawn && { isDrawn })
  return picture && level(grayOf(picture, scale))
}

function pixelsOf(page: PDFPageProxy, id: string): Promise<Pixels | null> {
  const store = (id.startsWith('g_') ? page.commonObjs : page.objs) as {
    get(id: string, callback: (data: unknown) => void): unknown
  }
  return new Promise((resolve) => {
    store.get(id, (data) => resolve(isPixels(data) ? data : null))
  })
}
