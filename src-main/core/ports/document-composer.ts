import type { Result } from '../../../src-shared/errors.ts'

/** A page of a source, both counted from 0, and by how many degrees it is turned clockwise. */
export interface PageChoice {
  source: number
  page: number
  turn: 0 | 90 | 180 | 270
}

export interface ComposedPdf {
  bytes: Uint8Array
  pages: number
  /** Of its first pages; null when it could not be read in time. */
  texts: string[] | null
}

/** Makes PDFs of the pages of others. */
export interface DocumentComposer {
  /** One PDF for each list of pages. `FILE_DAMAGED` when a source cannot be read or the work is too much. Never throws. */
  compose(sources: readonly Uint8Array[], results: readonly PageChoice[][]): Promise<Result<ComposedPdf[]>>
}
