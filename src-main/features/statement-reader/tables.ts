import { amountsIn, type PrintedAmount } from './amounts.ts'
import { dateAt, type PrintedDate } from '../../../src-shared/platform/base/printed-dates.ts'
import { cellsOf, squash, toLine, type Cell, type Line } from './lines.ts'
import type { Word } from './statement-words.ts'
import { columnKind, type ColumnKind } from './vocabulary.ts'

export interface Column {
  kind: ColumnKind
  heading: string
  x0: number
  x1: number
}

/** The columns of a table. A table with several entries side by side, such as a list of checks, has several groups of the same columns. */
export interface Header {
  groups: Column[][]
  kinds: ReadonlySet<ColumnKind>
}

/** An entry of a table: one transaction, or one balance. */
export interface Row {
  line: Line
  /** Null for a row that shares the date of the row above. */
  date: PrintedDate | null
  description: Word[]
  check: string
  amounts: { kind: ColumnKind; amount: PrintedAmount }[]
  /** Digits that stand in a column of amounts but are no amount, such as `1,200` or digits of another script. */
  hasUnread: boolean
  /** The row has two dates that differ, and no heading tells which of them is the day of posting. */
  isDateDoubted: boolean
  /** Another date follows the date. In most rows of a table, that is a second date, and otherwise a word of the description. */
  isTwiceDated: boolean
}

/** Words closer than this many font sizes are one text. */
const ALONE_GAP = 0.8

const NUMERIC: ReadonlySet<ColumnKind> = new Set(['amount', 'debit', 'credit', 'balance'])

/** Reads a line as the heading of a table. `above` and `below` are its neighbors, because a heading can have two lines. */
export function headerOf(line: Line, above: Line | undefined): Header | null {
  return fromCells(headingsOf(line), line) ?? (above === undefined ? null : stacked(above, line))
}

/** Returns the cells of a heading. Two headings of dates that stand close together are two cells: `Transaction date Booking date`. */
function headingsOf(line: Line): Cell[] {
  return cellsOf(line).flatMap((cell) => {
    const dates: number[] = []
    for (let at = cell.first; at <= cell.last; at++)
      if (/^(?:date|fecha)$/.test(squash(line.words[at]?.text ?? ''))) dates.push(at)
    const [one, two] = dates
    if (dates.length !== 2 || one === undefined || two === undefined) return [cell]
    // In English the word ends the heading, in Spanish it begins it.
    const start = one === cell.first ? two : one + 1
    return [
      [cell.first, start - 1],
      [start, cell.last],
    ].map(([first = 0, last = 0]) => {
      const words = line.words.slice(first, last + 1)
      const text = words.map((word) => word.text).join(' ')
      return { text, x0: words[0]?.x0 ?? cell.x0, x1: words.at(-1)?.x1 ?? cell.x1, first, last }
    })
  })
}

function stacked(above: Line, line: Line): Header | null {
  if (line.page !== above.page || line.y - above.y > 1.9 * line.size) return null
  if (isBusy(above)) return null
  const cells = headingsOf(line)
  // `1041 03/05 500` below a heading is an entry, although it begins with no date and its amount cannot be read.
  if (cells.some(({ text }) => /\d/.test(text) && !/\p{L}/u.test(text))) return null
  for (const upper of cellsOf(above)) {
    const below = cells.find((cell) => cell.x0 < upper.x1 && upper.x0 < cell.x1)
    if (below === undefined) cells.push(upper)
    else {
      below.text = `${upper.text} ${below.text}`
      below.x0 = Math.min(below.x0, upper.x0)
      below.x1 = Math.max(below.x1, upper.x1)
    }
  }
  return fromCells(
    cells.toSorted((one, other) => one.x0 - other.x0),
    line,
  )
}

/** A line with amounts or with a date at its start is no heading. */
const isBusy = ({ words, plain }: Line) => amountsIn(words).length > 0 || dateAt(plain) !== null

function fromCells(cells: readonly Cell[], line: Line): Header | null {
  if (cells.length < 2 || cells.length > 16 || isBusy(line)) return null
  const columns: Column[] = []
  let unknown = 0
  for (const { text, x0, x1 } of cells) {
    const kind = columnKind(text)
    if (kind === null) unknown++
    columns.push({ kind: kind ?? 'other', heading: text, x0, x1 })
  }
  const kinds = columns.map(({ kind }) => kind)
  const known = kinds.filter((kind) => kind !== 'other')
  if (unknown > 1 || unknown * 2 > columns.length) return null
  if (!known.includes('date') && !(known.includes('check') && known.includes('amount'))) return null
  if (!known.some((kind) => NUMERIC.has(kind))) return null
  const groups = repeats(columns)
  return { groups, kinds: new Set(known) }
}

