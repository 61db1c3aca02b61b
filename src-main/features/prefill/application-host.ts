import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import type { ReadApplication } from '../../platform/files/ports.ts'
import { runBounded } from '../../platform/processes/bounded-worker.ts'
import { serveHost } from '../../platform/processes/serve-host.ts'

/**
 * Reads an application form. This program runs as a process of its own, which main starts for one file and then ends, because drawing a
 * hostile page can be slow or need much memory. Inside it, a worker with limits reads the file.
 */

/** Messages from main: the pieces of the file in order (Base64), and then the order to read it. */
export type ToApplicationHost =
  | { piece: string }
  | {
      /** `worker` is the program of the worker, and `parts` the folder of the parts of pdfjs. */
      read: { worker: string; parts: string; form: PayloadProfile }
    }

const UNREADABLE: ReadApplication = { text: 'unreadable', values: [] }

const LIMITS = { timeoutMs: 60_000, maxHeapMb: 512, maxGrowthBytes: 1024 * 1024 * 1024 }

const pieces: Buffer[] = []

/** Ends this process. `process.exit` would wait for threads, and a thread that draws can fail to end. */
const endNow = () => process.kill(process.pid, 'SIGKILL')

async function read({ worker, parts, form }: Extract<ToApplicationHost, { read: unknown }>['read']) {
  const end = await runBounded<ReadApplication, ReadApplication>({
    file: worker,
    data: { bytes: new Uint8Array(Buffer.concat(pieces)), parts, form },
    limits: LIMITS,
    hear: (answer) => ({ answer }),
  })
  return 'answer' in end ? end.answer : UNREADABLE
}

serveHost((message: ToApplicationHost, reply) => {
  if ('piece' in message) pieces.push(Buffer.from(message.piece, 'base64'))
  else read(message.read).then(reply, endNow)
}, endNow)
