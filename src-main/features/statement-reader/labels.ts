import { fold } from '../../../src-shared/platform/base/text.ts'
import { addDays, isoDay } from '../../../src-shared/platform/base/days.ts'
import { amountsIn, type PrintedAmount } from './amounts.ts'
import { dateAt } from '../../../src-shared/platform/base/printed-dates.ts'
import { dateInPeriod, type Period } from './dates.ts'
import { cellsOf, type Line, toLine } from './lines.ts'
import { summaryKind, type SummaryKind } from './vocabulary.ts'

/** The words beside the figures of a statement: which amount they name, for which account, and for how many entries. */

/** Returns the text of a line before its first amount. */
export function labelBefore(line: Line): string {
  const [first] = amountsIn(line.words)
  return line.words
    .slice(0, first?.first ?? line.words.length)
    .map(({ text }) => text)
    .join(' ')
}

export function summaryKindOf(label: string, period: Period | null): SummaryKind | null {
  const plain = toLine([{ text: label, x0: 0, x1: 1, y: 0, size: 1, font: '' }], 0).plain
  let isFrom = false
  let isTo = false
  if (period !== null)
    for (let at = 0; at < plain.length; at++) {
      if (at > 0 && plain.charAt(at - 1) !== ' ') continue
      const date = dateAt(plain, at)
      if (date === null) continue
      const day = dateInPeriod(date, { from: addDays(period.from, -1), to: period.to })
      isFrom ||= day !== null && day <= period.from
      isTo ||= day === period.to
      if (date.year !== null && isoDay(date.year, date.month, date.day) === period.to) isTo = true
    }
  return summaryKind(label, isFrom, isTo)
}

/**
 * Finds the label of an amount outside the tables: left of it in the line; or above it, if the labels form a line of their own; or in the
 * line above, if the label is wrapped.
 */
export function labelOf(
  line: Line,
  lines: readonly Line[],
  at: number,
  amount: PrintedAmount,
  before: PrintedAmount | undefined,
): string {
  const words = line.words.slice((before?.last ?? -1) + 1, amount.first)
  const cells = cellsOf({ ...line, words }, 3)
  const own = cells.map(({ text }) => text).join(' ')
  if (/\p{L}{2}/u.test(own)) {
    // Take only the nearest cells: a line can have an address at its left.
    const near = nearestLabel(cells)
    return near === '' ? own : near
  }
  for (let up = at - 1; up >= Math.max(0, at - 2); up--) {
    const above = lines[up]
    if (above === undefined || line.y - above.y > 3.2 * line.size) break
    if (amountsIn(above.words).length > 0) break
    const over = cellsOf(above).filter(
      (cell) => cell.x0 < amount.x1 + line.size && cell.x1 > amount.x0 - line.size,
    )
    const label = over.map(({ text }) => text).join(' ')
    if (/\p{L}{2}/u.test(label)) return label
    // A wrapped label stands left of the amount.
    const left = cellsOf(above, 3)
      .filter((cell) => cell.x1 < amount.x0)
      .at(-1)
    if (left !== undefined && summaryKind(left.text, false, false) !== null) return left.text
  }
  return ''
}

/** Joins the cells from the right until they name a figure. */
function nearestLabel(cells: readonly { text: string }[]): string {
  let label = ''
  for (const { text } of cells.toReversed()) {
    label = label === '' ? text : `${text} ${label}`
    if (/\p{L}{3}/u.test(label)) return label
  }
  return label
}

/** Returns the number of entries in a label: `24 credits`, `Deposits (24)`, `Checks paid 2`. */
export function countIn(label: string): number | null {
  const bracketed = /\((\d{1,5})\)/.exec(label)?.[1]
  if (bracketed !== undefined) return Number(bracketed)
  const edge = /^(\d{1,5}) \D+$/.exec(label)?.[1] ?? /^\D+ (\d{1,5})$/.exec(label)?.[1]
  return edge === undefined ? null : Number(edge)
}

/** True for a line that says that the rows below are no entries yet, such as `Pending transactions`. */
export const isPendingHeading = (line: Line): boolean =>
  line.text.length <= 48 &&
  amountsIn(line.words).length === 0 &&
  dateAt(line.plain) === null &&
  /^(?:(?:your|sus|other|otras) ?)?(?:pending|pendientes|declined|rechazad[ao]s|unposted|memo posted|holds|authorization holds|transacciones pendientes|transacciones rechazadas)(?: [a-z]+){0,3}$/.test(
    line.plain,
  )

/** Reads a count that stands alone, such as `Number of deposits: 9`. */
export function countAlone(text: string): { direction: 1 | -1; count: number } | null {
  const found =
    /^(?:number of|no\. of|numero de) (deposits|credits|withdrawals|debits|depositos|creditos|retiros|debitos):? (\d{1,5})$/.exec(
      fold(text),
    )
  const [, name = '', count = ''] = found ?? []
  if (count === '') return null
  return { direction: /^(?:deposit|credit)/.test(name) ? 1 : -1, count: Number(count) }
}