/** Splits columns such as date, amount, date, amount into groups. */
function repeats(columns: Column[]): Column[][] {
  for (let size = 2; size <= columns.length / 2; size++) {
    if (columns.length % size !== 0) continue
    if (!columns.every(({ kind }, at) => kind === columns[at % size]?.kind)) continue
    return Array.from({ length: columns.length / size }, (_, at) => columns.slice(at * size, (at + 1) * size))
  }
  return [columns]
}

/** Splits a line into the parts that belong to the groups of a table. Returns the whole line if there is one group. */
export function partsOf(line: Line, { groups }: Header): { columns: Column[]; words: Word[] }[] {
  if (groups.length === 1) return [{ columns: groups[0] ?? [], words: line.words }]
  const parts = groups.map((columns) => ({ columns, words: [] as Word[] }))
  // Split at the widest gap near the border of two groups. Words may begin left of their heading, or end right of it.
  const borders = groups.slice(1).map((columns, at) => {
    const left = groups[at]?.at(-1)?.x1 ?? 0
    const right = columns[0]?.x0 ?? 0
    return borderBetween(line.words, left, right, line.size)
  })
  for (const word of line.words) {
    const center = (word.x0 + word.x1) / 2
    const group = borders.filter((border) => center > border).length
    parts[group]?.words.push(word)
  }
  return parts
}

/** Returns the middle of the widest gap between words around the space between two headings. */
function borderBetween(words: readonly Word[], left: number, right: number, size: number): number {
  let best = (left + right) / 2
  let widest = 0
  for (let at = 1; at < words.length; at++) {
    const [one, other] = [words[at - 1], words[at]]
    if (one === undefined || other === undefined) continue
    const middle = (one.x1 + other.x0) / 2
    if (middle < left - 3 * size || middle > right + 3 * size) continue
    // A gap within a text or within an amount is no border.
    if (other.x0 - one.x1 < ALONE_GAP * size) continue
    if (other.x0 - one.x1 > widest) {
      widest = other.x0 - one.x1
      best = middle
    }
  }
  return best
}

