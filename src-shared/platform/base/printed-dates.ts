import { monthNamed } from './days.ts'
import { fold } from './text.ts'

/** Reading printed dates, with names of months in English, Spanish, and other languages of banks. */

/** Words of English and Spanish that begin like months of other languages. They are months only between a day and a year. */
const NO_MONTHS = new Set(['out', 'dice'])

/** Returns the months of other languages, whole and abbreviated to three or four letters. Null if several months begin so. */
function monthsOfOthers(): ReadonlyMap<string, number | null> {
  const months = new Map<string, number | null>()
  for (const language of ['de', 'fr', 'it', 'nl', 'pt', 'da', 'sv']) {
    const names = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
    for (let month = 1; month <= 12; month++) {
      const name = fold(names.format(Date.UTC(2026, month - 1, 1)))
      for (const short of new Set([name, name.slice(0, 4), name.slice(0, 3)])) {
        const known = months.get(short)
        months.set(short, known === undefined || known === month ? month : null)
      }
    }
  }
  return months
}

/** Made only when a date is read, because main loads this file at each start, and making it takes main 10 ms. */
let otherMonths: ReadonlyMap<string, number | null> | undefined
const otherMonth = (name: string) => (otherMonths ??= monthsOfOthers()).get(name) ?? null

/** The number of a month by its printed name in lower case, in any of the languages. Null if it names none. */
export const printedMonth = (name: string): number | null =>
  monthNamed(name) ?? (NO_MONTHS.has(name) ? null : otherMonth(name))

/** A printed date. `year` is null if only a month and a day are printed. Months and days count from 1. */
export interface PrintedDate {
  year: number | null
  month: number
  day: number
  /** True if both numbers could be the month, so that the order of month and day is a guess (the American one). */
  isAmbiguous: boolean
  /** The order of two numbers that can only be read in one order: `31/03` or `03/31`. Null for all other dates. */
  order: 'day_first' | 'month_first' | null
  /** Index of the first character after the date. */
  end: number
}

/** Reads an ambiguous date with the day before the month. */
export const turned = (date: PrintedDate): PrintedDate =>
  date.isAmbiguous ? { ...date, month: date.day, day: date.month } : date

/** Reads the date that starts at `start` of a folded text (lower case, no accents). Returns null if there is none. */
export function dateAt(text: string, start = 0): PrintedDate | null {
  return namedFirst(text, start) ?? dayFirst(text, start) ?? numeric(text, start)
}

interface Cursor {
  text: string
  at: number
}

function digitsAt({ text, at }: Cursor, most: number): string {
  let end = at
  while (end < text.length && end - at <= most && isDigit(text.charCodeAt(end))) end++
  return text.slice(at, end)
}

function lettersAt({ text, at }: Cursor): string {
  let end = at
  while (end < text.length && end - at < 12 && isLetter(text.charCodeAt(end))) end++
  return text.slice(at, end)
}

const isDigit = (code: number) => code >= 48 && code <= 57
const isLetter = (code: number) => code >= 97 && code <= 122

/** True if the character before a place is a letter or a digit, so that no date can start there. */
export function isInWord(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  return isDigit(before) || isLetter(before)
}

/** True if a place continues a number or a word: the character before it is a digit like this one, or a letter like this one. */
export function continues(text: string, at: number): boolean {
  const [before, here] = [text.charCodeAt(at - 1), text.charCodeAt(at)]
  return (isDigit(before) && isDigit(here)) || (isLetter(before) && isLetter(here))
}

function skip(cursor: Cursor, signs: string): boolean {
  const from = cursor.at
  while (
    cursor.at - from < 3 &&
    cursor.at < cursor.text.length &&
    signs.includes(cursor.text.charAt(cursor.at))
  )
    cursor.at++
  return cursor.at > from
}

/** Jan 31, 2026; January 31; Jan-31-26; enero 31, 2026 */
function namedFirst(text: string, start: number): PrintedDate | null {
  const cursor = { text, at: start }
  const name = lettersAt(cursor)
  const month = printedMonth(name)
  if (month === null) return null
  cursor.at += name.length
  skip(cursor, '.')
  skip(cursor, ' -/')
  const digits = digitsAt(cursor, 2)
  if (digits === '' || digits.length > 2) return null
  cursor.at += digits.length
  const ordinal = text.slice(cursor.at, cursor.at + 2)
  if (/^(?:st|nd|rd|th)$/.test(ordinal)) cursor.at += 2
  return finish(month, Number(digits), yearAfter(cursor, ', -/'), cursor)
}

