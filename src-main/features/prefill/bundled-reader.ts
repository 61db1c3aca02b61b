import { join } from 'node:path'
import type { ApplicationReader } from '../../platform/files/ports.ts'
import { forkProcess, pathForProcess } from '../../platform/processes/fork-process.ts'
import { createApplicationReader } from './application-reader.ts'

/** Creates the reader of application forms, from the programs in the folder with main's built programs. */
export function createBundledFormReader(programs: string): ApplicationReader {
  const pathOf = (name: string) => pathForProcess(join(programs, name))
  return createApplicationReader(forkProcess(join(programs, 'application-host.cjs'), 'Funding Desk forms'), {
    worker: pathOf('pdf-application-worker.cjs'),
    parts: pathOf('pdfjs'),
  })
}
