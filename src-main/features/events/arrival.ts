import type { Vault } from '../../platform/vault/vault.ts'
import { RELAY_FLOOR } from '../connection/connection-settings.ts'

/*
 * Limits on the times that a relay or a partner reports, because a faulty or hostile server can report any time. The functions have no side
 * effects, so that tests can cover every case.
 */

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Maximum accepted difference between the clocks of this computer and the relay. */
export const CLOCK_TOLERANCE_MS = DAY_MS
/**
 * Maximum time by which an event may have arrived before the event that precedes it in the relay's log. The relay may run on several
 * machines, whose clocks differ.
 */
const ORDER_TOLERANCE_MS = 5 * 60_000
/** Maximum time by which an event's own timestamp may be later than its arrival at the relay. The partner's clock may be ahead. */
const TIMESTAMP_TOLERANCE_MS = HOUR_MS

/**
 * Returns the time when an event arrived at the relay, corrected if the reported time is not credible. A reported time in the future
 * becomes `now`. A reported time before `floor` (the arrival of earlier events) becomes `floor`. The relay therefore cannot make an expired
 * signature valid by reporting an earlier arrival. An event that waited at the relay while this computer was off has a credible arrival in
 * the past, which remains unchanged.
 */
export function believedArrival(reported: string, floor: string | null, now: string): string {
  const [arrival, present] = [Date.parse(reported), Date.parse(now)]
  if (arrival > present + CLOCK_TOLERANCE_MS) return now
  if (floor === null) return reported
  const earliest = Date.parse(floor)
  if (arrival >= Math.min(earliest, present) - ORDER_TOLERANCE_MS) return reported
  return new Date(Math.min(earliest, present)).toISOString()
}

/**
 * Returns `floor` (the earliest credible arrival), or null if it is far in the future. A floor in the future came from a wrong clock,
 * and must not change any arrival time.
 */
export function unlessAhead(floor: string | null, now: string): string | null {
  return isAhead(floor, now) ? null : floor
}

export function laterOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return Date.parse(one) >= Date.parse(other) ? one : other
}

/**
 * Returns the time by which an event is ordered and shown: the event's own timestamp if it is plausible, otherwise the arrival time. A
 * timestamp long after the arrival, or long before the application was sent, is not plausible.
 */
export function plausibleTime(timestamp: string, received_at: string, submitted_at: string | null): string {
  const [at, arrival] = [Date.parse(timestamp), Date.parse(received_at)]
  if (at > arrival + TIMESTAMP_TOLERANCE_MS) return received_at
  if (submitted_at !== null && at < Math.min(Date.parse(submitted_at), arrival) - CLOCK_TOLERANCE_MS)
    return received_at
  return timestamp
}

/**
 * True if a stored time is more than a day in the future, which no normal clock error explains. The callers then ignore the stored time.
 * Otherwise, every new event would seem older than this time and would be dropped.
 */
export function isAhead(at: string | null, now: string): boolean {
  return at !== null && !(Date.parse(at) <= Date.parse(now) + CLOCK_TOLERANCE_MS)
}

/**
 * Remembers the floor: a time before which no further event can have arrived at the relay. The relay therefore cannot report a false,
 * earlier arrival for an event.
 */
export class ArrivalFloor {
  readonly #vault: Vault
  /** Time when this computer last had all of the relay's events, in milliseconds since the epoch. */
  #levelAt: number | null = null

  constructor(vault: Vault) {
    this.#vault = vault
  }

  /** Records that this computer has all events that the relay had at `now`. */
  level(now: number): void {
    this.#levelAt = now
  }

  /** Does the same as `level`, and stores the new floor for the next start. */
  async keep(now: number): Promise<void> {
    this.level(now)
    const not_before = this.notBefore()
    const kept = await this.#vault.getSetting(RELAY_FLOOR)
    const floor = unlessAhead(kept, new Date(now).toISOString())
    if (floor === null || laterOf(floor, not_before) !== floor)
      await this.#vault.commit([{ write: 'set_setting', key: RELAY_FLOOR, value: not_before }])
  }

  forget(): void {
    this.#levelAt = null
  }

  /**
   * Returns the floor: the earliest credible arrival of further events. Includes a tolerance, because the clocks of this computer and the
   * relay may differ.
   */
  notBefore(): string | null {
    return this.#levelAt === null ? null : new Date(this.#levelAt - CLOCK_TOLERANCE_MS).toISOString()
  }
}
