import type { Vault } from '../ports/vault.ts'

/*
 * Limits on the times that a relay or a partner reports, because they can send any time. The functions are pure, so that tests cover every
 * case.
 */

/** Setting: the time when the newest event up to the cursor arrived at the relay. All later events arrived after that time. */
export const RELAY_FLOOR = 'relay_floor'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Maximum difference between the clocks of this computer and the relay. */
export const CLOCK_TOLERANCE_MS = DAY_MS
/** Maximum difference by which arrival times may contradict the order in the relay's log, because the relay may run on several machines. */
const ORDER_TOLERANCE_MS = 5 * 60_000
/** Maximum time by which an event's own time may be after its arrival at the relay, because the partner's clock may be ahead. */
const TIMESTAMP_TOLERANCE_MS = HOUR_MS

/**
 * Returns the arrival time of an event, corrected if the time that the relay reports is not credible. An arrival in the future becomes
 * `now`. An arrival before `floor`, the arrival of earlier events, becomes `floor`, so that the relay cannot backdate an expired signature.
 * If this computer was off, a credible arrival is still the time when the relay received the event.
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
 * Returns `floor` (the earliest credible arrival), or null if it is far in the future. A floor in the future came from a wrong clock or an
 * earlier version of the app, and must not limit anything.
 */
export function unlessAhead(floor: string | null, now: string): string | null {
  return isAhead(floor, now) ? null : floor
}

export function laterOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return Date.parse(one) >= Date.parse(other) ? one : other
}

/**
 * Returns the time by which an event is ordered and shown. This is the event's own time, if plausible. An event cannot happen long after
 * its arrival or before its application was sent. In these cases, the arrival time is used.
 */
export function plausibleTime(timestamp: string, received_at: string, submitted_at: string | null): string {
  const [at, arrival] = [Date.parse(timestamp), Date.parse(received_at)]
  if (at > arrival + TIMESTAMP_TOLERANCE_MS) return received_at
  if (submitted_at !== null && at < Math.min(Date.parse(submitted_at), arrival) - CLOCK_TOLERANCE_MS)
    return received_at
  return timestamp
}

/** True if a stored time is so far ahead that no event could follow it. */
export function isAhead(at: string | null, now: string): boolean {
  return at !== null && !(Date.parse(at) <= Date.parse(now) + CLOCK_TOLERANCE_MS)
}

/** Keeps a time before which no further event can have arrived at the relay, so that the relay cannot backdate an event. */
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
    if (!kept.ok) return
    const floor = unlessAhead(kept.value, new Date(now).toISOString())
    if (floor === null || laterOf(floor, not_before) !== floor)
      await this.#vault.commit([{ write: 'set_setting', key: RELAY_FLOOR, value: not_before }])
  }

  forget(): void {
    this.#levelAt = null
  }

  /** Returns the floor: the earliest believable arrival of further events. Includes a tolerance, because the two clocks may differ. */
  notBefore(): string | null {
    return this.#levelAt === null ? null : new Date(this.#levelAt - CLOCK_TOLERANCE_MS).toISOString()
  }
}
