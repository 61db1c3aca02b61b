import { runBounded, type WorkerEnd, type WorkerLimits } from '../../src-main/adapters/bounded-worker.ts'
import { unpackStatement } from '../../src-main/core/deal-statements/stored-statement.ts'
import type { StatementMessage } from '../../src-main/statement-worker.ts'
import type { StatementReading } from '../../src-shared/statements/statement.ts'
import { sourceRecognition } from './source-recognition.ts'

const WORKER = new URL('../../src-main/statement-worker.ts', import.meta.url)

/** Reads a file of statements in a worker that runs from the source. */
export async function readInWorker(
  bytes: Uint8Array,
  limits: WorkerLimits,
): Promise<WorkerEnd<StatementReading>> {
  const end = await runBounded<StatementMessage, string>({
    file: WORKER,
    data: { bytes, recognition: sourceRecognition() },
    limits,
    hear: (message) => ('packed' in message ? { answer: message.packed } : null),
  })
  if (!('answer' in end)) return end
  const stored = await unpackStatement(end.answer)
  return stored === null ? { stopped: 'failed' } : { answer: stored.reading }
}
