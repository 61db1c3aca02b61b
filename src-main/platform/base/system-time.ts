import type { Clock, Timers } from './system.ts'

export const systemClock: Clock = { now: () => new Date().toISOString() }

export const systemTimers: Timers = {
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

/** Minimum time between two detections, because a detection may read the time zone files of the system. */
const DETECT_AFTER_MS = 20_000
let detectedAt = 0

/**
 * Returns the computer's time zone. Node caches the zone of the start. A change of the environment variable TZ makes Node detect the zone
 * again, so that the app notices a zone that changed while it runs.
 */
export function systemZone(): string {
  const now = performance.now()
  if (process.env['TZ'] === undefined && now - detectedAt > DETECT_AFTER_MS) {
    detectedAt = now
    delete process.env['TZ']
  }
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
