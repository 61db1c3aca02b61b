import type { AlertSettings } from '../../../src-shared/domain/notification.ts'

type QuietHours = AlertSettings['quiet']

const MINUTE_MS = 60_000
const MINUTES_A_DAY = 24 * 60

export function isQuiet({ enabled, from, to, weekends }: QuietHours, now: Date): boolean {
  if (!enabled) return false
  if (weekends && (now.getDay() === 0 || now.getDay() === 6)) return true
  const [start, end, minute] = [minutes(from), minutes(to), now.getHours() * 60 + now.getMinutes()]
  return start <= end ? minute >= start && minute < end : minute >= start || minute < end
}

/** Returns the milliseconds until quiet hours end. A weekend and adjacent nights are one period. */
export function quietFor(quiet: QuietHours, now: Date): number {
  // Advances to the full minute and then by minutes: at most three days, and correct across clock changes.
  const next = new Date(Math.ceil((now.getTime() + 1) / MINUTE_MS) * MINUTE_MS)
  for (let step = 0; step < 4 * MINUTES_A_DAY && isQuiet(quiet, next); step++)
    next.setTime(next.getTime() + MINUTE_MS)
  return next.getTime() - now.getTime()
}

function minutes(time: string): number {
  const [hours = 0, rest = 0] = time.split(':').map(Number)
  return hours * 60 + rest
}
