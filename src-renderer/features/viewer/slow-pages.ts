import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The pages of a document that took too long, and what can be done about them. */
export interface SlowPages {
  pages: ReadonlySet<number>
  /** Sets a page aside that took too long. The document is opened anew. */
  giveUp(pdf: PDFDocumentProxy, page: number): void
  retry(page: number): void
}
