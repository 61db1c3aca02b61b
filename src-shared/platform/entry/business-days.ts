/**
 * A calendar day as a whole number, counted from January 1, 1970. It has no hours and no time zone. The functions here also know the
 * business days, on which US banks move money.
 */
export type EpochDay = number

const DAY_MS = 86_400_000
/** Matches a date, or an instant that begins with one. */
const DAY_TEXT = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/
/** Accepted years. Years outside this range are typing errors, and would cause long loops. */
const YEARS = { first: 1900, last: 2200 }

const [SUNDAY, MONDAY, THURSDAY, SATURDAY] = [0, 1, 4, 6]

/**
 * Parses a date such as `2026-05-04`. The text may also be a timestamp that starts with a date; the rest is ignored. Returns null if the
 * text does not start with a valid date.
 */
export function readDay(text: string | null): EpochDay | null {
  const match = DAY_TEXT.exec(text ?? '')
  if (match === null) return null
  const [year, month, date] = match.slice(1).map(Number) as [number, number, number]
  if (year < YEARS.first || year > YEARS.last) return null
  const day = dayAt(year, month, date)
  return dayText(day) === match[0] ? day : null
}

export function today(): EpochDay {
  const now = new Date()
  return dayAt(now.getFullYear(), now.getMonth() + 1, now.getDate())
}

export function dayText(day: EpochDay): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** Returns true if the day is a weekday and not a holiday of the Federal Reserve. */
export function isBusinessDay(day: EpochDay): boolean {
  const weekday = weekdayOf(day)
  return weekday !== SUNDAY && weekday !== SATURDAY && !holidaysOf(yearOf(day)).has(day)
}

export function businessDayAfter(day: EpochDay): EpochDay {
  let next = day + 1
  while (!isBusinessDay(next)) next++
  return next
}

export function businessDayBefore(day: EpochDay): EpochDay {
  let previous = day - 1
  while (!isBusinessDay(previous)) previous--
  return previous
}

/** Returns the date that is `count` business days after `day`. Does not loop over the days, so a large `count` is not slow. */
export function addBusinessDays(day: EpochDay, count: number): EpochDay {
  let end = addWeekdays(day, count)
  for (;;) {
    const next = addWeekdays(day, count + closedWeekdays(day, end))
    if (next === end) return end
    end = next
  }
}

function addWeekdays(day: EpochDay, count: number): EpochDay {
  const sinceMonday = (weekdayOf(day) + 6) % 7
  // If `day` is a Saturday or Sunday, count from the Friday before it.
  const ahead = Math.min(sinceMonday, 4) + count
  return day - sinceMonday + Math.floor(ahead / 5) * 7 + (ahead % 5)
}

/** Counts the weekdays after `after`, up to and including `last`, on which banks are closed. */
function closedWeekdays(after: EpochDay, last: EpochDay): number {
  let closed = 0
  for (let year = yearOf(after); year <= yearOf(last); year++)
    for (const holiday of holidaysOf(year))
      // Do not count a holiday on a Saturday, because a Saturday is not a weekday. No observed holiday is a Sunday.
      if (holiday > after && holiday <= last && weekdayOf(holiday) !== SATURDAY) closed++
  return closed
}

/**
 * Returns the day that is `months` months after `day`. `date` is the day of the month of the result, by default the same as that of `day`.
 * If the month is too short, returns its last day.
 */
export function addMonths(day: EpochDay, months: number, date: number = dateOf(day)): EpochDay {
  const from = new Date(day * DAY_MS)
  const first = dayAt(from.getUTCFullYear(), from.getUTCMonth() + 1 + months, 1)
  const length = dayAt(from.getUTCFullYear(), from.getUTCMonth() + 2 + months, 1) - first
  return first + Math.min(date, length) - 1
}

export function dateOf(day: EpochDay): number {
  return new Date(day * DAY_MS).getUTCDate()
}

function dayAt(year: number, month: number, date: number): EpochDay {
  return Date.UTC(year, month - 1, date) / DAY_MS
}

function weekdayOf(day: EpochDay): number {
  // Day 0, January 1, 1970, was a Thursday.
  return (((day + THURSDAY) % 7) + 7) % 7
}

function yearOf(day: EpochDay): number {
  return new Date(day * DAY_MS).getUTCFullYear()
}

const holidays = new Map<number, ReadonlySet<EpochDay>>()

function holidaysOf(year: number): ReadonlySet<EpochDay> {
  const known = holidays.get(year) ?? listHolidays(year)
  holidays.set(year, known)
  return known
}

/**
 * Returns the federal holidays (5 U.S.C. 6103(a)) as the Federal Reserve Banks observe them. A holiday on a Sunday is observed on Monday.
 * If a holiday is on a Saturday, banks are open on the Friday before it, and payments are collected on that day.
 */
function listHolidays(year: number): ReadonlySet<EpochDay> {
  return new Set([
    observed(dayAt(year, 1, 1)),
    nth(year, 1, 3, MONDAY), // Birthday of Martin Luther King, Jr.
    nth(year, 2, 3, MONDAY), // Washington's Birthday
    lastMonday(year, 5), // Memorial Day
    observed(dayAt(year, 6, 19)), // Juneteenth
    observed(dayAt(year, 7, 4)),
    nth(year, 9, 1, MONDAY), // Labor Day
    nth(year, 10, 2, MONDAY), // Columbus Day
    observed(dayAt(year, 11, 11)), // Veterans Day
    nth(year, 11, 4, THURSDAY), // Thanksgiving Day
    observed(dayAt(year, 12, 25)),
  ])
}

function observed(day: EpochDay): EpochDay {
  return weekdayOf(day) === SUNDAY ? day + 1 : day
}

function nth(year: number, month: number, count: number, weekday: number): EpochDay {
  const first = dayAt(year, month, 1)
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (count - 1)
}

function lastMonday(year: number, month: number): EpochDay {
  return nth(year, month + 1, 1, MONDAY) - 7
}
