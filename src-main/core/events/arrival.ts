/*
 * Limits on the times that a relay and a partner tell, which both can choose. Pure, so that tests cover every case.
 */

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How far the clocks of this computer and of the relay may differ. */
export const CLOCK_TOLERANCE_MS = DAY_MS
/** How far the arrival times of two events may contradict their order in the relay's log: it may have several machines. */
const ORDER_TOLERANCE_MS = 5 * 60_000
/** How far an event's own time may lie after its arrival at the relay: the partner's clock may be ahead. */
const TIMESTAMP_TOLERANCE_MS = HOUR_MS

/**
 * When an event arrived, as far as the relay is believed. An arrival in the future becomes now. One before `floor`, the
 * arrival of the events before it, becomes that: the relay cannot date an expired signature back. A computer that was off
 * still judges an event as of when the relay took it.
 */
export function believedArrival(told: string, floor: string | null, now: string): string {
  const [arrival, present] = [Date.parse(told), Date.parse(now)]
  if (arrival > present + CLOCK_TOLERANCE_MS) return now
  if (floor === null) return told
  const earliest = Date.parse(floor)
  if (arrival >= Math.min(earliest, present) - ORDER_TOLERANCE_MS) return told
  return new Date(Math.min(earliest, present)).toISOString()
}

/** A floor that lies far ahead limits nothing and must not stay: a clock that was ahead or an earlier version set it. */
export function unlessAhead(floor: string | null, now: string): string | null {
  return isAhead(floor, now) ? null : floor
}

/** The later of two instants. */
export function laterOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return Date.parse(one) >= Date.parse(other) ? one : other
}

/**
 * The instant by which an event is ordered and shown: its own, unless that is implausible. An event cannot have happened long
 * after it arrived, nor before its application was sent: then its arrival counts.
 */
export function plausibleTime(timestamp: string, received_at: string, submitted_at: string | null): string {
  const [at, arrival] = [Date.parse(timestamp), Date.parse(received_at)]
  if (at > arrival + TIMESTAMP_TOLERANCE_MS) return received_at
  if (submitted_at !== null && at < Math.min(Date.parse(submitted_at), arrival) - CLOCK_TOLERANCE_MS)
    return received_at
  return timestamp
}

/** True where a stored time lies so far ahead that no event could follow it. */
export function isAhead(at: string | null, now: string): boolean {
  return at !== null && !(Date.parse(at) <= Date.parse(now) + CLOCK_TOLERANCE_MS)
}
