import { parentPort } from 'node:worker_threads'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { serveWork } from '../../platform/processes/serve-work.ts'
import { readForm } from './reader/read-form.ts'

interface Work {
  bytes: Uint8Array
  parts: string
  form: PayloadProfile
}

/** Reads an application form in a worker thread. If reading fails, the worker ends without an answer. */
serveWork(async ({ bytes, parts, form }: Work) => parentPort?.postMessage(await readForm(bytes, parts, form)))
