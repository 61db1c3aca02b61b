import { dateAt, type PrintedDate, turned } from '../../../../src-shared/platform/base/printed-dates.ts'
import { isOfUnitedStates } from '../currency.ts'
import { moneyIn, type Strip } from './facts.ts'

/** How a file writes dates of two numbers, such as `04/05/2026`. `open` if both orders fit and nothing decides. */
export type DateOrder = 'day_first' | 'month_first' | 'open'

/** A numeric date. In dates with dots, the day is first. */
const NUMERIC_DATE = /(?<!\d)\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}/g
const DOTTED = /(?<!\d)\d{1,2}\.\d{1,2}\.(?:\d\d){1,2}(?!\d)/
/** If the dates of a statement lie further apart than this, their order is wrong. Dates of longer periods do not leave it open. */
const MOST_DAYS = 100

/**
 * Decides the order of day and month. A date with a number over twelve decides, in the column of dates before one in a heading. Dates in
 * descriptions count for nothing: a merchant can write them in another order than the bank. If all numbers are small, a period that contains
 * the entries, the days between the first and the last date, and the country decide, unless they contradict each other.
 */
export function dateOrderOf(strips: readonly Strip[]): DateOrder {
  // Page numbers such as 1/4 look like dates.
  const columns = strips
    .filter(({ isEntry }) => isEntry)
    .flatMap(({ dates }) => dates.map(({ date }) => date))
  const headings = strips.filter((strip) => moneyIn(strip).length === 0).map(({ line }) => line)
  const ofHeadings = headings.map(({ plain }) =>
    Array.from(plain.matchAll(NUMERIC_DATE), ({ index }) => dateAt(plain, index)).filter(
      (date) => date !== null,
    ),
  )
  const inHeadings = ofHeadings.flat()
  const certain = onlyOrder(columns) ?? onlyOrder(inHeadings)
  if (certain !== null) return certain
  const open = [...columns, ...inHeadings].filter(
    ({ isAmbiguous, day, month }) => isAmbiguous && day !== month,
  )
  if (open.length === 0) return 'month_first'
  const isUs = isOfUnitedStates(headings) ?? (headings.some(({ plain }) => DOTTED.test(plain)) ? false : null)
  const byCountry = isUs === null ? null : isUs ? 'month_first' : 'day_first'
  const byDays =
    orderWith(
      (read) =>
        columns.length > 0 && ofHeadings.some((dates) => contains(dates.map(read), columns.map(read))),
    ) ??
    orderWith((read) => span(columns.map(read)) <= MOST_DAYS) ??
    orderWith((read) => span(inHeadings.map(read)) <= MOST_DAYS)
  if (byCountry !== null && byDays !== null && byCountry !== byDays) return 'open'
  return byCountry ?? byDays ?? 'open'
}

function onlyOrder(dates: readonly PrintedDate[]): PrintedDate['order'] {
  const [order = null, ...more] = new Set(dates.flatMap((date) => date.order ?? []))
  return more.length > 0 ? null : order
}

/** Returns the only order in which something is true of the dates. Null if it is in both, or in none. */
function orderWith(isTrue: (read: (date: PrintedDate) => PrintedDate) => boolean): DateOrder | null {
  const [asMonth, asDay] = [isTrue((date) => date), isTrue(turned)]
  if (asMonth === asDay) return null
  return asDay ? 'day_first' : 'month_first'
}

/** True if the first and the last of two dates enclose the others. A date without a year can be of the year of either. */
function contains([from, to, ...more]: readonly PrintedDate[], dates: readonly PrintedDate[]): boolean {
  if (from === undefined || to === undefined || more.length > 0) return false
  const [first, last] = [numberOf(from, 0), numberOf(to, 0)]
  return dates.every((date) =>
    [from, to].some(({ year }) => {
      const day = numberOf(date, year ?? 0)
      return day >= first && day <= last
    }),
  )
}

/** Returns about how many days lie between the first and the last date. Dates without a year are of one year. */
function span(dates: readonly PrintedDate[]): number {
  const usual = dates.flatMap(({ year }) => year ?? [])[0] ?? 0
  const days = dates.map((date) => numberOf(date, usual))
  return Math.max(...days) - Math.min(...days)
}

/** Returns a number that grows by about one each day. */
const numberOf = ({ year, month, day }: PrintedDate, usual: number): number =>
  (year ?? usual) * 372 + month * 31 + day
