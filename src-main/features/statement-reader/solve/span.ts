import { addDays, daysIn as daysInMonth, isoDay } from '../../../../src-shared/platform/base/days.ts'
import {
  dateAt,
  isInWord,
  type PrintedDate,
  printedMonth,
  turned,
} from '../../../../src-shared/platform/base/printed-dates.ts'
import { fold } from '../../../../src-shared/platform/base/text.ts'
import { dateInPeriod, type Period } from '../dates.ts'
import { cellsOf } from '../lines.ts'
import { moneyIn, type Strip } from './facts.ts'

/** The period that the lines of a part print without a word for it: two days together, the days of the two balances, or a month. */
export function spanOf(
  strips: readonly Strip[],
  { opening, closing }: { opening: number; closing: number },
  dates: readonly PrintedDate[],
  { isDayFirst, isWhole, isSingle }: { isDayFirst: boolean; isWhole: boolean; isSingle: boolean },
): Period | null {
  // The day of a balance stands beside it, or in the heading above.
  const daysAt = (at: number) => daysIn(strips[at]?.line.plain ?? '', isDayFirst)
  const isHeading = (at: number) =>
    strips[at] !== undefined && strips[at].line.words.length > 1 && moneyIn(strips[at]).length === 0
  const daysBeside = (balance: number) =>
    new Set(
      strips.flatMap((strip, at) => {
        if (!moneyIn(strip).some(({ cents }) => cents === balance)) return []
        const days = daysAt(at)
        return days.length > 0 || strip.dates.length > 0 || !isHeading(at - 1) ? days : daysAt(at - 1)
      }),
    )
  const [[from = '', ...early], [to = '', ...late]] = [[...daysBeside(opening)], [...daysBeside(closing)]]
  const dayIn = (date: PrintedDate, period: Period) => dateInPeriod(isDayFirst ? turned(date) : date, period)
  const hasEntryOn = (day: string) => dates.some((date) => dayIn(date, { from: day, to: day }) !== null)
  // The day of the first balance can be the day before the period, unless it has an entry. If entries are before it, it is the day of an entry
  // with the same amount.
  const isSpan =
    early.length + late.length === 0 &&
    isPeriod(from, to) &&
    dates.every((date) => dayIn(date, { from, to }) !== null)
  const known =
    periodBetween(strips, isDayFirst, hasEntryOn) ??
    (isSpan && hasEntryOn(from) ? { from, to } : null) ??
    titleOf(strips)
  if (known !== null) return known
  if (isSpan) return { from, to, isUnsure: true }
  // Nothing but the last day is printed: it tells the years of the others.
  if (!(isWhole || isSingle) || late.length > 0 || to === '' || dates.length === 0) return null
  const window = { from: addDays(to, -LONGEST_PERIOD), to }
  const days = dates.flatMap((date) => dayIn(date, window) ?? [])
  const [first] = days.toSorted()
  return first === undefined || days.length < dates.length ? null : { from: first, to, isUnsure: true }
}

/** The only month that stands in a cell of its own, with its year. */
function titleOf(strips: readonly Strip[]): Period | null {
  const months = new Map<string, Period>()
  for (const { line, amounts } of strips)
    for (const { text } of amounts.length > 0 ? [] : cellsOf(line)) {
      const [, name = '', year = ''] = /^([a-z]{3,12})\.? (?:de )?(20\d\d)$/.exec(fold(text)) ?? []
      const month = printedMonth(name)
      if (month === null) continue
      const start = isoDay(Number(year), month, 1) ?? ''
      months.set(start, {
        from: start,
        to: isoDay(Number(year), month, daysInMonth(Number(year), month)) ?? '',
      })
    }
  const [only] = months.values()
  return only !== undefined && months.size === 1 ? only : null
}

const isPeriod = (from: string, to: string) => from !== '' && from < to && addDays(from, LONGEST_PERIOD) >= to

/** Most days of a period. */
const LONGEST_PERIOD = 100

/**
 * The only two days that stand together in a line without amounts, whatever word is between them. Null if there are several. The day of printing
 * can stand behind them. Then entries on both of them tell that they are the first and the last.
 */
function periodBetween(
  strips: readonly Strip[],
  isDayFirst: boolean,
  hasEntryOn: (day: string) => boolean,
): Period | null {
  const periods = new Map<string, Period>()
  for (const { line, amounts } of strips) {
    if (amounts.some(({ isWhole }) => !isWhole)) continue
    const [from, to, printed, ...more] = daysIn(line.plain, isDayFirst)
    if (from === undefined || to === undefined || more.length > 0 || !isPeriod(from, to)) continue
    if (printed === undefined || (printed >= to && hasEntryOn(from) && hasEntryOn(to)))
      periods.set(`${from} ${to}`, { from, to })
  }
  const [only] = periods.values()
  return only !== undefined && periods.size === 1 ? only : null
}

/** All days with a year in a folded line. Three can have the year of the last one: `May 22 through June 16, on June 20, 2025`. */
function daysIn(plain: string, isDayFirst: boolean): string[] {
  const dates: PrintedDate[] = []
  for (let at = 0; at < plain.length; at++) {
    const date = isInWord(plain, at) ? null : dateAt(plain, at)
    if (date === null) continue
    dates.push(isDayFirst ? turned(date) : date)
    at = date.end - 1
  }
  const shared = dates.length > 2 ? (dates.at(-1)?.year ?? null) : null
  return dates.flatMap(({ year, month, day }) => {
    const known = year ?? shared
    return known === null ? [] : (isoDay(known, month, day) ?? [])
  })
}
