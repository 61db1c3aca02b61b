import type { PrintedDate } from '../../../../src-shared/platform/base/printed-dates.ts'
import { amountsIn, parseAmount, type PrintedAmount } from '../amounts.ts'
import { type Line, toLine } from '../lines.ts'
import { dateFrom } from '../tables.ts'
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
}

export interface Amount extends PrintedAmount {
  /** True for a number without decimal places, which is money only in a column of money. */
  isWhole: boolean
}

/** Words that stand apart by this many font sizes are in different cells. */
const CELL_GAP = 0.8
/** Most lines above a block that can belong to its headings. */
const MOST_HEADINGS = 8
/** Blocks end where this many font sizes are blank. */
const FAR_BELOW = 1.7

/** Returns the lines of all pages in reading order. */
export const stripsOf = (pages: readonly (readonly Line[])[]): Strip[] =>
  pages.flatMap((lines) => inBlocks(lines).map((line) => stripOf(line)))

function stripOf(line: Line): Strip {
  const dates = datesIn(line.words)
  const isDate = (at: number) => dates.some(({ first, last }) => at >= first && at <= last)
  const printed = amountsIn(line.words.map(withoutStop)).filter(
    ({ first, last }) => !isDate(first) && !isDate(last),
  )
  const isTaken = (at: number) => isDate(at) || printed.some(({ first, last }) => at >= first && at <= last)
  const whole = line.words.flatMap((word, at): Amount[] =>
    isTaken(at) || !isAlone(line.words, at) ? [] : wholeNumber(word, at),
  )
  const amounts = [...printed.map((one) => ({ ...one, isWhole: false })), ...whole]
  return { line, dates, amounts: amounts.toSorted((one, other) => one.x0 - other.x0) }
}

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

/** Returns the dates that begin a cell. A date inside of a description is none. */
function datesIn(words: readonly Word[]): PlacedDate[] {
  const found: PlacedDate[] = []
  for (let at = 0; at < words.length; at++) {
    const [before, word] = [words[at - 1], words[at]]
    if (word === undefined || (before !== undefined && word.x0 - before.x1 < CELL_GAP * word.size)) continue
    const read = dateFrom(words, at)
    if (read === null) continue
    found.push({
      date: read.date,
      first: at,
      last: read.last,
      x0: word.x0,
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
  const border = borderOf(lines, fewest)
  if (border === null) return [...lines]
  const { x, top, bottom } = border
  // An amount at the right belongs to the text at the left, as in a line with a total.
  const isCrossed = (line: Line) => {
    const right = line.words.filter((word) => word.x0 >= x)
    const isTotal =
      right.length > 0 &&
      right.length < line.words.length &&
      right.every(({ text }) => parseAmount(text) !== null)
    return isTotal || line.words.some((word) => word.x0 < x && word.x1 > x)
  }
  let first = lines.findIndex(({ y }) => y >= top)
  let last = lines.findLastIndex(({ y }) => y <= bottom)
  for (let up = 0; up < MOST_HEADINGS && first > 0; up++) {
    const above = lines[first - 1]
    if (above === undefined || isCrossed(above)) break
    first--
  }
  while (last + 1 < lines.length) {
    const [above, below] = [lines[last], lines[last + 1]]
    if (above === undefined || below === undefined || isCrossed(below)) break
    // Below the blocks follows what is no part of them.
    const isLeft = below.words.every((word) => word.x1 <= x)
    if (isLeft && below.y - above.y > FAR_BELOW * below.size && stripOf(below).dates.length === 0) break
    last++
  }
  const side = (line: Line, isLeft: boolean) => {
    if (isCrossed(line)) return isLeft ? [line] : []
    const words = line.words.filter((word) => (word.x0 + word.x1) / 2 < x === isLeft)
    return words.length === 0 ? [] : [toLine(words, line.page)]
  }
  const middle = lines.slice(first, last + 1)
  return [
    ...lines.slice(0, first),
    ...inBlocks(
      middle.flatMap((line) => side(line, true)),
      1,
    ),
    ...inBlocks(
      middle.flatMap((line) => side(line, false)),
      1,
    ),
    ...inBlocks(lines.slice(last + 1)),
  ]
}

/** Fewest lines in which rows stand side by side. */
const FEWEST_SIDE_BY_SIDE = 2

function borderOf(lines: readonly Line[], fewest: number): { x: number; top: number; bottom: number } | null {
  const seen: { x: number; from: number; y: number; isBare: boolean }[] = []
  for (const line of lines) {
    const { dates, amounts } = stripOf(line)
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
          !/\p{L}/u.test(line.text) && amounts.filter(({ isWhole }) => !isWhole).length === dates.length,
      })
      break
    }
  }
  // Nothing but numbers, dates, and amounts: rows stand side by side, even in a single line.
  if (seen.length < fewest && !seen.some(({ isBare }) => isBare)) return null
  const start = Math.min(...seen.map(({ x }) => x))
  const end = Math.max(...seen.map(({ from }) => from).filter((from) => from < start))
  if (!Number.isFinite(end)) return null
  const x = start - Math.min(1, (start - end) / 2)
  const ys = seen.map(({ y }) => y)
  return { x, top: Math.min(...ys), bottom: Math.max(...ys) }
}
