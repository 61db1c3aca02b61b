import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { StatementPage, Word } from '../../core/ports/statements.ts'

/**
 * Reads the words of a page from the list of drawing operations. Unlike the text content that pdfjs offers, the list tells the exact position
 * of each glyph, what is drawn over what, and which text is invisible.
 */

export type Matrix = readonly [number, number, number, number, number, number]

/** The facts about a font that pdfjs provides. */
export interface FontFacts {
  name?: string
  fontMatrix?: number[]
  vertical?: boolean
  bold?: boolean
}

/** The parts of a pdfjs page that this module needs. */
export interface DrawnPage {
  /** Size of the page as displayed, and the matrix from its drawing coordinates to points with y downward. */
  viewport: { width: number; height: number; transform: number[] }
  operations: { fnArray: number[]; argsArray: unknown[] }
  font(id: string): FontFacts | null
  /** Returns false if a layer of the document is switched off. */
  isLayerVisible(id: unknown): boolean
}

/** Maximum number of glyphs of a page. A dense statement page has less than 10,000. */
const MOST_GLYPHS = 100_000
/** Maximum number of pictures of a page that are read. Some scanners cut a page into strips. */
const MOST_PICTURES = 200
/** Maximum number of filled areas and pictures of a page. */
const MOST_BOXES = 20_000
/** A later box hides a word if it covers its middle. Boxes thinner than this number of points are lines. */
const THINNEST_BOX = 3
/** Share of the page that a picture must fill so that the page counts as a picture. */
const PICTURE_SHARE = 0.6
/** A page with fewer visible words than this, and a picture, can be a scan with a line of the scanner's own. */
const FEWEST_WORDS = 12
/** Text on a picture counts as visible if it is darker than this, from 0 (black) to 1 (white). */
const DARK = 0.6
/** A gap between two glyphs that is wider than this share of the font's size separates words. */
const WORD_GAP = 0.17
/** Text that is smaller than this number of points is invisible. */
const SMALLEST = 2
/** Brightnesses that differ by less than this look the same. */
const SAME_BRIGHTNESS = 0.1
/** Text that is steeper than this (about 6°) is a watermark or a margin note. */
const STEEPEST = 0.1

interface State {
  matrix: Matrix
  font: FontFacts | null
  fontId: string
  size: number
  charSpacing: number
  wordSpacing: number
  scale: number
  rise: number
  leading: number
  mode: number
  fill: number
  alpha: number
  /** Only what is inside this area is drawn: left, top, right, and bottom. */
  clip: readonly [number, number, number, number]
}

interface Run {
  word: Word
  /** Position in the order of drawing. */
  at: number
  isInvisible: boolean
  /** Brightness of the text, from 0 (black) to 1 (white). */
  fill: number
}

/** A picture on a page: the id of its pixels, and the matrix from the unit square to points with y downward. */
export interface PlacedPicture {
  id: string
  matrix: Matrix
}

interface Box {
  x0: number
  x1: number
  y0: number
  y1: number
  at: number
  fill: number
  isImage: boolean
}

interface Glyph {
  unicode?: string
  width?: number
  isSpace?: boolean
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

const times = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
]

/** Returns the words of a page. Throws if the page has more glyphs than any statement. */
export function readPage(page: DrawnPage): StatementPage & { pictures: PlacedPicture[] } {
  const drawn = draw(page)
  const { width, height } = page.viewport
  const area = width * height
  const isWhole = (box: Box) => box.isImage && (box.x1 - box.x0) * (box.y1 - box.y0) > area * PICTURE_SHARE
  const hasPicture = drawn.boxes.some(isWhole)
  const visible: Word[] = []
  const covered: Word[] = []
  // The text layer of a scanned page: invisible, or behind the picture.
  const layer: Word[] = []
  for (const run of drawn.runs) {
    const { word } = run
    if (word.x1 < 0 || word.x0 > width || word.y < 0 || word.y > height + word.size) continue
    if (run.isInvisible) (hasPicture ? layer : covered).push(word)
    else {
      const cover = coverOf(run, drawn.boxes)
      if (cover === null) visible.push(word)
      else (cover !== 'ground' && isWhole(cover) ? layer : covered).push(word)
    }
  }
  // A page with visible text is no picture: its picture is the background, and nobody sees other text on it.
  const isPicture = hasPicture && (visible.length < FEWEST_WORDS || layer.length > visible.length)
  return {
    width,
    height,
    words: isPicture ? [...visible, ...layer] : visible,
    covered: isPicture ? covered : [...covered, ...layer],
    isPicture,
    pictures: drawn.pictures,
  }
}

