import { addDays, isoDay } from '../../../src-shared/days.ts'
import { fold } from '../../../src-shared/text.ts'
import { amountsIn, type PrintedAmount } from './amounts.ts'
import { continues, dateAt } from '../../../src-shared/printed-dates.ts'
import { dateInPeriod, type Period } from './dates.ts'
import { cellsOf, type Line, squash, toLine } from './lines.ts'
import type { Header } from './tables.ts'
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

/** Numbers of other things, with the number itself: `Routing number: 091000019`. */
const OTHER_NUMBER =
  /\b(?:routing|transit|aba|rtn|customer|client|cliente|member|phone|telephone|telefono|fax|tax id|ein|reference|referencia|confirmation|invoice|card|tarjeta|check|cheque|loan|prestamo|branch|sucursal|ruta|sort code|swift)(?: (?:account|acct))?(?: ?(?:id|code))?(?: (?:number|no|num|numero|#))?\.?:? ?#? ?[x*\d][x*\d-]{2,20}/g
const ACCOUNT_WORD = /account|acct|cuenta|numero|number|ending|checking|savings|draft|share|cta/
/** From these words on, a line is about another account than that of the statement. */
const LINKED =
  /\b(?:linked|link|vinculad\w*|enlazad\w*|overdraft (?:protection|coverage)|proteccion|sobregiro|transfer\w*|transfier\w*|relationship|relacion|backup|sweep|questions|preguntas|pay from|debited|charged to)\b/
/** Words of a line that is nothing but the name and the number of an account. */
const TITLE_WORD =
  /^(?:primary|principal|business|commercial|personal|small|basic|plus|premium|free|simple|advantage|interest|money|market|checking|savings|saving|account|accounts|acct|share|draft|club|number|no|num|nbr|ending|in|with|your|summary|for|of|the|cuenta|cta|numero|de|del?|ahorros?|corriente|cheques|comercial|negocios|empresarial|su|resumen|terminada|en|x+)$/
/** The kinds of accounts that a title names. */
const KIND = /\b(?:checking|savings|money market|ahorros?|corriente|cheques)\b/

/** Returns the last four digits of the account number that a line outside the tables prints. Null if there is none. */
export function accountIn(line: Line): string | null {
  const plain = aboutThis(line).replaceAll(OTHER_NUMBER, ' ')
  if (!ACCOUNT_WORD.test(plain)) return null
  for (const text of plain.split(' ')) {
    const masked = /^[^\d\p{L}]*[x*•.…#-]{1,14}(\d{4})$/iu.exec(text)?.[1]
    if (masked !== undefined) return masked
  }
  const after = plain.split(/account|acct|cuenta|numero|number|ending in|ending/).slice(1)
  for (const piece of after) {
    const pieces = piece.replace(/^[\s:#.no-]*/, '').split(' ')
    let digits = ''
    // A number can be printed in groups, such as `0012 3456 7890`. A date or a count that follows does not belong to it.
    for (const word of pieces.slice(0, 5)) {
      if (!/^\d[\d-]*$/.test(word) || (digits !== '' && (digits.length >= 6 || word.length < 3))) break
      digits += word.replaceAll('-', '')
    }
    if (digits.length >= 4 && digits.length <= 20) return digits.slice(-4)
  }
  return titleNumber(line, plain)
}

/** Returns the part of a line that is about the account of the statement. */
const aboutThis = ({ plain }: Line): string => plain.slice(0, LINKED.exec(plain)?.index)

/** The number in a title such as `Business Savings - 9921`, `Business Savings (9921)`, or `Business Savings 000123459921`. */
function titleNumber(line: Line, plain: string): string | null {
  if (!KIND.test(plain) || plain !== line.plain || amountsIn(line.words).length > 0) return null
  for (const { first, last } of cellsOf(line, 3)) {
    const text = line.words
      .slice(first, last + 1)
      .map((word) => word.text)
      .join(' ')
    const found = /^([\p{L}' ]{4,48}?) ?(?:[-–—:] ?(\d{4})|\((\d{4})\)|(\d{8,17}))$/u.exec(text)
    const digits = found?.[2] ?? found?.[3] ?? found?.[4]
    // Four digits can also be a year.
    if (digits === undefined || /^(?:19|20)\d\d$/.test(digits)) continue
    if (KIND.test(fold(found?.[1] ?? ''))) return digits.slice(-4)
  }
  return null
}

const DEBT_TITLE =
  /^(?:(?:your|business|commercial|personal|home|equity|secured|small|overdraft|revolving|term|auto|sba|su) ){0,3}(?:loan|mortgage|line of credit|credit line|credit card|visa|mastercard|prestamo|hipoteca|linea de credito|tarjeta de credito)(?: (?:account|acct|card|number|no|num|numero|cuenta|ending|in|de)\.?:?){0,4}:? ?#? ?[x*\d-]{4,20}$/

/** True if a line is the title of an account whose balance is a debt: `Line of credit account XXXX7788`. */
export const isDebtTitle = (line: Line): boolean =>
  cellsOf(line, 3).some(({ text }) => DEBT_TITLE.test(fold(text)))

/** True if a line is the title of an account: its name and its number in a cell without other words. `above` has the lines above. */
export function isAccountTitle(line: Line, above: readonly Line[]): boolean {
  if (LINKED.test(line.plain) || above.some(({ plain }) => LINKED.test(plain))) return false
  const words = line.plain.split(' ')
  return cellsOf(line).some(({ first, last }) => {
    const own = words.slice(first, last + 1).join(' ')
    const letters = own.split(/[^a-z]+/).filter((word) => word !== '')
    return /\d{4}/.test(own) && letters.length > 0 && letters.every((word) => TITLE_WORD.test(word))
  })
}

/**
 * True if a line looks like an entry, and names no balance: it has a date of the period, or it begins with a short text with digits, such as
 * `the 20th` or `R03/28`. A table that was not found has such lines.
 */
export const isLooseEntry = (line: Line, period: Period | null): boolean =>
  (hasDayIn(line.plain, period) || beginsOddly(line)) && !isBalanceLine(line.text)

function beginsOddly(line: Line): boolean {
  const [first, ...others] = cellsOf(line)
  if (first === undefined || others.length === 0 || first.text.length > 12) return false
  return /\d/.test(first.text) && amountsIn(line.words.slice(0, first.last + 1)).length === 0
}

/** Returns the amounts in a line, also those without cents: `$500`. */
export function anyAmountsIn(line: Line): number[] {
  const amounts = amountsIn(line.words)
  const whole = line.words.flatMap(({ text }, at) => {
    if (amounts.some(({ first, last }) => at >= first && at <= last)) return []
    const digits = /^[-–(+]{0,2}\$[-–]?(\d{1,3}(?:,\d{3})*|\d{1,9})\)?$/.exec(text)?.[1]
    return digits === undefined ? [] : [Number(digits.replaceAll(',', '')) * 100]
  })
  return [...amounts.map(({ cents }) => cents), ...whole]
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

/** True for a line that names a balance, or what was paid in a year so far. */
const isBalanceLine = (text: string) =>
  /balance|saldo|average|promedio|yeartodate|thisyear|esteano|lastyear|interestpaid|apy|percentageyield/.test(
    squash(text),
  )

/** True if a folded line has a date of the period. */
function hasDayIn(plain: string, period: Period | null): boolean {
  if (period === null) return false
  for (let at = 0; at < plain.length; at++) {
    if (continues(plain, at)) continue
    const date = dateAt(plain, at)
    if (date !== null && dateInPeriod(date, period) !== null) return true
  }
  return false
}

/** True if a heading is repeated, perhaps with `(continued)`. */
export const sameHeading = (one: string, other: string) => headingKey(one) === headingKey(other)
const headingKey = (text: string) => squash(text).replace(/cont(?:inued|inuacion|inued?|inua|d)?$/, '')

export function sameColumns(one: Header, other: Header): boolean {
  const kinds = ({ groups }: Header) =>
    groups
      .flat()
      .map(({ kind }) => kind)
      .join()
  return kinds(one) === kinds(other)
}
