import { destination, pino, type Logger } from 'pino'

export type Log = Logger

/**
 * JSON lines on stderr. A line holds codes, ids, addresses and counts; never a body, a signature, a token, a code or an
 * inlet (whose path is as good as a key).
 */
export function createLog(level: string): Log {
  return pino(
    { level, base: { service: 'relay' }, timestamp: pino.stdTimeFunctions.isoTime },
    destination({ fd: 2, sync: false, minLength: 0 }),
  )
}
