/** How long a document may take to open, and each of its pages to be drawn or searched. */
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
