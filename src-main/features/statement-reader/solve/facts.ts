import { dateAt, type PrintedDate } from '../../../../src-shared/platform/base/printed-dates.ts'
import { amountsIn, parseAmount, type PrintedAmount } from '../amounts.ts'
import { currencyNamed } from '../currency.ts'
import { cellsOf, type Line, toLine } from '../lines.ts'
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
  /** True for a number without decimal places, which is money only in a column of money. */
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
/** Most lines above a block that can belong to its headings. */
const MOST_HEADINGS = 8
/** Blocks end where this many font sizes are blank. */
const FAR_BELOW = 1.7

/** Returns the lines of all pages in reading order. */
export const stripsOf = (pages: readonly (readonly Line[])[]): Strip[] =>
  withEntries(
    withHeadingDates(
      withPointedDates(pages).map((lines) => withLateAmounts(inBlocks(lines).map((line) => stripOf(line)))),
    ),
  )

/** Dates whose left or right edges are this close, in points, stand in a column. */
const COLUMN = 2.5

/** Finds the lines that look like entries. A date within a text, such as `Beginning balance on 3/20`, stands at no edge and in no column. */
function withEntries(strips: readonly Strip[]): Strip[] {
  const dated = strips.filter((strip) => strip.dates.length > 0 && moneyIn(strip).length > 0)
  const edgesOf = ({ x0, x1 }: PlacedDate) => [`left ${Math.round(x0 / COLUMN)}`, `right ${Math.round(x1 / COLUMN)}`]
  const counts = new Map<string, number>()
  for (const { dates } of dated)
    for (const edge of dates.flatMap(edgesOf)) counts.set(edge, (counts.get(edge) ?? 0) + 1)
  const isInColumn = (date: PlacedDate) => edgesOf(date).some((edge) => (counts.get(edge) ?? 0) >= FEWEST_DATES)
  for (const strip of dated)
    strip.isEntry = strip.dates.some(
      (date) => date.first <= 1 || date.last === strip.line.words.length - 1 || isInColumn(date),
    )
  return [...strips]
}

/** Fewest dates with points, such as `31.12`, that make a column of dates, and fewest dates that are headings of rows. */
const FEWEST_DATES = 3
const MOST_DATED = 0.8
/** Two months of one period at most. */
const MOST_MONTHS = 2

/** Adds a point to dates such as `31.12`, which look like amounts. They stand below each other, and are all of one or two months. */
function withPointedDates(pages: readonly (readonly Line[])[]): Line[][] {
  const columns = new Map<number, string[]>()
  const placeOf = ({ x0 }: Word) => Math.round(x0 / 2)
  for (const { words } of pages.flat())
    for (const word of words)
      if (parseAmount(word.text) !== null)
        columns.set(placeOf(word), [...(columns.get(placeOf(word)) ?? []), word.text])
  const isPointed = (text: string) => /^[0-3]\d\.[01]\d$/.test(text) && dateAt(`${text}.`) !== null
  const isColumn = (texts: readonly string[]) => {
    const dates = texts.filter(isPointed)
    // A line of a summary can begin at the same place.
    return (
      dates.length >= FEWEST_DATES &&
      dates.length >= MOST_DATED * texts.length &&
      new Set(dates.map((text) => text.slice(3))).size <= MOST_MONTHS
    )
  }
  const places = new Set([...columns].flatMap(([place, texts]) => (isColumn(texts) ? [place] : [])))
  if (places.size === 0) return pages.map((lines) => [...lines])
  const isDate = (word: Word) => places.has(placeOf(word)) && isPointed(word.text)
  return pages.map((lines) =>
    lines.map((line) =>
      line.words.some(isDate)
        ? toLine(
            line.words.map((word) => (isDate(word) ? { ...word, text: `${word.text}.` } : word)),
            line.page,
          )
        : line,
    ),
  )
}