/** Returns the box that covers a word, `ground` if the word has the color of what is below it, and null if the word is visible. */
function coverOf({ word, at, fill }: Run, boxes: readonly Box[]): Box | 'ground' | null {
  const x = (word.x0 + word.x1) / 2
  const y = word.y - word.size * 0.3
  let ground: Box | null = null
  for (const box of boxes) {
    if (x < box.x0 || x > box.x1 || y < box.y0 || y > box.y1) continue
    if (box.at > at) return box
    ground = box
  }
  // A picture has no single color. Dark text on it is visible, light text may not be.
  if (ground?.isImage === true) return fill < DARK ? null : ground
  return Math.abs((ground?.fill ?? 1) - fill) < SAME_BRIGHTNESS ? 'ground' : null
}

function draw({ viewport, operations, font, isLayerVisible }: DrawnPage): {
  runs: Run[]
  boxes: Box[]
  pictures: PlacedPicture[]
} {
  const base = matrixOf(viewport.transform)
  const runs: Run[] = []
  const boxes: Box[] = []
  const pictures: PlacedPicture[] = []
  const stack: State[] = []
  let state: State = {
    matrix: base,
    font: null,
    fontId: '',
    size: 0,
    charSpacing: 0,
    wordSpacing: 0,
    scale: 1,
    rise: 0,
    leading: 0,
    mode: 0,
    fill: 0,
    alpha: 1,
    clip: [-Infinity, -Infinity, Infinity, Infinity],
  }
  const untouched = state
  /** For each open layer or marked part of the page, true if it is visible. */
  const layers: boolean[] = []
  let isClipping = false
  let text: Matrix = IDENTITY
  let line: Matrix = IDENTITY
  let glyphs = 0

  const moveLine = (x: number, y: number) => {
    line = times(line, [1, 0, 0, 1, x, y])
    text = line
  }
  const placeOf = ([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[]) => {
    const points = [
      [x0, y0],
      [x1, y0],
      [x0, y1],
      [x1, y1],
    ].map(([x = 0, y = 0]) => apply(state.matrix, x, y))
    const xs = points.map(([x]) => x)
    const ys = points.map(([, y]) => y)
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const
  }
  const addBox = (corners: readonly number[], at: number, isImage: boolean) => {
    if (layers.includes(false)) return
    const place = placeOf(corners)
    const [left, top, right, bottom] = state.clip
    const [x0, y0] = [Math.max(place[0], left), Math.max(place[1], top)]
    const [x1, y1] = [Math.min(place[2], right), Math.min(place[3], bottom)]
    if (![x0, y0, x1, y1].every(Number.isFinite)) return
    if (x1 - x0 < THINNEST_BOX || y1 - y0 < THINNEST_BOX) return
    if (boxes.length >= MOST_BOXES) throw new Error('too much on a page')
    boxes.push({ x0, y0, x1, y1, at, fill: state.fill, isImage })
  }

  const { fnArray, argsArray } = operations
  for (let at = 0; at < fnArray.length; at++) {
    const args = (argsArray[at] ?? []) as unknown[]
    switch (fnArray[at]) {
      case OPS.save:
        stack.push(state)
        state = { ...state }
        break
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        state = stack.pop() ?? state
        break
      case OPS.paintFormXObjectBegin: {
        stack.push(state)
        const [matrix] = args
        state = Array.isArray(matrix)
          ? { ...state, matrix: times(state.matrix, matrixOf(matrix)) }
          : { ...state }
        break
      }
      case OPS.transform:
        state.matrix = times(state.matrix, matrixOf(args))
        break
      case OPS.setGState:
        for (const [name, value] of (args[0] ?? []) as [string, unknown][]) {
          if (name === 'ca') state.alpha = numberOf(value)
          if (name === 'Font' && Array.isArray(value)) setFont(value)
        }
        break
      case OPS.setFillRGBColor:
        state.fill = brightness(args[0])
        break
      case OPS.setFillColorN:
      case OPS.setFillTransparent:
        // A pattern has no single color. Treat it as gray, which is visible on white and on black.
        state.fill = 0.5
        break
      case OPS.beginText:
        text = IDENTITY
        line = IDENTITY
        break
      case OPS.setFont:
        setFont(args)
        break
      case OPS.setCharSpacing:
        state.charSpacing = numberOf(args[0])
        break
      case OPS.setWordSpacing:
        state.wordSpacing = numberOf(args[0])
        break
      case OPS.setHScale:
        state.scale = numberOf(args[0]) / 100
        break
      case OPS.setLeading:
        state.leading = numberOf(args[0])
        break
      case OPS.setTextRise:
        state.rise = numberOf(args[0])
        break
      case OPS.setTextRenderingMode:
        state.mode = numberOf(args[0])
        break
      case OPS.setTextMatrix:
        line = matrixOf(Array.isArray(args[0]) || ArrayBuffer.isView(args[0]) ? (args[0] as number[]) : args)
        text = line
        break
      case OPS.moveText:
        moveLine(numberOf(args[0]), numberOf(args[1]))
        break
      case OPS.setLeadingMoveText:
        state.leading = -numberOf(args[1])
        moveLine(numberOf(args[0]), numberOf(args[1]))
        break
      case OPS.nextLine:
        moveLine(0, -state.leading)
        break
      case OPS.showText:
        show((args[0] ?? []) as (Glyph | number)[], at)
        break
      case OPS.beginAnnotation:
        // The appearance of a note or of a form field does not depend on what was drawn before it.
        stack.push(state)
        state = { ...untouched }
        for (const matrix of [args[2], args[3]])
          if (Array.isArray(matrix)) state.matrix = times(state.matrix, matrixOf(matrix))
        break
      case OPS.endAnnotation:
        state = stack.pop() ?? state
        break
      case OPS.beginMarkedContent:
        layers.push(true)
        break
      case OPS.beginMarkedContentProps:
        layers.push(args[0] !== 'OC' || isLayerVisible(args[1]))
        break
      case OPS.endMarkedContent:
        layers.pop()
        break
      case OPS.clip:
      case OPS.eoClip:
        isClipping = true
        break
      case OPS.constructPath: {
        const [kind, , bounds] = args
        if (isClipping && bounds !== null && bounds !== undefined) {
          const place = placeOf(Array.from(bounds as ArrayLike<number>))
          const [left, top, right, bottom] = state.clip
          state.clip = [
            Math.max(left, place[0]),
            Math.max(top, place[1]),
            Math.min(right, place[2]),
            Math.min(bottom, place[3]),
          ]
        }
        isClipping = false
        if (
          (kind === OPS.fill ||
            kind === OPS.eoFill ||
            kind === OPS.fillStroke ||
            kind === OPS.eoFillStroke) &&
          state.alpha > 0.5 &&
          bounds !== null &&
          bounds !== undefined
        )
          addBox(Array.from(bounds as ArrayLike<number>), at, false)
        break
      }
      case OPS.paintImageXObject:
        if (pictures.length < MOST_PICTURES) pictures.push({ id: String(args[0]), matrix: state.matrix })
        addBox([0, 0, 1, 1], at, true)
        break
      case OPS.paintInlineImageXObject:
      case OPS.paintImageXObjectRepeat:
        addBox([0, 0, 1, 1], at, true)
        break
      default:
    }
  }
  return { runs, boxes, pictures }

  function setFont([id, size]: readonly unknown[]) {
    state.fontId = String(id)
    state.font = font(state.fontId)
    state.size = numberOf(size)
  }

  /** Splits the shown glyphs into words. Wide gaps separate words too, because many files draw columns without spaces. */
  function show(shown: readonly (Glyph | number)[], at: number) {
    const { size, scale, font: face } = state
    if (face?.vertical === true) return
    const unit = face?.fontMatrix?.[0] ?? 0.001
    let word = ''
    let start: [number, number] | null = null
    let end: [number, number] = [0, 0]
    let endsAt = 0
    let x = 0
    const place = (offset: number): [number, number] => {
      const [tx, ty] = apply(text, offset, state.rise)
      return apply(state.matrix, tx, ty)
    }
    const height = heightOf(times(state.matrix, text), size)
    const close = () => {
      if (word !== '' && start !== null) push(word, start, end, height, at)
      word = ''
      start = null
    }
    for (const glyph of shown) {
      if (typeof glyph === 'number') {
        x -= (glyph / 1000) * size * scale
        continue
      }
      if (glyph === null || typeof glyph !== 'object') continue
      if (++glyphs > MOST_GLYPHS) throw new Error('too much on a page')
      const advance = (numberOf(glyph.width) * unit * size + state.charSpacing) * scale
      const unicode = glyph.unicode ?? ''
      if (unicode.trim() === '') {
        close()
        x += advance + (glyph.isSpace === true || unicode === ' ' ? state.wordSpacing * scale : 0)
        continue
      }
      if (start !== null && x - endsAt > Math.abs(size) * WORD_GAP) close()
      if (start === null) start = place(x)
      word += unicode
      x += advance
      endsAt = x - state.charSpacing * scale
      end = place(endsAt)
    }
    close()
    text = times(text, [1, 0, 0, 1, x, 0])
  }

  function isClipped(x: number, y: number): boolean {
    const [left, top, right, bottom] = state.clip
    return x < left || x > right || y < top || y > bottom
  }

  function push(word: string, from: [number, number], to: [number, number], height: number, at: number) {
    const [x0, y] = from
    const [x1, y1] = to
    if (![x0, y, x1, y1, height].every(Number.isFinite) || height <= 0) return
    if (Math.abs(y1 - y) > Math.abs(x1 - x0) * STEEPEST + 0.5 || x1 < x0) return
    runs.push({
      word: { text: word, x0, x1, y, size: height, font: state.font?.name ?? state.fontId },
      at,
      isInvisible:
        state.mode % 4 === 3 ||
        state.alpha < 0.05 ||
        height < SMALLEST ||
        layers.includes(false) ||
        isClipped((x0 + x1) / 2, y - height * 0.3),
      fill: state.mode === 1 ? 0 : state.fill,
    })
  }
}

function matrixOf(values: ArrayLike<unknown>): Matrix {
  return [0, 1, 2, 3, 4, 5].map((at) => numberOf(values[at])) as unknown as Matrix
}

function apply(m: Matrix, x: number, y: number): [number, number] {
  return [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]]
}

const heightOf = (m: Matrix, size: number) => Math.hypot(m[2], m[3]) * Math.abs(size)

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

/** Converts `#rrggbb` or three bytes to a brightness from 0 (black) to 1 (white). */
function brightness(color: unknown): number {
  if (typeof color !== 'string' || color.length !== 7) return 0
  const value = Number.parseInt(color.slice(1), 16)
  if (!Number.isFinite(value)) return 0
  return (0.3 * (value >> 16) + 0.59 * ((value >> 8) & 255) + 0.11 * (value & 255)) / 255
}
