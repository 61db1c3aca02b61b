import type { AppError, Result } from '../../../src-shared/platform/base/errors.ts'

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
