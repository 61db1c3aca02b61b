import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Box, Glyph, Line } from './page-content.ts'
import { apply, boxOf, IDENTITY, type Matrix, matrixOf, multiply, type Shape, shapesOf } from './shapes.ts'

/** The drawing instructions of a page, as pdfjs returns them. */
interface Instructions {
  fnArray: readonly number[]
  argsArray: readonly unknown[]
}

interface PageShape {
  /** Converts PDF coordinates to coordinates of the displayed page. */
  transform: readonly number[]
  width: number
  height: number
  /** Returns the horizontal scale of a font's glyph widths. It is 0.001, except for fonts that are drawn by the PDF itself. */
  glyphScale: (font: string) => number
  /** Returns false if a layer with this id is switched off. */
  isLayerVisible: (id: unknown) => boolean
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

/** Thrown if a page has more content than any form has. */
export class PageTooLarge extends Error {}

/** Maximum numbers of instructions, characters, lines, and filled areas of a page. A dense form has less than a tenth of each. */
const MOST_INSTRUCTIONS = 200_000
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

interface State {
  matrix: Matrix
  text: Matrix
  x: number
  y: number
  lineX: number
  lineY: number
  font: string
  size: number
  leading: number
  charSpacing: number
  wordSpacing: number
  hScale: number
  rise: number
  mode: number
  /** Null for a pattern, whose color is unknown. */
  color: number | null
  opacity: number
}

const START: Omit<State, 'matrix'> = {
  text: IDENTITY,
  x: 0,
  y: 0,
  lineX: 0,
  lineY: 0,
  font: '',
  size: 0,
  leading: 0,
  charSpacing: 0,
  wordSpacing: 0,
  hScale: 1,
  rise: 0,
  mode: 0,
  color: 0,
  opacity: 1,
}

interface PaintedGlyph extends Glyph {
  order: number
  color: number | null
}

/** An area that hides what was drawn before it. */
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
export function drawPage({ fnArray, argsArray }: Instructions, shape: PageShape): Drawn {
  if (fnArray.length > MOST_INSTRUCTIONS) throw new PageTooLarge()
  const painter = new Painter(shape)
  for (const [order, fn] of fnArray.entries()) painter.run(fn, (argsArray[order] ?? []) as unknown[], order)
  return painter.result()
}

class Painter {
  readonly #shape: PageShape
  readonly #base: Matrix
  readonly #glyphs: PaintedGlyph[] = []
  readonly #fills: Fill[] = []
  readonly #horizontal: Line[] = []
  readonly #vertical: Line[] = []
  readonly #squares: Box[] = []
  readonly #strokes: Box[] = []
  readonly #stack: State[] = []
  #state: State
  #pictured = 0
  #turned = 0
  #annotation: string | null = null
  /** For each open layer or marked part of the page, true if it is visible. */
  readonly #layers: boolean[] = []

  constructor(shape: PageShape) {
    this.#shape = shape
    this.#base = matrixOf(shape.transform) ?? IDENTITY
    this.#state = { ...START, matrix: this.#base }
  }

  run(fn: number, args: unknown[], order: number): void {
    const state = this.#state
    const [first] = args
    switch (fn) {
      case OPS.save:
      case OPS.beginGroup:
        return this.#save()
      case OPS.restore:
        return this.#restore()
      case OPS.transform:
        return this.#transform(args)
      case OPS.paintFormXObjectBegin:
        this.#save()
        return this.#transform(first)
      case OPS.endGroup:
      case OPS.paintFormXObjectEnd:
        return this.#restore()
      case OPS.beginAnnotation:
        // The appearance of a form field does not depend on what was drawn before it.
        this.#state = { ...START, matrix: this.#base }
        this.#save()
        this.#annotation = String(first)
        this.#transform(args[2])
        return this.#transform(args[3])
      case OPS.endAnnotation:
        this.#annotation = null
        return this.#restore()
      case OPS.setGState:
        return this.#setState(first)
      case OPS.beginMarkedContent:
        this.#layers.push(true)
        return
      case OPS.beginMarkedContentProps:
        this.#layers.push(first !== 'OC' || this.#shape.isLayerVisible(args[1]))
        return
      case OPS.endMarkedContent:
        this.#layers.pop()
        return
      case OPS.setFillRGBColor:
        state.color = colorOf(first)
        return
      case OPS.setFillTransparent:
        state.opacity = 0
        return
      case OPS.setFillColorN:
      case OPS.shadingFill:
        state.color = null
        return
      case OPS.constructPath:
        return this.#path(Number(first), args[1], order)
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageXObjectRepeat:
      case OPS.paintInlineImageXObjectGroup:
        return this.#picture(order)
      default:
        return this.#text(fn, args, order)
    }
  }

  #text(fn: number, args: unknown[], order: number): void {
    const state = this.#state
    const [one, two] = [finite(args[0]), finite(args[1])]
    switch (fn) {
      case OPS.beginText:
        Object.assign(state, { text: IDENTITY, x: 0, y: 0, lineX: 0, lineY: 0 })
        return
      case OPS.setFont:
        state.font = String(args[0])
        state.size = two
        return
      case OPS.setTextRenderingMode:
        state.mode = one
        return
      case OPS.setCharSpacing:
        state.charSpacing = one
        return
      case OPS.setWordSpacing:
        state.wordSpacing = one
        return
      case OPS.setHScale:
        state.hScale = one / 100
        return
      case OPS.setTextRise:
        state.rise = one
        return
      case OPS.setLeading:
        state.leading = -one
        return
      case OPS.setLeadingMoveText:
        state.leading = two
        return this.#move(one, two)
      case OPS.moveText:
        return this.#move(one, two)
      case OPS.nextLine:
        return this.#move(0, state.leading)
      case OPS.setTextMatrix:
        Object.assign(state, { text: matrixOf(args[0]) ?? IDENTITY, x: 0, y: 0, lineX: 0, lineY: 0 })
        return
      case OPS.showText:
        if (Array.isArray(args[0])) this.#show(args[0] as (PdfGlyph | number)[], order)
        return
    }
  }

