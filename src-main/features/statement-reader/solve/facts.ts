import { type PrintedDate } from '../../../../src-shared/platform/base/printed-dates.ts'
import { amountsIn, type PrintedAmount } from '../amounts.ts'
import { currencyNamed } from '../currency.ts'
import { cellsOf, type Line } from '../lines.ts'
import { dateFrom } from '../dates.ts'
import type { Word } from '../statement-words.ts'

/** What a page prints, without any meaning yet: its lines in reading order, with their dates and amounts. */

export interface PlacedDate {
  date: PrintedDate
  first: number
  last: number
  x0: number
  x1: number
}

/** A line of print in one block of a page. Blocks that stand side by side are read one after the other. */
export interface Strip {
  line: Line
  dates: PlacedDate[]
  /** Amounts from left to right. */
  amounts: Amount[]
  /** True for a line that looks like an entry: an amount, and a date at an edge or below other dates. */
  isEntry: boolean
}

export interface Amount extends PrintedAmount {
  /** True for a number without two decimal places, which is money only in a column of money. */
  isWhole: boolean
}

export const moneyIn = ({ amounts }: Strip) => amounts.filter(({ isWhole }) => !isWhole)

/** True for a line that continues the text of a line above: it is indented. */
export const isBelow = ({ line }: Strip, { line: above }: Strip) =>
  line.page === above.page &&
  line.y - above.y < 4 * above.size &&
  (line.words[0]?.x0 ?? 0) > (above.words[0]?.x0 ?? 0) + above.size

/** True for a line such as `Date Description Amount`. */
export const isColumnHeading = ({ line }: Strip) => /\b(?:date|fecha)\b/.test(line.plain)

/** True for a line without a usual date that looks like an entry: `R03/28`, or `the 20th`, and an amount. */
export function beginsOddly({ line, amounts }: Strip): boolean {
  const [first, ...others] = cellsOf(line)
  if (first === undefined || others.length === 0 || first.text.length > 12) return false
  return /\d/.test(first.text) && (amounts[0]?.first ?? 0) > first.last && !/balance|saldo/.test(line.plain)
}

/** Most lines between a row and the headings of its columns. */
const FARTHEST_HEADING = 400

/** The words of the nearest line without amounts and dates that stand over a place of a row. Empty if there are none. */
export function headingOver(
  strips: readonly Strip[],
  at: number,
  { x0, x1 }: { x0: number; x1: number },
): string {
  const page = strips[at]?.line.page
  for (let above = at - 1; above >= Math.max(0, at - FARTHEST_HEADING); above--) {
    const strip = strips[above]
    if (strip === undefined || strip.line.page !== page) return ''
    if (strip.amounts.length > 0 || strip.dates.length > 0 || strip.line.words.length < 2) continue
    const cells = cellsOf(strip.line)
    if (cells.length < 2) continue
    const over = cells.filter((cell) => cell.x0 < x1 && cell.x1 > x0)
    if (over.length > 0) return over.map(({ text }) => text).join(' ')
  }
  return ''
}

/** Words that stand apart by this many font sizes are in different cells. */
const CELL_GAP = 0.8

/** A line with nothing but a date, and a day of the week before it. */
export function dateLine({ line: { words }, dates: [date] }: Strip): PrintedDate | null {
  if (date !== undefined) return date.first <= 1 && date.last === words.length - 1 ? date.date : null
  const read = words.length < 2 || /\d/.test(words[0]?.text ?? '') ? null : dateFrom(words, 1)
  return read !== null && read.last === words.length - 1 ? read.date : null
}

export function stripOf(line: Line): Strip {
  const dates = datesIn(line.words)
  const isDate = (at: number) => dates.some(({ first, last }) => at >= first && at <= last)
  const printed = amountsIn(line.words.map(withoutStop)).filter(
    ({ first, last }) => !isDate(first) && !isDate(last),
  )
  const isApart = ({ first }: PrintedAmount) => gapAt(line.words, first) >= CELL_GAP
  const isTaken = (at: number) => isDate(at) || printed.some(({ first, last }) => at >= first && at <= last)
  const whole = line.words.flatMap((word, at): Amount[] =>
    isTaken(at) || !isAlone(line.words, at, at) ? [] : wholeNumber(word, at),
  )
  const short = amountsIn(line.words.map((word) => ({ ...word, text: word.text.replace(ONE_PLACE, '$&0') })))
    .filter(({ first, last }) => line.words.slice(first, last + 1).some(({ text }) => ONE_PLACE.test(text)))
    .filter(({ first, last }) => !isTaken(first) && !isTaken(last) && isAlone(line.words, first, last))
  // Beside an amount in a cell of its own, an amount among words is a part of the text.
  const own = printed.some(isApart) ? printed.filter((one) => !isInText(line.words, one)) : printed
  const amounts = [
    ...own.map((one) => ({ ...one, isWhole: false })),
    ...short.map((one) => ({ ...one, isWhole: true })),
    ...whole,
  ]
  return { line, dates, amounts: amounts.toSorted((one, other) => one.x0 - other.x0), isEntry: false }
}

