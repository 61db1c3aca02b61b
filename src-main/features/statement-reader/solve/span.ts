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
  isDayFirst: boolean,
): Period | null {
  const daysBeside = (balance: number) =>
    new Set(
      strips.flatMap((strip) =>
        moneyIn(strip).some(({ cents }) => cents === balance) ? daysIn(strip.line.plain, isDayFirst) : [],
      ),
    )
  const [[from = '', ...early], [to = '', ...late]] = [[...daysBeside(opening)], [...daysBeside(closing)]]
  // The day of the first balance can be the day before the period, unless it has an entry.
  const isFirst = dates.some(
    (date) => dateInPeriod(isDayFirst ? turned(date) : date, { from, to: from }) !== null,
  )
  const isSpan = early.length + late.length === 0 && isPeriod(from, to) && isFirst
  return periodBetween(strips, isDayFirst) ?? (isSpan ? { from, to } : null) ?? titleOf(strips)
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

/** The only two days that stand together in a line without amounts, whatever word is between them. Null if there are several. */
function periodBetween(strips: readonly Strip[], isDayFirst: boolean): Period | null {
  const periods = new Map<string, Period>()
  for (const { line, amounts } of strips) {
    if (amounts.some(({ isWhole }) => !isWhole)) continue
    const days = daysIn(line.plain, isDayFirst)
    const [from, to] = days
    if (days.length !== 2 || from === undefined || to === undefined) continue
    if (isPeriod(from, to)) periods.set(`${from} ${to}`, { from, to })
  }
  const [only] = periods.values()
  return only !== undefined && periods.size === 1 ? only : null
}

/** All days with a year in a folded line. */
function daysIn(plain: string, isDayFirst: boolean): string[] {
  const days: string[] = []
  for (let at = 0; at < plain.length; at++) {
    const date = isInWord(plain, at) ? null : dateAt(plain, at)
    if (date === null) continue
    const { year, month, day } = isDayFirst ? turned(date) : date
    const found = year === null ? null : isoDay(year, month, day)
    if (found !== null) days.push(found)
    at = date.end - 1
  }
  return days
}
