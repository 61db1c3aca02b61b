import { parentPort, workerData } from 'node:worker_threads'
import type { StatementReading } from '../../core/statements/statement.ts'
import { readStatementFile } from './read-file.ts'
import { startRecognizer } from './recognize.ts'

/** Messages of the worker: the progress after each page, and at the end the reading. */
export type StatementMessage = { page: number; of: number } | { reading: StatementReading }

const post = (message: StatementMessage) => parentPort?.postMessage(message)
const { bytes } = workerData as { bytes: Uint8Array }
post({
  reading: await readStatementFile(bytes, {
    recognizer: startRecognizer,
    onPage: (page, of) => post({ page, of }),
  }),
})
