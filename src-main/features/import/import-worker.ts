import { resultOf } from '../../platform/base/failure.ts'
import { serveWork } from '../../platform/processes/serve-work.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { loadMessages } from '../../../src-shared/platform/texts/load-messages.ts'
import { setMessages } from '../../../src-shared/platform/texts/messages.ts'
import { compareDrafts, createDrafts, previewImport } from './import-work.ts'
import type { ImportMessage, ImportWork } from './import-reader.ts'

/*
 * Imports a file of drafts in a worker thread. Parses, maps, and validates external CSV and JSON here, so that a hostile or large file
 * affects only this thread and not the main process.
 */

const TELL_EVERY_MS = 100

const { language, source, work: asked } = workerData as ImportWork
const post = (message: ImportMessage<unknown>) => parentPort?.postMessage(message)

let reportedAt = 0
const onRead = (done: number, total: number) => {
  if (Date.now() - reportedAt < TELL_EVERY_MS) return
  reportedAt = Date.now()
  post({ said: 'progress', done, total })
}

async function work(): Promise<void> {
  setMessages(language, await loadMessages(language))
  const result = await resultOf<unknown>(() =>
    asked.step === 'preview'
      ? previewImport(source, onRead)
      : (asked.step === 'compare' ? compareDrafts : createDrafts)(source, asked.plan, onRead),
  )
  post({ said: 'result', result })
}
serveWork(work)