/** A line with nothing but a date, and a day of the week before it. */
function dateLine({ line: { words }, dates: [date] }: Strip): PrintedDate | null {
  if (date !== undefined) return date.first <= 1 && date.last === words.length - 1 ? date.date : null
  const read = words.length < 2 || /\d/.test(words[0]?.text ?? '') ? null : dateFrom(words, 1)
  return read !== null && read.last === words.length - 1 ? read.date : null
}

/** Rows that stand this many times as far apart as the first one and its heading are no rows of the heading. */
const APART = 1.6

/** Gives the rows below lines with nothing but dates these dates, unless such lines are no headings of rows. */
function withHeadingDates(pages: readonly (readonly Strip[])[]): Strip[] {
  let headings = 0
  const dated = pages.map((strips) => {
    let date = null as PrintedDate | null
    let [step, y] = [0, 0]
    return strips.map((strip): Strip => {
      const { line } = strip
      const own = dateLine(strip)
      if (own !== null) {
        ;[date, step, y] = [own, 0, line.y]
        return strip
      }
      const gap = line.y - y
      if (strip.dates.length > 0 || gap <= 0 || (step > 0 && gap > APART * step)) date = null
      if (date === null) return strip
      if (step === 0) step = gap
      y = line.y
      const [first] = line.words
      if (first === undefined || moneyIn(strip).length === 0) return strip
      if (step === gap) headings++
      const place = { date, first: -1, last: -1, x0: first.x0, x1: first.x0 }
      return { ...strip, dates: [place] }
    })
  })
  return (headings < FEWEST_DATES ? pages : dated).flat()
}

/** Most font sizes between the first line of an entry and a further line with its amount. */
const LATE = 2.9

/** Joins the first line of an entry and a further line, if only that one has the amount. */
function withLateAmounts(strips: readonly Strip[]): Strip[] {
  const joined: Strip[] = []
  for (const strip of strips) {
    const above = joined.at(-1)
    if (above === undefined || !isLateAmount(strip, above)) {
      joined.push(strip)
      continue
    }
    const count = above.line.words.length
    const line = {
      ...above.line,
      words: [...above.line.words, ...strip.line.words],
      text: `${above.line.text} ${strip.line.text}`,
      plain: `${above.line.plain} ${strip.line.plain}`,
    }
    const amounts = strip.amounts.map((one) => ({ ...one, first: one.first + count, last: one.last + count }))
    joined[joined.length - 1] = { ...above, line, amounts }
  }
  return joined
}

const isLateAmount = (strip: Strip, above: Strip) =>
  strip.dates.length === 0 &&
  moneyIn(strip).length > 0 &&
  moneyIn(above).length === 0 &&
  above.dates[0] !== undefined &&
  above.dates[0].first <= 1 &&
  above.line.words.slice(above.dates[0].last + 1).some(({ text }) => /\p{L}{3}/u.test(text)) &&
  isBelow(strip, above) &&
  strip.line.y - above.line.y < LATE * above.line.size

function stripOf(line: Line): Strip {
  const dates = datesIn(line.words)
  const isDate = (at: number) => dates.some(({ first, last }) => at >= first && at <= last)
  const printed = amountsIn(line.words.map(withoutStop)).filter(
    ({ first, last }) => !isDate(first) && !isDate(last),
  )
  const isApart = ({ first }: PrintedAmount) => gapAt(line.words, first) >= CELL_GAP
  const isInText = ({ first, last }: PrintedAmount) =>
    isText(line.words[first - 1]) &&
    isText(line.words[last + 1]) &&
    gapAt(line.words, first) < CELL_GAP &&
    gapAt(line.words, last + 1) < CELL_GAP
  const isTaken = (at: number) => isDate(at) || printed.some(({ first, last }) => at >= first && at <= last)
  const whole = line.words.flatMap((word, at): Amount[] =>
    isTaken(at) || !isAlone(line.words, at) ? [] : wholeNumber(word, at),
  )
  // Beside an amount in a cell of its own, an amount among words is a part of the text.
  const own = printed.some(isApart) ? printed.filter((one) => !isInText(one)) : printed
  const amounts = [...own.map((one) => ({ ...one, isWhole: false })), ...whole]
  return { line, dates, amounts: amounts.toSorted((one, other) => one.x0 - other.x0), isEntry: false }
}

