import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import {
  type Area,
  areaOf,
  common,
  type DrawState,
  followDrawing,
  PageTooLarge,
} from '../../platform/pdf/drawing.ts'
import { isRectangle, multiply } from '../../platform/pdf/shapes.ts'
import type { DrawnPage, FontFacts, ReadWord } from './page-content.ts'
import { illegibleWords, SHOWS, zoneOf } from '../../platform/pdf/legible.ts'

/** Tells whether a page is drawn so plainly that a person sees its text. Every other page must be looked at. */

/** The only operations of a plain page. */
const PLAIN: ReadonlySet<number> = new Set([
  OPS.dependency,
  OPS.setLineWidth,
  OPS.setLineCap,
  OPS.setLineJoin,
  OPS.setMiterLimit,
  OPS.setDash,
  OPS.setRenderingIntent,
  OPS.setFlatness,
  OPS.setGState,
  OPS.save,
  OPS.restore,
  OPS.transform,
  OPS.clip,
  OPS.eoClip,
  OPS.constructPath,
  OPS.beginText,
  OPS.endText,
  OPS.setCharSpacing,
  OPS.setWordSpacing,
  OPS.setHScale,
  OPS.setLeading,
  OPS.setFont,
  OPS.setTextRenderingMode,
  OPS.setTextRise,
  OPS.moveText,
  OPS.setLeadingMoveText,
  OPS.setTextMatrix,
  OPS.nextLine,
  OPS.showText,
  OPS.setStrokeRGBColor,
  OPS.setFillRGBColor,
  OPS.paintFormXObjectBegin,
  OPS.paintFormXObjectEnd,
  OPS.paintImageXObject,
  OPS.beginMarkedContent,
  OPS.beginMarkedContentProps,
  OPS.endMarkedContent,
  OPS.markPoint,
  OPS.markPointProps,
])

/** Brightness of the lightest text, and of the darkest ground below it. */
const DARK = 0.5
const LIGHT = 0.8
/** A rule of a table is at most so thick, and at least so long, in points. */
const THICKEST = 3
const SHORTEST = 24
/** Maximum number of pairs of a text and a drawing that are compared. A page with more is looked at. */
const MOST_PAIRS = 2_000_000

class NotPlain extends Error {}

