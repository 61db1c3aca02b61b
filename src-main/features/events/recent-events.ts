import type { ServiceAnswer } from '../../platform/relay/event-source.ts'
import type { Clock } from '../../platform/base/system.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'

/**
 * Time after an event during which no poll response may override the event's status. A partner may announce a change before its own data
 * shows the change.
 */
export const EVENT_PRECEDENCE_MS = 60_000

/** Remembers the time of each application's last event. */
export class RecentEvents {
  readonly #clock: Clock
  readonly #lastEventAt = new Map<string, number>()
  #latest = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  heard(application_id: string): void {
    this.#lastEventAt.set(application_id, this.now())
  }

  mayBeOverruled({ application_id, asked_at }: ServiceAnswer): boolean {
    this.now()
    const heard = this.#lastEventAt.get(application_id)
    return heard === undefined || Date.parse(asked_at) - heard >= EVENT_PRECEDENCE_MS
  }

  clear(): void {
    this.#lastEventAt.clear()
  }

  /**
   * Returns the current time in milliseconds since the epoch. Clears the stored times of events if the clock was set back. Otherwise, the
   * app would ignore poll responses for too long.
   */
  now(): number {
    const now = Date.parse(this.#clock.now())
    if (now < this.#latest - EVENT_PRECEDENCE_MS) this.clear()
    this.#latest = now
    return now
  }
}

/**
 * Number of notifications with a problem, for the connection status. A reused signature alone is none: the partner may sign all notifications
 * of a second alike, and the app asks about each of them.
 */
export class ProblemCount {
  readonly #vault: Vault
  readonly #changed: () => void
  count = 0

  constructor(vault: Vault, changed: () => void) {
    this.#vault = vault
    this.#changed = changed
  }

  async recount(): Promise<void> {
    const problems = await this.#vault.eventProblems()
    if (!problems.ok) return
    this.count = problems.value.reduce(
      (sum, { problem, count }) => (problem === 'signature_reused' ? sum : sum + count),
      0,
    )
    this.#changed()
  }

  async clear(): Promise<Result<void>> {
    const cleared = await this.#vault.commit([{ write: 'clear_event_problems' }])
    if (!cleared.ok) return cleared
    await this.recount()
    return ok(undefined)
  }
}
