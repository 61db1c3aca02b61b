const DAY_MS = 86_400_000

/** Returns the calendar date of an instant in this computer's time zone. */
export function dayOf(instant: string): string {
  const date = new Date(instant)
  return [
    String(date.getFullYear()).padStart(4, '0'),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-')
}

/** Adds calendar days. Dates have no hours, so daylight saving time does not affect them. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

export function monthOf(day: string): string {
  return day.slice(0, 7)
}

/** Adds months to a month (`2026-03`). The count may be negative. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const ordinal = year * 12 + number - 1 + months
  return `${String(Math.floor(ordinal / 12)).padStart(4, '0')}-${String((ordinal % 12) + 1).padStart(2, '0')}`
}

/** Returns the number of months between two months such as `2026-03`. Zero if the second one follows the first. */
export function monthsBetween(earlier: string, later: string): number {
  const [from = 0, to = 0] = [earlier, later].map(
    (month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)),
  )
  return Math.max(0, to - from - 1)
}

/** Returns a date such as `2026-03-31`, or null if the date does not exist. Months count from 1. */
export function isoDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : null
}

/** Returns the last day of a month, 28 to 31. Months count from 1. */
export function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const MONTHS = [
  ['january', 'jan', 'enero', 'ene'],
  ['february', 'feb', 'febrero'],
  ['march', 'mar', 'marzo'],
  ['april', 'apr', 'abril', 'abr'],
  ['may', 'mayo'],
  ['june', 'jun', 'junio'],
  ['july', 'jul', 'julio'],
  ['august', 'aug', 'agosto', 'ago'],
  ['september', 'sept', 'sep', 'septiembre', 'setiembre'],
  ['october', 'oct', 'octubre'],
  ['november', 'nov', 'noviembre'],
  ['december', 'dec', 'diciembre', 'dic'],
] as const

/** The number of a month by its full or abbreviated name in English or Spanish, in lower case. January is 1. */
export const MONTH_BY_NAME: ReadonlyMap<string, number> = new Map<string, number>(
  MONTHS.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
)

/** Returns the number of a month with a name such as `Jan`, `jan.`, or `enero`, in lower case. Null if there is none. January is 1. */
export function monthNamed(name: string): number | null {
  const bare = name.endsWith('.') ? name.slice(0, -1) : name
  // Some banks abbreviate September as `set`. Elsewhere, this is an English word.
  return bare === 'set' ? 9 : (MONTH_BY_NAME.get(bare) ?? null)
}
