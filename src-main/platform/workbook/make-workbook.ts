import { appError, fail, ok } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { MakeWorkbook } from './ports.ts'
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
    if ('answer' in ended) return ok(ended.answer)
    return fail(
      appError('FILE_NOT_WRITTEN', msg.statementUse.workbookNotMade, msg.errors.againOrRestart, {
        retryable: true,
      }),
    )
  }
}
