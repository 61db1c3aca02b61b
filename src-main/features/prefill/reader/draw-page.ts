import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Box, Glyph, Line } from '../../../platform/pdf/page-content.ts'
import {
  type Brush,
  type DrawState,
  finite,
  followDrawing,
  type Instructions,
  PageTooLarge,
} from '../../../platform/pdf/drawing.ts'
import { apply, boxOf, type Matrix, multiply, type Shape, shapesOf } from '../../../platform/pdf/shapes.ts'

interface PageShape {
  /** Converts PDF coordinates to coordinates of the displayed page. */
  transform: readonly number[]
  width: number
  height: number
  fontOf: (font: string) => PageFont
  /** Returns false if a layer with this id is switched off. */
  isLayerVisible: (id: unknown) => boolean
}

export interface PageFont {
  /** The horizontal scale of the glyph widths. It is 0.001, except for fonts that are drawn by the PDF itself. */
  scale: number
  /** True for ZapfDingbats, whose characters are marks and not the letters and digits of their codes. */
  isDingbats: boolean
  isBold: boolean
}

/** The start of the style of bold characters. */
export const BOLD = 'bold '

/** Part of the style of gray characters. */
export const PALE = 'pale '

/** True for a gray in which forms print examples at the places of values. */
function isPale(color: number | null): boolean {
  const parts = color === null ? [] : [color >> 16, (color >> 8) & 255, color & 255]
  return (
    parts.length > 0 &&
    Math.min(...parts) > 120 &&
    Math.max(...parts) < 235 &&
    Math.max(...parts) - Math.min(...parts) < 24
  )
}

/** The marks of check boxes in ZapfDingbats. */
const DINGBATS: Readonly<Record<string, string>> = {
  '3': '✓',
  '4': '✔',
  '5': '✕',
  '6': '✖',
  '7': '✗',
  '8': '✘',
  l: '●',
  n: '■',
}

export interface Drawn {
  glyphs: Glyph[]
  horizontal: Line[]
  vertical: Line[]
  squares: Box[]
  strokes: Box[]
  /** The part of the page that pictures cover, from 0 to 1. */
  pictured: number
  /** The number of characters that were left out because they are not upright. */
  turned: number
}

/** Maximum numbers of characters, lines, and filled areas of a page. A dense form has less than a tenth of each. */
const MOST_GLYPHS = 30_000
const MOST_LINES = 10_000
const MOST_FILLS = 3_000

/** Text below this opacity, or closer than this to the color behind it (0 to 255), is invisible to a reader. */
const LEAST_OPACITY = 0.15
const LEAST_CONTRAST = 48
/** Smallest and largest readable font in points. */
const SMALLEST = 3.5
const LARGEST = 60
/** A drawn check box is between these sizes, in points. */
const SQUARE = { from: 4.5, to: 20 }

interface PaintedGlyph extends Glyph {
  order: number
  color: number | null
}

/** An area that hides everything drawn earlier. */
interface Fill {
  box: Box
  order: number
  color: number | null
}

interface PdfGlyph {
  unicode: string
  width: number
  isSpace: boolean
}

/**
 * Follows the drawing instructions of a page, and returns the characters and lines that a reader of the page sees. Leaves out invisible
 * text: transparent text, text in the color behind it, covered text, and text outside the page. Throws `PageTooLarge`.
 */
export function drawPage(instructions: Instructions, shape: PageShape): Drawn {
  const painter = new Painter(shape)
  followDrawing(instructions, shape, painter)
  return painter.result()
}

class Painter implements Brush {
  readonly #shape: PageShape
  readonly #glyphs: PaintedGlyph[] = []
  readonly #fills: Fill[] = []
  readonly #horizontal: Line[] = []
  readonly #vertical: Line[] = []
  readonly #squares: Box[] = []
  readonly #strokes: Box[] = []
  #pictured = 0
  #turned = 0

  constructor(shape: PageShape) {
    this.#shape = shape
  }

