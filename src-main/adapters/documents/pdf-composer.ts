import { Worker } from 'node:worker_threads'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { ComposedPdf, DocumentComposer } from '../../core/ports/document-composer.ts'
import type { ComposeWork } from './pdf-compose-worker.ts'

const TIMEOUT_MS = 60_000
const MAX_HEAP_MB = 1024

/** Composes PDFs in a worker thread with bounded memory and time. `workerFile` is the built `pdf-compose-worker`. */
export function createPdfComposer(workerFile: string | URL, timeoutMs = TIMEOUT_MS): DocumentComposer {
  return {
    compose: (sources, results) =>
      new Promise((resolve) => {
        const work: ComposeWork = { sources, results }
        const worker = new Worker(workerFile, {
          workerData: work,
          resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
          stdout: true,
          stderr: true,
        })
        const end = (result: Result<ComposedPdf[]>) => {
          clearTimeout(timer)
          resolve(result)
          void worker.terminate()
        }
        const timer = setTimeout(() => end(tooMuch()), timeoutMs)
        worker.once('message', (composed: ComposedPdf[]) => end(ok(composed)))
        worker.once('error', () => end(tooMuch()))
        worker.once('exit', () => end(tooMuch()))
      }),
  }
}

function tooMuch(): Result<never> {
  return fail(appError('FILE_DAMAGED', words().errorsFiles.notPutTogether, words().errorsFiles.asTheyWere))
}
