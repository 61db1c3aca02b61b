import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { StatementPage, Word } from '../../core/ports/statements.ts'
import {
  type Area,
  areaOf,
  common,
  type DrawState,
  finite,
  followDrawing,
  type Instructions,
  isUnseen,
  PageTooLarge,
} from '../documents/drawing.ts'
import { apply, type Matrix, multiply, shapesOf } from '../documents/shapes.ts'

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

/** The parts of a pdfjs page that this module needs. */
export interface DrawnPage {
  /** Size of the page as displayed, and the matrix from its drawing coordinates to points with y downward. */
  viewport: { width: number; height: number; transform: number[] }
  operations: Instructions
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
/** The end of an amount with cents, in any notation: `1,234.00`, `1.234,00-`, `(12.00)`, `12.00CR`. */
const AMOUNT_END = /[.,]\d\d(?:[-)+]|cr|dr)?$/i
/** A character of which more than this share is hidden cannot be read. */
const HIDDEN_SHARE = 0.6
/** Text that is smaller than this number of points is invisible. */
const SMALLEST = 2
/** Brightnesses that differ by less than this look nearly the same: light gray text on white paper is easy to miss. */
const SAME_BRIGHTNESS = 0.16
/** Text that is steeper than this (about 6°) is a watermark or a margin note. */
const STEEPEST = 0.1
/** On a page with few words, drawings or pictures with more than this number of paths, or of this share of the page, can be its text. */
const MOST_PATHS = 150
const MOST_PICTURED = 0.15

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
  const pictured = drawn.boxes.reduce(
    (sum, { x0, x1, y0, y1, isImage }) => sum + (isImage ? (x1 - x0) * (y1 - y0) : 0),
    0,
  )
  const isWordless =
    !isPicture &&
    visible.length < FEWEST_WORDS &&
    (drawn.paths > MOST_PATHS || pictured > area * MOST_PICTURED || drawn.steep.length >= FEWEST_WORDS)
  return {
    width,
    height,
    words: isPicture ? [...visible, ...layer] : visible,
    covered: isPicture ? covered : [...covered, ...layer],
    isPicture,
    hasUnread: isWordless || drawn.steep.some((text) => AMOUNT_END.test(text)),
    pictures: drawn.pictures,
  }
}

/** Returns the box that covers a word, `ground` if the word has the color of what is below it, and null if the word is visible. */
function coverOf({ word, at, fill }: Run, boxes: readonly Box[]): Box | 'ground' | null {
  const x = (word.x0 + word.x1) / 2
  const y = word.y - word.size * 0.3
  let ground: Box | null = null
  for (const box of boxes) {
    if (y < box.y0 || y > box.y1 || word.x1 < box.x0 || word.x0 > box.x1) continue
    const isInMiddle = x >= box.x0 && x <= box.x1
    if (box.at > at && (isInMiddle || hidesDigit(word, box.x0, box.x1))) return box
    if (isInMiddle) ground = box
  }
  // A picture has no single color. Dark text on it is visible, light text may not be.
  if (ground?.isImage === true) return fill < DARK ? null : ground
  return Math.abs((ground?.fill ?? 1) - fill) < SAME_BRIGHTNESS ? 'ground' : null
}

/** True if an amount has a character between two edges. Without one digit, a person reads another amount. */
function hidesDigit({ text, x0, x1 }: Word, left: number, right: number): boolean {
  const width = (x1 - x0) / text.length
  return Math.min(x1, right) - Math.max(x0, left) > width * HIDDEN_SHARE && AMOUNT_END.test(text)
}

