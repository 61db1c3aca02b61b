import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Settles when the worker of a document is free for the next page. */
const free = new WeakMap<PDFDocumentProxy, Promise<void>>()

/**
 * Runs `work` on a page after all earlier work on the document, and calls `onLimit` if the page exceeds the limit. A page that blocks
 * the worker blocks every page that waits for it. With one page at a time, the limit blames the right one.
 */
export function inTurn<T>(pdf: PDFDocumentProxy, work: () => Promise<T>, onLimit: () => void): Promise<T> {
  const turn = (free.get(pdf) ?? Promise.resolve()).then(() => {
    const stopLimit = startLimit(onLimit)
    const done = work()
    const isFree = done
      .catch(() => {})
      // A canceled page may still block the worker. A response to any request proves that the worker is free.
      .then(() => pdf.getPermissions())
      .catch(() => {})
      .then(stopLimit)
    return { done, isFree }
  })
  free.set(
    pdf,
    turn.then(({ isFree }) => isFree),
  )
  return turn.then(({ done }) => done)
}

/** Time limits for opening a document and for drawing or searching each page. */
const LIMIT_S = 10

/**
 * Calls `onLimit` after 10 seconds, unless the function that it returns was called before. Time out of sight does not count, because
 * pdfjs draws nothing in a hidden window.
 */
export function startLimit(onLimit: () => void): () => void {
  let left = LIMIT_S
  const timer = setInterval(() => {
    if (globalThis.document.hidden) return
    left -= 1
    if (left > 0) return
    clearInterval(timer)
    onLimit()
  }, 1_000)
  return () => clearInterval(timer)
}

/** The pages of a document that took too long, and what can be done about them. */
export interface SlowPages {
  pages: ReadonlySet<number>
  /** Skips a page that took too long. The document is opened again. */
  giveUp(pdf: PDFDocumentProxy, page: number): void
  retry(page: number): void
}
