import { MONTH_BY_NAME } from '../../../../src-shared/month-names.ts'

/** A printed date. `year` is null if only a month and a day are printed. Months and days count from 1. */
export interface PrintedDay {
  year: number | null
  month: number
  day: number
  start: number
  end: number
}

/** Regular expression for the full or abbreviated name of a month, in English or Spanish. */
export const MONTH_NAME = `(?<![a-z])(?:${[...MONTH_BY_NAME.keys()].toSorted((one, other) => other.length - one.length).join('|')})(?![a-z])\\.?`

/** Returns the number of the month with this name (a match of `MONTH_NAME`). January is 1. */
export function monthOf(name: string): number {
  return MONTH_BY_NAME.get(name.replace('.', '')) ?? 0
}

const YEAR = '(?<year>(?:19|20)\\d\\d)'
const FORMS = [
  // Matches: March 31, 2026; Mar. 31 2026; March 31
  `(?<name>${MONTH_NAME}) ?(?<day>\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:,? ?${YEAR}(?!\\d))?`,
  // Matches: 31 March 2026; 31-Mar-2026; 31 de marzo de 2026
  `(?<!\\d)(?<day>\\d{1,2})[ -]?(?:de )?(?<name>${MONTH_NAME})(?:[ ,-]{0,3}(?:de |del )?${YEAR}(?!\\d))?`,
  // Matches: 2026-03-31
  `(?<!\\d)${YEAR}[-/.](?<month>\\d{2})[-/.](?<day>\\d{2})(?!\\d)`,
  // Matches: 03/31/2026; 3-31-26
  '(?<![\\d/.])(?<month>\\d{1,2})(?<sign>[/.-])(?<day>\\d{1,2})\\k<sign>(?<year>(?:20)?\\d\\d)(?![\\d/])',
  // Matches: 03/31
  '(?<![\\d/.-])(?<month>\\d{1,2})/(?<day>\\d{1,2})(?![\\d/])',
].map((form) => new RegExp(form, 'g'))

/**
 * Returns all dates in a string, in the order of their positions. If several date formats match at a position, uses the longest match.
 * `plain` is in lower case.
 */
export function printedDays(plain: string): PrintedDay[] {
  const all = FORMS.flatMap((form) => [...plain.matchAll(form)].flatMap(readDay)).toSorted(
    (one, other) => one.start - other.start || other.end - one.end,
  )
  const days: PrintedDay[] = []
  for (const day of all) if (day.start >= (days.at(-1)?.end ?? 0)) days.push(day)
  return days
}

function readDay(match: RegExpExecArray | RegExpMatchArray): PrintedDay[] {
  const { groups = {} } = match
  const named = groups['name'] === undefined ? Number(groups['month']) : monthOf(groups['name'])
  const numbered = Number(groups['day'])
  // In a date such as 31/03/2026, the first number can only be the day, so day and month are in reverse order.
  const isTurned = groups['name'] === undefined && named > 12 && numbered <= 12
  const [month, day] = isTurned ? [numbered, named] : [named, numbered]
  if (month < 1 || month > 12 || day < 1 || day > 31) return []
  const start = match.index ?? 0
  return [{ year: readYear(groups['year']), month, day, start, end: start + match[0].length }]
}

function readYear(year: string | undefined): number | null {
  if (year === undefined) return null
  return year.length === 2 ? 2000 + Number(year) : Number(year)
}

/** Returns the last day of a month, 28 to 31. */
export function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}
