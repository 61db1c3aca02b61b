import { locale, messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatDay } from './formats.ts'

/**
 * Formats a date. Adds a local time (noon), because `Date` would read a date alone as midnight UTC, which is still the day before in
 * America.
 */
export function dayText(day: string): string {
  return formatDay(`${day}T12:00:00`)
}

/** Formats `2026-03` as `Mar ’26`. Without the apostrophe, the year would look like a day. */
export function monthText(month: string): string {
  return `${inMonth(month, { month: 'short' })} ’${month.slice(2, 4)}`
}

/** Formats `2026-03` as `March 2026`. */
export function wholeMonthText(month: string): string {
  return inMonth(month, { month: 'long', year: 'numeric' })
}

function inMonth(month: string, how: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale(), how).format(new Date(`${month}-15T12:00:00`))
}

/** Formats dollars with few digits, for the axis of a chart: `$1.2M`. */
export function shortCents(cents: number): string {
  return new Intl.NumberFormat(locale(), {
    style: 'currency',
    currency: 'USD',
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  }).format(cents / 100)
}

export function percentText(part: number, whole: number): string {
  if (whole === 0) return '–'
  return new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 }).format(part / whole)
}

export function durationText(minutes: number | null): string {
  if (minutes === null) return '–'
  const unit = durationUnit(minutes)
  return unit.write(minutes / unit.minutes)
}

/**
 * Returns the best unit (minutes, hours, or days) for durations up to `longest_minutes`: its length in minutes, and a function that formats
 * a number of these units.
 */
export function durationUnit(longest_minutes: number): { minutes: number; write: (count: number) => string } {
  const { duration } = messages().money.dashboard
  if (longest_minutes < 90) return { minutes: 1, write: duration.minutes }
  const { format } = new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 })
  return longest_minutes < 48 * 60
    ? { minutes: 60, write: (hours) => duration.hours(format(hours)) }
    : { minutes: 24 * 60, write: (days) => duration.days(format(days)) }
}
