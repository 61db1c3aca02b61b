import { amountsIn, parseAmount } from './amounts.ts'
import { type Line, linesOf } from './lines.ts'
import { dateFrom } from './dates.ts'
import type { PageBox, RecognizedWord, StatementPage, Word } from './statement-words.ts'

/** Amounts and dates on a page with their places, so that two readings of the page can be compared. */

/** One amount or date. `value` is equal for two readings that say the same. It is null for a word that looks like an amount but is none. */
export interface Item {
  kind: 'amount' | 'date'
  value: string | null
  /** Null for a date, and for a word that is no amount. */
  cents: number | null
  x0: number
  x1: number
  y: number
  size: number
  words: readonly Word[]
}

/** Returns the amounts and the dates of lines. Dates inside a description do not count. */
export function itemsOf(lines: readonly Line[]): Item[] {
  return lines.flatMap((line) => [...amountItems(line), ...dateItems(line)])
}

function amountItems({ words, y }: Line): Item[] {
  const amounts = amountsIn(words)
  const items = amounts.map(({ cents, isSigned, x0, x1, first, last }): Item => ({
    kind: 'amount',
    value: isSigned ? `${cents} signed` : String(cents),
    cents,
    x0,
    x1,
    y,
    size: words[first]?.size ?? 0,
    words: words.slice(first, last + 1),
  }))
  words.forEach((word, at) => {
    if (amounts.some(({ first, last }) => at >= first && at <= last) || !looksLikeAmount(word.text)) return
    const { x0, x1, size } = word
    items.push({ kind: 'amount', value: null, cents: null, x0, x1, y, size, words: [word] })
  })
  return items
}

function dateItems({ words, y }: Line): Item[] {
  return words.flatMap((word, at) => {
    const before = words[at - 1]
    if (before !== undefined && word.x0 - before.x1 < word.size) return []
    const date = dateFrom(words, at)
    if (date === null) return []
    const taken = words.slice(at, date.last + 1)
    const { year, month, day } = date.date
    const x1 = taken.at(-1)?.x1 ?? word.x1
    const value = `${month}/${day}/${year ?? ''}`
    return [{ kind: 'date', value, cents: null, x0: word.x0, x1, y, size: word.size, words: taken }]
  })
}

/** Words that are an amount, or an amount with a mistake, such as `1,5O4.2l` or `7,5655.38`. */
function looksLikeAmount(text: string): boolean {
  return (
    text.length >= 4 &&
    text.length <= 18 &&
    /\d/.test(text) &&
    /[.,]/.test(text) &&
    !/[/:#]|\p{L}{3}/u.test(text) &&
    parseAmount(text) === null
  )
}

type Place = Pick<Item, 'x0' | 'x1' | 'y' | 'size'>

/** True if two pieces of text are in the same line, one over the other. */
export const isSamePlace = (one: Place, other: Place) =>
  Math.abs(one.y - other.y) < Math.max(one.size, other.size) * 0.6 && one.x0 < other.x1 && other.x0 < one.x1

/** True if two pieces of text are neighbors in a line. */
export const isBeside = (one: Place, other: Place) =>
  Math.abs(one.y - other.y) < other.size * 0.6 &&
  Math.max(one.x0, other.x0) - Math.min(one.x1, other.x1) < other.size * 1.2

/** The area of an item for another reading. A sign may be missing in the first one, so the area extends to the right. */
export const areaOf = ({ x0, x1, y, size }: Place): PageBox => ({
  x0: x0 - size * 0.35,
  y0: y - size * 1.05,
  x1: x1 + size * 0.95,
  y1: y + size * 0.4,
})

/**
 * Writes an amount with the usual separators. The recognition confuses points and commas, or misses the point: `1.861.58`, `3.92422`. The
 * digits stay as they are. Returns any other text unchanged.
 */
export function withUsualSeparators(text: string): string {
  if (text.length > 20 || parseAmount(text) !== null) return text
  const parts = /^([-−–+($]*)([\d.,]+)([-−–+)]?)$/.exec(text)
  if (parts === null) return text
  const [, before = '', middle = '', after = ''] = parts
  const pieces = middle.split(/[.,]/)
  const last = pieces.pop() ?? ''
  const tail = last.length === 2 ? [] : last.length === 5 ? [last.slice(0, 3)] : null
  if (tail === null || pieces.length === 0) return text
  const [head = '', ...groups] = [...pieces, ...tail]
  if (head.length < 1 || head.length > 3 || groups.some((group) => group.length !== 3)) return text
  return `${before}${[head, ...groups].join(',')}.${last.slice(-2)}${after}`
}

/** Words that are only specks of dust: signs without a letter or digit, of which the recognition is not sure. */
export const isSpeck = ({ text, confidence, size }: RecognizedWord, usual: number) =>
  (confidence < 60 && !/[\p{L}\d$]/u.test(text) && !/^[-−–+()]$/.test(text)) || size < usual * 0.35

/** Returns the lines of a page from recognized words. */
export const recognizedLines = (page: StatementPage, words: readonly Word[], number: number) =>
  linesOf({ ...page, words: [...words] }, number)
