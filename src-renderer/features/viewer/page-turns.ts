import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { startLimit } from './draw-limit.ts'

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
      // A canceled page may still block the worker. The answer to any request shows that it does not.
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
