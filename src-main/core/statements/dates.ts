import { isoDay } from '../../../src-shared/days.ts'
import { dateAt, isInWord, type PrintedDate, turned } from '../../../src-shared/printed-dates.ts'

/** The periods of statements, and dates inside of them. */

/** A statement period. Both days are inside. */
export interface Period {
  from: string
  to: string
}

/** Words between the two dates of a period. */
const BETWEEN = /^\s*(?:-|–|—|to|through|thru|until|and|al?|hasta(?: el)?|y|ending)\s*/
/** Maximum number of days of a period. */
const LONGEST_PERIOD_DAYS = 100

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

/** Returns all periods in a folded line, with their places. `isDayFirst` tells how to read dates such as `01/03/2025`. */
export function periodsIn(line: string, isDayFirst = false): PlacedPeriod[] {
  const found: PlacedPeriod[] = []
  for (let at = 0; at < line.length; at++) {
    if (isInWord(line, at)) continue
    const first = dateAt(line, at)
    if (first === null) continue
    const between = BETWEEN.exec(line.slice(first.end, first.end + 12))
    if (between === null) continue
    const second = dateAt(line, first.end + between[0].length)
    if (second === null) continue
    const period = periodOf(first, second, isDayFirst)
    if (period === null) continue
    found.push({ period, start: at, end: second.end })
    at = second.end - 1
  }
  return found
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
