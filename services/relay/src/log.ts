import { destination, pino, type Logger } from 'pino'
import { printableLines } from '../../../src-shared/printable.ts'

export type Log = Logger

/** Characters that wait for a reader of the log who is behind; what comes beyond is dropped. */
const MAX_UNWRITTEN = 4 * 1024 * 1024

/**
 * JSON lines on stderr. A line holds codes, ids, addresses and counts; never a body, a signature, a token, a code or an
 * inlet (whose path is as good as a key).
 */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: { service: 'relay' },
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: printableLines },
    },
    destination({ fd: 2, sync: false, minLength: 0, maxLength: MAX_UNWRITTEN }),
  )
}
