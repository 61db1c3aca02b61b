import { amountsIn } from '../amounts.ts'
import { type Line, toLine } from '../lines.ts'
import { turned } from '../../../../src-shared/platform/base/printed-dates.ts'
import { spend } from './effort.ts'
import { dateLine, gapAt, moneyIn, type PlacedDate, type Strip, stripOf, textIn } from './facts.ts'

/** Finds what stands side by side on a page: two columns of print, and lists with several rows in a line. */

/** Most lines above a block that can belong to its headings. */
const MOST_HEADINGS = 8
/** Blocks end where this many font sizes are blank. */
const FAR_BELOW = 1.7

/**
 * Splits lines where rows stand side by side: a second date begins at the same place in many lines, and an amount stands between it and the
 * date before.
 */
export function inBlocks(lines: readonly Line[], fewest = FEWEST_SIDE_BY_SIDE): Line[] {
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
    const heading = stripOf(above)
    if (heading.dates.length > 0 && moneyIn(heading).length > 0) break
    // Above two columns of print, only their headings stand this close.
    if (gutter !== null && (below.y - above.y > FAR_BELOW * above.size || heading.dates.length > 0)) break
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
    ...inBlocks(lines.slice(0, first)),
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
    spend(rows.length * others.length)
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

/** What stands at one side of a place of a line. */
interface Half {
  hasDate: boolean
  hasMoney: boolean
  hasText: boolean
  /** True if an amount is the first thing. */
  isMoneyFirst: boolean
}

function halfOf(strip: Strip, x: number, isLeft: boolean): Half {
  const has = (some: readonly { x0: number }[]) => some.some(({ x0 }) => x0 < x === isLeft)
  const start = isLeft ? 0 : strip.line.words.findIndex(({ x0 }) => x0 >= x)
  const isMoneyFirst = moneyIn(strip).some(({ first }) => first === start)
  const [hasDate, hasMoney, hasText] = [has(strip.dates), has(moneyIn(strip)), has(textIn(strip))]
  const half = { hasDate, hasMoney, hasText, isMoneyFirst }
  if (half.hasMoney || !half.hasText) return half
  const words = strip.line.words.filter(({ x0 }) => x0 < x === isLeft)
  // A date that is the heading of rows, with the day of the week.
  return words.length > MOST_WORDS || dateLine(stripOf(toLine(words, strip.line.page))) === null
    ? half
    : { hasDate: true, hasMoney: false, hasText: false, isMoneyFirst: false }
}

/** Most words of a date with the day of the week. */
const MOST_WORDS = 5

const isRow = ({ hasDate, hasMoney, hasText }: Half) => hasMoney && (hasDate || hasText)
const isHeading = ({ hasDate, hasMoney, hasText }: Half) => hasDate && !hasMoney && !hasText

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
    spend(lines.reduce((sum, { words }) => sum + words.length, 0))
    let run: typeof facts = []
    const close = () => {
      const cut = run.map((strip) => [halfOf(strip, x, true), halfOf(strip, x, false)] as const)
      // An amount before the rows of the second column is the last one of a row of the first column.
      const isLast =
        cut.filter(([left]) => isRow(left) && left.isMoneyFirst).length * 2 <
        cut.filter(([left]) => isRow(left)).length
      const halves = cut.map(([left, right]) =>
        isLast && isRow(left) && right.isMoneyFirst
          ? ([left, { ...right, hasDate: false, hasText: false }] as const)
          : ([left, right] as const),
      )
      const count = (is: (half: Half) => boolean) =>
        Math.min(halves.filter(([left]) => is(left)).length, halves.filter(([, right]) => is(right)).length)
      const [rows, dates] = [count(isRow), count(({ hasDate }) => hasDate)]
      // A row that the space divides: its parts are no rows of their own, and no date that is a heading beside a row.
      const torn = halves.filter((both, at) => {
        const [first, second] = run[at]?.dates ?? []
        if (run[at] !== undefined && second !== undefined && first !== undefined)
          if (first.x0 < x && second.x0 >= x && isValueDate(run[at], first, second)) return true
        return (
          both.every(({ hasMoney, hasDate }) => hasMoney || hasDate) &&
          !both.every((half) => isHeading(half) || (isRow(half) && half.hasText)) &&
          !(both.every(isRow) && both.every(({ hasDate }) => hasDate))
        )
      }).length
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

/** Most days between two dates of a row. */
const NEAR = 4

/** True for a date near that of its line, with text only at the left of it. */
function isValueDate(strip: Strip, first: PlacedDate | undefined, second: PlacedDate): boolean {
  const [left, right] = [halfOf(strip, second.x0, true), halfOf(strip, second.x0, false)]
  const [one, other] = [first?.date, second.date]
  if (one === undefined || !left.hasText || right.hasText) return false
  return [other, turned(other)].some(
    ({ month, day }) => month === one.month && Math.abs(day - one.day) <= NEAR,
  )
}

/** Finds the border between the rows of the first list whose rows stand side by side. Another list can have other columns. */
function borderOf(lines: readonly Line[], fewest: number): Border | null {
  const seen: { x: number; from: number; y: number; isBare: boolean; isOfRow: boolean }[] = []
  const isFound = () => seen.length >= fewest || seen.some((one) => one.isBare)
  for (const [at, line] of lines.entries()) {
    const strip = stripOf(line)
    const { dates, amounts } = strip
    const [first, ...more] = dates
    const isFar = line.y - (lines[at - 1]?.y ?? line.y) > FAR_BELOW * line.size
    if (isFar && first === undefined && isFound()) break
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
        isBare: amounts.filter(({ isWhole }) => !isWhole).length === dates.length && isListRow(strip),
        isOfRow: isValueDate(strip, first, second),
      })
      break
    }
    const last = seen.at(-1)
    if (last === undefined || last.y !== line.y) continue
    if (seen.every(({ x, from }) => x > last.from && from < last.x)) continue
    seen.pop()
    if (isFound()) break
    seen.push(last)
  }
  // Nothing but numbers, dates, and amounts: rows stand side by side, even in a single line.
  if (!isFound()) return null
  // The second date of the rows can stand between their amount and their balance.
  if (seen.length >= FEWEST_IN_PRINT && seen.filter(({ isOfRow }) => isOfRow).length * 2 > seen.length)
    return null
  const start = Math.min(...seen.map(({ x }) => x))
  const end = Math.max(...seen.map(({ from }) => from).filter((from) => from < start))
  if (!Number.isFinite(end)) return null
  const x = start - Math.min(1, (start - end) / 2)
  const ys = seen.map(({ y }) => y)
  return { x, top: Math.min(...ys), bottom: Math.max(...ys) }
}
