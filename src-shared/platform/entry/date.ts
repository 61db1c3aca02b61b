import { isoDay, monthNamed } from '../base/days.ts'
import { dateFormat } from '../texts/plural.ts'
import { typedText } from './typed-text.ts'

/** Reasons to reject a date input. `messages().form` has a text for each. */
export type DateProblem = 'date' | 'noSuchDay' | 'yearOfFour' | 'inFuture'

/** Earliest and latest accepted year. */
const FIRST_YEAR = 1800
const LAST_YEAR = 2199
/** In a field that accepts later dates, a two-digit year below this number is in the 2000s, any other in the 1900s. */
const PIVOT = 50
/** Owners are adults. A two-digit year of birth is therefore at least this many years ago. */
export const ADULT_AGE = 18

/** What a field accepts. */
export interface DateRules {
  /** The last date that makes sense. A two-digit year means the last such year before it. Null if the date may be in the future. */
  latest?: string | null
  /** True for a date of birth of an adult. */
  isBirth?: boolean
  /** True if a month or a year is enough. Its first day is then used. */
  monthIsEnough?: boolean
  /** True if the year may be missing. The last such day then counts, up to today. */
  yearIsOptional?: boolean
}

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
 * In numeric dates, the month comes before the day. The rules decide the century of a two-digit year. Without rules, it is between 1950
 * and 2049.
 */
export function readDate(typed: string, rules: DateRules = {}): { date: string } | { problem: DateProblem } {
  const text = dateText(typed).replace(MIDNIGHT, '')
  const found = match(DAYS, text)
  const day = Number(found?.['day'])
  if (found === null || !isOrdinal(day, found['ordinal'])) {
    const first = rules.monthIsEnough === true ? firstDay(text, rules) : null
    return first === null ? { problem: 'date' } : { date: first }
  }
  const month = monthOf(found)
  if (month === null) return { problem: 'date' }
  const year = yearOf(found, `${padded(month)}-${padded(day)}`, rules)
  const date = isoDay(year, month, day)
  if (date === null) return { problem: 'noSuchDay' }
  if (year < FIRST_YEAR) return { problem: 'yearOfFour' }
  return year > LAST_YEAR ? { problem: 'inFuture' } : { date }
}

function firstDay(text: string, rules: DateRules): string | null {
  const month = /^(?:1[89]|2[01])\d\d$/.test(text) ? `${text}-01` : readMonth(text, rules)
  return month === null ? null : `${month}-01`
}

/** Parses a month to `YYYY-MM` by the rules of `readDate`: `Mar 2026`, `3/26`, `2026-03`, `marzo de 2026`. Null if it is not a month. */
export function readMonth(typed: string, rules: DateRules = {}): string | null {
  const found = match(MONTHS_OF_YEARS, dateText(typed))
  const month = found === null ? null : monthOf(found)
  if (found === null || month === null || month < 1 || month > 12) return null
  const year = yearOf(found, `${padded(month)}-01`, rules)
  return year < FIRST_YEAR || year > LAST_YEAR ? null : `${year}-${padded(month)}`
}

/** Returns a typed date as `YYYY-MM-DD`, or the input unchanged if it is not understood or too late. */
export function keepDay(typed: string, rules: DateRules = {}): string {
  const read = readDate(typed, rules)
  const isKept = 'date' in read && read.date <= (rules.latest ?? '9999')
  return isKept ? read.date : typed
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

function formatted(style: keyof typeof STYLES, day: string): string {
  return dateFormat({ ...STYLES[style], timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

function dateText(typed: string): string {
  return typedText(typed)
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replace(/^(?:el|the|on) (?=\d)/, '')
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

/** Returns the typed year. `monthAndDay` (`03-02`) decides whether a two-digit year of the 2000s would be after the last possible date. */
function yearOf({ year = '' }: Found, monthAndDay: string, { latest, isBirth }: DateRules): number {
  const digits = year.replace("'", '')
  if (digits.length === 4) return Number(digits)
  const inThe2000s = 2000 + Number(digits)
  if (latest === undefined || latest === null) return Number(digits) < PIVOT ? inThe2000s : inThe2000s - 100
  const last = isBirth === true ? yearsBefore(latest, ADULT_AGE) : latest
  return `${inThe2000s}-${monthAndDay}` <= last ? inThe2000s : inThe2000s - 100
}

/** Returns the date a number of years before a date, in text form. The result may be February 29 of a common year. */
export function yearsBefore(date: string, years: number): string {
  return String(Number(date.slice(0, 4)) - years).padStart(4, '0') + date.slice(4)
}

/**
 * Returns the number of a month from its typed number or name. Does not check whether a typed number is from 1 to 12. Returns null for a
 * word that is not the name of a month.
 */
function monthOf({ month, name }: Found): number | null {
  return month === undefined ? monthNamed(name ?? '') : Number(month)
}

function isOrdinal(day: number, ending: string | undefined): boolean {
  if (ending === undefined || ending === 'º') return true
  if (ending === 'ro') return day === 1 || day === 3
  const isTeen = day >= 11 && day <= 13
  return ending === (isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'))
}

function padded(value: number): string {
  return String(value).padStart(2, '0')
}
