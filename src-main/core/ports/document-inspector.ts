import type { DocumentReading } from '../../../src-shared/domain/document-reading.ts'
import type { Result } from '../../../src-shared/errors.ts'

/** The recognizable kinds of documents, and the default kind. */
export interface KindChoice {
  kinds: readonly string[]
  usual: string
}

/** A document's kind and statement period, as its text states them. */
export interface ReadDocument {
  kind: string
  reading: DocumentReading
}

/** Checks a picked or dropped file before anything else reads it. Reads its text outside the main thread. */
export interface DocumentInspector {
  /**
   * Returns the page count of a readable PDF and the content of its first pages. A text that takes too long counts as unread. Fails with
   * `FILE_NOT_FOUND`, `FILE_NOT_REGULAR` (folder, link, device), `FILE_EMPTY`, `FILE_TOO_LARGE`, `FILE_NOT_PDF`, `FILE_ENCRYPTED`, or
   * `FILE_DAMAGED`. Never throws for any bytes.
   */
  inspect(path: string, choice: KindChoice): Promise<Result<{ pages: number; size: number } & ReadDocument>>
}
