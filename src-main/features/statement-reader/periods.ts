import { addDays, addMonths, isoDay, MONTH_BY_NAME } from '../../../src-shared/platform/base/days.ts'
import { fold } from '../../../src-shared/platform/base/text.ts'
import { dateAt, type PrintedDate, turned } from '../../../src-shared/platform/base/printed-dates.ts'
import { dateInPeriod, type Period, periodsIn } from './dates.ts'
import { cellsOf, type Line, squash } from './lines.ts'
import type { SummaryKind } from './vocabulary.ts'

/** Which of the date ranges that a statement prints is its period. Advertisements, rates, and fees print ranges too. */

export interface Range {
  period: Period
  /** How clearly its words say that it is the period: `LABELLED`, `ALONE`, or `VAGUE`. */
  rank: number
}

/** The words say so: `Statement period 03/01/2026 - 03/31/2026`. */
export const LABELLED = 3
/** The range stands alone, or with words such as `from` and `checking`. */
export const ALONE = 2
/** Among other words. */
export const VAGUE = 1

const STATED = /^(?:statement|period|periodo|estado|cycle|ciclo|activity|actividad|movimientos)$/
const NEUTRAL =
  /^(?:statement|statements|account|accounts|period|periods|covered|covering|dates?|range|from|for|the|this|your|of|in|to|is|and|activity|cycle|beginning|begins|starting|ending|ends|bank|business|checking|savings|summary|history|transactions?|days?|page|periodo|del|de|al?|estado|cuentas?|resumen|desde|hasta|fechas?|el|la|los|las|su|por|para|ciclo|actividad|movimientos|corte|comprendido|dias|pagina)$/
/** Words of ranges that are no period of a statement. */
export const OTHER =
  /\b(?:previous|prior|last|next|anterior|proxim\w+|interest|interes\w*|rates?|tasas?|offers?|ofertas?|specials?|especial\w*|promo\w*|average|promedio|year|ytd|ano|analysis|analisis|valid\w*|effective|vigente\w*|apy|apr|fees?|charges?|cargos?|comision\w*|waive\w*|earn\w*|bonus|rewards?|free|gratis|intro\w*|dividends?|quarter|trimestre|hold|trial|grace|tax)\b/
/** Words of the day before the period, and of the balance on it. */
const BEFORE = /\b(?:previous|prior|last|anterior)\b/g
/** The last words before a range that say that it is the period, whatever stands before them. */
const ENDS_STATED =
  /\b(?:(?:statement|account|reporting) period|for the period|statement (?:dates?|cycle)|account (?:statement|activity)|periodo (?:del?|de su)?(?: ?estado)?(?: de cuenta)?|estado de cuenta)(?: (?:covered|covering|from|for|of|is|del?|desde|dates?))*$/
/** Days of a usual statement. A range among other words counts only if it is as long. */
const FEWEST_DAYS = 25
const MOST_DAYS = 36

const wordsIn = (text: string) => text.split(/[^a-z]+/).filter((word) => word !== '')

/** Names of accounts with words that ranges of other things have. */
const NAMES = /\b(?:interest|rewards?|free|bonus|special) (?:bearing )?(?=checking|savings|business|account)/g

function rankOf(label: string): number | null {
  const text = label.replaceAll(NAMES, '')
  const words = wordsIn(text)
  if (words.length === 0) return null
  if (OTHER.test(text)) return 0
  if (words.every((word) => NEUTRAL.test(word)))
    return words.some((word) => STATED.test(word)) ? LABELLED : ALONE
  return ENDS_STATED.test(words.join(' ')) ? LABELLED : VAGUE
}

/**
 * Returns the ranges in a line that can be the period. `above` is the line above, which can hold the label. `isDayFirst` is true if
 * `01/03/2025` means March 1.
 */
export const rangesIn = (line: Line, above: Line | undefined, isDayFirst: boolean): Range[] =>
  allRangesIn(line, above, isDayFirst).filter(({ rank }) => rank >= ALONE)

/** A longer period needs words that say so: fees and rates are often those of a year. */
const LONGEST_ALONE = 100