/** 31 Jan 2026; 31-Jan-26; 31JAN26; 31 de enero de 2026 */
function dayFirst(text: string, start: number): PrintedDate | null {
  const cursor = { text, at: start }
  const digits = digitsAt(cursor, 2)
  if (digits === '' || digits.length > 2) return null
  cursor.at += digits.length
  skip(cursor, ' -/.')
  if (text.startsWith('de ', cursor.at)) cursor.at += 3
  const name = lettersAt(cursor)
  const month = monthNamed(name) ?? otherMonth(name)
  if (month === null) return null
  cursor.at += name.length
  skip(cursor, '.')
  const year = yearAfter(cursor, ', -/')
  return NO_MONTHS.has(name) && year === null ? null : finish(month, Number(digits), year, cursor)
}

/** 01/31/2026; 1-31-26; 01/31; 2026-01-31; 01.31.2026; 31.01. */
function numeric(text: string, start: number): PrintedDate | null {
  const cursor = { text, at: start }
  const first = digitsAt(cursor, 4)
  if (first === '' || first.length === 3 || first.length > 4) return null
  cursor.at += first.length
  const sign = text.charAt(cursor.at)
  if (sign === '' || !'/-.'.includes(sign)) return null
  cursor.at++
  const second = digitsAt(cursor, 2)
  if (second === '' || second.length > 2) return null
  cursor.at += second.length
  const hasThird = text.charAt(cursor.at) === sign && isDigit(text.charCodeAt(cursor.at + 1))
  if (first.length === 4) {
    if (!hasThird) return null
    cursor.at++
    const third = digitsAt(cursor, 2)
    if (third.length > 2) return null
    cursor.at += third.length
    return finish(Number(second), Number(third), Number(first), cursor)
  }
  let year: number | null = null
  if (hasThird) {
    const third = digitsAt({ text, at: cursor.at + 1 }, 4)
    if (third.length !== 2 && third.length !== 4) return null
    year = third.length === 2 ? 2000 + Number(third) : Number(third)
    cursor.at += 1 + third.length
  } else if (sign === '.' && text.charAt(cursor.at) === '.') cursor.at++
  else if (sign === '.' || (sign === '-' && (first.length < 2 || second.length < 2))) return null
  const [one, other] = [Number(first), Number(second)]
  // In 31/01, the first number can only be the day.
  if (one > 12 && other <= 12) return finish(other, one, year, cursor, 'day_first')
  const date = finish(one, other, year, cursor, other > 12 ? 'month_first' : null)
  return date === null ? null : { ...date, isAmbiguous: other <= 12 && one !== other }
}

function yearAfter(cursor: Cursor, signs: string): number | null {
  const mark = cursor.at
  skip(cursor, signs)
  if (cursor.text.startsWith('de ', cursor.at)) cursor.at += 3
  else if (cursor.text.startsWith('del ', cursor.at)) cursor.at += 4
  const digits = digitsAt(cursor, 4)
  const isApart = cursor.at > mark
  const value = Number(digits)
  if (digits.length === 4 && value >= 1980 && value <= 2100) {
    cursor.at += 4
    return value
  }
  // Two digits are a year only directly after a dash, a slash, or the name, or after a comma: `31-Jan-26`, `31JAN26`, `Jan 31, 26`.
  const sign = cursor.text.slice(mark, cursor.at)
  if (digits.length === 2 && (!isApart || ['-', '/', ', '].includes(sign))) {
    cursor.at += 2
    return 2000 + value
  }
  cursor.at = mark
  return null
}

function finish(
  month: number,
  day: number,
  year: number | null,
  { text, at }: Cursor,
  order: PrintedDate['order'] = null,
): PrintedDate | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null
  if (year !== null && (year < 1980 || year > 2100)) return null
  const next = text.charCodeAt(at)
  if (isDigit(next) || isLetter(next)) return null
  return { year, month, day, isAmbiguous: false, order, end: at }
}
