import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { StatementPage, Word } from './statement-words.ts'
import {
  type Area,
  areaOf,
  type DrawState,
  finite,
  followDrawing,
  type Instructions,
  isUnseen,
  PageTooLarge,
} from '../../platform/pdf/drawing.ts'
import { apply, insideOf, isRectangle, type Matrix, multiply, polygonsOf } from '../../platform/pdf/shapes.ts'
import { isPixels, type Pixels } from './gray-picture.ts'
import { brightness, insideSquare, type Layer, layerOf, onLine, PaintedLayers } from './painted-layers.ts'
import {
  bandOf,
  type Canvas,
  hasForeignInk,
  hasPaintedColumn,
  hasPaintedRow,
  LEAST_CONTRAST,
  type Piece,
  type Run,
  visibilityOf,
} from './visible-text.ts'
import { type Outline, outlinesOf } from './outlines.ts'

/**
 * Reads the words of a page from the list of drawing operations. Unlike the text content that pdfjs offers, the list tells the exact position
 * of each glyph, what is drawn over what, and which text is invisible.
 */

/** The facts about a font that pdfjs provides. */
export interface FontFacts {
  name?: string
  fontMatrix?: number[]
  vertical?: boolean
  bold?: boolean
}

/** A note or form field of a page: its id, its area, and whether it shows digits of its own. */
export interface Annotation {
  id: string
  area: Area
  hasDigits: boolean
}

/** The parts of a pdfjs page that this module needs. */
export interface DrawnPage {
  /** Size of the page as displayed, and the matrix from its drawing coordinates to points with y downward. */
  viewport: { width: number; height: number; transform: number[] }
  operations: Instructions
  annotations: readonly Annotation[]
  font(id: string): FontFacts | null
  /** Returns the pixels of a picture, or null if they cannot be read. */
  pixels(id: string): Promise<Pixels | null>
  /** Returns false if a layer of the document is switched off. */
  isLayerVisible(id: unknown): boolean
}

/** Maximum number of glyphs of a page. A dense statement page has less than 10,000. */
const MOST_GLYPHS = 100_000
/** Maximum number of pictures of a page that are read. Some scanners cut a page into strips. */
const MOST_PICTURES = 200
/** Share of the page that a picture must fill so that the page counts as a picture. */
const PICTURE_SHARE = 0.6
/** A page with fewer visible words than this, and a picture, can be a scan with a line of the scanner's own. */
const FEWEST_WORDS = 12
/** A gap between two glyphs that is wider than this share of the font's size separates words. */
const WORD_GAP = 0.17
/** The end of an amount with cents, in any notation: `1,234.00`, `1.234,00-`, `(12.00)`, `12.00CR`. */
const AMOUNT_END = /[.,]\d\d(?:[-)+]|cr|dr)?$/i
/** A month and a year, such as the `03.25` of `REV. 03.25`. */
const MONTH = /^(?:0[1-9]|1[0-2])\.\d\d$/
/** Text that is steeper than this (about 6°) is a watermark or a margin note. */
const STEEPEST = 0.1
/** On a page with few words, drawings with more than this number of outlines, or pictures of this share of the page, can be its text. */
const MOST_OUTLINES = 150
const MOST_PICTURED = 0.15
/** Lines are at least this number of points wide on the screen. */
const THINNEST_LINE = 0.4

/** A picture on a page: the id of its pixels, and the matrix from the unit square to points with y downward. */
export interface PlacedPicture {
  id: string
  matrix: Matrix
}

interface Glyph {
  unicode?: string
  width?: number
  isSpace?: boolean
}

