import { setTimeout as sleep } from 'node:timers/promises'

/** Priority of a request. Requests for which the user is waiting start before automatic requests. */
export type Priority = 'user' | 'background'

/**
 * Longest time in milliseconds that a request waits for the end of a pause that the partner requested. If the partner requires a longer
 * pause, the request fails immediately.
 */
export const LONGEST_PAUSE_MS = 10_000

export class Paused extends Error {
  readonly seconds: number

  constructor(ms: number) {
    super('paused')
    this.seconds = Math.ceil(ms / 1000)
  }
}

interface Waiting {
  priority: Priority
  begin: () => void
  refuse: (reason: Error) => void
}

/**
 * Limits the request rate to the partner: at most `perSecond` requests start per second (0: no limit), and none during a pause that the
 * partner requested. Waiting callers continue by priority, and callers with equal priority in order of arrival.
 */
export class RateLimiter {
  #intervalMs = 0
  #lastAt = -Infinity
  #pausedUntil = 0
  #running = false
  readonly #waiting: Waiting[] = []
  readonly #now: () => number
  readonly #wait: (ms: number) => Promise<void>

  constructor(
    perSecond: number,
    now: () => number = () => performance.now(),
    wait: (ms: number) => Promise<void> = (ms) => sleep(ms),
  ) {
    this.#now = now
    this.#wait = wait
    this.setRate(perSecond)
  }

  setRate(perSecond: number): void {
    this.#intervalMs = perSecond > 0 ? 1000 / perSecond : 0
  }

  /** Prevents the start of requests for this many milliseconds, because the partner requested a pause. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#now() + ms)
    const pause = this.#tooLongPause()
    if (pause !== null) for (const { refuse } of this.#waiting.splice(0)) refuse(pause)
  }

  /**
   * Resolves when the caller may start its request. Rejects with `Paused` during a long pause, or with the signal's reason after an abort.
   */
  turn(priority: Priority, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abandon = () => {
        const at = this.#waiting.indexOf(waiting)
        if (at >= 0) this.#waiting.splice(at, 1)
        reject(signal?.reason as Error)
      }
      if (signal?.aborted === true) return reject(signal.reason as Error)
      const pause = this.#tooLongPause()
      if (pause !== null) return reject(pause)
      const waiting: Waiting = {
        priority,
        begin: () => {
          signal?.removeEventListener('abort', abandon)
          resolve()
        },
        refuse: (reason) => {
          signal?.removeEventListener('abort', abandon)
          reject(reason)
        },
      }
      signal?.addEventListener('abort', abandon, { once: true })
      const before = this.#waiting.findIndex((one) => priority === 'user' && one.priority === 'background')
      this.#waiting.splice(before < 0 ? this.#waiting.length : before, 0, waiting)
      // `#run` rejects nothing: it only waits and starts the callers.
      if (!this.#running) this.#run().catch(() => {})
    })
  }

  #tooLongPause(): Paused | null {
    const ms = this.#pausedUntil - this.#now()
    return ms > LONGEST_PAUSE_MS ? new Paused(ms) : null
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#waiting.length > 0) {
      const ms = Math.max(this.#lastAt + this.#intervalMs, this.#pausedUntil) - this.#now()
      if (ms > 0) {
        await this.#wait(ms)
        continue
      }
      // Choose the caller only now, because a caller with a higher priority may have arrived during the wait.
      this.#lastAt = this.#now()
      this.#waiting.shift()?.begin()
    }
    this.#running = false
  }
}
