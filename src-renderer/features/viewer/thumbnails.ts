import type { DealDocument } from '../../../src-shared/domain/deal.ts'
import { openPdf } from './open-pdf.ts'

const WIDTH = 88
/** Pictures kept in memory; nothing of a document is kept on disk. */
const KEPT = 300

const made = new Map<string, Promise<string | null>>()
let last: Promise<unknown> = Promise.resolve()

/** A picture of a page as an address for `img`; null where none can be made. Pictures are made one after another. */
export function thumbnail(document: DealDocument, page = 1): Promise<string | null> {
  const key = `${document.sha256} ${page}`
  const known = made.get(key)
  if (known !== undefined) return known
  const making = last.then(() => draw(document, page)).catch(() => null)
  last = making
  made.set(key, making)
  // What could not be read now may be readable the next time that it is in sight.
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

async function draw(document: DealDocument, number: number): Promise<string | null> {
  let isWhole = true
  const opened = await openPdf(document, () => (isWhole = false))
  if (!opened.ok) return null
  try {
    const page = await opened.value.pdf.getPage(number)
    const { width } = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: WIDTH / width })
    const canvas = globalThis.document.createElement('canvas')
    canvas.width = Math.ceil(viewport.width)
    canvas.height = Math.ceil(viewport.height)
    await page.render({ canvas, viewport }).promise
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    return picture === null || !isWhole ? null : URL.createObjectURL(picture)
  } finally {
    await opened.value.close()
  }
}
