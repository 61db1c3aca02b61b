import { failure } from '../../platform/base/failure.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { Composition, DocumentComposer } from '../../platform/files/ports.ts'
import type { ComposeWork } from './pdf-compose-worker.ts'
import { runPdfWorker, type PdfWorkerLimits } from '../../platform/pdf/pdf-workers.ts'
import { unreadDocument } from './reading/read-document.ts'

const DEFAULT_LIMITS: PdfWorkerLimits = {
  timeoutMs: 60_000,
  readingTimeoutMs: 8_000,
  maxHeapMb: 1024,
  // This limit is large, because the memory contains each source PDF (up to 100 MB) several times: copied, parsed, and saved.
  maxGrowthBytes: 1536 * 1024 * 1024,
}

/** Composes PDFs from pages of other PDFs in a worker thread with limited memory and time. `file` is the built `pdf-compose-worker`. */
export function createPdfComposer(
  file: string | URL,
  limits: PdfWorkerLimits = DEFAULT_LIMITS,
): DocumentComposer {
  return {
    async compose(sources, compositions, kinds) {
      const { result, read } = await runPdfWorker<ComposeWork>({
        file,
        data: { sources, compositions, kinds },
        limits,
      })
      if (result === null)
        throw failure('FILE_DAMAGED', msg.errorsFiles.notPutTogether, msg.errorsFiles.asTheyWere)
      return result.map((pdf, index) => ({
        ...pdf,
        ...(read?.[index] ?? unreadDocument((compositions[index] as Composition).usual)),
      }))
    },
  }
}
