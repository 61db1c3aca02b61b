/** A part of each limit: so much may come before the retention looks again. */
const PART = 8
/** Less is not worth a look of the retention. */
const LEAST_EVENTS = 100
const LEAST_BYTES = 100_000

export interface GrowthLimits {
  events: number | null
  bytes: number | null
}

/**
 * Counts what was stored since the retention last looked. A flood would outgrow the disk long before an hour has passed, so
 * the retention runs as soon as an eighth of a limit has come.
 */
export class Growth {
  readonly #most: { events: number; bytes: number }
  #events = 0
  #bytes = 0
  #wake = () => {}

  constructor({ events, bytes }: GrowthLimits) {
    this.#most = { events: partOf(events, LEAST_EVENTS), bytes: partOf(bytes, LEAST_BYTES) }
  }

  add(bytes: number): void {
    this.#events += 1
    this.#bytes += bytes
    if (this.#isMuch()) this.#wake()
  }

  /** Begins to count anew. */
  reset(): void {
    this.#events = 0
    this.#bytes = 0
  }

  /** Resolves when much has come since the last `reset`, after `milliseconds`, or when `signal` aborts. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#isMuch()) return
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, milliseconds).unref()
      this.#wake = wake
      signal.addEventListener('abort', wake)
    })
  }

  #isMuch(): boolean {
    return this.#events >= this.#most.events || this.#bytes >= this.#most.bytes
  }
}

function partOf(limit: number | null, least: number): number {
  return limit === null ? Infinity : Math.max(least, limit / PART)
}