const allRangesIn = (
  line: Line,
  above: Line | undefined,
  isDayFirst: boolean,
  days: ReadonlySet<string> = new Set(),
): Range[] =>
  rankedRangesIn(line, above, isDayFirst, days).filter(
    ({ period, rank }) => rank === LABELLED || apart(period.from, period.to) <= LONGEST_ALONE,
  )

function rankedRangesIn(
  line: Line,
  above: Line | undefined,
  isDayFirst: boolean,
  days: ReadonlySet<string>,
): Range[] {
  const found = periodsIn(line.plain, isDayFirst, days)
  if (found.length === 0) return []
  const cells = cellsOf(line)
  const words = line.plain.split(' ')
  return found.map(({ period, start, end }) => {
    const first = line.plain.slice(0, start).split(' ').length - 1
    const last = line.plain.slice(0, end).split(' ').length - 1
    const at = cells.findIndex((cell) => cell.first <= first && cell.last >= first)
    const cell = cells[at]
    const endCell = cells.find((one) => one.first <= last && one.last >= last)
    const before = words.slice(cell?.first ?? 0, first).join(' ')
    const after = words.slice(last + 1, (endCell?.last ?? words.length) + 1).join(' ')
    const own = rankOf(before)
    const tail = rankOf(after)
    if (own !== null) return { period, rank: own === LABELLED || tail !== 0 ? own : 0 }
    if (tail === 0) return { period, rank: 0 }
    const beside = cells[at - 1]
    const left = beside === undefined ? null : rankOf(words.slice(beside.first, beside.last + 1).join(' '))
    if (left === 0 || left === LABELLED) return { period, rank: left }
    const over = cell === undefined ? null : labelAbove(line, above, cell.x0, endCell?.x1 ?? cell.x1)
    if (over === 0 || over === LABELLED) return { period, rank: over }
    return { period, rank: tail === VAGUE ? VAGUE : ALONE }
  })
}

function labelAbove(line: Line, above: Line | undefined, x0: number, x1: number): number | null {
  if (above === undefined || line.y - above.y > 2.2 * line.size) return null
  const words = above.plain.split(' ')
  const cell = cellsOf(above).find((one) => one.x0 < x1 && one.x1 > x0)
  return cell === undefined ? null : rankOf(words.slice(cell.first, cell.last + 1).join(' '))
}

interface Labelled {
  kind: SummaryKind
  label: string
}

/** Returns the range with the clearest label. Several that are equally clear are in doubt, unless only one agrees with the dated balances. */
export function bestOf(
  ranges: readonly Range[],
  figures: readonly Labelled[],
  isDayFirst: boolean,
): { range: Range | null; isDoubted: boolean } {
  const most = Math.max(0, ...ranges.map(({ rank }) => rank))
  const best = ranges.filter(({ rank }) => rank === most)
  if (best.length < 2) return { range: best[0] ?? null, isDoubted: false }
  const agreeing = best.filter(
    ({ period }) => datesOf(period, figures, isDayFirst).agree > 0 && agreesWith(period, figures, isDayFirst),
  )
  const [only] = agreeing
  return only !== undefined && agreeing.length === 1
    ? { range: only, isDoubted: false }
    : { range: best[0] ?? null, isDoubted: true }
}

/** Returns the period of a part. `inherited` is that of the part before, which holds if the part prints none. */
export function periodOfPart(
  ranges: readonly Range[],
  inherited: Range | null,
  figures: readonly Labelled[],
  isDayFirst: boolean,
): { range: Range | null; isDoubted: boolean } {
  const own = bestOf(ranges, figures, isDayFirst)
  const range = own.range ?? inherited
  if (range === null) return own
  // A range with a less clear label than that of the whole statement can be a notice.
  const isBelow = inherited !== null && range.rank < inherited.rank && !isSame(range.period, inherited.period)
  return { range, isDoubted: own.isDoubted || isBelow || !agreesWith(range.period, figures, isDayFirst) }
}

export const isSame = (one: Period, other: Period): boolean => one.from === other.from && one.to === other.to

