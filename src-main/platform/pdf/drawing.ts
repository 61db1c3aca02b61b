import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { apply, boxOf, IDENTITY, isRectangle, type Matrix, matrixOf, multiply } from './shapes.ts'

/** Follows the drawing instructions of a page, as pdfjs returns them, for readers that need the exact place of what is drawn. */

export interface Instructions {
  fnArray: readonly number[]
  argsArray: readonly unknown[]
}

/** Thrown if a page has more content than any page that a person made. */
export class PageTooLarge extends Error {}

/** Maximum number of instructions of a page, and of graphics states that are open at once. A dense page has less than a tenth. */
const MOST_INSTRUCTIONS = 200_000
const MOST_OPEN = 500

/** A rectangle: left, top, right, and bottom. */
export type Area = readonly [number, number, number, number]
const EVERYWHERE: Area = [-Infinity, -Infinity, Infinity, Infinity]

/** The graphics state. Numbers that the page gives as something else are NaN, which removes everything that is drawn with them. */
export interface DrawState {
  /** From the coordinates of the drawing to the displayed page. */
  matrix: Matrix
  /** From the coordinates of the next character to those of the drawing. */
  text: Matrix
  line: Matrix
  font: string
  size: number
  leading: number
  charSpacing: number
  wordSpacing: number
  hScale: number
  rise: number
  mode: number
  /** The fill color as `0xrrggbb`. Null for a pattern, whose color is unknown. */
  color: number | null
  opacity: number
  stroke: { color: number | null; opacity: number; width: number }
  /** False if a way to mix colors, a mask, a group, or a path that is no rectangle decides what is seen. */
  isPlain: boolean
  /** Only what is inside this area of the displayed page is drawn. */
  clip: Area
  /** False in a layer that is switched off. */
  isInLayer: boolean
  /** The id of the annotation to which the drawing belongs. */
  annotation: string | null
}

const START: Omit<DrawState, 'matrix'> = {
  text: IDENTITY,
  line: IDENTITY,
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
  stroke: { color: 0, opacity: 1, width: 1 },
  isPlain: true,
  clip: EVERYWHERE,
  isInLayer: true,
  annotation: null,
}

/** What a reader does with what is drawn. `order` grows with each instruction: later ones cover earlier ones. */
export interface Brush {
  /** Gets the characters of a text, and numbers by which the next character moves. Returns the width of the text before `hScale`. */
  show(glyphs: readonly unknown[], state: Readonly<DrawState>, order: number): number
  /** `paint` is the instruction that paints the path. `bounds` has its left, bottom, right, and top in the drawing's coordinates. */
  path(
    paint: number,
    path: { points: ArrayLike<number> | null; bounds: ArrayLike<number> | null },
    state: Readonly<DrawState>,
    order: number,
  ): void
  /** `id` names the pixels of the picture. It is null for pictures whose pixels are part of the instruction: `inline`. */
  picture(id: string | null, state: Readonly<DrawState>, order: number, inline?: unknown): void
  /** A picture of one color that can be transparent in places. It fills the unit square with the fill color. */
  stencil?(state: Readonly<DrawState>, order: number): void
}

/** Text in this mode, or in a higher one, is part of a clipping path. */
const CLIPS = 4

interface PageShape {
  /** Converts PDF coordinates to coordinates of the displayed page. */
  transform: unknown
  /** Returns false if a layer with this id is switched off. */
  isLayerVisible(id: unknown): boolean
}

/** Follows the instructions of a page. Throws `PageTooLarge`. */
export function followDrawing({ fnArray, argsArray }: Instructions, shape: PageShape, brush: Brush): void {
  if (fnArray.length > MOST_INSTRUCTIONS) throw new PageTooLarge()
  const pen = new Pen(shape, brush)
  for (const [order, fn] of fnArray.entries()) pen.run(fn, (argsArray[order] ?? []) as unknown[], order)
}

class Pen {
  readonly #shape: PageShape
  readonly #brush: Brush
  readonly #base: Matrix
  readonly #stack: DrawState[] = []
  #state: DrawState
  /** For each open layer or marked part of the page, true if it is visible. */
  readonly #layers: boolean[] = []
  /** True if the next path is a clipping path. */
  #isClipping = false

