import { join } from 'node:path'
import { createPdfComposer } from './pdf-composer.ts'
import { createPdfInspector } from './pdf-inspector.ts'

/** Creates what inspects and composes PDFs, from their programs in the folder with main's built programs. */
export const createPdfTools = (programs: string) => ({
  inspector: createPdfInspector(join(programs, 'pdf-worker.cjs')),
  composer: createPdfComposer(join(programs, 'pdf-compose-worker.cjs')),
})
