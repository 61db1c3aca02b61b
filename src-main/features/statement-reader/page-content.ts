import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type DrawnWord, SHOWS } from '../../platform/pdf/legible.ts'
import type { StatementPage, Word } from './statement-words.ts'
import {
  type Area,
  areaOf,
  common,
  type DrawState,
  finite,
  followDrawing,
  type Instructions,
  PageTooLarge,
} from '../../platform/pdf/drawing.ts'
import { apply, type Matrix, multiply, polygonsOf } from '../../platform/pdf/shapes.ts'
import { hasSeeThrough, isPixels, type Pixels } from './gray-picture.ts'

/**
 * Reads the words of a page from the list of drawing operations. Unlike the text content that pdfjs offers, the list tells the exact position
 * of each glyph. Whether a person sees these words, and nothing else, is decided later by the picture of the page (`unseen.ts`).
 */

/** The facts about a font that pdfjs provides. */
export interface FontFacts {
  name?: string
  loadedName?: string
  isType3Font?: boolean
  missingFile?: boolean
  fontMatrix?: number[]
  bbox?: number[]
  vertical?: boolean
  bold?: boolean
}

/** A note or form field of a page: its id, its area, and whether it shows digits that are not part of the page's text. */
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
  /** True if a glyph of a font shows nothing. */
  glyphIsBlank(font: string, character: string): boolean
  /** Returns false if a layer of the document is switched off. */
  isLayerVisible(id: unknown): boolean
}

/** Maximum number of glyphs of a page. A dense statement page has less than 10,000. */
const MOST_GLYPHS = 100_000
/** Maximum number of pictures of a page that are read. Some scanners cut a page into strips. */
const MOST_PICTURES = 200
/** Share of the page that pictures must fill so that the page counts as a picture, and share of their place without gaps. */
const PICTURE_SHARE = 0.6
const WITHOUT_GAPS = 0.97
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
/** Text below this opacity is invisible. */
const LEAST_OPACITY = 0.05

interface Glyph {
  unicode?: string
  width?: number
  isSpace?: boolean
}

export interface ReadWord extends DrawnWord {
  word: Word
}

interface ReadPage {
  content: StatementPage
  /** The largest resolution of the page's pictures, in pixels per point. */
  density: number
  /** The visible words, with their glyphs. */
  read: ReadWord[]
}

/** Returns the words of a page. Throws if the page has more glyphs than any statement. */
export async function readPage(page: DrawnPage): Promise<ReadPage> {
  const drawn = draw(page)
  const { width, height } = page.viewport
  const scan = fillsPage(drawn.pictured, page.viewport) ? await placesOf(page, drawn) : []
  const visible: ReadWord[] = []
  const covered: Word[] = []
  // The text layer of a scanned page: invisible, or behind the picture.
  const layer: Word[] = []
  for (const run of drawn.runs) {
    const { word } = run
    if (word.x1 < 0 || word.x0 > width || word.y < 0 || word.y - word.size > height) continue
    const isBelow = scan.some(({ at, area, isOpaque }) => isOpaque && at > run.at && isIn(word, area))
    if (!run.isInvisible && !isBelow) visible.push(run)
    else (scan.length > 0 ? layer : covered).push(word)
  }
  const words = visible.map(({ word }) => word)
  // A page with visible text is no picture: its picture is the background, and nobody sees other text on it.
  const isPicture = scan.length > 0 && (visible.length < FEWEST_WORDS || layer.length > visible.length)
  const isSparse = !isPicture && visible.length < FEWEST_WORDS
  const pictured = sizeOf(drawn.pictured) / (width * height)
  // Letters that stand apart from each other are words of their own.
  const joined = drawn.steep.every(({ length }) => length < 3) ? drawn.steep.join('') : ''
  const steep = [...drawn.steep, joined].filter((text) => AMOUNT_END.test(text))
  // The margin can have the month of a form. A single one is no row of a table.
  const isTurned = steep.length > 1 || steep.some((text) => !MONTH.test(text))
  const hasUnread =
    isTurned ||
    hasUnseenNote(page, drawn.notes, words) ||
    (isSparse && (outlinesOf(drawn.outlines) > MOST_OUTLINES || drawn.steep.length >= FEWEST_WORDS))
  return {
    content: {
      width,
      height,
      words: isPicture ? [...words, ...layer] : words,
      covered: isPicture ? covered : [...covered, ...layer],
      isPicture,
      hasUnread,
      hasPictures: isSparse && pictured > MOST_PICTURED,
    },
    density: Math.max(0, ...drawn.pictured.map(({ density }) => density)),
    read: visible,
  }
}

