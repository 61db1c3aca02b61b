import { fold } from '../../../src-shared/platform/base/text.ts'
import type { StatementPage, Word } from './statement-words.ts'

/** Words with the same baseline, from left to right. */
export interface Line {
  /** Number of the page in the file, from 1. */
  page: number
  /** How far its words were moved to the left, so that they stand over the block beside them. */
  shift: number
  y: number
  size: number
  words: Word[]
  /** The words, joined by single spaces. */
  text: string
  /** The text in lower case without accents, with the same words. */
  plain: string
}

/** Words closer than this share of the font's size are parts of one word. */
const FRAGMENT_GAP = 0.1
/** Parts of one word overlap by less than this share of the font's size. */
const MOST_OVERLAP = 0.3
/** Baselines that differ by less than this share of the font's size belong to one line. */
const SAME_BASELINE = 0.35

/** A word that is drawn twice within this share of the font's size is bold. */
const BOLD_SHIFT = 0.15

/** Groups the words of a page into lines, from top to bottom. */
export function linesOf(page: StatementPage, number: number): Line[] {
  const lines: Word[][] = []
  for (const word of page.words.toSorted((one, other) => one.y - other.y || one.x0 - other.x0)) {
    const line = lines.at(-1)
    const first = line?.[0]
    if (
      line !== undefined &&
      first !== undefined &&
      word.y - baseline(line) < SAME_BASELINE * Math.min(first.size, word.size)
    )
      line.push(word)
    else lines.push([word])
  }
  return lines.map((words) => toLine(words, number))
}

const baseline = (words: readonly Word[]) => words.reduce((sum, { y }) => sum + y, 0) / words.length

/** Makes a line of words in any order. */
export function toLine(words: readonly Word[], page: number, shift = 0): Line {
  const joined: Word[] = []
  for (const word of words.toSorted((one, other) => one.x0 - other.x0)) {
    const last = joined.at(-1)
    // Imitated bold type draws each word twice.
    if (last !== undefined && last.text === word.text && word.x0 - last.x0 < BOLD_SHIFT * word.size) continue
    if (
      last !== undefined &&
      word.x0 - last.x1 < FRAGMENT_GAP * Math.max(last.size, word.size) &&
      word.x0 - last.x1 > -MOST_OVERLAP * Math.max(last.size, word.size)
    )
      joined[joined.length - 1] = { ...last, text: last.text + word.text, x1: Math.max(last.x1, word.x1) }
    else joined.push({ ...word })
  }
  const whole = withWholeAmounts(withoutSpacing(joined))
  const text = whole.map((word) => word.text).join(' ')
  return {
    page,
    shift,
    y: baseline(whole),
    size: Math.max(...whole.map(({ size }) => size)),
    words: whole,
    text,
    plain: folded(text),
  }
}

/** Words of a line that is printed with wide spaces between its letters have fewer letters than this on average. */
const FEWEST_LETTERS = 1.6
/** Fewest words of such a line. */
const FEWEST_APART = 6
/** The gaps between such letters differ by less than this share of the font's size, and are narrower than `MOST_APART`. */
const EVEN = 0.12
const MOST_APART = 0.8

const gapBetween = (one: Word, other: Word) => (other.x0 - one.x1) / Math.max(one.size, other.size)

const joinWords = (one: Word, other: Word): Word => ({
  ...one,
  text: one.text + other.text,
  x1: Math.max(one.x1, other.x1),
})

/** Joins the letters of a line that is printed with wide spaces between its letters. The usual gap of the line divides no words. */
function withoutSpacing(words: Word[]): Word[] {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  if (words.length < FEWEST_APART || letters > words.length * FEWEST_LETTERS) return words
  const gaps = words.slice(1).map((word, at) => gapBetween(words[at] ?? word, word))
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? Infinity
  if (usual > MOST_APART) return words
  const joined: Word[] = []
  for (const [at, word] of words.entries()) {
    const last = joined.at(-1)
    if (last !== undefined && Math.abs((gaps[at - 1] ?? Infinity) - usual) < EVEN)
      joined[joined.length - 1] = joinWords(last, word)
    else joined.push(word)
  }
  return joined
}