  constructor(shape: PageShape, brush: Brush) {
    this.#shape = shape
    this.#brush = brush
    this.#base = matrixOf(shape.transform) ?? IDENTITY
    this.#state = { ...START, matrix: this.#base }
  }

  run(fn: number, args: unknown[], order: number): void {
    const state = this.#state
    const [first] = args
    switch (fn) {
      case OPS.save:
        return this.#save()
      case OPS.beginGroup:
        this.#save()
        return this.#group()
      case OPS.restore:
      case OPS.endGroup:
      case OPS.paintFormXObjectEnd:
      case OPS.endAnnotation:
        return this.#restore()
      case OPS.transform:
        return this.#transform(args)
      case OPS.paintFormXObjectBegin:
        this.#save()
        this.#transform(first)
        return this.#clipTo(args[1])
      case OPS.beginAnnotation:
        // The appearance of a form field or a note does not depend on what was drawn before it.
        this.#save()
        this.#state = { ...START, matrix: this.#base, annotation: String(first) }
        this.#clipTo(args[1])
        this.#transform(args[2])
        return this.#transform(args[3])
      case OPS.setGState:
        return this.#setState(first)
      case OPS.beginMarkedContent:
        return this.#layer(true)
      case OPS.beginMarkedContentProps:
        return this.#layer(first !== 'OC' || this.#shape.isLayerVisible(args[1]))
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
        state.color = null
        return
      case OPS.setStrokeRGBColor:
        state.stroke = { ...state.stroke, color: colorOf(first) }
        return
      case OPS.setStrokeTransparent:
        state.stroke = { ...state.stroke, opacity: 0 }
        return
      case OPS.setStrokeColorN:
        state.stroke = { ...state.stroke, color: null }
        return
      case OPS.setLineWidth:
        state.stroke = { ...state.stroke, width: finite(first) }
        return
      case OPS.clip:
      case OPS.eoClip:
        this.#isClipping = true
        return
      case OPS.constructPath:
        return this.#path(args, order)
      case OPS.paintImageXObject:
        return this.#brush.picture(String(first), this.#seen(), order)
      case OPS.paintInlineImageXObject:
        return this.#brush.picture(null, this.#seen(), order, first)
      case OPS.paintImageXObjectRepeat:
        return this.#eachPlace(repeated([args[1], 0, 0, args[2]], args[3]), (one) =>
          this.#brush.picture(String(first), one, order),
        )
      case OPS.paintInlineImageXObjectGroup:
        return this.#eachPlace(transformsIn(args[1]), (one) => this.#brush.picture(null, one, order, first))
      case OPS.paintImageMaskXObject:
      case OPS.paintSolidColorImageMask:
        return this.#brush.stencil?.(this.#seen(), order)
      case OPS.paintImageMaskXObjectRepeat:
        return this.#eachPlace(repeated(args.slice(1, 5), args[5]), (one) =>
          this.#brush.stencil?.(one, order),
        )
      case OPS.paintImageMaskXObjectGroup:
        return this.#eachPlace(transformsIn(first), (one) => this.#brush.stencil?.(one, order))
      default:
        return this.#text(fn, args, order)
    }
  }

  #text(fn: number, args: unknown[], order: number): void {
    const state = this.#state
    const [one, two] = [finite(args[0]), finite(args[1])]
    switch (fn) {
      case OPS.beginText:
        state.text = state.line = IDENTITY
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
        state.text = state.line = matrixOf(args[0]) ?? matrixOf(args) ?? IDENTITY
        return
      case OPS.showText:
        if (!Array.isArray(args[0])) return
        return this.#show(args[0], order)
    }
  }

  #show(glyphs: readonly unknown[], order: number): void {
    const state = this.#state
    const width = this.#brush.show(glyphs, this.#seen(), order) * state.hScale
    if (state.mode >= CLIPS) state.isPlain = false
    this.#advance(width, 0)
  }

  /** Draws something at several places. */
  #eachPlace(places: readonly Matrix[], paint: (state: DrawState) => void): void {
    if (places.length > MOST_INSTRUCTIONS) throw new PageTooLarge()
    const { matrix } = this.#state
    for (const place of places) {
      this.#state.matrix = multiply(matrix, place)
      paint({ ...this.#seen() })
    }
    this.#state.matrix = matrix
  }

  #path(args: readonly unknown[], order: number): void {
    const [paint, data, bounds] = args
    const isClipping = this.#isClipping
    this.#isClipping = false
    const sides = isSides(bounds) ? bounds : null
    const [points] = Array.isArray(data) ? (data as (ArrayLike<number> | null)[]) : [null]
    this.#brush.path(Number(paint), { points: points ?? null, bounds: sides }, this.#seen(), order)
    if (!isClipping || sides === null) return
    this.#clipTo(sides)
    if (points !== null && points !== undefined && !isRectangle(points)) this.#state.isPlain = false
  }

  /** Draws only inside this rectangle from now on. */
  #clipTo(sides: unknown): void {
    const area = isSides(sides) ? areaOf(sides, this.#state.matrix) : null
    if (area !== null) this.#state.clip = common(this.#state.clip, area)
  }

  /** Begins a group. The state before it then applies to the whole group. */
  #group(): void {
    const { stroke } = this.#state
    Object.assign(this.#state, { isPlain: false, opacity: 1, stroke: { ...stroke, opacity: 1 } })
  }

  /** The state with whether a person sees what is drawn in the open layers. */
  #seen(): DrawState {
    this.#state.isInLayer = !this.#layers.includes(false)
    return this.#state
  }

  #layer(isVisible: boolean): void {
    if (this.#layers.length > MOST_OPEN) throw new PageTooLarge()
    this.#layers.push(isVisible)
  }

  #save(): void {
    if (this.#stack.length > MOST_OPEN) throw new PageTooLarge()
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
      const state = this.#state
      if (key === 'ca') state.opacity = finite(value)
      if (key === 'CA') state.stroke = { ...state.stroke, opacity: finite(value) }
      if (key === 'LW') state.stroke = { ...state.stroke, width: finite(value) }
      if ((key === 'BM' && value !== 'source-over') || (key === 'SMask' && value !== false) || key === 'TR')
        state.isPlain = false
      if (key === 'Font' && Array.isArray(value)) {
        this.#state.font = String(value[0])
        this.#state.size = finite(value[1])
      }
    }
  }

  #move(x: number, y: number): void {
    this.#state.text = this.#state.line = multiply(this.#state.line, [1, 0, 0, 1, x, y])
  }

  #advance(x: number, y: number): void {
    this.#state.text = multiply(this.#state.text, [1, 0, 0, 1, x, y])
  }
}

