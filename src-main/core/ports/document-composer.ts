import type { Result } from '../../../src-shared/errors.ts'
import type { ReadDocument } from './document-inspector.ts'

/** A page of a source, both counted from 0, and its clockwise rotation in degrees. */
export interface PageChoice {
  source: number
  page: number
  turn: 0 | 90 | 180 | 270
}

/** A PDF to compose. `usual` is its kind if its text names none of the kinds. */
export interface Composition {
  pages: readonly PageChoice[]
  usual: string
}

export interface ComposedPdf extends ReadDocument {
  bytes: Uint8Array
  pages: number
}

/** Composes new PDFs from pages of others. */
export interface DocumentComposer {
  /**
   * Composes one PDF for each composition and reads its text for one of `kinds`. Fails with `FILE_DAMAGED` if a source cannot be read or
   * the work exceeds its limits. Never throws.
   */
  compose(
    sources: readonly Uint8Array[],
    compositions: readonly Composition[],
    kinds: readonly string[],
  ): Promise<Result<ComposedPdf[]>>
}
