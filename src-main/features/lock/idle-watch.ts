import type { Timers } from '../../platform/base/system.ts'

/** Interval in milliseconds between two questions about the computer's idle time. */
export const IDLE_CHECK_MS = 5_000

interface IdleWatchDeps {
  timers: Timers
  /** Current time in milliseconds. */
  now(): number
  /** Seconds since the last input on this computer. */
  idleSeconds(): number
  /** The idle time in minutes after which the app locks; null if it does not lock. */
  afterMinutes(): number | null
  lock(): void
}

/**
 * Locks the app when the computer got no input for the chosen time. A computer that sleeps asks no questions, so a long gap between two
 * questions counts as idle time.
 */
export class IdleWatch {
  readonly #deps: IdleWatchDeps
  #stop: () => void = () => {}
  /** The time of the last input, or of the last unlock if that was later. */
  #active: number
  #unlocked: number

  constructor(deps: IdleWatchDeps) {
    this.#deps = deps
    this.#active = this.#unlocked = deps.now()
  }

  /** Counts the idle time from now on. Some ways to unlock, such as Touch ID, are no input for the system's own count. */
  restart(): void {
    this.#active = this.#unlocked = this.#deps.now()
  }

  start(): void {
    const { timers } = this.#deps
    this.#stop = timers.after(IDLE_CHECK_MS, () => {
      this.look()
      this.start()
    })
  }

  stop(): void {
    this.#stop()
  }

  /** Compares the idle time with the chosen time. Also call this when the computer wakes up. */
  look(): void {
    const { now, idleSeconds, afterMinutes, lock } = this.#deps
    const limit = afterMinutes()
    const at = now()
    const sinceInput = at - this.#active
    this.#active = Math.max(this.#unlocked, at - idleSeconds() * 1_000)
    if (limit === null) return
    const limitMs = limit * 60_000
    // After a sleep, the input that woke the computer resets its idle time. The last known input then decides.
    if (at - this.#active >= limitMs || sinceInput >= limitMs + IDLE_CHECK_MS) lock()
  }
}
