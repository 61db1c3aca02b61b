import { daysUntil } from '../../../src-shared/features/pipeline/deal-match.ts'
import { formatMoney } from '../../../src-shared/platform/entry/money.ts'
import { locale, messages } from '../../../src-shared/platform/texts/messages.ts'
import { dateFormat, numberFormat, percentOf } from '../../../src-shared/platform/texts/plural.ts'

const FORMS = {
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  exactly: { dateStyle: 'medium', timeStyle: 'medium' },
  day: { dateStyle: 'medium' },
} as const

export function joinTexts(texts: readonly (string | false | null | undefined)[], between = ' '): string {
  return texts.filter(Boolean).join(between)
}

let relative: Intl.RelativeTimeFormat | null = null
let relativeFor = ''

function relativeFormat(): Intl.RelativeTimeFormat {
  const of = locale()
  if (relative === null || relativeFor !== of) relative = new Intl.RelativeTimeFormat(of, { numeric: 'auto' })
  relativeFor = of
  return relative
}

/** Creates the formatters for the rows of the list of deals in advance, so that the first list appears sooner. */
export function makeListFormats(): void {
  for (const kind of ['dateTime', 'day'] as const) dateFormat(FORMS[kind])
  numberFormat({})
  relativeFormat()
  formatMoney(0)
}

export function formatCount(value: number): string {
  return numberFormat({}).format(value)
}

/** Formats integer cents as dollars. Omits the cents if they are zero. */
export function formatCents(cents: number | null): string {
  return cents === null ? '–' : formatMoney(cents)
}

export function formatInstant(instant: string): string {
  return formatDate('dateTime', instant)
}

export function formatInstantExactly(instant: string): string {
  return formatDate('exactly', instant)
}

export function formatDay(instant: string): string {
  return formatDate('day', instant)
}

/** Formats a time. Checks the string first, because `Intl` throws on an invalid time, and strings from the partner may be invalid. */
function formatDate(kind: keyof typeof FORMS, instant: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? messages().broken.time : dateFormat(FORMS[kind]).format(date)
}

const DAY_SECONDS = 86_400
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['hour', 3_600],
  ['minute', 60],
]

/**
 * Formats the age of an instant as text. From 24 hours on, counts calendar days, so that “tomorrow” is always the next date. After more than
 * a month, returns a date instead.
 */
export function formatAgo(instant: string, now = Date.now()): string {
  const seconds = (new Date(instant).getTime() - now) / 1000
  if (Number.isNaN(seconds)) return messages().broken.time
  if (Math.abs(seconds) > 30 * DAY_SECONDS) return formatDay(instant)
  if (Math.abs(seconds) >= DAY_SECONDS)
    return relativeFormat().format(daysUntil(instant, new Date(now).toISOString()), 'day')
  for (const [unit, size] of UNITS)
    if (Math.abs(seconds) >= size) return relativeFormat().format(Math.trunc(seconds / size), unit)
  return messages().common.justNow
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`
  return `${numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(bytes / 1024 / 1024)} MB`
}

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
  return dateFormat(how).format(new Date(`${month}-15T12:00:00`))
}

/** Formats dollars with few digits, for the axis of a chart: `$1.2M`. */
export function shortCents(cents: number): string {
  return numberFormat({
    style: 'currency',
    currency: 'USD',
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  }).format(cents / 100)
}

/** Formats a share with at most two decimals: `12.5%`. */
export function formatShare(share: number): string {
  return percentOf(share, 2)
}

export function percentText(part: number, whole: number): string {
  if (whole === 0) return '–'
  return percentOf(part / whole, 0)
}

export function durationText(minutes: number | null): string {
  if (minutes === null) return '–'
  if (minutes < 1) return messages().money.dashboard.duration.underMinute
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
  const number = numberFormat({ maximumFractionDigits: 1 })
  return longest_minutes < 48 * 60
    ? { minutes: 60, write: (hours) => duration.hours(number.format(hours)) }
    : { minutes: 24 * 60, write: (days) => duration.days(number.format(days)) }
}
