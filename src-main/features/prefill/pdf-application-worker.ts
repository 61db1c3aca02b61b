import { serveWork } from '../../platform/processes/serve-work.ts'
import { parentPort } from 'node:worker_threads'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import type { ReadApplication } from '../../platform/files/ports.ts'
import type { PdfWorkerMessage } from '../../platform/pdf/pdf-workers.ts'
import { readApplication } from './reader/read-application.ts'
import { readPages } from './reader/read-pages.ts'

export interface ApplicationWork {
  data: { bytes: Uint8Array; form: PayloadProfile }
  result: ReadApplication
  read: null
}

async function read({ bytes, form }: ApplicationWork['data']): Promise<ReadApplication> {
  try {
    const pages = await readPages(bytes)
    const values = readApplication(pages, form)
    const hasText = pages.some(({ glyphs, widgets }) => glyphs.length > 0 || widgets.length > 0)
    return { text: hasText ? 'read' : 'picture', values }
  } catch {
    return { text: 'unreadable', values: [] }
  }
}

async function run(data: ApplicationWork['data']): Promise<void> {
  const post = (message: PdfWorkerMessage<ApplicationWork>) => parentPort?.postMessage(message)
  post({ said: 'result', result: await read(data) })
  post({ said: 'read', read: null })
}

serveWork(run)
