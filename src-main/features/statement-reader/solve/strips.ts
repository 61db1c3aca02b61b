import { dateAt, type PrintedDate } from '../../../../src-shared/platform/base/printed-dates.ts'
import { parseAmount } from '../amounts.ts'
import { type Line, toLine } from '../lines.ts'
import type { Word } from '../statement-words.ts'
import { inBlocks } from './blocks.ts'
import { dateLine, isBelow, moneyIn, type PlacedDate, type Strip, stripOf } from './facts.ts'

/** The lines of all pages in reading order, each with its date. */

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
  const edgesOf = ({ x0, x1 }: PlacedDate) => [
    `left ${Math.round(x0 / COLUMN)}`,
    `right ${Math.round(x1 / COLUMN)}`,
  ]
  const counts = new Map<string, number>()
  for (const { dates } of dated)
    for (const edge of dates.flatMap(edgesOf)) counts.set(edge, (counts.get(edge) ?? 0) + 1)
  const isInColumn = (date: PlacedDate) =>
    edgesOf(date).some((edge) => (counts.get(edge) ?? 0) >= FEWEST_DATES)
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

/** Rows that stand this many times as far apart as the first one and its heading are no rows of the heading. */
const APART = 1.6

/** Gives the rows below lines with nothing but dates these dates, unless such lines are no headings of rows. */
function withHeadingDates(pages: readonly (readonly Strip[])[]): Strip[] {
  let headings = 0
  let last = null as PrintedDate | null
  const rows: Strip[] = []
  const dated = pages.map((strips) => {
    let date = null as PrintedDate | null
    let [step, y] = [0, 0]
    let isTop = true
    return strips.map((strip): Strip => {
      const { line } = strip
      const own = dateLine(strip)
      if (own !== null) {
        ;[date, step, y] = [own, 0, line.y]
        ;[last, isTop] = [own, false]
        return strip
      }
      // The rows of a heading can go on at the top of the next page.
      const isNext = isTop && strip.dates.length === 0 && rows.some((row) => isInPlaceOf(strip, row))
      if (isNext) [date, isTop, y] = [last, false, line.y]
      const gap = line.y - y
      if (strip.dates.length > 0 || (!isNext && gap <= 0) || (step > 0 && gap > APART * step)) date = null
      if (date === null) return strip
      if (step === 0) step = gap
      y = line.y
      const [first] = line.words
      if (first === undefined || moneyIn(strip).length === 0) return strip
      if (step === gap && !isNext) headings++
      rows.push(strip)
      const place = { date, first: -1, last: -1, x0: first.x0, x1: first.x0 }
      return { ...strip, dates: [place] }
    })
  })
  return (headings < FEWEST_DATES ? pages : dated).flat()
}

/** True if the text of a line begins where that of a row begins, and an amount ends where one of the row ends. */
const isInPlaceOf = (strip: Strip, row: Strip) =>
  Math.abs((strip.line.words[0]?.x0 ?? 0) - (row.line.words[0]?.x0 ?? 0)) < COLUMN &&
  moneyIn(strip).some(({ x1 }) => moneyIn(row).some((amount) => Math.abs(amount.x1 - x1) < COLUMN))

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
