import { locale } from '../messages/plural.ts'
import { typedText } from './typed-text.ts'

/** Reasons to reject a date input. `messages().form` has a text for each. */
export type DateProblem = 'date' | 'noSuchDay' | 'yearOfFour' | 'inFuture'

/** Earliest and latest accepted year. */
const FIRST_YEAR = 1800
const LAST_YEAR = 2199
/** A two-digit year below this number is in the 2000s, any other in the 1900s. */
const PIVOT = 50

const MONTHS = [
  'january jan enero ene',
  'february feb febrero',
  'march mar marzo',
  'april apr abril abr',
  'may mayo',
  'june jun junio',
  'july jul julio',
  'august aug agosto ago',
  'september sept sep septiembre setiembre set',
  'october oct octubre',
  'november nov noviembre',
  'december dec diciembre dic',
]
const MONTH_BY_NAME = new Map(
  MONTHS.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1])),
)

const YEAR = String.raw`(?<year>\d{4}|'?\d{2})`
const NAME = String.raw`(?<name>\p{L}{3,10})\.?`
const DAY = String.raw`(?<day>\d{1,2})(?<ordinal>st|nd|rd|th|ro|º)?`
const SEPARATOR = '(?:, ?| ?[/-] ?| )'

/** Forms of a numeric date. It begins with the month, as in the US, or with the year. Both separators must be the same character. */
const DAYS = [
  /^(?<month>\d{1,2})(?<sign>[/.\- ])(?<day>\d{1,2})\k<sign>(?<year>\d{4}|'?\d{2})$/u,
  /^(?<year>\d{4})(?<sign>[/.\- ])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})$/u,
  /^(?<year>1[89]\d\d|2[01]\d\d)(?<month>\d{2})(?<day>\d{2})$/u,
  /^(?<month>\d{2})(?<day>\d{2})(?<year>\d{4})$/u,
  new RegExp(`^${NAME}${SEPARATOR}?${DAY}${SEPARATOR}${YEAR}$`, 'u'),
  new RegExp(`^${DAY}${SEPARATOR}?${NAME}${SEPARATOR}?${YEAR}$`, 'u'),
  new RegExp(`^(?<year>\\d{4})${SEPARATOR}${NAME}${SEPARATOR}(?<day>\\d{1,2})$`, 'u'),
]
const MONTHS_OF_YEARS = [
  /^(?<month>\d{1,2})[/.\- ](?<year>\d{4}|'?\d{2})$/u,
  /^(?<year>\d{4})[/.\- ](?<month>\d{1,2})$/u,
  /^(?<year>1[89]\d\d|2[01]\d\d)(?<month>\d{2})$/u,
  /^(?<month>\d{2})(?<year>\d{4})$/u,
  new RegExp(`^${NAME}${SEPARATOR}?${YEAR}$`, 'u'),
  new RegExp(`^(?<year>\\d{4})${SEPARATOR}${NAME}$`, 'u'),
]
/**
 * Matches midnight, which spreadsheets and other programs add to a date. No other time is accepted, because the date of an exact time
 * depends on the time zone.
 */
const MIDNIGHT = /(?: |t)(?:0?0:00(?::00(?:\.0{1,6})?)?|12:00(?::00)? ?am)(?:z|[+-]\d\d:?\d\d)?$/

/**
 * Parses a date in any usual notation to `YYYY-MM-DD`: `3/2/2014`, `3-2-14`, `Mar 2, 2014`, `2 de marzo de 2014`, `20140302`.
 * In numeric dates, the month comes before the day. A two-digit year is between 1950 and 2049.
 */
export function readDate(typed: string): { date: string } | { problem: DateProblem } {
  const found = match(DAYS, dateText(typed).replace(MIDNIGHT, ''))
  const day = Number(found?.['day'])
  if (found === null || !isOrdinal(day, found['ordinal'])) return { problem: 'date' }
  const [year, month] = [yearOf(found), monthOf(found)]
  if (month === null) return { problem: 'date' }
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return { problem: 'noSuchDay' }
  if (year < FIRST_YEAR) return { problem: 'yearOfFour' }
  if (year > LAST_YEAR) return { problem: 'inFuture' }
  return { date: `${year}-${padded(month)}-${padded(day)}` }
}

/** Parses a month to `YYYY-MM` by the rules of `readDate`: `Mar 2026`, `3/26`, `2026-03`, `marzo de 2026`. Null if it is not a month. */
export function readMonth(typed: string): string | null {
  const found = match(MONTHS_OF_YEARS, dateText(typed))
  if (found === null) return null
  const [year, month] = [yearOf(found), monthOf(found)]
  if (month === null || month < 1 || month > 12) return null
  return year < FIRST_YEAR || year > LAST_YEAR ? null : `${year}-${padded(month)}`
}

/** Returns a typed date as `YYYY-MM-DD`, or the input unchanged if it is not understood. */
export function keepDay(typed: string): string {
  const read = readDate(typed)
  return 'date' in read ? read.date : typed
}

/** Formats a stored date for display: `Mar 2, 2014`. `keepDay` can parse the result. */
export function showDay(kept: string): string {
  return isDay(kept) ? formatted('day', kept) : kept
}

/** Formats a stored date for editing: `3/2/2014`. `keepDay` can parse the result. */
export function editDay(kept: string): string {
  if (!isDay(kept)) return kept
  const [year, month, day] = kept.split('-').map(Number)
  return `${month}/${day}/${year}`
}

/** Returns a typed month as `YYYY-MM`, or the input unchanged if it is not understood. */
export function keepMonth(typed: string): string {
  return readMonth(typed) ?? typed
}

/** Formats a stored month for display: `March 2026`. `keepMonth` can parse the result. */
export function showMonth(kept: string): string {
  return readMonth(kept) === kept ? formatted('month', `${kept}-01`) : kept
}

/** Formats a stored month for editing: `3/2026`. `keepMonth` can parse the result. */
export function editMonth(kept: string): string {
  if (readMonth(kept) !== kept) return kept
  const [year, month] = kept.split('-').map(Number)
  return `${month}/${year}`
}

/** Returns true if the text is a stored date that exists. For example, returns false for 2014-02-30. */
function isDay(kept: string): boolean {
  const read = readDate(kept)
  return 'date' in read && read.date === kept
}

const STYLES = { day: { dateStyle: 'medium' }, month: { month: 'long', year: 'numeric' } } as const
/** Caches one format per language and style, because creating a format takes longer than using it a thousand times. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatted(style: keyof typeof STYLES, day: string): string {
  const of = locale()
  const format = formats.get(style + of) ?? new Intl.DateTimeFormat(of, { ...STYLES[style], timeZone: 'UTC' })
  formats.set(style + of, format)
  return format.format(new Date(`${day}T00:00:00Z`))
}

function dateText(typed: string): string {
  return typedText(typed)
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/ (?:de|del|of) /g, ' ')
    .replaceAll(/(?<=\d) ?([/.-]) ?(?=\d)/g, '$1')
}

type Found = Partial<Record<string, string>>

function match(notations: readonly RegExp[], text: string): Found | null {
  for (const notation of notations) {
    const groups = notation.exec(text)?.groups
    if (groups !== undefined) return groups
  }
  return null
}

function yearOf({ year = '' }: Found): number {
  const digits = year.replace("'", '')
  if (digits.length === 4) return Number(digits)
  return Number(digits) + (Number(digits) < PIVOT ? 2000 : 1900)
}

/**
 * Returns the number of a month from its typed number or name. Does not check whether a typed number is from 1 to 12. Returns null for a
 * word that is not the name of a month.
 */
function monthOf({ month, name }: Found): number | null {
  return month === undefined ? (MONTH_BY_NAME.get(name ?? '') ?? null) : Number(month)
}

function isOrdinal(day: number, ending: string | undefined): boolean {
  if (ending === undefined || ending === 'º') return true
  if (ending === 'ro') return day === 1 || day === 3
  const isTeen = day >= 11 && day <= 13
  return ending === (isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'))
}

function daysIn(year: number, month: number): number {
  // Set the year with `setUTCFullYear`, because `Date.UTC` would interpret the year 14 as 1914.
  const last = new Date(0)
  last.setUTCFullYear(year, month, 0)
  return last.getUTCDate()
}

function padded(value: number): string {
  return String(value).padStart(2, '0')
}
