import type { Result } from '../../../src-shared/errors.ts'

/** Judges a picked or dropped file before anything else reads it. */
export interface DocumentInspector {
  /**
   * Ok with the number of pages of a readable PDF and the text of its first ones, null when that took too long. Else
   * `FILE_NOT_FOUND`, `FILE_NOT_REGULAR` (folder, link, device), `FILE_EMPTY`, `FILE_TOO_LARGE`, `FILE_NOT_PDF`, `FILE_ENCRYPTED` or
   * `FILE_DAMAGED`. Never throws, whatever the bytes.
   */
  inspect(path: string): Promise<Result<{ pages: number; size: number; texts: string[] | null }>>
}