export function isPlainPage(
  { viewport, operations, font, isLayerVisible, glyphIsBlank }: DrawnPage,
  read: readonly ReadWord[],
): boolean {
  if (!operations.fnArray.every((fn) => PLAIN.has(fn)) || illegibleWords(read, viewport).length > 0)
    return false
  const texts: Area[] = []
  const marks: Area[] = []
  const rules: Area[] = []
  let pairs = 0
  const need = (isGood: boolean) => {
    if (!isGood) throw new NotPlain()
  }
  const paint = (area: Area, isGround: boolean) => {
    pairs += texts.length
    const [wide, high] = [area[2] - area[0], area[3] - area[1]]
    if (Math.min(wide, high) <= THICKEST && Math.max(wide, high) >= SHORTEST) rules.push(area)
    else if (!isGround) marks.push(area)
    else need(pairs < MOST_PAIRS && !texts.some((text) => meet(text, area)))
  }
  try {
    let text = 0
    const wordsOfText = new Map<number, ReadWord[]>()
    for (const one of read) wordsOfText.set(one.text, [...(wordsOfText.get(one.text) ?? []), one])
    followDrawing(
      operations,
      { transform: viewport.transform, isLayerVisible },
      {
        show(shown, state) {
          const words = wordsOfText.get(text++) ?? []
          if (state.mode === 3) return 0
          const face = font(state.font)
          need(state.isPlain && state.isInLayer && state.mode === 0 && state.opacity === 1)
          need(brightness(state.color) <= DARK && isLevel(state) && face !== null)
          need(face?.isType3Font !== true && face?.vertical !== true)
          need(shown.every((glyph) => isOwnOrBlank(glyph, face, glyphIsBlank)))
          for (const { word } of words) {
            const area: Area = [word.x0, word.y - word.size, word.x1, word.y + word.size * 0.25]
            need(contains(state.clip, area))
            texts.push(area)
          }
          return 0
        },
        path(kind, { points, bounds }, state) {
          if (kind === OPS.endPath || points === null || bounds === null) return
          const isFilled = kind === OPS.fill || kind === OPS.eoFill
          const isStroked = kind === OPS.stroke || kind === OPS.closeStroke
          const whole = areaOf(bounds, state.matrix)
          need((isFilled || isStroked) && whole !== null && state.isPlain && state.isInLayer)
          need((isFilled ? state : state.stroke).opacity === 1)
          const isBox = isRectangle(points)
          const pen = isFilled ? 0 : (state.stroke.width * Math.hypot(...state.matrix.slice(0, 4))) / 2
          const [x0, y0, x1, y1] = whole ?? [0, 0, 0, 0]
          const grown: Area = [x0 - pen, y0 - pen, x1 + pen, y1 + pen]
          if (!isFilled && isBox && pen * 2 <= THICKEST)
            for (const side of [
              [grown[0], grown[1], grown[2], y0 + pen],
              [grown[0], y1 - pen, grown[2], grown[3]],
              [grown[0], grown[1], x0 + pen, grown[3]],
              [x1 - pen, grown[1], grown[2], grown[3]],
            ] as const)
              paint(common(side, state.clip), false)
          else paint(common(grown, state.clip), isFilled && isBox && brightness(state.color) >= LIGHT)
        },
        picture(_, state) {
          const area = areaOf([0, 0, 1, 1], state.matrix)
          need(state.isPlain && state.isInLayer && area !== null)
          marks.push(common(area ?? [0, 0, 0, 0], state.clip))
        },
      },
    )
    const figures = read.filter(({ word }) => /\d/.test(word.text)).map(({ word }) => zoneOf(word))
    need((texts.length + figures.length) * (marks.length + rules.length) < MOST_PAIRS)
    // What is drawn above or below an amount, at any distance, could be a row.
    const isAway = (mark: Area) =>
      figures.every(([x0, , x1]) => mark[2] < x0 || mark[0] > x1) && !texts.some((one) => meet(one, mark))
    return marks.every(isAway) && !rules.some((rule) => figures.some((figure) => meet(figure, rule)))
  } catch (error) {
    if (error instanceof NotPlain || error instanceof PageTooLarge) return false
    throw error
  }
}

/** True if a glyph has a character of its own, or shows nothing. */
function isOwnOrBlank(glyph: unknown, face: FontFacts | null, isBlank: DrawnPage['glyphIsBlank']): boolean {
  if (typeof glyph !== 'object' || glyph === null) return true
  const { unicode = '', fontChar = '', isInFont } = glyph as Record<string, unknown>
  if (SHOWS.test(String(unicode))) return true
  // A missing font is replaced by one of the system.
  if (face?.missingFile === true) return fontChar === ' '
  return isInFont === false || isBlank(face?.loadedName ?? '', String(fontChar))
}

const isLevel = ({ matrix, text }: DrawState) => {
  const [a, b, c, d] = multiply(matrix, text)
  return Math.abs(b) + Math.abs(c) < 1e-3 * (Math.abs(a) + Math.abs(d)) && a > 0
}

const meet = (one: Area, other: Area) =>
  one[0] < other[2] && one[2] > other[0] && one[1] < other[3] && one[3] > other[1]

const contains = (outer: Area, inner: Area) =>
  outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3]

/** Returns the brightness of a color, from 0 (black) to 1 (white). A pattern has none. */
export function brightness(color: number | null): number {
  if (color === null) return NaN
  return (0.3 * (color >> 16) + 0.59 * ((color >> 8) & 255) + 0.11 * (color & 255)) / 255
}