/** Returns the words of a page. Throws if the page has more glyphs than any statement. */
export async function readPage(page: DrawnPage): Promise<StatementPage & { pictures: PlacedPicture[] }> {
  const drawn = draw(page)
  const { width, height } = page.viewport
  const canvas: Canvas = { width, height, layers: drawn.layers, texts: drawn.texts, pieces: drawn.pieces }
  await loadPixels(page, drawn)
  const shown = drawn.layers.all.filter(({ picture }) => picture !== null)
  const hasPicture = shown.some(({ picture }) => picture?.isWhole === true)
  const visible: Word[] = []
  const covered: Word[] = []
  // The text layer of a scanned page: invisible, or behind the picture.
  const layer: Word[] = []
  for (const run of drawn.runs) {
    const seen = visibilityOf(run, canvas)
    if (seen === 'outside') continue
    if (seen === 'visible') visible.push(run.word)
    else (seen === 'below' || (run.isInvisible && hasPicture) ? layer : covered).push(run.word)
  }
  // A page with visible text is no picture: its picture is the background, and nobody sees other text on it.
  const isPicture = hasPicture && (visible.length < FEWEST_WORDS || layer.length > visible.length)
  const isSparse = !isPicture && visible.length < FEWEST_WORDS
  const pictured = shown.reduce((sum, { area: [x0, y0, x1, y1] }) => sum + (x1 - x0) * (y1 - y0), 0)
  const steep = drawn.steep.filter((text) => AMOUNT_END.test(text))
  // The margin can have the month of a form. A single one is no row of a table.
  const isTurned = steep.length > 1 || steep.some((text) => !MONTH.test(text))
  const hasUnread =
    drawn.hasLetteredPattern ||
    isTurned ||
    hasUnseenNote(page, drawn.notes, visible) ||
    (isSparse && (outlinesOf(drawn.outlines) > MOST_OUTLINES || drawn.steep.length >= FEWEST_WORDS)) ||
    (!isPicture &&
      (visible.some((word) => hasForeignInk(word, canvas)) ||
        hasPaintedRow(visible, canvas) ||
        hasPaintedColumn(visible, canvas)))
  return {
    width,
    height,
    words: isPicture ? [...visible, ...layer] : visible,
    covered: isPicture ? covered : [...covered, ...layer],
    isPicture,
    hasUnread,
    hasPictures:
      !isPicture &&
      ((hasPicture && !isPlain(canvas)) || (isSparse && pictured > width * height * MOST_PICTURED)),
    pictures: drawn.pictures,
  }
}

/** Loads the pixels of the pictures that are over or below visible text. */
async function loadPixels({ pixels }: DrawnPage, { layers, runs, inline }: Drawing): Promise<void> {
  for (const [id, picture] of inline) layers.setPixels(id, picture)
  const needed = new Set<string>()
  for (const { word, at, isInvisible } of runs) {
    if (isInvisible) continue
    const [x0, y0, x1, y1] = bandOf(word)
    const around: Area = [x0 - word.size, y0 - word.size * 4, x1 + word.size, y1 + word.size * 4]
    for (const layer of layers.over(around)) {
      const { picture } = layer
      // Text below the picture of a scanned page is its text layer.
      if (picture === null || picture.id === null || (picture.isWhole && layer.at > at)) continue
      needed.add(picture.id)
    }
  }
  for (const id of [...needed].filter((one) => !inline.has(one)).slice(0, MOST_PICTURES))
    layers.setPixels(id, await pixels(id))
}

/** Distance, in points, of the places of a background that are looked at. */
const GRID = 1.5

/** True if the pictures that fill a page are paper: the same brightness everywhere. */
function isPlain({ width, height, layers }: Canvas): boolean {
  const pictures = layers.all.filter(({ picture }) => picture?.isWhole === true)
  let [least, most] = [1, 0]
  for (let y = GRID / 2; y < height; y += GRID)
    for (let x = GRID / 2; x < width; x += GRID) {
      const { ground } = layers.look(x, y, pictures)
      if (!Number.isFinite(ground)) return false
      ;[least, most] = [Math.min(least, ground), Math.max(most, ground)]
    }
  return most - least < LEAST_CONTRAST
}

/** True if a viewer shows a note or a form field that pdfjs does not draw, and it has digits, or lies over some. */
function hasUnseenNote(
  { annotations }: DrawnPage,
  notes: ReadonlySet<string>,
  visible: readonly Word[],
): boolean {
  return annotations.some(({ id, area, hasDigits }) => {
    if (notes.has(id)) return false
    if (hasDigits) return true
    return visible.some((word) => {
      const [x0, y0, x1, y1] = bandOf(word)
      const isOver = x0 < area[2] && x1 > area[0] && y0 < area[3] && y1 > area[1]
      return isOver && /\d/.test(word.text)
    })
  })
}

interface Drawing {
  runs: Run[]
  layers: PaintedLayers
  texts: PaintedLayers
  pieces: Map<Layer, Piece>
  pictures: PlacedPicture[]
  /** Pixels that are part of the instructions. */
  inline: Map<string, Pixels | null>
  /** Words that are too steep for a line. */
  steep: string[]
  outlines: Outline[]
  hasLetteredPattern: boolean
  /** The ids of the notes that are drawn. */
  notes: Set<string>
}