/** True if pictures fill most of the page without gaps: one, or the strips and layers into which some scanners cut a page. */
function fillsPage(pictured: Drawing['pictured'], { width, height }: DrawnPage['viewport']): boolean {
  const around: Area = [
    Math.min(...pictured.map(({ area }) => area[0])),
    Math.min(...pictured.map(({ area }) => area[1])),
    Math.max(...pictured.map(({ area }) => area[2])),
    Math.max(...pictured.map(({ area }) => area[3])),
  ]
  const size = sizeOf([{ area: around }])
  return size > PICTURE_SHARE * width * height && sizeOf(pictured) > WITHOUT_GAPS * size
}

const sizeOf = (places: readonly { area: Area }[]) =>
  places.reduce((sum, { area: [x0, y0, x1, y1] }) => sum + (x1 - x0) * (y1 - y0), 0)

const isIn = ({ x0, x1, y, size }: Word, area: Area) => {
  const [x, middle] = [(x0 + x1) / 2, y - size / 3]
  return x > area[0] && x < area[2] && middle > area[1] && middle < area[3]
}

/** Returns the places of the pictures, and whether text below them is hidden. */
async function placesOf(
  { pixels }: DrawnPage,
  { pictured, inline }: Drawing,
): Promise<{ at: number; area: Area; isOpaque: boolean }[]> {
  const places: { at: number; area: Area; isOpaque: boolean }[] = []
  for (const { area, at, id } of pictured) {
    const shown = id === null ? (inline.get(at) ?? null) : await pixels(id)
    places.push({ at, area, isOpaque: shown === null || !hasSeeThrough(shown) })
  }
  return places
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
    return visible.some(({ x0, x1, y, size, text }) => {
      const isOver = x0 < area[2] && x1 > area[0] && y - size * 0.7 < area[3] && y > area[1]
      return isOver && /\d/.test(text)
    })
  })
}

interface Run extends ReadWord {
  /** Position in the order of drawing. */
  at: number
  isInvisible: boolean
}

interface Drawing {
  runs: Run[]
  /** The pictures and stencils: their place on the page, their position in the order of drawing, and their pixels per point. */
  pictured: { area: Area; at: number; id: string | null; density: number }[]
  /** Pixels that are part of the instructions. */
  inline: Map<number, Pixels>
  /** Words that are too steep for a line. */
  steep: string[]
  outlines: Outline[]
  /** The ids of the notes that are drawn. */
  notes: Set<string>
}

function draw({ viewport, operations, font, isLayerVisible }: DrawnPage): Drawing {
  const { width, height } = viewport
  const drawing: Drawing = {
    runs: [],
    pictured: [],
    inline: new Map(),
    steep: [],
    outlines: [],
    notes: new Set(),
  }
  let glyphs = 0
  let text = 0
  const picture = (id: string | null, state: DrawState, at: number) => {
    const [x0, y0, x1, y1] = common(areaOf([0, 0, 1, 1], state.matrix) ?? NOWHERE, state.clip)
    const area: Area = [Math.max(x0, 0), Math.max(y0, 0), Math.min(x1, width), Math.min(y1, height)]
    const isSeen = state.isInLayer && state.opacity > 0 && area[2] > area[0] && area[3] > area[1]
    if (isSeen && drawing.pictured.length < MOST_PICTURES)
      drawing.pictured.push({ area, at, id, density: densityOf(operations.argsArray[at], state.matrix) })
  }
  followDrawing(
    operations,
    { transform: viewport.transform, isLayerVisible },
    {
      show(shown, state, at) {
        glyphs += shown.length
        if (glyphs > MOST_GLYPHS) throw new PageTooLarge()
        const { found, steep, width: advance } = wordsOf(shown, state, font(state.font))
        const { opacity } = state.mode % 4 === 1 ? state.stroke : state
        const isInvisible = state.mode % 4 === 3 || !state.isInLayer || opacity < LEAST_OPACITY
        for (const one of found) drawing.runs.push({ ...one, text, at, isInvisible })
        if (!isInvisible) drawing.steep.push(...steep)
        text++
        return advance
      },
      path(_, { points }, { matrix }) {
        if (points !== null) drawing.outlines.push({ points, matrix })
      },
      picture(id, state, at, inline) {
        if (id === null && isPixels(inline)) drawing.inline.set(at, inline)
        picture(id, state, at)
      },
      stencil: (state, at) => picture(null, state, at),
    },
  )
  operations.fnArray.forEach((fn, at) => {
    const args = operations.argsArray[at]
    if (fn === OPS.beginAnnotation && Array.isArray(args)) drawing.notes.add(String(args[0]))
  })
  return drawing
}

/** Returns the pixels per point of a picture, whose instruction names its width or contains its pixels. */
function densityOf(args: unknown, [a, b]: Matrix): number {
  const [first, wide] = args as [Partial<Pixels> | null, unknown]
  return (finite(wide ?? first?.width) || 0) / Math.max(1, Math.hypot(a, b) || 1)
}

const NOWHERE: Area = [0, 0, 0, 0]

