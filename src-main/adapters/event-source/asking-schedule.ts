/*
 * How often the service is asked about a deal: young deals move within minutes, old ones hardly at all, and the service is not
 * ours to burden.
 */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A deal of that age at most is asked about after so many times the shortest interval. */
const STEPS: [age: number, times: number][] = [
  [HOUR_MS, 1],
  [DAY_MS, 5],
  [7 * DAY_MS, 30],
  [30 * DAY_MS, 120],
]
const OLDEST_TIMES = 720

/** Milliseconds until a deal is asked about again. `quietMs`: since its last news. `random` 0 to 1 spreads the deals. */
export function askAgainAfter(quietMs: number, intervalMinutes: number, random: number): number {
  const times = STEPS.find(([age]) => quietMs < age)?.[1] ?? OLDEST_TIMES
  return intervalMinutes * MINUTE_MS * times * (0.8 + 0.4 * random)
}

/** Milliseconds until a service that failed so often in a row is tried again; what it asked for itself comes first. */
export function tryAgainAfter(failures: number, retryAfterS: number | undefined, random: number): number {
  const grown = Math.min(15 * MINUTE_MS, 15_000 * 2 ** Math.min(failures - 1, 10))
  return Math.max((retryAfterS ?? 0) * 1000, grown * (0.5 + random / 2))
}
