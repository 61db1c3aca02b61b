import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { Comparison, type Sight } from './compare-pictures.ts'
import type { Area, Instructions } from './drawing.ts'
import { type DrawnWord, illegibleWords, isWatermark } from './legible.ts'
import { drawPicture, type Filter } from './page-picture.ts'

/**
 * Compares the words that were read with the picture of the page. The same glyphs are drawn alone, black on white, at their places. If the two
 * pictures differ at a word, a person sees something else than what was read.
 */

/** Pixels of the font's size that small text needs, the largest scale, and the maximum number of pixels of a picture. */
const SIZE_PIXELS = 24
const MOST_SCALE = 4
const MOST_PIXELS = 12_000_000
/** Most time for the pictures of one page. */
const MOST_MS = 20_000

/** What a person sees of the words that were read. */
export class Look {
  readonly #illegible: ReadonlySet<DrawnWord>
  readonly #pictures: readonly Comparison[]

  constructor(illegible: readonly DrawnWord[], pictures: readonly Comparison[]) {
    this.#illegible = new Set(illegible)
    this.#pictures = pictures
  }

  sightOf(word: DrawnWord): Sight {
    const sights = this.#pictures.map((picture) => picture.sightOf(word))
    const faults = sights.map(({ fault }) => fault)
    const isHidden = this.#illegible.has(word) || faults.includes('hidden')
    const [first, ...others] = sights
    return {
      fault: isHidden ? 'hidden' : (faults.find((fault) => fault !== null) ?? null),
      // What one viewer shows is not hidden.
      hidden: first?.hidden.filter((at) => others.every(({ hidden }) => hidden.includes(at))) ?? [],
    }
  }

  hasInkIn(column: readonly DrawnWord[]): boolean {
    return this.#pictures.some((picture) => picture.hasInkIn(column))
  }

  isMarked(box: Area): boolean {
    return this.#pictures.every((picture) => picture.isMarked(box))
  }
}

/**
 * Draws a page to compare it with these words. Some of them matter. Returns null if drawing the page would take too much time. `rotation` is
 * that of the displayed page, on which the words have their places.
 */
export async function lookAt(
  page: PDFPageProxy,
  operations: Instructions,
  read: readonly DrawnWord[],
  isWanted: (word: DrawnWord) => boolean,
  rotation = page.rotate,
): Promise<Look | null> {
  const viewport = page.getViewport({ scale: 1, rotation })
  const matter = read.filter(isWanted)
  const smallest = Math.min(...matter.map(({ word }) => word.size))
  const scale = Math.min(
    MOST_SCALE,
    Math.max(1, SIZE_PIXELS / smallest),
    Math.sqrt(MOST_PIXELS / (viewport.width * viewport.height)),
  )
  const isOver = ({ word: { x0, x1, y, size } }: DrawnWord, { word }: DrawnWord) =>
    x0 < word.x1 && x1 > word.x0 && y > word.y - word.size && y - size < word.y
  const alone = read.filter(
    (one) => !matter.some((other) => isWatermark(one.word, other.word) && isOver(one, other)),
  )
  const end = Date.now() + MOST_MS
  const place = { scale, rotation }
  const shown = await drawPicture(page, place, end)
  // Viewers do not agree on whether colors mix with the paper.
  const mixed = mixesColors(operations) ? await drawPicture(page, place, end, { isPaperMixed: true }) : shown
  const glyphs = await drawPicture(page, place, end, { isDrawn: onlyGlyphs(alone) })
  if (shown === null || mixed === null || glyphs === null) return null
  return new Look(
    illegibleWords(read, viewport, isWanted),
    [...new Set([shown, mixed])].map((picture) => new Comparison(picture, glyphs, scale)),
  )
}

/** True if a page has a way to mix colors other than one over the other. */
const mixesColors = ({ fnArray, argsArray }: Instructions) =>
  fnArray.some(
    (fn, at) =>
      fn === OPS.setGState &&
      ((argsArray[at] as [[string, unknown][]] | null)?.[0] ?? []).some(
        ([key, value]) => key === 'BM' && value !== 'source-over',
      ),
  )

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
function onlyGlyphs(read: readonly DrawnWord[]): Filter {
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
