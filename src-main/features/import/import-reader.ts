import { type Failure, must, failure } from '../../platform/base/failure.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { language, type Language } from '../../../src-shared/platform/texts/messages.ts'
import type {
  CreatedDrafts,
  DifferingRow,
  DraftsToCreate,
  ImportSource,
  ImportWatch,
  ReadPreview,
} from '../../platform/files/ports.ts'
import { readImportBytes } from '../../platform/files/import-files.ts'
import { runBounded, type WorkerLimits, type WorkerStop } from '../../platform/processes/bounded-worker.ts'

/** Time and memory limits of the worker thread. Reading the largest accepted import file takes about a second and 100 MB of memory. */
const DEFAULT_LIMITS: WorkerLimits = {
  timeoutMs: 30_000,
  maxHeapMb: 384,
  maxGrowthBytes: 768 * 1024 * 1024,
}

/**
 * Reads import files with drafts in a worker thread, with time and memory limits. `workerFile` is the built `import-worker`. Fails with
 * `IMPORT_NOT_READABLE` if a file exceeds the limits, or `IMPORT_CANCELLED` after an abort.
 */
export function createImportReader(workerFile: string | URL, limits: WorkerLimits = DEFAULT_LIMITS) {
  const run = async <Value>(
    work: Omit<ImportWork, 'language'>,
    { signal, onProgress }: ImportWatch,
  ): Promise<Value> => {
    const ended = await runBounded<ImportMessage<Value>, Result<Value>>({
      file: workerFile,
      data: { ...work, language: language() } satisfies ImportWork,
      limits,
      signal,
      hear(message) {
        if (message.said === 'result') return { answer: message.result }
        onProgress(message.done, message.total)
        return null
      },
    })
    if ('answer' in ended) return must(ended.answer)
    throw stoppedImport(ended.stopped)
  }
  return {
    /** Reads a picked or dropped file. It must be a regular file of limited size, and not a link. */
    readBytes: readImportBytes,
    preview: (source: ImportSource, watch: ImportWatch) =>
      run<ReadPreview>({ source, work: { step: 'preview' } }, watch),
    /** Returns the rows whose values differ from those of the drafts that they fill. */
    compare: (source: ImportSource, plan: DraftsToCreate, watch: ImportWatch) =>
      run<DifferingRow[]>({ source, work: { step: 'compare', plan } }, watch),
    create: (source: ImportSource, plan: DraftsToCreate, watch: ImportWatch) =>
      run<CreatedDrafts>({ source, work: { step: 'create', plan } }, watch),
  }
}

export type ImportReader = ReturnType<typeof createImportReader>

function stoppedImport(stopped: WorkerStop): Failure {
  const text = msg.errorsFiles
  if (stopped === 'cancelled')
    return failure('IMPORT_CANCELLED', text.importCancelled, text.notImported(text.importAgain))
  const message = { too_slow: text.importTooSlow, too_large: text.importTooLarge, failed: text.importFailed }
  return failure('IMPORT_NOT_READABLE', message[stopped], text.notImported(text.splitSeveral))
}

export interface ImportWork {
  language: Language
  source: ImportSource
  work: { step: 'preview' } | { step: 'compare' | 'create'; plan: DraftsToCreate }
}

export type ImportMessage<Value> =
  | { said: 'progress'; done: number; total: number }
  | { said: 'result'; result: Result<Value> }
