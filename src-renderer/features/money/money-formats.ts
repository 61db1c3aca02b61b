import { locale, messages } from '../../../src-shared/messages/messages.ts'
import { formatDay } from '../../ui/formats.ts'

/** Formats a date. Uses noon, so that no time zone offset changes the date to the day before. */
export function dayText(day: string): string {
  return formatDay(`${day}T12:00:00`)
}

/** Formats `2026-03` as `Mar ’26`. Without the apostrophe, the year would look like a day. */
export function monthText(month: string): string {
  return `${inMonth(month, { month: 'short' })} ’${month.slice(2, 4)}`
}

/** `March 2026` of `2026-03`. */
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

/** Formats minutes as minutes, hours or days. */
export function durationText(minutes: number | null): string {
  if (minutes === null) return '–'
  const unit = durationUnit(minutes)
  return unit.write(minutes / unit.minutes)
}

/** Returns the unit for durations up to this length, in minutes, and a function that formats a count of that unit. */
export function durationUnit(longest_minutes: number): { minutes: number; write: (count: number) => string } {
  const { duration } = messages().money.dashboard
  if (longest_minutes < 90) return { minutes: 1, write: duration.minutes }
  const { format } = new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 })
  return longest_minutes < 48 * 60
    ? { minutes: 60, write: (hours) => duration.hours(format(hours)) }
    : { minutes: 24 * 60, write: (days) => duration.days(format(days)) }
}
