import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { failure } from '../base/failure.ts'
import { runBounded, type WorkerLimits } from '../processes/bounded-worker.ts'

/** Limits of the worker thread. A year of statements with 500 entries a month takes less than a second. */
const LIMITS: WorkerLimits = { timeoutMs: 60_000, maxHeapMb: 384, maxGrowthBytes: 768 * 1024 * 1024 }

/** Makes XLSX files in a worker thread. `workerFile` is the built `workbook-worker`. */
export function createMakeWorkbook(workerFile: string | URL): MakeWorkbook {
  return async (sheets) => {
    const ended = await runBounded<Uint8Array, Uint8Array>({
      file: workerFile,
      data: sheets,
      limits: LIMITS,
      hear: (answer) => ({ answer }),
    })
    if ('answer' in ended) return ended.answer
    throw failure('FILE_NOT_WRITTEN', msg.statementUse.workbookNotMade, msg.errors.againOrRestart, {
      retryable: true,
    })
  }
}

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
export type MakeWorkbook = (sheets: readonly WorkbookSheet[]) => Promise<Uint8Array>