/** False if a balance has a date in its label that is not at the edge of the period: `Ending balance on March 31, 2026`. */
const agreesWith = (period: Period, figures: readonly Labelled[], isDayFirst: boolean): boolean =>
  datesOf(period, figures, isDayFirst).differ === 0

function datesOf(
  { from, to }: Period,
  figures: readonly Labelled[],
  isDayFirst: boolean,
): { agree: number; differ: number } {
  let [agree, differ] = [0, 0]
  for (const { kind, label } of figures) {
    // A label can begin with the period of the statement.
    if ((kind !== 'opening' && kind !== 'closing') || periodsIn(label.toLowerCase()).length > 0) continue
    const date = firstDateIn(label.toLowerCase(), isDayFirst)
    if (date === null) continue
    const fits = (day: string) => sayDay(date, day)
    if (kind === 'closing' ? fits(to) : fits(from) || fits(addDays(from, -1))) agree++
    else differ++
  }
  return { agree, differ }
}

/** True if a printed date, perhaps without a year, is a day. */
const sayDay = (date: PrintedDate, day: string) => dateInPeriod(date, { from: day, to: day }) !== null

/** Returns the period of a file whose parts print none, or print it among other words. Null if it is in doubt. */
export function periodOfFile(pages: readonly Line[][], isDayFirst: boolean): Period | null {
  const ranges = pages.flatMap((lines) =>
    lines.flatMap((line, at) => allRangesIn(line, lines[at - 1], isDayFirst)),
  )
  for (const rank of [LABELLED, ALONE]) {
    const clear = distinct(ranges.filter((range) => range.rank === rank))
    if (clear.length > 0) return clear.length === 1 ? (clear[0] ?? null) : null
  }
  const all = pages.flat()
  const days = new Set(all.flatMap(({ plain }) => dayIn(plain, isDayFirst) ?? []))
  const split = periodOfTwoLines(all, isDayFirst, days)
  if (split !== null) return split
  // `Statement period Mar 1 - Mar 31`, with the year elsewhere.
  const short = distinct(
    pages
      .flatMap((lines) => lines.flatMap((line, at) => allRangesIn(line, lines[at - 1], isDayFirst, days)))
      .filter(({ rank }) => rank === LABELLED),
  )
  if (short.length > 0) return short.length === 1 ? (short[0] ?? null) : null
  const title = periodOfTitle(all)
  if (title !== null) return title
  const vague = distinct(ranges.filter((range) => range.rank === VAGUE))
  const [only] = vague
  if (only === undefined || vague.length > 1) return null
  const length = apart(only.from, only.to)
  return length >= FEWEST_DAYS && length <= MOST_DAYS ? only : null
}

function distinct(ranges: readonly Range[]): Period[] {
  const byDays = new Map(ranges.map(({ period }) => [`${period.from} ${period.to}`, period]))
  return [...byDays.values()]
}

/** The most days between the balances of a period. */
const LONGEST_MONTHS = 100
/** Labels of the two days of a period that stand in lines of their own. */
const FIRST_DAY = /periodbegin|periodstart|startdate|fromdate|fechainicial|desde|begins/
const DAY_BEFORE = /laststatement|previousstatement|priorstatement|ultimoestado/
/** Balances of the first day of a period, or of the day before. */
const FIRST_BALANCE =
  /beginningbalance|openingbalance|startingbalance|previousbalance|balanceforward|saldoinicial|saldoanterior/
const LAST_DAY =
  /endingbalance|closingbalance|statementdate|thisstatement|statementending|periodend|enddate|throughdate|fechadecierre|fechadelestado|hasta|ends|saldofinal/

/** The day on which a statement was made. It counts only if nothing else shows the last day. */
const DAY_MADE = /statementdate|thisstatement|fechadelestado/

