import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Instructions } from '../../platform/pdf/drawing.ts'
import { hasDigit, illegibleWord, isWatermark } from './legible.ts'
import type { ReadWord } from './page-content.ts'
import type { Unseen } from './statement-words.ts'
import { Comparison, type Picture } from './compare-pictures.ts'

/**
 * Compares the words that were read with the picture of the page. The same glyphs are drawn alone, black on white, at their places. If the two
 * pictures differ where the page has digits, a person sees something else than what was read.
 */

/** Draws a page. `isDrawn` tells which of its operations are drawn, and can change the list of them. */
export type DrawPicture = (scale: number, options?: DrawOptions) => Promise<Picture>
export interface DrawOptions {
  isDrawn?: Filter
  /** True if colors mix with the paper. */
  isPaperMixed?: boolean
}
type Filter = (at: number, list: Instructions) => boolean

/** Pixels of the font's size that small digits need, the largest scale, and the maximum number of pixels of a picture. */
const SIZE_PIXELS = 24
const MOST_SCALE = 4
const MOST_PIXELS = 12_000_000

/** Returns the first place of a page where its picture shows something else than what was read. `isMixed`: true if it mixes colors. */
export async function unseenOf(
  read: readonly ReadWord[],
  page: { width: number; height: number },
  isMixed: boolean,
  draw: DrawPicture,
): Promise<Unseen | null> {
  const illegible = illegibleWord(read, page)
  if (illegible !== null) return { kind: 'hidden', text: illegible.word.text }
  const figures = read.filter(hasDigit)
  if (figures.length === 0) return null
  const smallest = Math.min(...figures.map(({ word }) => word.size))
  const scale = Math.min(
    MOST_SCALE,
    Math.max(1, SIZE_PIXELS / smallest),
    Math.sqrt(MOST_PIXELS / (page.width * page.height)),
  )
  const shown = [await draw(scale), ...(isMixed ? [await draw(scale, { isPaperMixed: true })] : [])]
  const isOver = ({ word: { x0, x1, y, size } }: ReadWord, { word }: ReadWord) =>
    x0 < word.x1 && x1 > word.x0 && y > word.y - word.size && y - size < word.y
  const alone = read.filter(
    (one) => !figures.some((figure) => isWatermark(one.word, figure.word) && isOver(one, figure)),
  )
  const glyphs = await draw(scale, { isDrawn: onlyGlyphs(alone) })
  for (const picture of shown) {
    const comparison = new Comparison(picture, glyphs, scale)
    for (const figure of figures) {
      const kind = comparison.differsAt(figure)
      if (kind !== null) return { kind, text: figure.word.text }
    }
    for (const column of columnsOf(figures)) {
      const [first] = column
      if (first !== undefined && comparison.hasInkIn(column))
        return { kind: 'not_read', text: first.word.text }
    }
  }
  return null
}

/** Operations that move and place text, but do not decide how it looks. */
const PLACES: ReadonlySet<number> = new Set([
  OPS.dependency,
  OPS.save,
  OPS.restore,
  OPS.transform,
  OPS.beginText,
  OPS.endText,
  OPS.setCharSpacing,
  OPS.setWordSpacing,
  OPS.setHScale,
  OPS.setLeading,
  OPS.setFont,
  OPS.setTextRise,
  OPS.moveText,
  OPS.setLeadingMoveText,
  OPS.setTextMatrix,
  OPS.nextLine,
  OPS.showText,
  OPS.paintFormXObjectBegin,
  OPS.paintFormXObjectEnd,
  OPS.beginAnnotation,
  OPS.endAnnotation,
])

/** Returns which operations draw these words alone: without colors, masks, clipping paths, and all that is no text. Changes the list. */
function onlyGlyphs(read: readonly ReadWord[]): Filter {
  const kept = new Map<number, Set<number>>()
  for (const { text, glyphs } of read) kept.set(text, new Set([...(kept.get(text) ?? []), ...glyphs]))
  let changed: Instructions | null = null
  return (at, list) => {
    if (changed !== list) strip(list as { fnArray: number[]; argsArray: unknown[] }, kept)
    changed = list
    const fn = list.fnArray[at] ?? OPS.endPath
    return PLACES.has(fn) || (fn === OPS.setGState && list.argsArray[at] !== null)
  }
}

function strip(list: { fnArray: number[]; argsArray: unknown[] }, kept: ReadonlyMap<number, Set<number>>) {
  let text = 0
  for (const [at, fn] of list.fnArray.entries()) {
    const args = (list.argsArray[at] ?? []) as unknown[]
    const [first] = args
    if (fn === OPS.beginGroup || fn === OPS.endGroup) {
      list.fnArray[at] = fn === OPS.beginGroup ? OPS.save : OPS.restore
      list.argsArray[at] = null
    } else if (fn === OPS.paintFormXObjectBegin) list.argsArray[at] = [first, null]
    else if (fn === OPS.setGState) {
      const fonts = Array.isArray(first)
        ? (first as [string, unknown][]).filter(([key]) => key === 'Font')
        : []
      list.argsArray[at] = fonts.length === 0 ? null : [fonts]
    } else if (fn === OPS.showText && Array.isArray(first)) {
      const glyphs = kept.get(text++)
      list.argsArray[at] = [
        first.map((glyph: unknown, place) => (glyphs?.has(place) === true ? glyph : withoutShape(glyph))),
      ]
    }
  }
}

/** Returns a glyph as wide as this one that shows nothing. */
const withoutShape = (glyph: unknown) =>
  typeof glyph === 'object' && glyph !== null
    ? { ...glyph, unicode: ' ', fontChar: ' ', isInFont: false, accent: null, operatorListId: '' }
    : glyph

/** Two amounts whose right edges differ by less than this number of points are in one column. */
const SAME_EDGE = 3
const AMOUNT = /\d[.,]\d\d\D{0,3}$/

/** Returns the amounts of each column, from top to bottom. */
function columnsOf(figures: readonly ReadWord[]): ReadWord[][] {
  const columns: ReadWord[][] = []
  for (const one of figures.toSorted((a, b) => a.word.y - b.word.y)) {
    if (!AMOUNT.test(one.word.text)) continue
    const known = columns.find(([first]) => Math.abs((first?.word.x1 ?? NaN) - one.word.x1) < SAME_EDGE)
    if (known === undefined) columns.push([one])
    else known.push(one)
  }
  return columns
}
