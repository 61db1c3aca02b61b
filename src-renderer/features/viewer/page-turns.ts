import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** For each document, a promise that resolves when the document's worker can process the next page. */
const free = new WeakMap<PDFDocumentProxy, Promise<void>>()

/**
 * Runs `work` on a page after all earlier work on the document. Calls `onLimit` if the page exceeds the time limit. Processes one page at a
 * time. If several pages were processed together, one slow page would block the worker, and the other pages would exceed the time limit
 * too.
 */
export function inTurn<T>(pdf: PDFDocumentProxy, work: () => Promise<T>, onLimit: () => void): Promise<T> {
  const turn = (free.get(pdf) ?? Promise.resolve()).then(() => {
    const stopLimit = startLimit(onLimit)
    const done = work()
    const isFree = done
      .catch(() => {})
      // The worker may still be busy with a canceled page. Its response to any other request proves that it is free.
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

/** Time limit for opening a document, and for drawing or searching each page. */
const LIMIT_S = 10

/**
 * Calls `onLimit` after 10 seconds, unless the caller first calls the returned function. Does not count the time while the window is
 * hidden, because pdfjs draws nothing in a hidden window.
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

/** The pages of a document that took too long, and the actions for such pages. */
export interface SlowPages {
  pages: ReadonlySet<number>
  /** Skips a page that took too long, and opens the document again. */
  giveUp(pdf: PDFDocumentProxy, page: number): void
  retry(page: number): void
}