/** The gap before a word, in font sizes. */
function gapAt(words: readonly Word[], at: number): number {
  const [before, word] = [words[at - 1], words[at]]
  return before === undefined || word === undefined ? Infinity : (word.x0 - before.x1) / word.size
}

const isText = (word: Word | undefined) =>
  word !== undefined && /[\p{L}\d]/u.test(word.text) && currencyNamed(word.text) === null

/** An amount can end a clause: `Total checks (21,578.97), 2 items`. */
const withoutStop = (word: Word): Word =>
  /[\d)][,;.]$/.test(word.text) ? { ...word, text: word.text.slice(0, -1) } : word

/** True if a word is the only one of its cell. */
function isAlone(words: readonly Word[], at: number): boolean {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]]
  if (word === undefined) return false
  const gap = CELL_GAP * word.size
  return (
    (before === undefined || word.x0 - before.x1 >= gap) && (after === undefined || after.x0 - word.x1 >= gap)
  )
}

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
    if (word === undefined || (isClose && !isSecond && !(at === 1 && WEEKDAY.test(before.text)))) continue
    const read = dateFrom(words, at)
    if (read === null) continue
    const first = at === 1 && WEEKDAY.test(before?.text ?? '') ? 0 : at
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

/**
 * Splits lines where rows stand side by side: a second date begins at the same place in many lines, and an amount stands between it and the
 * date before.
 */
function inBlocks(lines: readonly Line[], fewest = FEWEST_SIDE_BY_SIDE): Line[] {
  const gutter = gutterOf(lines)
  const border = gutter ?? borderOf(lines, fewest)
  if (border === null) return [...lines]
  const { x, top, bottom } = border
  // An amount at the right belongs to the text at the left, as in a line with a total.
  const isCrossed = (line: Line) => {
    const right = line.words.filter((word) => word.x0 >= x)
    const isTotal =
      right.length > 0 &&
      right.length < line.words.length &&
      amountsIn(right).reduce((sum, { first, last }) => sum + last - first + 1, 0) === right.length
    // An entry whose date stands at the left and whose amount stands at the right is no two rows.
    const { dates, amounts } = stripOf(line)
    const isRow =
      dates.some((date) => date.x0 < x) &&
      !dates.some((date) => date.x0 >= x) &&
      amounts.some((amount) => amount.x0 >= x) &&
      !amounts.some((amount) => !amount.isWhole && amount.x0 < x)
    return isTotal || isRow || line.words.some((word) => word.x0 < x && word.x1 > x)
  }
  let first = lines.findIndex(({ y }) => y >= top)
  let last = lines.findLastIndex(({ y }) => y <= bottom)
  for (let up = 0; up < MOST_HEADINGS && first > 0; up++) {
    const [above, below] = [lines[first - 1], lines[first]]
    if (above === undefined || below === undefined || isCrossed(above)) break
    // Above two columns of print, only their headings stand this close.
    if (gutter !== null && (below.y - above.y > FAR_BELOW * above.size || stripOf(above).dates.length > 0)) break
    first--
  }
  for (let next = last + 1; next < lines.length; next++) {
    const [above, below] = [lines[next - 1], lines[next]]
    if (above === undefined || below === undefined || isCrossed(below)) break
    // Below the blocks follows what is no part of them.
    const isLeft = below.words.every((word) => word.x1 <= x)
    const strip = stripOf(below)
    if (isLeft && below.y - above.y > FAR_BELOW * below.size && strip.dates.length === 0) break
    if (gutter !== null || (strip.dates.length > 0 && moneyIn(strip).length > 0)) last = next
  }
  const side = (line: Line, isLeft: boolean) => {
    if (isCrossed(line)) return isLeft ? [line] : []
    const words = line.words.filter((word) => (word.x0 + word.x1) / 2 < x === isLeft)
    return words.length === 0 ? [] : [toLine(words, line.page, line.shift)]
  }
  const middle = lines.slice(first, last + 1)
  const [left, right] = [true, false].map((isLeft) => middle.flatMap((line) => side(line, isLeft)))
  return [
    ...lines.slice(0, first),
    ...inBlocks(left ?? [], 1),
    ...inBlocks(shifted(right ?? [], left ?? []), 1),
    ...inBlocks(lines.slice(last + 1)),
  ]
}

