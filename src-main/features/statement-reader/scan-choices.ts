import { dateAt } from '../../../src-shared/platform/base/printed-dates.ts'
import { accountIn } from './account-numbers.ts'
import { periodIn } from './dates.ts'
import { labelBefore, summaryKindOf } from './labels.ts'
import { type Line, toLine } from './lines.ts'
import { areaOf, isSamePlace, type Item, itemsOf } from './page-items.ts'
import type { PageBox, Word } from './statement-words.ts'

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
 * What a reading says that no check covers: the date of an entry, the period, or the number of the account. Two of three readings must agree
 * on it.
 */
export interface Unchecked {
  date: string | null
  period: string | null
  last4: string | null
}

export function uncheckedIn({ item }: Choice, words: readonly Word[]): Unchecked {
  const nothing = { date: null, period: null, last4: null }
  if (words.length === 0 || item?.kind === 'amount') return nothing
  const line = toLine([...words], 0)
  if (item?.kind === 'date') {
    const date = dateAt(line.plain)
    return { ...nothing, date: date === null ? null : `${date.month}/${date.day}/${date.year ?? ''}` }
  }
  const period = periodIn(line.plain)
  return {
    date: null,
    period: period === null ? null : `${period.from} ${period.to}`,
    last4: accountIn(line),
  }
}

const UNCHECKED = ['date', 'period', 'last4'] as const

/** True if two readings contradict each other in what no check covers. */
export const contradicts = (one: Unchecked, other: Unchecked) =>
  UNCHECKED.some((key) => one[key] !== null && other[key] !== null && one[key] !== other[key])

/** True if the first reading says something unchecked that the other does not say. */
export const saysMore = (one: Unchecked, other: Unchecked) =>
  UNCHECKED.some((key) => one[key] !== null && other[key] === null)

/** Returns the choices between two readings of one page. */
export function choicesOf(page: number, first: readonly Line[], second: readonly Line[]): Choice[] {
  const [mine, others] = [itemsOf(first), itemsOf(second)]
  const choices: Choice[] = []
  const used = new Set<Item>()
  for (const item of mine) {
    const same = others.filter((other) => isSamePlace(item, other))
    for (const other of same) used.add(other)
    const [other] = same
    if (item.value !== null && same.length === 1 && other?.value === item.value) {
      // Both readings can miss a faint sign. What a third one says counts only if it differs in nothing else.
      if (
        item.kind === 'amount' &&
        !item.value.endsWith('signed') &&
        isDoubtful([...item.words, ...other.words])
      )
        choices.push({ page, area: spanOf([item]), options: [item.words], item })
      continue
    }
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
      choices.push({
        page,
        area: spanOf([item]),
        options: [wordsIn(first, spanOf([item])), item.words],
        item,
      })
  }
  for (const line of first) {
    const other = second.find((one) => Math.abs(one.y - line.y) < line.size * 0.5)
    if (other === undefined || other.text === line.text || roleOf(line) === roleOf(other)) continue
    choices.push({ page, area: lineArea(line), options: [line.words, other.words], item: null })
  }
  return choices
}

/** A reading of a word is doubtful if the recognition is less sure than this. */
const DOUBTFUL = 40

const isDoubtful = (words: readonly Word[]) => words.some(({ confidence = 100 }) => confidence < DOUBTFUL)

/** Replaces the words of a page where another option than the first one was taken. */
export function withChoices(
  words: readonly Word[],
  taken: readonly { area: PageBox; words: readonly Word[] }[],
): Word[] {
  if (taken.length === 0) return [...words]
  const kept = words.filter((word) => !taken.some(({ area }) => isInside(word, area)))
  return [...kept, ...taken.flatMap((one) => one.words)]
}

/** What a line is to the layout: a figure of the summary, a period, or an account. */
function roleOf(line: Line): string {
  const label = labelBefore(line)
  const period = periodIn(line.plain)
  return [
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
  y0: y - size * 1.05,
  y1: y + size * 0.4,
})

/** True if the middle of a word is in an area. */
const isInside = ({ x0, x1, y, size }: Word, area: PageBox) => {
  const x = (x0 + x1) / 2
  return x >= area.x0 && x <= area.x1 && Math.abs(y - baselineOf(area)) < size * 0.5
}

/** The baseline of the line around which an area was made: see `areaOf`. */
const baselineOf = ({ y0, y1 }: PageBox) => y1 - ((y1 - y0) * 0.4) / 1.45

const wordsIn = (lines: readonly Line[], area: PageBox) =>
  lines.flatMap(({ words }) => words.filter((word) => isInside(word, area)))