/** Text that says an amount of money in another way than `1,234.56`: `$500`, `1,200`, `(12)`, or with the digits of another script. */
const MONEY_LIKE = /[$(][\d]|\d[.,]\d{3}|(?!\d)\p{Nd}/u

/** The day of the week before a date: `Mon 03/02`, `lun. 02/03`. */
const WEEKDAY = /^(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|lun|mar|mi[eé]|jue|vie|s[aá]b|dom)[.,]?$/i

/** Reads the words of one group of a line as an entry. Returns null if it has neither a date nor an amount in a column. */
export function rowOf(words: readonly Word[], columns: readonly Column[], page: number): Row | null {
  if (words.length === 0) return null
  const line = toLine([...words], page)
  const { size } = line
  const dateColumn = columns.find(({ kind }) => kind === 'date')
  const numeric = columns.filter(({ kind }) => NUMERIC.has(kind))
  const firstNumeric = Math.min(...numeric.map(({ x0 }) => x0))
  // Some banks print the amount before the description.
  const text = columns.find(({ kind }) => kind === 'description')
  const isTextLast = text !== undefined && text.x0 > firstNumeric
  const lastNumeric = Math.min(...numeric.map(({ x1 }) => x1))

  let date: PrintedDate | null = null
  let dateEnd = -1
  let dateStart = -1
  let isDateDoubted = false
  let isTwiceDated = false
  if (dateColumn !== undefined) {
    const isFirst = columns[0] === dateColumn
    const hasWeekday = WEEKDAY.test(line.words[0]?.text ?? '')
    const most = isFirst ? (hasWeekday ? 2 : 1) : Math.min(line.words.length, 4)
    for (let at = 0; at < most && date === null; at++) {
      const word = line.words[at]
      if (word === undefined || word.x0 > dateColumn.x1 + 3 * size || word.x1 < dateColumn.x0 - 4 * size)
        continue
      const read = dateFrom(line.words, at)
      if (read === null) continue
      date = read.date
      dateStart = hasWeekday && at === 1 ? 0 : at
      dateEnd = read.last
    }
    // Some tables have the date of the purchase next to the date of posting. Take the posting date if the headings tell it.
    const second = columns.find((column) => column.kind === 'date' && column !== dateColumn)
    if (date !== null && second === undefined && text !== undefined && !isTextLast) {
      isDateDoubted = hasLoneDate(line, dateEnd, date)
      const next = dateFrom(line.words, dateEnd + 1)?.date
      isTwiceDated = next !== undefined && (next.month !== date.month || next.day !== date.day)
    }
    if (date !== null && second !== undefined) {
      const other = dateFrom(line.words, dateEnd + 1)
      if (other !== null) {
        const [one, two] = [postingRank(dateColumn.heading), postingRank(second.heading)]
        isDateDoubted = one === two && (date.month !== other.date.month || date.day !== other.date.day)
        if (two > one) date = other.date
        dateEnd = other.last
      }
    }
  }

  const found = amountsIn(line.words).filter(({ first }) => first > dateEnd)
  const amounts: Row['amounts'] = []
  let firstAmount = line.words.length
  for (const amount of found) {
    // Amounts in the description, such as `15.00 fee waived`, end before the first column of amounts begins.
    if (amount.x1 < firstNumeric - 2.5 * size) continue
    if (
      isTextLast &&
      text !== undefined &&
      amount.x0 > text.x0 - size &&
      !numeric.some((column) => column.x0 > text.x0)
    )
      continue
    const kind = nearest(amount, numeric)
    if (kind === null) continue
    amounts.push({ kind, amount })
    firstAmount = Math.min(firstAmount, amount.first)
  }
  if (amounts.length === 0 && date === null) return null
  const checkColumn = columns.find(({ kind }) => kind === 'check')
  let check = ''
  const description: Word[] = []
  line.words.forEach((word, at) => {
    if (at >= dateStart && at <= dateEnd && date !== null) return
    if (amounts.some(({ amount }) => at >= amount.first && at <= amount.last)) return
    if (
      checkColumn !== undefined &&
      overlaps(word, checkColumn, 2.5 * size) &&
      (/^[#*^]?\d{1,12}[*^]?$/.test(word.text) || /^[*^]$/.test(word.text))
    ) {
      check = check === '' ? word.text : `${check} ${word.text}`
      return
    }
    if (at < firstAmount || word.x1 < firstNumeric || (isTextLast && word.x0 > lastNumeric))
      description.push(word)
  })
  const isRead = (at: number) =>
    (at >= dateStart && at <= dateEnd) ||
    amounts.some(({ amount }) => at >= amount.first && at <= amount.last)
  // The number of a description can reach into a column. Digits that stand alone there are an amount.
  const hasUnread = line.words.some((word, at) => {
    if (isRead(at) || check.split(' ').includes(word.text)) return false
    if (looksLikeDigit(line.words, at) && amounts.some(({ amount }) => amount.first === at + 1)) return true
    if (!numeric.some((column) => overlaps(word, column, size / 2))) return false
    if (isTextLast && text !== undefined && word.x0 > text.x0 - size) return false
    if (amounts.length === 0 && MONEY_LIKE.test(word.text)) return true
    return /\p{Nd}/u.test(word.text) && standsAlone(line.words, at)
  })
  return { line, date, description, check, amounts, hasUnread, isDateDoubted, isTwiceDated }
}

/** True if a letter that looks like a digit is before a word, and belongs to no other word: `l 500.00`, or `l, 500.00`. */
function looksLikeDigit(words: readonly Word[], at: number): boolean {
  const [word, next] = [words[at], words[at + 1]]
  if (word === undefined || next === undefined || !/^\W?[lIO|!]{1,3}[,.'’]?$/.test(word.text)) return false
  return next.x0 - word.x1 < word.size * 2 && standsAlone(words, at)
}

/** True if a line has digits in the column of dates that are no date, such as `03/2O` or `03/20Payroll`. */
export function hasUnreadDate(words: readonly Word[], { groups }: Header): boolean {
  const [first] = words
  const column = groups[0]?.[0]
  if (first === undefined || column?.kind !== 'date' || first.x0 > column.x1) return false
  return /^\d{1,2}[/.-]\S/.test(first.text) && dateFrom(words, 0) === null && amountsIn([first]).length === 0
}

/** True if no word with letters stands before a word, with only small gaps between. */
function standsAlone(words: readonly Word[], at: number): boolean {
  for (let index = at; index > 0; index--) {
    const [before, word] = [words[index - 1], words[index]]
    if (before === undefined || word === undefined) return true
    if (word.x0 - before.x1 > ALONE_GAP * word.size) return true
    if (/\p{L}/u.test(before.text)) return false
  }
  return true
}

/** True if another date follows a date, in a column of its own. A date within a description is followed by its other words. */
function hasLoneDate({ words, size }: Line, end: number, date: PrintedDate): boolean {
  const other = dateFrom(words, end + 1)
  if (other === null) return false
  const [start, last, next] = [words[end + 1], words[other.last], words[other.last + 1]]
  const gap = next === undefined || last === undefined ? Number.POSITIVE_INFINITY : next.x0 - last.x1
  const before = (start?.x0 ?? 0) - (words[end]?.x1 ?? 0)
  const isOther = other.date.month !== date.month || other.date.day !== date.day
  return isOther && before > ALONE_GAP * size && gap > ALONE_GAP * size
}

/** How surely the heading of a column names the day of posting: 2 by a word for it, 1 by the word date alone, 0 by words for another day. */
function postingRank(heading: string): number {
  const text = squash(heading)
  if (/post|book|contab|registro|asiento|aplicacion/.test(text)) return 2
  return ['date', 'fecha', 'day', 'dia'].includes(text) ? 1 : 0
}

const overlaps = (word: Word, column: Column, slack: number) =>
  word.x0 < column.x1 + slack && word.x1 > column.x0 - slack

/** Reads a date from a word and up to three words after it: `Dec 1`, `01 JUL`, `1 de julio`. */
export function dateFrom(words: readonly Word[], at: number): { date: PrintedDate; last: number } | null {
  const taken = words.slice(at, at + 4)
  const text = toPlain(taken)
  const date = dateAt(text)
  if (date === null) return null
  let end = 0
  for (const [index, word] of taken.entries()) {
    end += word.text.length + (index > 0 ? 1 : 0)
    if (end >= date.end) return { date, last: at + index }
  }
  return null
}

/**
 * Makes columns for entries without a heading, such as `07/03 Card payment 25.00`, from the right edges of their amounts. `kinds` are the
 * kinds of the columns of amounts, from left to right. Returns null if the number of columns differs.
 */
export function impliedHeader(
  lines: readonly Line[],
  at: number,
  kinds: readonly ColumnKind[],
): Header | null {
  const [first] = lines[at]?.words ?? []
  if (first === undefined || dateFrom(lines[at]?.words ?? [], 0) === null) return null
  const edges: { x0: number; x1: number; count: number }[] = []
  let entries = 0
  for (const line of lines.slice(at)) {
    const start = line.words[0]
    if (
      start === undefined ||
      Math.abs(start.x0 - first.x0) > 3 * line.size ||
      dateFrom(line.words, 0) === null
    )
      continue
    const amounts = amountsIn(line.words)
    if (amounts.length === 0 || amounts.at(-1)?.last !== line.words.length - 1) continue
    entries++
    for (const { x0, x1 } of amounts.slice(-kinds.length)) {
      const edge = edges.find((one) => Math.abs(one.x1 - x1) < line.size)
      if (edge === undefined) edges.push({ x0, x1, count: 1 })
      else {
        edge.count++
        edge.x0 = Math.min(edge.x0, x0)
      }
    }
  }
  const columns = edges
    .filter(({ count }) => count * 20 >= entries)
    .toSorted((one, other) => one.x1 - other.x1)
  if (columns.length !== kinds.length || entries === 0) return null
  const date = { kind: 'date' as const, heading: '', x0: first.x0, x1: first.x1 }
  const description = {
    kind: 'description' as const,
    heading: '',
    x0: first.x1 + first.size,
    x1: first.x1 + 10 * first.size,
  }
  const numeric = columns.map(({ x0, x1 }, index) => ({
    kind: kinds[index] ?? 'amount',
    heading: '',
    x0,
    x1,
  }))
  return { groups: [[date, description, ...numeric]], kinds: new Set(['date', 'description', ...kinds]) }
}

const toPlain = (words: readonly Word[]) =>
  words
    .map(({ text }) => text.normalize('NFD').replaceAll(/\p{M}/gu, ''))
    .join(' ')
    .toLowerCase()

/** Returns the kind of the column of amounts in which an amount stands. Null for a table with several entries side by side. */
export const columnAt = (amount: PrintedAmount, { groups }: Header): ColumnKind | null =>
  groups.length > 1
    ? null
    : nearest(
        amount,
        (groups[0] ?? []).filter(({ kind }) => NUMERIC.has(kind)),
      )

/** Returns the kind of the column nearest to an amount. Amounts align with their heading on one side or in the middle. */
function nearest(amount: PrintedAmount, columns: readonly Column[]): ColumnKind | null {
  let best: ColumnKind | null = null
  let least = Number.POSITIVE_INFINITY
  for (const { kind, x0, x1 } of columns) {
    const distance = Math.min(
      Math.abs(amount.x1 - x1),
      Math.abs(amount.x0 - x0),
      Math.abs((amount.x0 + amount.x1) / 2 - (x0 + x1) / 2),
    )
    if (distance < least) {
      least = distance
      best = kind
    }
  }
  return best
}