function draw({ viewport, operations, font, isLayerVisible }: DrawnPage): {
  runs: Run[]
  boxes: Box[]
  pictures: PlacedPicture[]
  /** Words that are too steep for a line. */
  steep: string[]
  /** Number of drawn paths. */
  paths: number
} {
  const runs: Run[] = []
  const steep: string[] = []
  let paths = 0
  const boxes: Box[] = []
  const pictures: PlacedPicture[] = []
  let glyphs = 0
  const addBox = (sides: ArrayLike<number>, state: DrawState, at: number, isImage: boolean) => {
    const place = areaOf(sides, state.matrix)
    if (place !== null) addArea(place, state, at, isImage, state.color)
  }
  const addArea = (place: Area, state: DrawState, at: number, isImage: boolean, color: number | null) => {
    if (state.isHidden || !state.isInLayer || ADDS_INK.has(state.blend)) return
    const [x0, y0, x1, y1] = common(place, state.clip)
    if (x1 - x0 < THINNEST_BOX || y1 - y0 < THINNEST_BOX) return
    if (boxes.length >= MOST_BOXES) throw new PageTooLarge()
    boxes.push({ x0, y0, x1, y1, at, fill: brightness(color), isImage })
  }
  followDrawing(
    operations,
    { transform: viewport.transform, isLayerVisible },
    {
      show(shown, state, at) {
        glyphs += shown.length
        if (glyphs > MOST_GLYPHS) throw new PageTooLarge()
        const { found, steep: others, width } = wordsOf(shown, state, font(state.font))
        for (const word of found) runs.push({ word, at, ...looksOf(word, state) })
        if (!isUnseen(state, state.opacity)) steep.push(...others)
        return width
      },
      path(paint, { bounds, points }, state, at) {
        paths++
        if (bounds !== null && FILLS.has(paint) && state.opacity > 0.5) addBox(bounds, state, at, false)
        if (points === null || !STROKES.has(paint) || state.stroke.opacity <= 0.5) return
        const width = state.stroke.width * Math.hypot(state.matrix[0], state.matrix[1])
        if (width < THINNEST_BOX) return
        // A thick line can fill the row of a table, or cover a word.
        for (const { edges } of shapesOf(points, state.matrix))
          for (const { x1, y1, x2, y2 } of edges) {
            const [across, down] = x2 - x1 < y2 - y1 ? [width / 2, 0] : [0, width / 2]
            const isStraight = Math.min(x2 - x1, y2 - y1) < 0.5
            const area = [x1 - across, y1 - down, x2 + across, y2 + down] as const
            if (isStraight) addArea(area, state, at, false, state.stroke.color)
          }
      },
      picture(id, state, at) {
        if (id !== null && pictures.length < MOST_PICTURES) pictures.push({ id, matrix: state.matrix })
        addBox([0, 0, 1, 1], state, at, true)
      },
      stencil: (state, at) => addBox([0, 0, 1, 1], state, at, true),
      gradient: (state, at) => addArea(state.clip, state, at, false, null),
    },
  )
  return { runs, boxes, pictures, steep, paths }
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

/** Ways to mix colors that make the page darker, so that the text below stays visible. A highlighter draws so. */
const ADDS_INK: ReadonlySet<string> = new Set(['multiply', 'darken', 'color-burn'])

/** Splits the shown glyphs into words. Wide gaps separate words too, because many files draw columns without spaces. */
function wordsOf(
  shown: readonly unknown[],
  state: DrawState,
  face: FontFacts | null,
): { found: Word[]; steep: string[]; width: number } {
  const { size, hScale } = state
  const found: Word[] = []
  const steep: string[] = []
  if (face?.vertical === true) return { found, steep: verticalWords(shown), width: 0 }
  const unit = face?.fontMatrix?.[0] ?? 0.001
  const matrix = multiply(state.matrix, state.text)
  const height = Math.hypot(matrix[2], matrix[3]) * Math.abs(size)
  const place = (offset: number) => apply(matrix, offset * hScale, state.rise)
  let word = ''
  let start: [number, number] | null = null
  let end: [number, number] = [0, 0]
  let endsAt = 0
  let x = 0
  const close = () => {
    if (word !== '' && start !== null) {
      const [x0, y] = start
      const [x1, y1] = end
      const isSound = [x0, y, x1, y1, height].every(Number.isFinite) && height > 0 && x1 >= x0
      if (isSound && Math.abs(y1 - y) <= (x1 - x0) * STEEPEST + 0.5)
        found.push({ text: word, x0, x1, y, size: height, font: face?.name ?? state.font })
      else steep.push(word)
    }
    word = ''
    start = null
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
    if (start === null) start = place(x)
    word += unicode
    x += advance
    endsAt = x - state.charSpacing
    end = place(endsAt)
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

/** Whether a person can see a word, apart from what is drawn over it, and its brightness. */
function looksOf(word: Word, state: DrawState): Pick<Run, 'isInvisible' | 'fill'> {
  const { x0, x1, y, size } = word
  const [left, top, right, bottom] = state.clip
  const [x, middle] = [(x0 + x1) / 2, y - size * 0.3]
  const isClipped =
    x < left ||
    x > right ||
    middle < top ||
    middle > bottom ||
    hidesDigit(word, -Infinity, left) ||
    hidesDigit(word, right, Infinity) ||
    !state.clipShapes.every((isInside) => isInside(x, middle))
  const isOutlined = state.mode % 4 === 1
  const opacity = isOutlined ? state.stroke.opacity : state.opacity
  return {
    isInvisible: state.mode % 4 === 3 || size < SMALLEST || isUnseen(state, opacity) || isClipped,
    fill: brightness(isOutlined ? state.stroke.color : state.color),
  }
}

/** Returns the brightness of a color, from 0 (black) to 1 (white). A pattern has none, so it counts as gray, which is visible. */
function brightness(color: number | null): number {
  if (color === null) return 0.5
  return (0.3 * (color >> 16) + 0.59 * ((color >> 8) & 255) + 0.11 * (color & 255)) / 255
}
