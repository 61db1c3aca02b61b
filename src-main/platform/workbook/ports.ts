import type { Result } from '../../../src-shared/platform/base/errors.ts'

/** A cell of a spreadsheet. Text is never read as a formula. `percent` is in hundredths of a percent; `day` is `2026-03-31`. */
export type WorkbookCell =
  | { text: string; bold?: boolean; wrap?: boolean }
  | { cents: number; bold?: boolean }
  | { count: number }
  | { percent: number }
  | { day: string }
  | null

export interface WorkbookSheet {
  /** At most 31 characters, without `[]:*?/\` and unique in the workbook. */
  name: string
  /** The width of each column in characters. */
  widths: readonly number[]
  rows: readonly (readonly WorkbookCell[])[]
  /** Number of rows at the top that stay visible while the user scrolls. */
  head: number
}

/** Makes an XLSX file, outside the main thread. Fails with `FILE_NOT_WRITTEN` if this takes too long or too much memory. */
export type MakeWorkbook = (sheets: readonly WorkbookSheet[]) => Promise<Result<Uint8Array>>
