import type { ProtectWindows, Timers } from '../ports/system.ts'

/**
 * A window with a sensitive value reports it repeatedly. A closed or hanging window stops reporting. This time is longer than a value is
 * shown, so that the protection never ends before the value is masked.
 */
export const SHOWN_LEASE_MS = 20_000

/** Protects the windows while one of them shows a sensitive value. */
export class ScreenGuard {
  readonly #protect: ProtectWindows
  readonly #timers: Timers
  readonly #leases = new Map<string, () => void>()

  constructor(protect: ProtectWindows, timers: Timers) {
    this.#protect = protect
    this.#timers = timers
  }

  shown(window_id: string): void {
    this.#leases.get(window_id)?.()
    if (this.#leases.size === 0) this.#protect(true)
    this.#leases.set(
      window_id,
      this.#timers.after(SHOWN_LEASE_MS, () => this.hidden(window_id)),
    )
  }

  hidden(window_id: string): void {
    this.#leases.get(window_id)?.()
    if (this.#leases.delete(window_id) && this.#leases.size === 0) this.#protect(false)
  }
}
