/** Retention runs again after 1/8 of a limit has been added. */
const PART = 8
/** Below these amounts, running retention is not worthwhile. */
const LEAST_EVENTS = 100
const LEAST_BYTES = 100_000

export interface GrowthLimits {
  events: number | null
  bytes: number | null
}

/**
 * Counts the events and bytes stored since the last retention run. An hourly run is too rare for a flood, which could fill the disk, so
 * retention also runs as soon as an eighth of a limit has been added.
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

  reset(): void {
    this.#events = 0
    this.#bytes = 0
  }

  /** Resolves when an eighth of a limit was added since the last `reset`, after `milliseconds`, or when `signal` aborts. */
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