  #show(glyphs: readonly (PdfGlyph | number)[], order: number): void {
    const state = this.#state
    const { size, hScale, font } = state
    const matrix = multiply(state.matrix, state.text)
    const scale = size * this.#shape.glyphScale(font)
    const isVisible =
      state.mode !== 3 && state.mode !== 7 && state.opacity >= LEAST_OPACITY && !this.#layers.includes(false)
    let x = 0
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') {
        x -= (finite(glyph) * size) / 1000
        continue
      }
      const from = x
      const width = finite(glyph.width) * scale
      x += width + state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0)
      if (!isVisible || typeof glyph.unicode !== 'string') continue
      const box = this.#glyphBox(matrix, state.x + from * hScale, width * hScale, state.y + state.rise)
      if (box !== null && glyph.unicode.trim() !== '') {
        if (this.#glyphs.length >= MOST_GLYPHS) throw new PageTooLarge()
        const height = box.y2 - box.y1
        this.#glyphs.push({
          text: glyph.unicode,
          box,
          style: `${font} ${height.toFixed(1)}`,
          size: height,
          annotation: this.#annotation,
          order,
          color: state.color,
        })
      }
    }
    state.x += x * hScale
  }

  /** Returns the area of an upright character of readable size on the page, or null for any other character. */
  #glyphBox(matrix: Matrix, x: number, width: number, y: number): Box | null {
    const { size } = this.#state
    const [left, base] = apply(matrix, x, y)
    const [right, end] = apply(matrix, x + width, y)
    const height = Math.abs(apply(matrix, x, y + size)[1] - base)
    const isUpright = Math.abs(end - base) < 0.05 * height && right >= left
    if (!isUpright) this.#turned++
    const isReadable = height >= SMALLEST && height <= LARGEST
    const isOnPage = left >= 0 && base >= 0 && right <= this.#shape.width && base <= this.#shape.height
    return isUpright && isReadable && isOnPage ? { x1: left, y1: base - height, x2: right, y2: base } : null
  }

  #path(paint: number, data: unknown, order: number): void {
    const points = Array.isArray(data) ? (data[0] as ArrayLike<number> | null) : null
    if (points === null || this.#layers.includes(false)) return
    const isFilled = paint === OPS.fill || paint === OPS.eoFill || FILL_AND_STROKE.has(paint)
    const isStroked = paint === OPS.stroke || paint === OPS.closeStroke || FILL_AND_STROKE.has(paint)
    if (!isFilled && !isStroked) return
    for (const shape of shapesOf(points, this.#state.matrix)) {
      if (isFilled && this.#state.opacity >= LEAST_OPACITY) this.#fill(shape.box, order)
      this.#lines(shape)
    }
  }

  #fill(box: Box, order: number): void {
    if (box.x2 - box.x1 < 6 || box.y2 - box.y1 < 4) return
    if (this.#fills.length >= MOST_FILLS) throw new PageTooLarge()
    this.#fills.push({ box, order, color: this.#state.opacity < 0.9 ? null : this.#state.color })
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
    if (height <= 2 && width > 8) return void this.#horizontal.push({ at: (y1 + y2) / 2, from: x1, to: x2 })
    if (width <= 2 && height > 5) return void this.#vertical.push({ at: (x1 + x2) / 2, from: y1, to: y2 })
    for (const edge of edges) {
      if (edge.y2 - edge.y1 < 0.5 && edge.x2 - edge.x1 > 8)
        this.#horizontal.push({ at: edge.y1, from: edge.x1, to: edge.x2 })
      else if (edge.x2 - edge.x1 < 0.5 && edge.y2 - edge.y1 > 5)
        this.#vertical.push({ at: edge.x1, from: edge.y1, to: edge.y2 })
    }
  }

  #picture(order: number): void {
    const corners = [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ].map(([x = 0, y = 0]) => apply(this.#state.matrix, x, y))
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

  #save(): void {
    if (this.#stack.length > 500) throw new PageTooLarge()
    this.#stack.push({ ...this.#state })
  }

  #restore(): void {
    const saved = this.#stack.pop()
    if (saved !== undefined) this.#state = saved
  }

  #transform(by: unknown): void {
    const matrix = matrixOf(by)
    if (matrix !== null) this.#state.matrix = multiply(this.#state.matrix, matrix)
  }

  #setState(entries: unknown): void {
    if (!Array.isArray(entries)) return
    for (const [key, value] of entries as [string, unknown][]) {
      if (key === 'ca') this.#state.opacity = finite(value)
      if (key === 'Font' && Array.isArray(value)) {
        this.#state.font = String(value[0])
        this.#state.size = finite(value[1])
      }
    }
  }

  #move(x: number, y: number): void {
    const state = this.#state
    state.x = state.lineX += x
    state.y = state.lineY += y
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

/** Returns a number, or NaN for anything else, which removes everything that is drawn with it. */
function finite(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : NaN
}

/** Parses a color such as `#ff8800`. */
function colorOf(value: unknown): number | null {
  const digits = typeof value === 'string' ? /^#([0-9a-f]{6})$/i.exec(value)?.[1] : undefined
  return digits === undefined ? null : Number.parseInt(digits, 16)
}

/** Returns the largest difference between two colors in red, green, or blue. */
function contrast(one: number, other: number): number {
  return Math.max(...[16, 8, 0].map((bits) => Math.abs(((one >> bits) & 255) - ((other >> bits) & 255))))
}
