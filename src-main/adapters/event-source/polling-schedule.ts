/*
 * Polling schedule: young deals change within minutes, old ones rarely. Polling must not burden the partner.
 */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Multiples of the shortest interval, by the maximum age of a deal's last news. */
const STEPS: [age: number, times: number][] = [
  [HOUR_MS, 1],
  [DAY_MS, 5],
  [7 * DAY_MS, 30],
  [30 * DAY_MS, 120],
]
const OLDEST_TIMES = 720

/** Returns milliseconds until the next poll of a deal. `quietMs` is the time since its last news. `random` (0 to 1) spreads the deals. */
export function pollAgainAfter(quietMs: number, intervalMinutes: number, random: number): number {
  const times = STEPS.find(([age]) => quietMs < age)?.[1] ?? OLDEST_TIMES
  return intervalMinutes * MINUTE_MS * times * (0.8 + 0.4 * random)
}

/** Returns milliseconds until the next try after this many consecutive failures. The partner's own retry time is the minimum. */
export function tryAgainAfter(failures: number, retryAfterS: number | undefined, random: number): number {
  const grown = Math.min(15 * MINUTE_MS, 15_000 * 2 ** Math.min(failures - 1, 10))
  return Math.max((retryAfterS ?? 0) * 1000, grown * (0.5 + random / 2))
}
