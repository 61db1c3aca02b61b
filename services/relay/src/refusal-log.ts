import type { Log } from './log.ts'

/** Lines of one kind in a minute. Metrics count everything. */
const MOST = 60
const MINUTE_MS = 60_000

interface Kind {
  since: number
  lines: number
  left_out: number
}

/** Logs what strangers cause, a bounded number of lines a minute for each message, so that nobody fills a disk with it. */
export class RefusalLog {
  readonly #log: Pick<Log, 'warn'>
  readonly #now: () => number
  /** By message, of which the program has a few. */
  readonly #kinds = new Map<string, Kind>()

  /** `now` is in milliseconds, of a clock that never goes back. */
  constructor(log: Pick<Log, 'warn'>, now: () => number = () => performance.now()) {
    this.#log = log
    this.#now = now
  }

  /** The first line after a pause says how many were left out. */
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