function periodOfTwoLines(
  lines: readonly Line[],
  isDayFirst: boolean,
  days: ReadonlySet<string>,
): Period | null {
  let from: string | null = null
  let balance: PrintedDate | null = null
  let to: string | null = null
  let made: string | null = null
  for (const line of lines) {
    const label = squash(line.text)
    const date = firstDateIn(line.plain, isDayFirst, true) ?? firstDateIn(line.plain, isDayFirst)
    // `Special offer ends 04/30/2026` is no day of the period.
    if (date === null || OTHER.test(line.plain.replaceAll(BEFORE, ''))) continue
    const day = completed(date, days)
    if (day !== null && DAY_BEFORE.test(label)) from ??= addDays(day, 1)
    else if (day !== null && FIRST_DAY.test(label)) from ??= day
    else if (FIRST_BALANCE.test(label)) balance ??= date
    else if (DAY_MADE.test(label)) made ??= day
    else if (LAST_DAY.test(label)) to ??= day
  }
  to ??= made
  if (to === null) return null
  if (from === null && balance !== null) return periodFrom(balance, to)
  return from !== null && from <= to ? { from, to } : null
}

/**
 * The period that begins on the day of the first balance, or on the day after, so that it is a month. Null if nothing tells which one it is.
 * From Jun 5 to Jul 5 can be both.
 */
function periodFrom(balance: PrintedDate, to: string): Period | null {
  const day = dateInPeriod(balance, { from: addDays(to, -LONGEST_MONTHS), to })
  if (day === null) return null
  const next = addDays(to, 1).slice(8)
  if (day.slice(8) === next) return { from: day, to }
  const after = addDays(day, 1)
  if (after.slice(8) !== next || after > to) return null
  return { from: after, to, ...(next !== '01' && { isUnsure: true }) }
}

/** Returns a date as a day. One without a year, such as `Ending balance on 3/31`, is the only day with a year that is the same. */
function completed(date: PrintedDate, days: ReadonlySet<string>): string | null {
  if (date.year !== null) return isoDay(date.year, date.month, date.day)
  const [only, ...more] = [...days].filter((day) => sayDay(date, day))
  return only !== undefined && more.length === 0 ? only : null
}

const MONTH_WORD =
  /^(?:your|account|bank|monthly|business|checking|activity|the|for|of|month|statement|period|estado|cuenta|periodo|mes|de|del?|su)$/

/** Returns the month of a title such as `Statement for March 2026`. Null if there is none, or if there are several. */
function periodOfTitle(lines: readonly Line[]): Period | null {
  const months = new Set<string>()
  for (const line of lines)
    for (const { text } of cellsOf(line)) {
      const words = fold(text)
        .split(/[^a-z0-9]+/)
        .filter((word) => word !== '')
      const names = words.flatMap((word) => MONTH_BY_NAME.get(word) ?? [])
      const years = words.filter((word) => /^20\d\d$/.test(word))
      const rest = words.filter((word) => !MONTH_BY_NAME.has(word) && !years.includes(word))
      if (names.length !== 1 || years.length !== 1 || !rest.every((word) => MONTH_WORD.test(word))) continue
      if (!rest.some((word) => STATED.test(word) || word === 'month' || word === 'mes')) continue
      months.add(`${years[0] ?? ''}-${String(names[0]).padStart(2, '0')}`)
    }
  const [only, ...more] = months
  return only === undefined || more.length > 0
    ? null
    : { from: `${only}-01`, to: addDays(`${addMonths(only, 1)}-01`, -1) }
}

export const apart = (first: string, last: string) => (Date.parse(last) - Date.parse(first)) / 86_400_000

/** Returns the first date with a year in a folded line. */
export function dayIn(plain: string, isDayFirst = false): string | null {
  const date = firstDateIn(plain, isDayFirst, true)
  return date === null || date.year === null ? null : isoDay(date.year, date.month, date.day)
}

function firstDateIn(plain: string, isDayFirst: boolean, hasYear = false): PrintedDate | null {
  for (let at = 0; at < plain.length; at++) {
    if (at > 0 && plain.charAt(at - 1) !== ' ' && plain.charAt(at - 1) !== ':') continue
    const date = dateAt(plain, at)
    if (date !== null && (date.year !== null || !hasYear)) return isDayFirst ? turned(date) : date
  }
  return null
}
