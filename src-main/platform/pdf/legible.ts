import type { Area } from './drawing.ts'

/** Tells whether the words of a page stand apart, so that a person can read them, whatever their colors are. */

/** A word of a page, and its glyphs: the number of the text on the page, their places in it, and their left and right edges. */
export interface DrawnWord {
  word: Place & { text: string }
  text: number
  glyphs: readonly number[]
  cells: readonly (readonly [number, number])[]
}

/** Left and right edge, baseline, and size of the font, in points. */
interface Place {
  x0: number
  x1: number
  y: number
  size: number
}

/** Text that is smaller than this number of points cannot be read. */
const SMALLEST = 3
/** How far letters reach from the baseline, as shares of the font's size. */
const TOP = 0.68
const FOOT = 0.03
/** How far from a word something looks like a digit of it, as a share of the font's size. */
const BESIDE = 0.6
/** A digit, and another character, is at least so wide, as a share of the font's size. */
const NARROWEST_DIGIT = 0.2
const NARROWEST = 0.08
/** Characters that have more than this share in common, across and up, lie over each other. */
const MOST_COMMON = 0.35
/** A word that is drawn twice within this share of the font's size is bold. */
const BOLD = 0.15
/** Text that is larger than another one by this factor is a watermark. */
const WATERMARK = 2.5
/** Text that is higher or lower than a word by this share of its size, and begins at most so far before its end, looks like a part of it. */
const RAISED = 0.15
const BEFORE = 0.35
const LIKE_DIGIT = /[\dIl|]/

/** Characters that show something. A soft hyphen can be a minus sign. */
export const SHOWS = /[^\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}]|\u00ad/u

export const hasDigit = ({ word }: DrawnWord) => /\d/.test(word.text)

/** Returns the area in which all ink belongs to a word, or looks like a part of it. */
export const zoneOf = ({ x0, x1, y, size }: Place): Area => [
  x0 - size * BESIDE,
  y - size * TOP,
  x1 + size * BESIDE,
  y - size * FOOT,
]

/** True if a word is so much larger than another one that it is a watermark below or above it. */
export const isWatermark = (word: Place, other: Place) => word.size > other.size * WATERMARK

/** Returns which of the wanted words cannot be read. */
export function illegibleWords<One extends DrawnWord>(
  read: readonly One[],
  { width, height }: { width: number; height: number },
  isWanted: (word: DrawnWord) => boolean = hasDigit,
): One[] {
  const sorted = read.toSorted((one, other) => one.word.y - other.word.y)
  const largest = Math.max(0, ...read.map(({ word }) => word.size))
  let first = 0
  return sorted.filter((one) => {
    const { x0, x1, y, size } = one.word
    while (y - (sorted[first]?.word.y ?? y) > largest) first++
    if (!isWanted(one)) return false
    const isOnPage = x0 >= 0 && x1 <= width && y - size * TOP >= 0 && y <= height
    if (!isOnPage || size < SMALLEST || isSqueezed(one)) return true
    for (let at = first; at < sorted.length; at++) {
      const other = sorted[at]
      if (other === undefined || other.word.y - y > largest) break
      if (other !== one && isOverlaid(one, other)) return true
    }
    return false
  })
}

/** True if the characters of a word are too narrow, or stand over each other. */
function isSqueezed({ word, cells }: DrawnWord): boolean {
  const characters = [...word.text]
  return cells.some(([x0, x1], at) => {
    const isDigit = cells.length === characters.length && /\d/.test(characters[at] ?? '')
    const before = cells[at - 1]
    return (
      x1 - x0 < word.size * (isDigit ? NARROWEST_DIGIT : NARROWEST) ||
      (before !== undefined && haveInCommon(before, [x0, x1]) > MOST_COMMON)
    )
  })
}

/** True if another word lies over a word, or looks like a raised or lowered part of it. */
function isOverlaid({ word, cells }: DrawnWord, { word: other, cells: others }: DrawnWord): boolean {
  if (other.x0 > word.x1 || other.x1 < word.x0 - word.size * BEFORE || isWatermark(other, word)) return false
  const drop = Math.abs(other.y - word.y)
  if (isBoldOf(other, word)) return false
  const common = haveInCommon(heightOf(word), heightOf(other))
  if (drop > word.size * RAISED && common > 0 && LIKE_DIGIT.test(other.text))
    return other.x0 < word.x1 - word.size * BEFORE
  return (
    common > MOST_COMMON && cells.some((one) => others.some((cell) => haveInCommon(one, cell) > MOST_COMMON))
  )
}

/** True if a word is another one that is drawn again, as imitated bold type. */
export const isBoldOf = (one: DrawnWord['word'], other: DrawnWord['word']) =>
  one.text === other.text &&
  Math.max(Math.abs(one.y - other.y), Math.abs(one.x0 - other.x0)) < other.size * BOLD

const heightOf = ({ y, size }: Place) => [y - size * 0.6, y - size * 0.1] as const

/** Returns the share of the shorter one of two ranges that they have in common. Zero or less if they have nothing in common. */
function haveInCommon(
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
): number {
  return (Math.min(to, end) - Math.max(from, start)) / Math.max(0.01, Math.min(to - from, end - start))
}
