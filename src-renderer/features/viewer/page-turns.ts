import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** For each document, a promise that settles when the document's worker is free for the next page. */
const free = new WeakMap<PDFDocumentProxy, Promise<void>>()

/**
 * Runs `work` on a page after all earlier work on the document. Calls `onLimit` if the page exceeds the time limit. Pages run one at a
 * time, because a page that blocks the worker also blocks all later pages. Therefore, only the page that blocks exceeds the limit.
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

/** The slow pages of a document, with the actions for these pages. */
export interface SlowPages {
  pages: ReadonlySet<number>
  /** Skips a page that took too long, and opens the document again. */
  giveUp(pdf: PDFDocumentProxy, page: number): void
  retry(page: number): void
}
