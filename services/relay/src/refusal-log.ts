import type { Log } from './log.ts'

/** Maximum lines per message and minute. The metrics count every event. */
const MOST = 60
const MINUTE_MS = 60_000

interface Kind {
  since: number
  lines: number
  left_out: number
}

/** Logs events that strangers can trigger. Limits the lines per minute for each message, so that strangers cannot fill the disk. */
export class RefusalLog {
  readonly #log: Pick<Log, 'warn'>
  readonly #now: () => number
  /** Keyed by message; the program has only a few messages. */
  readonly #kinds = new Map<string, Kind>()

  /** `now` returns milliseconds of a monotonic clock. */
  constructor(log: Pick<Log, 'warn'>, now: () => number = () => performance.now()) {
    this.#log = log
    this.#now = now
  }

  /** Logs a line unless the limit is reached. The first line after a pause states how many were dropped. */
  warn(fields: object, message: string): void {
    const now = this.#now()
    const known = this.#kinds.get(message)
    const kind =
      known !== undefined && now - known.since < MINUTE_MS
        ? known
        : { since: now, lines: 0, left_out: known?.left_out ?? 0 }
    this.#kinds.set(message, kind)
    if (kind.lines >= MOST) {
      kind.left_out += 1
      return
    }
    kind.lines += 1
    this.#log.warn(kind.left_out === 0 ? fields : { ...fields, left_out: kind.left_out }, message)
    kind.left_out = 0
  }
}
