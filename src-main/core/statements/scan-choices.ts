import { dateAt, periodIn } from './dates.ts'
import { accountIn, labelBefore, summaryKindOf } from './labels.ts'
import { type Line, toLine } from './lines.ts'
import { areaOf, isSamePlace, type Item, itemsOf } from './page-items.ts'
import { headerOf } from './tables.ts'
import { isSectionHeading, isTotal } from './vocabulary.ts'
import type { PageBox, Word } from '../ports/statements.ts'

/**
 * Two readings of a scanned page, made at different sizes, make different mistakes. Where they agree, the picture says so. Where they differ,
 * there is a choice between what they say. A value that no reading reports is never a choice.
 */

export interface Choice {
  page: number
  /** The words in this area are replaced. */
  area: PageBox
  /** What can stand there. The first one is what the first reading says. */
  options: readonly (readonly Word[])[]
  /** The item in question. Null for a line whose role in the layout is in question. */
  item: Item | null
}

/**
 * Returns what an option says that no check covers: the date of an entry, the period, or the number of the account. Null if it says none of
 * them. Two of three readings must agree on it.
 */
export function uncheckedIn({ item }: Choice, words: readonly Word[]): string | null {
  if (words.length === 0) return null
  const line = toLine([...words], 0)
  if (item?.kind === 'amount') return null
  if (item?.kind === 'date') {
    const date = dateAt(line.plain)
    return date === null ? null : `${date.month}/${date.day}/${date.year ?? ''}`
  }
  const period = periodIn(line.plain)
  const last4 = accountIn(line)
  return period === null && last4 === null ? null : `${period?.from} ${period?.to} ${last4}`
}

/** Returns the choices between two readings of one page. */
export function choicesOf(page: number, first: readonly Line[], second: readonly Line[]): Choice[] {
  const [mine, others] = [itemsOf(first), itemsOf(second)]
  const choices: Choice[] = []
  const used = new Set<Item>()
  for (const item of mine) {
    const same = others.filter((other) => isSamePlace(item, other))
    for (const other of same) used.add(other)
    const [other] = same
    if (item.value !== null && same.length === 1 && other?.value === item.value) continue
    const area = spanOf([item, ...same])
    const options = [item.words, same.flatMap(({ words }) => words)]
    choices.push({ page, area, options, item })
  }
  for (const line of second) {
    const missing = others.filter((item) => item.y === line.y && !used.has(item))
    if (missing.length === 0) continue
    if (!first.some((other) => Math.abs(other.y - line.y) < line.size * 0.5)) {
      // The first reading misses the whole line.
      choices.push({ page, area: lineArea(line), options: [[], line.words], item: null })
      continue
    }
    for (const item of missing)
      choices.push({ page, area: spanOf([item]), options: [wordsIn(first, spanOf([item])), item.words], item })
  }
  for (const line of first) {
    const other = second.find((one) => Math.abs(one.y - line.y) < line.size * 0.5)
    if (other === undefined || other.text === line.text || roleOf(line) === roleOf(other)) continue
    choices.push({ page, area: lineArea(line), options: [line.words, other.words], item: null })
  }
  return choices
}

/** Replaces the words of a page where another option than the first one was taken. */
export function withChoices(
  words: readonly Word[],
  taken: readonly { area: PageBox; words: readonly Word[] }[],
): Word[] {
  if (taken.length === 0) return [...words]
  const kept = words.filter((word) => !taken.some(({ area }) => isInside(word, area)))
  return [...kept, ...taken.flatMap((one) => one.words)]
}

/** What a line is to the layout: a heading of a table or section, a total, a figure of the summary, a period, or an account. */
function roleOf(line: Line): string {
  const header = headerOf(line, undefined)
  const label = labelBefore(line)
  const period = periodIn(line.plain)
  return [
    header === null ? '' : [...header.kinds].join(),
    isSectionHeading(line.text),
    isTotal(label),
    summaryKindOf(label, null),
    period === null ? '' : `${period.from} ${period.to}`,
    accountIn(line),
  ].join('|')
}

function spanOf(items: readonly Item[]): PageBox {
  const areas = items.map((item) => areaOf(item))
  return {
    x0: Math.min(...items.map(({ x0 }) => x0)) - 1,
    x1: Math.max(...items.map(({ x1, size }) => x1 + size * 0.5)),
    y0: Math.min(...areas.map(({ y0 }) => y0)),
    y1: Math.max(...areas.map(({ y1 }) => y1)),
  }
}

const lineArea = ({ y, size, words }: Line): PageBox => ({
  x0: (words[0]?.x0 ?? 0) - size,
  x1: (words.at(-1)?.x1 ?? 0) + size,
  y0: y - size * 0.6,
  y1: y + size * 0.35,
})

/** True if the middle of a word is in an area. */
const isInside = ({ x0, x1, y, size }: Word, area: PageBox) => {
  const [x, middle] = [(x0 + x1) / 2, y - size * 0.3]
  return x >= area.x0 && x <= area.x1 && middle >= area.y0 && middle <= area.y1
}

const wordsIn = (lines: readonly Line[], area: PageBox) =>
  lines.flatMap(({ words }) => words.filter((word) => isInside(word, area)))
