import { runBounded, type WorkerLimits } from '../processes/bounded-worker.ts'

/** Types of the data of a PDF worker: its input, its result, and the text that the worker extracts after posting the result. */
interface PdfWork {
  data: unknown
  result: unknown
  read: unknown
}

/** Messages of a PDF worker. The worker posts its result first, and then the extracted text. The text may never arrive. */
export type PdfWorkerMessage<Work extends PdfWork> =
  | { said: 'result'; result: Work['result'] }
  | { said: 'read'; read: Work['read'] }

/** Limits of a PDF worker. `timeoutMs` limits the time until the worker posts its result. */
export interface PdfWorkerLimits extends WorkerLimits {
  /**
   * Time limit for extracting the text of the PDF. The worker extracts the text after it has posted its result, which is valid without the
   * text.
   */
  readingTimeoutMs: number
}

interface PdfWorkerJob<Work extends PdfWork> {
  file: string | URL
  data: Work['data']
  limits: PdfWorkerLimits
  keepMs?: number
}

interface Outcome<Work extends PdfWork> {
  /** Null if the worker failed or was stopped before it posted a result. */
  result: Work['result'] | null
  read: Work['read'] | null
}

let lastJob: Promise<unknown> = Promise.resolve()

/**
 * Runs a job in a worker thread and stops it at its limits. The main process parses PDFs from outside the app only with this function. Jobs
 * run one at a time, so that the memory limit applies to all of them together. Never rejects.
 */
export function runPdfWorker<Work extends PdfWork>(job: PdfWorkerJob<Work>): Promise<Outcome<Work>> {
  const mine = lastJob.then(() => runAlone(job))
  lastJob = mine
  return mine
}

async function runAlone<Work extends PdfWork>({
  file,
  data,
  limits,
  keepMs,
}: PdfWorkerJob<Work>): Promise<Outcome<Work>> {
  const outcome: Outcome<Work> = { result: null, read: null }
  await runBounded<PdfWorkerMessage<Work>, null>({
    file,
    data,
    limits,
    ...(keepMs !== undefined && { keepMs }),
    hear(message, allow) {
      if (message.said === 'read') {
        outcome.read = message.read
        return { answer: null }
      }
      outcome.result = message.result
      allow(limits.readingTimeoutMs)
      return null
    },
  })
  return outcome
}