/** The gap before a word, in font sizes. */
export function gapAt(words: readonly Word[], at: number): number {
  const [before, word] = [words[at - 1], words[at]]
  return before === undefined || word === undefined ? Infinity : (word.x0 - before.x1) / word.size
}

/** True for an amount among the words of a text. */
export const isInText = (words: readonly Word[], { first, last }: { first: number; last: number }) =>
  isText(words[first - 1]) &&
  isText(words[last + 1]) &&
  gapAt(words, first) < CELL_GAP &&
  gapAt(words, last + 1) < CELL_GAP

const isText = (word: Word | undefined) =>
  word !== undefined && /[\p{L}\d]/u.test(word.text) && currencyNamed(word.text) === null

/** An amount can end a clause: `Total checks (21,578.97), 2 items`, or `you ended with 5,051.35-.` `31.12.` is a day. */
const withoutStop = (word: Word): Word =>
  /[\d)–−+-][,;.]$|^[cd]r[,;.]$/i.test(word.text) && !/^[0-3]\d\.[01]\d\.$/.test(word.text)
    ? { ...word, text: word.text.slice(0, -1) }
    : word

/** True if words are the only ones of their cell. */
const isAlone = (words: readonly Word[], first: number, last: number): boolean =>
  gapAt(words, first) >= CELL_GAP && gapAt(words, last + 1) >= CELL_GAP

/** The digits of a number with one decimal place, such as `198.5`. */
const ONE_PLACE = /(?<=^[^\d.,]{0,4})\d(?:[.,'’]?\d){0,14}[.,]\d(?=[^\d.,]{0,3}$)/

/** `1,200`, `$500`, `-0`, or `100`, but no year. */
function wholeNumber({ text, x0, x1 }: Word, at: number): Amount[] {
  const found = /^([-−–(]?)\$?([-−–]?)(\d{1,3}(?:,\d{3})+|\d{1,9})\)?$/.exec(text)
  if (found === null || /^(?:19|20)\d\d$/.test(text)) return []
  const isMinus = found[1] !== '' || found[2] !== ''
  const cents = Number((found[3] ?? '').replaceAll(',', '')) * 100
  return [{ cents: isMinus ? -cents : cents, isSigned: isMinus, x0, x1, first: at, last: at, isWhole: true }]
}

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mie|mié|jue|vie|sab|sáb|dom)[a-z]{0,6}[.,]?$/i

/** Returns the dates that begin a cell. A date inside of a description is none. */
function datesIn(words: readonly Word[]): PlacedDate[] {
  const found: PlacedDate[] = []
  for (let at = 0; at < words.length; at++) {
    const [before, word] = [words[at - 1], words[at]]
    const isClose = before !== undefined && word !== undefined && word.x0 - before.x1 < CELL_GAP * word.size
    // The day of posting can stand right after that of the purchase, and the day of the week right before.
    const isSecond = found.length === 1 && found[0]?.first === 0 && found[0].last === at - 1
    const isNamed = isClose && WEEKDAY.test(before.text) && gapAt(words, at - 1) >= CELL_GAP
    if (word === undefined || (isClose && !isSecond && !isNamed)) continue
    const read = dateFrom(words, at)
    if (read === null) continue
    const first = isNamed ? at - 1 : at
    found.push({
      date: read.date,
      first,
      last: read.last,
      x0: words[first]?.x0 ?? word.x0,
      x1: words[read.last]?.x1 ?? word.x1,
    })
    at = read.last
  }
  return found
}

/** The words with letters that belong to no date and no amount, and are no currency. */
export const textIn = ({ line, dates, amounts }: Strip) =>
  line.words.filter(
    ({ text }, at) =>
      /\p{L}/u.test(text) &&
      currencyNamed(text) === null &&
      ![...dates, ...amounts].some(({ first, last }) => at >= first && at <= last),
  )

/** True for a line with nothing but dates, amounts, and short words. */
export const isBare = (strip: Strip) => textIn(strip).every(({ text }) => !/\p{L}{4}/u.test(text))