/** Most pieces into which an amount is torn. */
const MOST_TORN = 16
/** A gap narrower than this share of the font's size is no space between two words. */
const NARROW = 0.22
/** An amount with cents. */
const AMOUNT = /^[^\d.,]{0,4}(?:\d{1,3}(?:,\d{3})+\.|\d{1,3}(?:\.\d{3})+,|\d*[.,])\d\d[^\d.,]{0,3}$/
/** A piece of an amount that is no number of its own: `29,0`, `.50`, or `4,`. */
const PIECE = /^\D{0,3}\d*[.,]\d?$|^[.,]\d+\D{0,3}$/

/**
 * Returns how many words from a place are together an amount, although the first one is none: `29,0 08.92`. Their gaps are at most `widest`,
 * and differ by less than `even`, and one of them is no number of its own. 0 if there are none.
 */
function tornAt(words: readonly Word[], at: number, widest = MOST_APART, even = EVEN): number {
  let joined = words[at]
  if (joined === undefined || !/^\D{0,4}[\d.,]*$/.test(joined.text) || AMOUNT.test(joined.text)) return 0
  let found = 0
  let hasPiece = PIECE.test(joined.text)
  let [least, most] = [Infinity, -Infinity]
  for (let next = at + 1; next < Math.min(words.length, at + MOST_TORN); next++) {
    const [before, word] = [words[next - 1], words[next]]
    if (before === undefined || word === undefined || !/^[\d.,]+\D{0,3}$/.test(word.text)) break
    const gap = gapBetween(before, word)
    ;[least, most] = [Math.min(least, gap), Math.max(most, gap)]
    if (gap > widest || most - least > even) break
    joined = joinWords(joined, word)
    hasPiece ||= PIECE.test(word.text)
    // Two numbers beside each other can look like one by chance: `May 3, 25.00`.
    const isSure = next - at > 1 || most < NARROW
    if (hasPiece && isSure && AMOUNT.test(joined.text)) found = next - at + 1
  }
  return found
}

/** Joins the pieces of amounts that the spaces between letters, or a change of the font, tear apart. */
function withWholeAmounts(words: Word[]): Word[] {
  const whole: Word[] = []
  for (let at = 0; at < words.length; at++) {
    const count = tornAt(words, at)
    const pieces = words.slice(at, at + Math.max(1, count))
    whole.push(...pieces.slice(0, 1).map((first) => pieces.slice(1).reduce(joinWords, first)))
    at += Math.max(0, count - 1)
  }
  return whole
}

/** A page with this many words has fewer letters in a word on average only if its words are in pieces. */
const FEWEST_WORDS = 40
const FEWEST_IN_WORD = 2.2
/** Pieces of an amount this many font sizes apart can still be one to a person. */
const FARTHEST_PIECE = 1.5

/** Returns the text of a line whose figures cannot be read, because its letters stand apart from each other in no regular way. Null if all can. */
export function tornText(lines: readonly Line[]): string | null {
  const words = lines.flatMap((line) => line.words)
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  const isInPieces = words.length >= FEWEST_WORDS && letters < words.length * FEWEST_IN_WORD
  const torn = lines.find((line) =>
    line.words.some((_, at) => isInPieces || tornAt(line.words, at, FARTHEST_PIECE, Infinity) > 2),
  )
  return torn?.text ?? null
}

/** Folds a text without changing the number of its words. */
const folded = (text: string) => fold(text)

/** Words of a line that stand close together: the content of a table cell, or a label. */
export interface Cell {
  x0: number
  x1: number
  text: string
  /** Index of the first and the last word in the line. */
  first: number
  last: number
}

/** Splits a line where the gap between two words is wider than `gap` font sizes. */
export function cellsOf({ words }: Line, gap = 0.95): Cell[] {
  const cells: Cell[] = []
  words.forEach((word, at) => {
    const last = cells.at(-1)
    if (last !== undefined && word.x0 - last.x1 <= gap * word.size) {
      last.x1 = word.x1
      last.last = at
      last.text += ` ${word.text}`
    } else cells.push({ x0: word.x0, x1: word.x1, text: word.text, first: at, last: at })
  })
  return cells
}

/** Returns only the letters and digits of a text, in lower case without accents. Labels are compared so, because spaces can be missing. */
export function squash(text: string): string {
  return fold(text).replaceAll(/[^a-z0-9]/g, '')
}