function draw({ viewport, operations, font, isLayerVisible }: DrawnPage): Drawing {
  const { width, height } = viewport
  const drawing: Drawing = {
    runs: [],
    layers: new PaintedLayers(height),
    texts: new PaintedLayers(height),
    pieces: new Map(),
    pictures: [],
    inline: new Map(),
    steep: [],
    outlines: [],
    hasLetteredPattern: false,
    notes: new Set(),
  }
  const { layers, outlines } = drawing
  let glyphs = 0
  const add = (layer: Layer | null) => {
    if (layer !== null) layers.add(layer)
  }
  const fill = (state: DrawState, at: number) => ({
    at,
    color: state.color,
    opacity: coverage(state, state.opacity),
  })
  const unitSquare = ({ matrix }: DrawState): Area => areaOf([0, 0, 1, 1], matrix) ?? [NaN, NaN, NaN, NaN]
  followDrawing(
    operations,
    { transform: viewport.transform, isLayerVisible },
    {
      show(shown, state, at) {
        glyphs += shown.length
        if (glyphs > MOST_GLYPHS) throw new PageTooLarge()
        if (state.annotation !== null) drawing.notes.add(state.annotation)
        const { found, steep, width: advance } = wordsOf(shown, state, font(state.font))
        const look = looksOf(state)
        for (const { word, cells } of found) {
          const { text, size, x0: x, y } = word
          const { clip, clipShapes } = state
          const run = { text, size, at, x, y, isSteep: false, ...look, word, cells, clip, clipShapes }
          drawing.runs.push(run)
          addPiece(drawing, run, bandOf(word), null)
        }
        for (const { text, size, corners } of steep) {
          if (look.isInvisible) continue
          drawing.steep.push(text)
          const [[x, y] = [NaN, NaN]] = corners
          const path = corners.flatMap((corner, one) => [one === 0 ? 0 : 1, ...corner])
          addPiece(
            drawing,
            { text, size, at, x, y, isSteep: true, ...look },
            boundsOf(corners),
            insideOf(path, [1, 0, 0, 1, 0, 0], false),
          )
        }
        return advance
      },
      path(paint, { bounds, points }, state, at) {
        if (points !== null) outlines.push({ points, matrix: state.matrix })
        const area = bounds === null ? null : areaOf(bounds, state.matrix)
        if (area === null || points === null) return
        const isLevel = isLevelMatrix(state.matrix)
        if (FILLS.has(paint)) {
          const isBox = isLevel && isRectangle(points)
          const isInside = isBox ? null : insideOf(points, state.matrix, EVEN_ODD.has(paint))
          add(layerOf(area, state, fill(state, at), isInside))
        }
        if (!STROKES.has(paint)) return
        const [a, b, c, d] = state.matrix
        const scale = Math.max(Math.hypot(a, b), Math.hypot(c, d))
        const pen = Math.max(THINNEST_LINE, state.stroke.width * scale)
        const reach: Area = [area[0] - pen / 2, area[1] - pen / 2, area[2] + pen / 2, area[3] + pen / 2]
        const { color, opacity } = state.stroke
        const line = { at, color, opacity: coverage(state, opacity) }
        add(layerOf(reach, state, line, onLine(polygonsOf(points, state.matrix), pen)))
      },
      picture(id, state, at, inline) {
        const area = unitSquare(state)
        const name = id ?? `inline ${at}`
        if (id === null) drawing.inline.set(name, isPixels(inline) ? inline : null)
        else if (drawing.pictures.length < MOST_PICTURES) drawing.pictures.push({ id, matrix: state.matrix })
        const layer = layerOf(
          area,
          state,
          { at, color: null, opacity: coverage(state, state.opacity) },
          insideSquare(state.matrix),
        )
        if (layer === null) return
        const [x0, y0, x1, y1] = layer.area
        const isWhole = (x1 - x0) * (y1 - y0) > width * height * PICTURE_SHARE
        layers.add({ ...layer, picture: { id: name, matrix: state.matrix, isWhole } })
      },
      stencil: (state, at) => {
        const layer = layerOf(unitSquare(state), state, fill(state, at), insideSquare(state.matrix))
        if (layer === null) return
        const [x0, y0, x1, y1] = layer.area
        const isWhole = (x1 - x0) * (y1 - y0) > width * height * PICTURE_SHARE
        layers.add(isWhole ? { ...layer, picture: { id: null, matrix: state.matrix, isWhole } } : layer)
      },
      gradient: (state, at) =>
        add(layerOf([0, 0, width, height], state, { ...fill(state, at), color: null })),
      letteredPattern() {
        drawing.hasLetteredPattern = true
      },
    },
  )
  operations.fnArray.forEach((fn, at) => {
    const args = operations.argsArray[at]
    if (fn === OPS.beginAnnotation && Array.isArray(args)) drawing.notes.add(String(args[0]))
  })
  return drawing
}

/** What is drawn through a mask may be seen anywhere, so it counts as if it had no mask. */
const coverage = ({ isMasked }: DrawState, opacity: number) => (isMasked && opacity > 0 ? 1 : opacity)

