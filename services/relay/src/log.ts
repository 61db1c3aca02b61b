import { destination, pino, type Logger } from 'pino'
import { printableLines } from '../../../src-shared/printable.ts'

export type Log = Logger

/** Maximum number of buffered characters if the log reader is slow. Further lines are dropped. */
const MAX_UNWRITTEN = 4 * 1024 * 1024

/**
 * Writes JSON lines to stderr. Lines contain codes, ids, addresses, and counts. They never contain a body, a signature, a token, a pairing
 * code, or an inlet (an inlet's path works like a key).
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
