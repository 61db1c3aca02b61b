import type { AppError, Result } from '../../../src-shared/errors.ts'
import type { ReadingState } from '../../../src-shared/statements/deal-statements.ts'

/** The file that is read. The reader asks for its bytes piece by piece, so that main never holds the whole file. */
export interface FileToRead {
  size: number
  bytes(from: number, length: number): Promise<Result<Uint8Array>>
}

export interface ReadingProgress {
  page: number
  pages: number
  step: 'text' | 'picture'
}

/** The statements that the app reads in the background. */
export interface StatementQueue {
  /** Looks for unread statements of a deal, and reads them next. Stops reading documents that were removed. */
  look(deal_id: string): Promise<void>
  /** Returns the state of a document that is waiting or being read, or that has no reading. Null if the queue knows nothing about it. */
  stateOf(document_id: string): ReadingState | null
  /** Reads a document next, also if it was read before. */
  read(document_id: string): Promise<Result<Record<string, never>>>
  /** Stops reading a document. */
  cancel(document_id: string): Promise<Result<Record<string, never>>>
}

/** Reads a file of statements in a process of its own, which ends with the reading. */
export interface StatementReader {
  /**
   * Returns the reading as `StoredReading['reading']`, or `too_slow` if it took too long. `failed` says why there is no reading: the stored
   * file is damaged, the process ended, or `signal` stopped it.
   */
  read(
    file: FileToRead,
    options: { signal: AbortSignal; onPage(progress: ReadingProgress): void },
  ): Promise<{ reading: string } | 'too_slow' | { failed: AppError }>
}
