import { setImmediate } from 'node:timers/promises'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { ApplicationReader, ReadApplication } from '../../platform/files/ports.ts'
import type { StartHost } from '../../platform/vault/host-process.ts'
import type { ToApplicationHost } from './application-host.ts'

/** Size of one piece of a file on its way to the process. Encoding a piece takes less than a millisecond. */
const PIECE_BYTES = 256 * 1024
/** Most time for one file. The process itself stops a file after less time. */
const MOST_MS = 90_000

const UNREADABLE: ReadApplication = { text: 'unreadable', values: [] }

/**
 * Reads application forms in a process with limited memory and time, one after another. `start` starts the built `application-host`,
 * `worker` is the built `pdf-application-worker`, and `parts` the folder of the parts of pdfjs. A PDF that exceeds a limit counts as
 * unreadable.
 */
export function createApplicationReader(
  start: StartHost<ReadApplication>,
  files: { worker: string; parts: string },
  most_ms = MOST_MS,
): ApplicationReader {
  return {
    read: (bytes, form) =>
      oneAtATime('application form', async () => {
        let host: ReturnType<typeof start>
        try {
          host = start()
        } catch {
          // The system cannot start a process now, for example because it has too many.
          return UNREADABLE
        }
        const post = (message: ToApplicationHost) => host.post(message)
        let timer: NodeJS.Timeout | undefined
        const answer = new Promise<ReadApplication>((resolve) => {
          timer = setTimeout(() => resolve(UNREADABLE), most_ms)
          host.onMessage(resolve)
          host.onExit(() => resolve(UNREADABLE))
        })
        for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
          post({ piece: Buffer.from(bytes.subarray(from, from + PIECE_BYTES)).toString('base64') })
          await setImmediate()
        }
        post({ read: { ...files, form } })
        return answer.finally(() => {
          clearTimeout(timer)
          host.kill()
        })
      }),
  }
}
