import { appError } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { FileToRead, StatementReader } from './statement-reader.ts'
import type { HostProcess, StartHost } from '../../platform/vault/host-process.ts'
import type { FromReader, ReaderFiles, ToReader } from './host-protocol.ts'

/** Size of one piece of a file on its way to the process. Decrypting and encoding a piece takes about a millisecond. */
const PIECE_BYTES = 256 * 1024
/** Most time for one file. Sixty pages that are pictures need some minutes. The process itself stops a file that makes no progress. */
const MOST_MS = 20 * 60_000

/** How long a process waits for the next file. Starting a process and loading its programs takes longer than reading a text. */
const KEPT_MS = 3_000

/**
 * Creates the reader that reads each file in a process. The process of a text also reads the next texts. After a picture, and when there is
 * no further file, the process ends, so that its memory is given back. `start` starts the built `statement-host`.
 */
export function createStatementReader(
  start: StartHost<FromReader>,
  files: ReaderFiles,
  most_ms = MOST_MS,
): StatementReader {
  let idle: Reading | null = null
  let ending: NodeJS.Timeout | undefined
  function take(): Reading {
    clearTimeout(ending)
    const kept = idle
    idle = null
    return kept ?? startReading(start())
  }
  function keep(reading: Reading): void {
    idle?.host.kill()
    idle = reading
    reading.onMessage = () => {}
    reading.onExit = () => {
      if (idle === reading) idle = null
    }
    ending = setTimeout(() => {
      idle?.host.kill()
      idle = null
    }, KEPT_MS)
  }
  return {
    async read(file, { signal, onPage }) {
      if (signal.aborted) return { failed: stopped() }
      let reading: Reading
      try {
        reading = take()
      } catch {
        // The system cannot start a process now, for example because it has too many.
        return { failed: stopped() }
      }
      const { host } = reading
      let canGoOn = false
      try {
        return await new Promise((resolve) => {
          let isText = true
          const timer = setTimeout(() => resolve('too_slow'), most_ms)
          const end: typeof resolve = (how) => {
            clearTimeout(timer)
            resolve(how)
          }
          signal.addEventListener('abort', () => end({ failed: stopped() }), { once: true })
          reading.onExit = () => end({ failed: stopped() })
          reading.onMessage = (message) => {
            if ('progress' in message) {
              isText &&= message.progress.step === 'text'
              return onPage(message.progress)
            }
            canGoOn = isText
            end({ reading: message.reading })
          }
          send(host, file, files, signal).then(
            (failed) => failed !== null && end({ failed }),
            () => end({ failed: stopped() }),
          )
        })
      } finally {
        if (canGoOn && !signal.aborted) keep(reading)
        else host.kill()
      }
    },
  }
}

/** A process, and who hears of it now. */
interface Reading {
  host: HostProcess<FromReader>
  onMessage: (message: FromReader) => void
  onExit: () => void
}

function startReading(host: HostProcess<FromReader>): Reading {
  const reading: Reading = { host, onMessage: () => {}, onExit: () => {} }
  host.onMessage((message) => reading.onMessage(message))
  host.onExit(() => reading.onExit())
  return reading
}

/** Sends a file to the process. Returns the error if the stored file cannot be read. */
async function send(
  host: HostProcess<FromReader>,
  file: FileToRead,
  files: ReaderFiles,
  signal: AbortSignal,
) {
  const post = (message: ToReader) => host.post(message)
  for (let from = 0; from < file.size;) {
    const piece = await file.bytes(from, PIECE_BYTES)
    if (signal.aborted) return null
    if (!piece.ok) return piece.error
    if (piece.value.length === 0) break
    from += piece.value.length
    post({ piece: Buffer.from(piece.value).toString('base64') })
  }
  post({ read: files })
  return null
}

function stopped() {
  return appError('READING_STOPPED', msg.errorsFiles.readingStopped, msg.errorsFiles.readAgain, {
    retryable: true,
  })
}
