import { failure } from '../../platform/base/failure.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { ComposedPdf, Composition } from '../../platform/files/ports.ts'
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
export function createPdfComposer(file: string | URL, limits: PdfWorkerLimits = DEFAULT_LIMITS) {
  return {
    /**
     * Composes one PDF for each composition, and looks in the text of each PDF for one of the document kinds `kinds`. Fails with
     * `FILE_DAMAGED` if a source cannot be read or the work exceeds its limits.
     */
    async compose(
      sources: readonly Uint8Array[],
      compositions: readonly Composition[],
      kinds: readonly string[],
    ): Promise<ComposedPdf[]> {
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

export type DocumentComposer = ReturnType<typeof createPdfComposer>
