import type { Timers } from '../../platform/base/system.ts'

/** Time after the last call until the app asks the partner whether it answers. No call may be due while the relay delivers all news. */
const ASK_AGAIN_MS = { reached: 5 * 60_000, lost: 60_000 }

/** Knows since when the partner does not answer, from all calls to the partner. */
export class PartnerReach {
  readonly #ask: () => void
  readonly #timers: Timers
  #lostAt: string | null = null
  #cancel = () => {}
  #isStopped = false
  /** Receives each change of `lostAt`: the time of the first call without an answer, or null if the partner answered the last call. */
  onChange: (lostAt: string | null) => void = () => {}

  /** `ask` sends any request to the partner. */
  constructor(ask: () => void, timers: Timers) {
    this.#ask = ask
    this.#timers = timers
  }

  start(): void {
    this.#cancel()
    if (this.#isStopped) return
    this.#cancel = this.#timers.after(ASK_AGAIN_MS[this.#lostAt === null ? 'reached' : 'lost'], () => {
      this.start()
      this.#ask()
    })
  }

  /** Notes the result of a call. `wasAnswered` is null if the app cancelled the call, which says nothing about the partner. */
  note(wasAnswered: boolean | null, at: string): void {
    if (wasAnswered === null || this.#isStopped) return
    this.#set(wasAnswered ? null : (this.#lostAt ?? at))
    this.start()
  }

  /** Forgets the result of earlier calls, because the app now calls another partner. */
  forget(): void {
    this.#set(null)
  }

  wake(): void {
    if (this.#lostAt !== null) this.#ask()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  #set(lostAt: string | null): void {
    if (lostAt === this.#lostAt) return
    this.#lostAt = lostAt
    this.onChange(lostAt)
  }
}
