import { startLimit } from './page-turns.ts'
import { openPdf, PdfWorker } from './open-pdf.ts'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'

const WIDTH = 88
/** Maximum number of images in memory. The images are never stored on disk. */
const KEPT = 300

const made = new Map<string, Promise<string | null>>()
let last: Promise<unknown> = Promise.resolve()
const TOO_SLOW = Symbol()
const tooSlow = new Set<string>()
/** One worker for all images, because they are rendered one after another. */
let worker: PdfWorker | null = null

const keyOf = ({ sha256 }: DealDocument, page: number) => `${sha256} ${page}`

/** Returns the image of a page as a URL for `img`, or null after a failure. Images are rendered one after another. */
export function thumbnail(document: DealDocument, page = 1): Promise<string | null> {
  const key = keyOf(document, page)
  if (tooSlow.has(key)) return Promise.resolve(null)
  const known = made.get(key)
  if (known !== undefined) return known
  const making = last.then(() => drawInTime(document, page)).catch(() => null)
  last = making
  made.set(key, making)
  // After a failure, forget the result, so that the page is rendered again the next time it is visible.
  void making.then((picture) => picture === null && made.get(key) === making && made.delete(key))
  const [oldest] = made.keys()
  if (made.size > KEPT && oldest !== undefined) void forget(oldest)
  return making
}

async function forget(key: string): Promise<void> {
  const url = await made.get(key)
  made.delete(key)
  if (url) URL.revokeObjectURL(url)
}

/**
 * Renders the image of a page, unless the rendering exceeds the time limit. Such a page gets no image until the window reloads, because
 * another try would delay the images of other pages again.
 */
async function drawInTime(document: DealDocument, number: number): Promise<string | null> {
  const own = (worker ??= new PdfWorker())
  let stopLimit = () => {}
  const stopping = new AbortController()
  const limit = new Promise<typeof TOO_SLOW>((resolve) => (stopLimit = startLimit(() => resolve(TOO_SLOW))))
  const drawn = await Promise.race([draw(document, number, own, stopping.signal), limit]).finally(stopLimit)
  if (drawn !== TOO_SLOW) return drawn
  stopping.abort()
  // Terminate the worker, because the slow page may block the worker forever.
  own.end()
  worker = null
  tooSlow.add(keyOf(document, number))
  return null
}

async function draw(
  document: DealDocument,
  number: number,
  own: PdfWorker,
  signal: AbortSignal,
): Promise<string | null> {
  let isWhole = true
  const opened = await openPdf(document, () => (isWhole = false), own)
  if (!opened.ok) return null
  try {
    const page = await opened.value.pdf.getPage(number)
    const { width } = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: WIDTH / width })
    const canvas = globalThis.document.createElement('canvas')
    canvas.width = Math.ceil(viewport.width)
    canvas.height = Math.ceil(viewport.height)
    const drawing = page.render({ canvas, viewport })
    signal.addEventListener('abort', () => drawing.cancel())
    await drawing.promise
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    return picture === null || !isWhole ? null : URL.createObjectURL(picture)
  } finally {
    await opened.value.close()
  }
}