const isLevelMatrix = ([a, b, c, d]: Matrix) => (b === 0 && c === 0) || (a === 0 && d === 0)

function boundsOf(corners: readonly (readonly [number, number])[]): Area {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** Remembers where a piece of text is, to find what lies over it. */
function addPiece({ texts, pieces }: Drawing, piece: Piece, area: Area, isInside: Layer['isInside']): void {
  if (piece.isInvisible || !area.every(Number.isFinite)) return
  const { at, fill, opacity } = piece
  const layer: Layer = { at, area, isInside, fill, opacity, blend: 'source-over', picture: null }
  texts.add(layer)
  pieces.set(layer, piece)
}

const FILLS: ReadonlySet<number> = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
])

const STROKES: ReadonlySet<number> = new Set([
  OPS.stroke,
  OPS.closeStroke,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
])

const EVEN_ODD: ReadonlySet<number> = new Set([OPS.eoFill, OPS.eoFillStroke, OPS.closeEOFillStroke])

/** A word that is too steep for a line, with the corners of its area. */
interface SteepWord {
  text: string
  size: number
  corners: [number, number][]
}

/** Splits the shown glyphs into words. Wide gaps separate words too, because many files draw columns without spaces. */
function wordsOf(
  shown: readonly unknown[],
  state: DrawState,
  face: FontFacts | null,
): { found: { word: Word; cells: [number, number][] }[]; steep: SteepWord[]; width: number } {
  const { size, hScale } = state
  const found: { word: Word; cells: [number, number][] }[] = []
  const steep: SteepWord[] = []
  if (face?.vertical === true)
    return {
      found,
      steep: verticalWords(shown).map((text) => ({ text, size, corners: [] })),
      width: 0,
    }
  const unit = face?.fontMatrix?.[0] ?? 0.001
  const matrix = multiply(state.matrix, state.text)
  const height = Math.hypot(matrix[2], matrix[3]) * Math.abs(size)
  const place = (offset: number, up = 0) => apply(matrix, offset * hScale, state.rise + up)
  let word = ''
  let begin = 0
  let start: [number, number] | null = null
  let end: [number, number] = [0, 0]
  let endsAt = 0
  let x = 0
  let cells: [number, number][] = []
  const close = () => {
    if (word !== '' && start !== null) {
      const [x0, y] = start
      const [x1, y1] = end
      const isSound = [x0, y, x1, y1, height].every(Number.isFinite) && height > 0 && x1 >= x0
      if (isSound && Math.abs(y1 - y) <= (x1 - x0) * STEEPEST + 0.5)
        found.push({ word: { text: word, x0, x1, y, size: height, font: face?.name ?? state.font }, cells })
      else {
        const top = Math.abs(size) * 0.68
        steep.push({ text: word, size: height, corners: [start, end, place(endsAt, top), place(begin, top)] })
      }
    }
    word = ''
    start = null
    cells = []
  }
  for (const glyph of shown as readonly (Glyph | number | null)[]) {
    if (typeof glyph === 'number') {
      x -= (glyph / 1000) * size
      continue
    }
    if (glyph === null || typeof glyph !== 'object') continue
    const advance = finite(glyph.width) * unit * size + state.charSpacing
    const unicode = glyph.unicode ?? ''
    if (unicode.trim() === '') {
      close()
      x += advance + (glyph.isSpace === true || unicode === ' ' ? state.wordSpacing : 0)
      continue
    }
    if (start !== null && (x - endsAt) * hScale > Math.abs(size) * WORD_GAP) close()
    if (start === null) {
      start = place(x)
      begin = x
    }
    word += unicode
    const [left] = place(x)
    x += advance
    endsAt = x - state.charSpacing
    end = place(endsAt)
    cells.push([left, end[0]])
  }
  close()
  return { found, steep, width: x }
}

/** Words of a font that writes from top to bottom. */
const verticalWords = (shown: readonly unknown[]): string[] =>
  (shown as readonly (Glyph | number | null)[])
    .map((glyph) => (typeof glyph === 'number' ? ' ' : (glyph?.unicode ?? '')))
    .join('')
    .split(' ')
    .filter((word) => word !== '')

/** How text is drawn, apart from what lies over it. */
function looksOf(state: DrawState): Pick<Piece, 'isInvisible' | 'fill' | 'opacity'> {
  const isOutlined = state.mode % 4 === 1
  const opacity = isOutlined ? state.stroke.opacity : state.opacity
  return {
    isInvisible: state.mode % 4 === 3 || isUnseen(state, opacity),
    fill: brightness(isOutlined ? state.stroke.color : state.color),
    opacity: opacity * state.groupOpacity,
  }
}
