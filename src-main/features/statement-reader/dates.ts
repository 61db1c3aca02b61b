import { isoDay } from '../../../src-shared/platform/base/days.ts'
import {
  dateAt,
  isInWord,
  type PrintedDate,
  turned,
} from '../../../src-shared/platform/base/printed-dates.ts'

import type { Word } from './statement-words.ts'

/** The periods of statements, and dates inside of them. */

/** A statement period. Both days are inside. */
export interface Period {
  from: string
  to: string
  /** True if the first day may be the one before. */
  isUnsure?: true
}

/** Words between the two dates of a period. */
const BETWEEN = /^\s*(?:[-–—−~·]|to|through|thru|until|and|al?|hasta(?: el)?|y|ending)\s*(?::\s*|-\s*)?/
/** Maximum number of days of a period. */
const LONGEST_PERIOD_DAYS = 366

/** A period with its place in a text. */
interface PlacedPeriod {
  period: Period
  start: number
  end: number
}

/**
 * Returns the first period in a folded line such as `statement period 02/13/24 - 03/12/24` or `december 1 to december 31, 2025`. Returns null
 * if there is none.
 */
export const periodIn = (line: string): Period | null => periodsIn(line)[0]?.period ?? null

/**
 * Returns all periods in a folded line, with their places. If `isDayFirst`, `01/03/2025` is March 1. `days` has days that
 * can give the year to a period without one.
 */
export function periodsIn(
  line: string,
  isDayFirst = false,
  days: ReadonlySet<string> = new Set(),
): PlacedPeriod[] {
  const found: PlacedPeriod[] = []
  for (let at = 0; at < line.length; at++) {
    if (isInWord(line, at)) continue
    const first = dateAt(line, at)
    if (first === null) continue
    const between = BETWEEN.exec(line.slice(first.end, first.end + 12))
    if (between === null) continue
    const second = secondDate(line, first, first.end + between[0].length, isLetter(line, at))
    if (second === null) continue
    const period = periodOf(first, withYear(first, second, days), isDayFirst)
    if (period === null) continue
    found.push({ period, start: at, end: second.end })
    at = second.end - 1
  }
  return found
}

const isLetter = (text: string, at: number) => /[a-z]/.test(text.charAt(at))
const WEEKDAY = /^(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:day|nesday|rsday|sday|urday)?[.,]? /

/** The second date of a period. Its month can be left out, as in `March 1 - 31, 2026`, and a day of the week can stand before it. */
function secondDate(line: string, first: PrintedDate, start: number, isNamed: boolean): PrintedDate | null {
  const rest = line.slice(start, start + 24)
  const short = isNamed && first.year === null ? /^(\d{1,2}),? (20\d\d)(?!\d)/.exec(rest) : null
  if (short !== null)
    return { ...first, day: Number(short[1]), year: Number(short[2]), end: start + short[0].length }
  return dateAt(line, start + (WEEKDAY.exec(rest)?.[0].length ?? 0))
}

/** Gives the year of the only day that is the second date to a period without a year. */
function withYear(first: PrintedDate, second: PrintedDate, days: ReadonlySet<string>): PrintedDate {
  if (first.year !== null || second.year !== null) return second
  const [only, ...more] = [...days].filter((day) => dateInPeriod(second, { from: day, to: day }) !== null)
  return only === undefined || more.length > 0 ? second : { ...second, year: Number(only.slice(0, 4)) }
}

/** Reads two dates in the same order. If one of them can only be read in one order, the other has this order, too. */
function periodOf(first: PrintedDate, second: PrintedDate, isDayFirst: boolean): Period | null {
  const orders = new Set([first.order, second.order])
  const [isDay, isMonth] = [orders.has('day_first'), orders.has('month_first')]
  if (isDay && isMonth) return null
  const asDay = periodBetween(turned(first), turned(second))
  if (isDay || (isDayFirst && !isMonth)) return asDay
  return periodBetween(first, second) ?? (isMonth ? null : asDay)
}

function periodBetween(first: PrintedDate, second: PrintedDate): Period | null {
  const endYear = second.year ?? first.year
  if (endYear === null) return null
  const to = isoDay(endYear, second.month, second.day)
  const startYear = first.year ?? (first.month > second.month ? endYear - 1 : endYear)
  const from = isoDay(startYear, first.month, first.day)
  if (from === null || to === null || from > to) return null
  if (Date.parse(to) - Date.parse(from) > LONGEST_PERIOD_DAYS * 86_400_000) return null
  return { from, to }
}

/**
 * Completes a date without a year from the period of its statement. Returns null if the date does not exist or lies outside the period. A
 * period can run from December into January.
 */
export function dateInPeriod(printed: PrintedDate, { from, to }: Period): string | null {
  const years = printed.year === null ? [Number(from.slice(0, 4)), Number(to.slice(0, 4))] : [printed.year]
  for (const year of years) {
    const day = isoDay(year, printed.month, printed.day)
    if (day !== null && day >= from && day <= to) return day
  }
  return null
}

/** Reads a date from a word and up to three words after it: `Dec 1`, `01 JUL`, `1 de julio`. */
export function dateFrom(words: readonly Word[], at: number): { date: PrintedDate; last: number } | null {
  const taken = words.slice(at, at + 4)
  const date = dateAt(
    taken
      .map(({ text }) => text.normalize('NFD').replaceAll(/\p{M}/gu, ''))
      .join(' ')
      .toLowerCase(),
  )
  if (date === null) return null
  let end = 0
  for (const [index, word] of taken.entries()) {
    end += word.text.length + (index > 0 ? 1 : 0)
    if (end >= date.end) return { date, last: at + index }
  }
  return null
}
