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
  const text = joined.map((word) => word.text).join(' ')
  return {
    page,
    shift,
    y: baseline(joined),
    size: Math.max(...joined.map(({ size }) => size)),
    words: joined,
    text,
    plain: folded(text),
  }
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