/** Edges of a table are the same as those of another one if they differ by less, in points, after one of them was moved. */
const SAME_EDGE = 2
/** Share of the rows of a block that must stand in the columns of the block beside it. Further blocks may follow at its right. */
const SAME_TABLE = 0.4

/** Moves a block over the block at its left, if its dates and amounts then stand in the same columns. */
function shifted(lines: readonly Line[], left: readonly Line[]): readonly Line[] {
  const rowsOf = (some: readonly Line[]) =>
    some.flatMap((line) => {
      const strip = stripOf(line)
      const money = moneyIn(strip)
      return money.length === 0 ? [] : [[...strip.dates.map(({ x0 }) => x0), ...money.map(({ x1 }) => x1)]]
    })
  const distinct = (rows: readonly (readonly number[])[]) => [...new Set(rows.flat().map(Math.round))]
  const [rows, others] = [rowsOf(lines), distinct(rowsOf(left))]
  let best = { shift: 0, count: rows.length * SAME_TABLE }
  for (const shift of new Set(distinct(rows).flatMap((edge) => others.map((other) => edge - other)))) {
    const isSame = (edge: number) => others.some((other) => Math.abs(edge - shift - other) <= SAME_EDGE)
    const count = rows.filter((row) => row.every(isSame)).length
    if (count > best.count) best = { shift, count }
  }
  const { shift } = best
  return shift === 0
    ? lines
    : lines.map((line) =>
        toLine(
          line.words.map((word) => ({ ...word, x0: word.x0 - shift, x1: word.x1 - shift })),
          line.page,
          line.shift + shift,
        ),
      )
}

/** Fewest lines in which rows stand side by side. */
const FEWEST_SIDE_BY_SIDE = 2
/** Fewest rows on each side of blank space that divides two columns of print. */
const FEWEST_IN_PRINT = 3
/** Blank space of this many font sizes can divide two columns of print. */
const GUTTER = 0.9

interface Border {
  x: number
  top: number
  bottom: number
}

/** True for a line of nothing but numbers, dates, and amounts, as in lists of checks and of balances. */
const isListRow = (strip: Strip) => moneyIn(strip).length > 0 && textIn(strip).length === 0

/** The words with letters that belong to no date and no amount. */
const textIn = ({ line, dates, amounts }: Strip) =>
  line.words.filter(
    ({ text }, at) =>
      /\p{L}/u.test(text) && ![...dates, ...amounts].some(({ first, last }) => at >= first && at <= last),
  )

/** True for a line with nothing but dates, amounts, and short words. */
export const isBare = (strip: Strip) => textIn(strip).every(({ text }) => !/\p{L}{4}/u.test(text))

/** What stands at one side of a place of a line. */
interface Half {
  hasDate: boolean
  hasMoney: boolean
  hasText: boolean
}

function halfOf(strip: Strip, x: number, isLeft: boolean): Half {
  const has = (some: readonly { x0: number }[]) => some.some(({ x0 }) => x0 < x === isLeft)
  return { hasDate: has(strip.dates), hasMoney: has(moneyIn(strip)), hasText: has(textIn(strip)) }
}

