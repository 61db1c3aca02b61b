import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import {
  type Brush,
  type DrawState,
  finite,
  followDrawing,
  type Instructions,
  PageTooLarge,
} from '../../../platform/pdf/drawing.ts'
import { type DrawnWord, SHOWS } from '../../../platform/pdf/legible.ts'
import { apply, type Box, type Matrix, multiply, type Shape, shapesOf } from '../../../platform/pdf/shapes.ts'
import type { Glyph, Line } from './page-content.ts'

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
  /** True if the font writes from top to bottom. */
  isVertical: boolean
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

/** A word as it is drawn, with its characters. */
export interface FormWord extends DrawnWord {
  glyphs: number[]
  cells: [number, number][]
  letters: Glyph[]
}

export interface DrawnForm {
  words: FormWord[]
  horizontal: Line[]
  vertical: Line[]
  squares: Box[]
  /** The number of characters that were left out because they are not upright. */
  turned: number
}

/** Maximum numbers of characters and lines of a page. A dense form has less than a tenth of each. */
const MOST_GLYPHS = 30_000
const MOST_LINES = 10_000

/** Smallest and largest readable font in points. */
const SMALLEST = 3.5
const LARGEST = 60
/** A gap between two characters that is wider than this share of the font's size separates words. */
const WORD_GAP = 0.17
/** A drawn check box is between these sizes, in points. */
const SQUARE = { from: 4.5, to: 20 }

interface PdfGlyph {
  unicode: string
  width: number
  isSpace: boolean
}

/**
 * Follows the drawing instructions of a page, and returns its words and lines. Whether a person sees the words is decided later by the
 * picture of the page. Throws `PageTooLarge`.
 */
export function followForm(instructions: Instructions, shape: PageShape): DrawnForm {
  const painter = new Painter(shape)
  followDrawing(instructions, shape, painter)
  return painter.drawn
}

class Painter implements Brush {
  readonly #shape: PageShape
  readonly drawn: DrawnForm = { words: [], horizontal: [], vertical: [], squares: [], turned: 0 }
  #texts = 0
  #glyphs = 0

  constructor(shape: PageShape) {
    this.#shape = shape
  }

  show(glyphs: readonly unknown[], state: DrawState): number {
    const { size, hScale, font } = state
    const text = this.#texts++
    this.#glyphs += glyphs.length
    if (this.#glyphs > MOST_GLYPHS) throw new PageTooLarge()
    const matrix = multiply(state.matrix, state.text)
    const { scale, isDingbats, isBold, isVertical } = this.#shape.fontOf(font)
    const isDrawn = state.mode % 4 !== 3 && state.isInLayer && !isVertical
    let x = 0
    let word: FormWord | null = null
    for (const [at, glyph] of (glyphs as readonly (PdfGlyph | number)[]).entries()) {
      if (typeof glyph === 'number') {
        x -= (finite(glyph) * size) / 1000
        continue
      }
      const from = x
      const width = finite(glyph.width) * scale * size
      x += width + state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0)
      const isShown = isDrawn && typeof glyph.unicode === 'string' && SHOWS.test(glyph.unicode)
      const box = isShown ? this.#glyphBox(matrix, size, from * hScale, width * hScale, state.rise) : null
      if (box === null) {
        word = null
        continue
      }
      const { x1, x2, y2: y } = box
      const height = y - box.y1
      if (word === null || x1 - word.word.x1 > WORD_GAP * height) {
        word = {
          word: { text: '', x0: x1, x1: x2, y, size: height },
          text,
          glyphs: [],
          cells: [],
          letters: [],
        }
        this.drawn.words.push(word)
      }
      const letter: Glyph = {
        text: (isDingbats ? DINGBATS[glyph.unicode] : undefined) ?? glyph.unicode,
        box,
        style: `${isBold ? BOLD : ''}${isPale(state.color) ? PALE : ''}${font} ${height.toFixed(1)}`,
        size: height,
        annotation: state.annotation,
        fault: null,
      }
      word.word = { ...word.word, text: word.word.text + letter.text, x1: Math.max(word.word.x1, x2) }
      word.glyphs.push(at)
      word.cells.push([x1, x2])
      word.letters.push(letter)
    }
    return x
  }

  /** Returns the area of an upright character of readable size on the page, or null for any other character. */
  #glyphBox(matrix: Matrix, size: number, x: number, width: number, y: number): Box | null {
    const [left, base] = apply(matrix, x, y)
    const [right, end] = apply(matrix, x + width, y)
    const height = Math.abs(apply(matrix, x, y + size)[1] - base)
    const isUpright = Math.abs(end - base) < 0.05 * height && right >= left
    if (!isUpright) this.drawn.turned++
    const isReadable = height >= SMALLEST && height <= LARGEST
    const isOnPage =
      right >= 0 && base >= 0 && left <= this.#shape.width && base - height <= this.#shape.height
    return isUpright && isReadable && isOnPage ? { x1: left, y1: base - height, x2: right, y2: base } : null
  }

  path(
    paint: number,
    { points }: { points: ArrayLike<number> | null },
    { matrix, isInLayer }: DrawState,
  ): void {
    if (points === null || !isInLayer || paint === OPS.endPath) return
    for (const shape of shapesOf(points, matrix)) this.#lines(shape)
  }

  /** A picture has no words. */
  picture(): void {}

  #lines({ box, isCurved, edges }: Shape): void {
    const { horizontal, vertical, squares } = this.drawn
    const { x1, y1, x2, y2 } = box
    const [width, height] = [x2 - x1, y2 - y1]
    const isSmall = (length: number) => length >= SQUARE.from && length <= SQUARE.to
    if (isSmall(width) && isSmall(height) && (isCurved || edges.length >= 4)) {
      if (squares.length < MOST_LINES) squares.push(box)
      return
    }
    if (horizontal.length + vertical.length > MOST_LINES) throw new PageTooLarge()
    // A thin rectangle is one line, not two.
    if (height <= 2 && width > 8) {
      horizontal.push({ at: (y1 + y2) / 2, from: x1, to: x2 })
      return
    }
    if (width <= 2 && height > 5) {
      vertical.push({ at: (x1 + x2) / 2, from: y1, to: y2 })
      return
    }
    for (const edge of edges) {
      if (edge.y2 - edge.y1 < 0.5 && edge.x2 - edge.x1 > 8)
        horizontal.push({ at: edge.y1, from: edge.x1, to: edge.x2 })
      else if (edge.x2 - edge.x1 < 0.5 && edge.y2 - edge.y1 > 5)
        vertical.push({ at: edge.x1, from: edge.y1, to: edge.y2 })
    }
  }
}
