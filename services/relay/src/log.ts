import { destination, type Logger, pino } from 'pino'
import { printableLines } from '../../../src-shared/platform/base/text.ts'

export type Log = Logger

/** Maximum number of characters that are buffered if the reader of the log is slow. Beyond it, lines are dropped. */
const MAX_UNWRITTEN = 4 * 1024 * 1024

/** JSON lines on stderr. They never contain a body, a signature, a token, a pairing code, or the path of a webhook URL (a key). */
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

/** Maximum number of lines per minute with the same message. The metrics count every incident, even if no line is written for it. */
const MAX_LINES = 60
const MINUTE_MS = 60_000

interface Kind {
  since: number
  lines: number
  left_out: number
}

/** Logs incidents that anyone on the network can cause. Limits the lines per minute for each message, so that a flood cannot fill the disk. */
export class RefusalLog {
  readonly #log: Pick<Log, 'warn'>
  readonly #now: () => number
  /** Counters, keyed by message. The program has only a few messages, so the map stays small. */
  readonly #kinds = new Map<string, Kind>()

  /** `now` returns milliseconds of a monotonic clock. */
  constructor(log: Pick<Log, 'warn'>, now: () => number = () => performance.now()) {
    this.#log = log
    this.#now = now
  }

  /** Logs a line unless the limit for its message is reached. The first line after dropped lines states their number. */
  warn(fields: object, message: string): void {
    const now = this.#now()
    const known = this.#kinds.get(message)
    const kind =
      known !== undefined && now - known.since < MINUTE_MS
        ? known
        : { since: now, lines: 0, left_out: known?.left_out ?? 0 }
    this.#kinds.set(message, kind)
    if (kind.lines >= MAX_LINES) {
      kind.left_out += 1
      return
    }
    kind.lines += 1
    this.#log.warn(kind.left_out === 0 ? fields : { ...fields, left_out: kind.left_out }, message)
    kind.left_out = 0
  }
}