/** Splits the shown glyphs into words. Wide gaps separate words too, because many files draw columns without spaces. */
function wordsOf(
  shown: readonly unknown[],
  state: DrawState,
  face: FontFacts | null,
): { found: Omit<ReadWord, 'text'>[]; steep: string[]; width: number } {
  const { size, hScale } = state
  const found: Omit<ReadWord, 'text'>[] = []
  const steep: string[] = []
  if (face?.vertical === true) return { found, steep: verticalWords(shown), width: 0 }
  const unit = face?.fontMatrix?.[0] ?? 0.001
  const matrix = multiply(state.matrix, state.text)
  const em = Math.abs(size) * emOf(face)
  const height = Math.hypot(matrix[2], matrix[3]) * em
  const isUpright = matrix[3] * size < 0 && Math.abs(matrix[2]) < Math.abs(matrix[3])
  const place = (offset: number) => apply(matrix, offset * hScale, state.rise)
  let word = ''
  let start: [number, number] | null = null
  let end: [number, number] = [0, 0]
  let endsAt = 0
  let x = 0
  let glyphs: number[] = []
  let cells: [number, number][] = []
  const close = () => {
    if (word !== '' && start !== null) {
      const [x0, y] = start
      const [x1, y1] = end
      const isSound = [x0, y, x1, y1, height].every(Number.isFinite) && height > 0 && x1 >= x0
      const font = face?.name ?? state.font
      if (isSound && isUpright && Math.abs(y1 - y) <= (x1 - x0) * STEEPEST + 0.5)
        found.push({ word: { text: word, x0, x1, y, size: height, font }, glyphs, cells })
      else steep.push(word)
    }
    word = ''
    start = null
    glyphs = []
    cells = []
  }
  for (const [at, glyph] of (shown as readonly (Glyph | number | null)[]).entries()) {
    if (typeof glyph === 'number') {
      x -= (glyph / 1000) * size
      continue
    }
    if (glyph === null || typeof glyph !== 'object') continue
    const advance = finite(glyph.width) * unit * size + state.charSpacing
    const unicode = glyph.unicode ?? ''
    if (unicode.trim() === '') {
      close()
      x += advance + (glyph.isSpace === true ? state.wordSpacing : 0)
      continue
    }
    if (start !== null && (x - endsAt) * hScale > em * WORD_GAP) close()
    start ??= place(x)
    word += unicode
    const [left] = place(x)
    x += advance
    endsAt = x - state.charSpacing
    end = place(endsAt)
    // Nobody can say what such a glyph shows, so it is not drawn with the others.
    if (!SHOWS.test(unicode)) continue
    glyphs.push(at)
    cells.push([left, end[0]])
  }
  close()
  return { found, steep, width: x }
}

/** Returns how high a font is at size 1. The glyphs of a Type 3 font have any unit. */
function emOf(face: FontFacts | null): number {
  const [, bottom = 0, , top = 0] = face?.bbox ?? []
  const high = (top - bottom) * Math.abs(face?.fontMatrix?.[3] ?? 0)
  return face?.isType3Font === true && high > 0 ? high : 1
}

/** Words of a font that writes from top to bottom. */
const verticalWords = (shown: readonly unknown[]): string[] =>
  (shown as readonly (Glyph | number | null)[])
    .map((glyph) => (typeof glyph === 'number' ? ' ' : (glyph?.unicode ?? '')))
    .join('')
    .split(' ')
    .filter((word) => word !== '')

/** A path of the page. */
interface Outline {
  points: ArrayLike<number>
  matrix: Matrix
}

/** Largest dot, and largest side, of a QR code, in points. Its width and height are about the same. */
const LARGEST_DOT = 20
const LARGEST_CODE = 220
const SQUARE = 0.75

/** Returns the number of outlines of paths. The dots of one QR code do not count. */
function outlinesOf(paths: readonly Outline[]): number {
  let others = 0
  let dots = 0
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { points, matrix } of paths)
    for (const polygon of polygonsOf(points, matrix)) {
      const [xs, ys] = [polygon.map(([x]) => x), polygon.map(([, y]) => y)]
      const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
      if (!isBox(polygon) || right - left > LARGEST_DOT || bottom - top > LARGEST_DOT) others++
      else {
        dots++
        ;[x0, y0, x1, y1] = [Math.min(x0, left), Math.min(y0, top), Math.max(x1, right), Math.max(y1, bottom)]
      }
    }
  const [wide, high] = [x1 - x0, y1 - y0]
  const isCode = Math.max(wide, high) <= LARGEST_CODE && Math.min(wide, high) >= Math.max(wide, high) * SQUARE
  return others + (isCode ? 0 : dots)
}

/** True if the sides of a polygon are level. */
const isBox = (polygon: readonly (readonly [number, number])[]) =>
  polygon.length <= 5 &&
  polygon.every(([x, y], at) => {
    const [nextX, nextY] = polygon[(at + 1) % polygon.length] ?? [x, y]
    return Math.abs(x - nextX) < 0.01 || Math.abs(y - nextY) < 0.01
  })