/** Places of a picture that is repeated: the first four numbers of its transformation, and a list of positions. */
function repeated([a, b, c, d]: readonly unknown[], positions: unknown): Matrix[] {
  const list = Array.isArray(positions) || positions instanceof Float32Array ? positions : []
  return Array.from(
    { length: list.length >> 1 },
    (_, at) => [a, b, c, d, list[at * 2], list[at * 2 + 1]].map(finite) as unknown as Matrix,
  )
}

const transformsIn = (list: unknown): Matrix[] =>
  (Array.isArray(list) ? (list as { transform?: unknown }[]) : [])
    .map(({ transform }) => matrixOf(transform))
    .filter((matrix) => matrix !== null)

const isSides = (value: unknown): value is ArrayLike<number> =>
  (Array.isArray(value) || value instanceof Float32Array) && value.length === 4

/** Returns the area of the displayed page around a rectangle of the drawing, or null if it has a side that is no number. */
export function areaOf(
  { 0: x1 = NaN, 1: y1 = NaN, 2: x2 = NaN, 3: y2 = NaN }: ArrayLike<number>,
  matrix: Matrix,
): Area | null {
  const corners = [
    [x1, y1],
    [x2, y1],
    [x1, y2],
    [x2, y2],
  ].map(([x = NaN, y = NaN]) => apply(matrix, x, y))
  const box = boxOf(corners)
  return box === null ? null : [box.x1, box.y1, box.x2, box.y2]
}

/** Returns the area that two areas have in common. */
export const common = (one: Area, other: Area): Area => [
  Math.max(one[0], other[0]),
  Math.max(one[1], other[1]),
  Math.min(one[2], other[2]),
  Math.min(one[3], other[3]),
]

/** Returns a number, or NaN for anything else. */
export function finite(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : NaN
}

/** Parses a color such as `#ff8800`. */
function colorOf(value: unknown): number | null {
  const digits = typeof value === 'string' ? /^#([0-9a-f]{6})$/i.exec(value)?.[1] : undefined
  return digits === undefined ? null : Number.parseInt(digits, 16)
}