  show(glyphs: readonly unknown[], state: DrawState, order: number): number {
    const { size, hScale, font } = state
    const matrix = multiply(state.matrix, state.text)
    const { scale, isDingbats, isBold } = this.#shape.fontOf(font)
    const isVisible =
      state.mode !== 3 && state.mode !== 7 && state.opacity >= LEAST_OPACITY && state.isInLayer
    let x = 0
    for (const glyph of glyphs as readonly (PdfGlyph | number)[]) {
      if (typeof glyph === 'number') {
        x -= (finite(glyph) * size) / 1000
        continue
      }
      const from = x
      const width = finite(glyph.width) * scale * size
      x += width + state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0)
      if (!isVisible || typeof glyph.unicode !== 'string') continue
      const box = this.#glyphBox(matrix, size, from * hScale, width * hScale, state.rise)
      if (box !== null && glyph.unicode.trim() !== '') {
        if (this.#glyphs.length >= MOST_GLYPHS) throw new PageTooLarge()
        const height = box.y2 - box.y1
        this.#glyphs.push({
          text: (isDingbats ? DINGBATS[glyph.unicode] : undefined) ?? glyph.unicode,
          box,
          style: `${isBold ? BOLD : ''}${isPale(state.color) ? PALE : ''}${font} ${height.toFixed(1)}`,
          size: height,
          annotation: state.annotation,
          order,
          color: state.color,
        })
      }
    }
    return x
  }

  /** Returns the area of an upright character of readable size on the page, or null for any other character. */
  #glyphBox(matrix: Matrix, size: number, x: number, width: number, y: number): Box | null {
    const [left, base] = apply(matrix, x, y)
    const [right, end] = apply(matrix, x + width, y)
    const height = Math.abs(apply(matrix, x, y + size)[1] - base)
    const isUpright = Math.abs(end - base) < 0.05 * height && right >= left
    if (!isUpright) this.#turned++
    const isReadable = height >= SMALLEST && height <= LARGEST
    const isOnPage = left >= 0 && base >= 0 && right <= this.#shape.width && base <= this.#shape.height
    return isUpright && isReadable && isOnPage ? { x1: left, y1: base - height, x2: right, y2: base } : null
  }

  path(
    paint: number,
    { points }: { points: ArrayLike<number> | null },
    { matrix, opacity, color, isInLayer }: DrawState,
    order: number,
  ): void {
    if (points === null || !isInLayer) return
    const isFilled = paint === OPS.fill || paint === OPS.eoFill || FILL_AND_STROKE.has(paint)
    const isStroked = paint === OPS.stroke || paint === OPS.closeStroke || FILL_AND_STROKE.has(paint)
    if (!isFilled && !isStroked) return
    for (const shape of shapesOf(points, matrix)) {
      if (isFilled && opacity >= LEAST_OPACITY) this.#fill(shape.box, opacity < 0.9 ? null : color, order)
      this.#lines(shape)
    }
  }

  #fill(box: Box, color: number | null, order: number): void {
    if (box.x2 - box.x1 < 6 || box.y2 - box.y1 < 4) return
    if (this.#fills.length >= MOST_FILLS) throw new PageTooLarge()
    this.#fills.push({ box, order, color })
  }

  #lines({ box, isCurved, edges }: Shape): void {
    const { x1, y1, x2, y2 } = box
    const [width, height] = [x2 - x1, y2 - y1]
    const isSmall = (length: number) => length >= SQUARE.from && length <= SQUARE.to
    if (isSmall(width) && isSmall(height) && (isCurved || edges.length >= 4)) {
      if (this.#squares.length < MOST_LINES) this.#squares.push(box)
      return
    }
    if (!isCurved && width <= SQUARE.to && height <= SQUARE.to && width > 1 && height > 1)
      if (this.#strokes.length < MOST_LINES) this.#strokes.push(box)
    if (this.#horizontal.length + this.#vertical.length > MOST_LINES) throw new PageTooLarge()
    // A thin rectangle is one line, not two.
    if (height <= 2 && width > 8) {
      this.#horizontal.push({ at: (y1 + y2) / 2, from: x1, to: x2 })
      return
    }
    if (width <= 2 && height > 5) {
      this.#vertical.push({ at: (x1 + x2) / 2, from: y1, to: y2 })
      return
    }
    for (const edge of edges) {
      if (edge.y2 - edge.y1 < 0.5 && edge.x2 - edge.x1 > 8)
        this.#horizontal.push({ at: edge.y1, from: edge.x1, to: edge.x2 })
      else if (edge.x2 - edge.x1 < 0.5 && edge.y2 - edge.y1 > 5)
        this.#vertical.push({ at: edge.x1, from: edge.y1, to: edge.y2 })
    }
  }

  picture(_id: string | null, { matrix }: DrawState, order: number): void {
    const corners = [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ].map(([x = 0, y = 0]) => apply(matrix, x, y))
    const box = boxOf(corners)
    if (box === null) return
    const { width, height } = this.#shape
    const share =
      (Math.max(0, Math.min(box.x2, width) - Math.max(box.x1, 0)) *
        Math.max(0, Math.min(box.y2, height) - Math.max(box.y1, 0))) /
      (width * height)
    this.#pictured = Math.max(this.#pictured, share)
    if (this.#fills.length < MOST_FILLS) this.#fills.push({ box, order, color: null })
  }

  result(): Drawn {
    return {
      glyphs: withoutOverlaid(this.#glyphs.filter((glyph) => this.#isSeen(glyph))),
      horizontal: this.#horizontal,
      vertical: this.#vertical,
      squares: this.#squares,
      strokes: this.#strokes,
      pictured: this.#pictured,
      turned: this.#turned,
    }
  }

  /** True if nothing covers the character later, and its color differs from the color behind it. */
  #isSeen({ box, order, color }: PaintedGlyph): boolean {
    const [x, y] = [(box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2]
    let behind: number | null = 0xffffff
    for (const fill of this.#fills) {
      if (x < fill.box.x1 || x > fill.box.x2 || y < fill.box.y1 || y > fill.box.y2) continue
      if (fill.order > order) return false
      behind = fill.color
    }
    return color === null || behind === null || contrast(color, behind) >= LEAST_CONTRAST
  }
}

const FILL_AND_STROKE: ReadonlySet<number> = new Set([
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
])

/**
 * Removes characters that are drawn on top of each other. The same character twice is imitated bold type, and remains once. Two different
 * characters are unreadable, so both are removed.
 */
function withoutOverlaid(glyphs: readonly PaintedGlyph[]): Glyph[] {
  const places = new Map<string, PaintedGlyph[]>()
  const gone = new Set<PaintedGlyph>()
  for (const glyph of glyphs) {
    const { x, y } = { x: (glyph.box.x1 + glyph.box.x2) / 2, y: (glyph.box.y1 + glyph.box.y2) / 2 }
    const [column, row] = [Math.floor(x / 4), Math.floor(y / 4)]
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (const other of places.get(`${column + dx} ${row + dy}`) ?? []) {
          if (!coincide(glyph, other)) continue
          gone.add(glyph)
          if (other.text !== glyph.text) gone.add(other)
        }
    const place = `${column} ${row}`
    const here = places.get(place) ?? []
    // Limit the comparisons of a page that draws thousands of characters at one place.
    if (here.length < 20) here.push(glyph)
    else gone.add(glyph)
    places.set(place, here)
  }
  return glyphs
    .filter((glyph) => !gone.has(glyph))
    .map(({ text, box, style, size, annotation }) => ({ text, box, style, size, annotation }))
}

function coincide(one: PaintedGlyph, other: PaintedGlyph): boolean {
  const width = Math.min(one.box.x2 - one.box.x1, other.box.x2 - other.box.x1)
  const common = Math.min(one.box.x2, other.box.x2) - Math.max(one.box.x1, other.box.x1)
  const height = Math.min(one.size, other.size)
  return common > 0.6 * width && Math.abs(one.box.y2 - other.box.y2) < 0.4 * height
}

/** Returns the largest difference between two colors in red, green, or blue. */
function contrast(one: number, other: number): number {
  return Math.max(...[16, 8, 0].map((bits) => Math.abs(((one >> bits) & 255) - ((other >> bits) & 255))))
}
