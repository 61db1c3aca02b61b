import { parentPort, workerData } from 'node:worker_threads'
import type { StatementReading } from '../src-shared/statements/statement.ts'
import { earliestVersion } from './adapters/statements/earlier-version.ts'
import { openPdf } from './adapters/statements/pdf-pages.ts'
import { startRecognizer } from './adapters/statements/recognize.ts'
import { readStatementFile } from './core/statements/read-file.ts'

/** Reads one file of statements in a worker thread, and posts the reading. */

/** Messages of the worker: the progress after each page, and at the end the reading. */
export type StatementMessage = { page: number; of: number } | { reading: StatementReading }

const post = (message: StatementMessage) => parentPort?.postMessage(message)
const { bytes } = workerData as { bytes: Uint8Array }
const source = { open: openPdf, earliestVersion, recognizer: startRecognizer }
post({ reading: await readStatementFile(bytes, source, { onPage: (page, of) => post({ page, of }) }) })
