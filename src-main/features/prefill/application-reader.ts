import type { ApplicationReader } from '../../platform/files/ports.ts'
import type { ApplicationWork } from './pdf-application-worker.ts'
import { runPdfWorker, type PdfWorkerLimits } from '../../platform/pdf/pdf-workers.ts'

const DEFAULT_LIMITS: PdfWorkerLimits = {
  timeoutMs: 15_000,
  readingTimeoutMs: 1_000,
  maxHeapMb: 512,
  maxGrowthBytes: 768 * 1024 * 1024,
}

/**
 * Reads application forms in a worker thread with limited memory and time. `workerFile` is the built `pdf-application-worker`. A PDF that
 * exceeds a limit counts as unreadable.
 */
export function createApplicationReader(
  workerFile: string | URL,
  limits: PdfWorkerLimits = DEFAULT_LIMITS,
): ApplicationReader {
  return {
    async read(bytes, form) {
      const { result } = await runPdfWorker<ApplicationWork>({
        file: workerFile,
        data: { bytes, form },
        limits,
      })
      return result ?? { text: 'unreadable', values: [] }
    },
  }
}