const isRow = ({ hasDate, hasMoney, hasText }: Half) => hasMoney && (hasDate || hasText)

/** Finds the blank space with most rows on both sides: each side has dates and amounts, and no row crosses the space. */
function gutterOf(lines: readonly Line[]): Border | null {
  const facts = lines.map(stripOf)
  const places = new Set(
    facts.flatMap(({ line: { words } }) =>
      words.flatMap((word, at) => (at === 0 || gapAt(words, at) >= GUTTER ? [Math.floor(word.x0) - 1] : [])),
    ),
  )
  let best: (Border & { rows: number; blank: number }) | null = null
  for (const x of [...places].toSorted((one, other) => one - other)) {
    let run: typeof facts = []
    const close = () => {
      const halves = run.map((strip) => [halfOf(strip, x, true), halfOf(strip, x, false)] as const)
      const count = (is: (half: Half) => boolean) =>
        Math.min(halves.filter(([left]) => is(left)).length, halves.filter(([, right]) => is(right)).length)
      const [rows, dates] = [count(isRow), count(({ hasDate }) => hasDate)]
      // A row that the space divides: its parts are no rows of their own.
      const torn = halves.filter(
        (both) =>
          both.every(({ hasMoney, hasDate }) => hasMoney || hasDate) &&
          !(both.every(isRow) && (both.every(({ hasDate }) => hasDate) || both.every(({ hasText }) => hasText))),
      ).length
      const own = run.filter((strip, at) => halves[at]?.some(isRow) === true || dateLine(strip) !== null)
      const ends = own.flatMap(({ line }) => line.words.flatMap((word) => (word.x1 <= x ? [word.x1] : [])))
      const blank = x - Math.max(...ends)
      if (
        rows >= FEWEST_IN_PRINT &&
        dates * 2 >= FEWEST_IN_PRINT &&
        torn * 4 < rows &&
        (best === null || rows > best.rows || (rows === best.rows && blank > best.blank))
      )
        best = { x, top: own[0]?.line.y ?? 0, bottom: own.at(-1)?.line.y ?? 0, rows, blank }
      run = []
    }
    for (const strip of facts)
      if (isListRow(strip) || strip.line.words.some((word) => word.x0 < x && word.x1 > x)) close()
      else run.push(strip)
    close()
  }
  return best
}

function borderOf(lines: readonly Line[], fewest: number): Border | null {
  const seen: { x: number; from: number; y: number; isBare: boolean }[] = []
  for (const line of lines) {
    const strip = stripOf(line)
    const { dates, amounts } = strip
    const [first, ...more] = dates
    for (const second of more) {
      if (!amounts.some((one) => !one.isWhole && one.x1 < second.x0 && one.x0 > (first?.x1 ?? 0))) continue
      // The number of a check can stand before the second date.
      const before = line.words[second.first - 1]
      const isNumbered = /^\d{1,12}[*^]?$/.test(before?.text ?? '')
      const start = isNumbered ? second.first - 1 : second.first
      seen.push({
        x: line.words[start]?.x0 ?? second.x0,
        from: line.words[start - 1]?.x1 ?? 0,
        y: line.y,
        isBare:
          amounts.filter(({ isWhole }) => !isWhole).length === dates.length &&
          isListRow(strip),
      })
      break
    }
  }
  // Nothing but numbers, dates, and amounts: rows stand side by side, even in a single line.
  if (seen.length < fewest && !seen.some((one) => one.isBare)) return null
  const start = Math.min(...seen.map(({ x }) => x))
  const end = Math.max(...seen.map(({ from }) => from).filter((from) => from < start))
  if (!Number.isFinite(end)) return null
  const x = start - Math.min(1, (start - end) / 2)
  const ys = seen.map(({ y }) => y)
  return { x, top: Math.min(...ys), bottom: Math.max(...ys) }
}
