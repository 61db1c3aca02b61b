import { join } from 'node:path'
import { forkProcess, pathForProcess } from '../../platform/processes/fork-process.ts'
import { createStatementReader } from './reader-process.ts'
import type { StatementReader } from './statement-reader.ts'

/** Creates the reader with the programs and data that are bundled with the app. `programs` is the folder with main's built programs. */
export function createBundledReader(programs: string): StatementReader {
  const pathOf = (name: string) => pathForProcess(join(programs, name))
  return createStatementReader(forkProcess(join(programs, 'statement-host.cjs'), 'Funding Desk statements'), {
    worker: pathOf('statement-worker.cjs'),
    isBackground: true,
    recognition: { program: pathOf('recognize-worker.cjs'), data: pathForProcess(programs) },
    parts: pathOf('pdfjs'),
  })
}
