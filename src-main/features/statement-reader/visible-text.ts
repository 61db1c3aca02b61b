import type { Word } from './statement-words.ts'
import type { Area } from '../../platform/pdf/drawing.ts'
import type { Layer, PaintedLayers } from './painted-layers.ts'

/** Tells which text of a page a person sees, and where something that is no text looks like a part of it. */

/** A piece of text as it is drawn. */
export interface Piece {
  text: string
  size: number
  /** Position in the order of drawing. */
  at: number
  fill: number
  opacity: number
  /** True if the text is invisible by the way in which it is drawn. */
  isInvisible: boolean
  /** True if it is too steep for a line. */
  isSteep: boolean
  /** Its left end and its baseline, to find the same text that is drawn twice. */
  x: number
  y: number
}

/** A word of a line. */
export interface Run extends Piece {
  word: Word
  /** The left and right edges of its glyphs. */
  cells: readonly (readonly [number, number])[]
  clip: Area
  clipShapes: readonly ((x: number, y: number) => boolean)[]
}

/** All that is drawn on a page. `pieces` has the area of each piece of text that can be seen. */
export interface Canvas {
  width: number
  height: number
  layers: PaintedLayers
  texts: PaintedLayers
  pieces: ReadonlyMap<Layer, Piece>
}

/**
 * `hidden`: a person does not see the word, or not all of its digits. `below`: it lies below a picture that fills the page. `outside`: it is
 * outside the page.
 */
export type Visibility = 'visible' | 'hidden' | 'below' | 'outside'

/** Brightnesses that differ by less than this look nearly the same. Digits need more than words: one of them changes an amount. */
export const LEAST_CONTRAST = 0.16
const LEAST_DIGIT_CONTRAST = 0.25
/** Digits that are smaller than this number of points, and other text that is smaller than that, is invisible. */
const SMALLEST_DIGIT = 3
const SMALLEST = 2
/** How far letters reach from the baseline, as shares of the font's size. */
const TOP = 0.68
const FOOT = 0.03
/** Places of each character that are looked at. */
const COLUMNS = 4
const ROWS = 8
/** A character cannot be read if more than these shares of it are hidden, are painted with the color of the paper, or lie in other text. */
const MOST_HIDDEN = 0.3
const MOST_ERASED = 0.06
const MOST_OVERLAID = 0.3
/** Text that is larger than another one by this factor is a watermark. */
const WATERMARK = 2.5

const HAS_DIGIT = /\d/

/** Returns the area between the baseline of a text and the top of its digits. */
export const bandOf = ({ x0, x1, y, size }: Word): Area => [x0, y - size * TOP, x1, y - size * FOOT]

export function visibilityOf(run: Run, canvas: Canvas): Visibility {
  const band = bandOf(run.word)
  if (band[2] < 0 || band[0] > canvas.width || band[3] < 0 || band[1] > canvas.height) return 'outside'
  const hasDigit = HAS_DIGIT.test(run.text)
  if (run.isInvisible || run.size < (hasDigit ? SMALLEST_DIGIT : SMALLEST)) return 'hidden'
  const layers = canvas.layers.over(band)
  const others = hasDigit ? othersOver(band, run, canvas) : []
  const isSimple =
    others.length === 0 &&
    run.clipShapes.length === 0 &&
    contains(run.clip, band) &&
    contains([0, 0, canvas.width, canvas.height], band) &&
    layers.every((layer) => layer.isInside === null && layer.picture === null && contains(layer.area, band))
  const isHidden = isSimple
    ? looksHidden(center(band), run, layers, canvas, hasDigit).isHidden
    : hasDigit
      ? run.cells.some((cell) => isCellHidden(cell, run, layers, others, canvas))
      : isMostlyHidden(run, layers, canvas)
  if (!isHidden) return 'visible'
  const [x, y] = center(band)
  return canvas.layers.look(x, y, layers, run).cover?.picture?.isWhole === true ? 'below' : 'hidden'
}

const center = ([x0, y0, x1, y1]: Area): [number, number] => [(x0 + x1) / 2, (y0 + y1) / 2]

const contains = (outer: Area, inner: Area) =>
  outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3]

/** True if most of a word without digits is hidden. */
function isMostlyHidden(run: Run, layers: readonly Layer[], canvas: Canvas): boolean {
  const { x0, x1, y, size } = run.word
  const shares = [0.1, 0.3, 0.5, 0.7, 0.9]
  const hidden = shares.filter((share) => {
    const place: [number, number] = [x0 + (x1 - x0) * share, y - size * 0.3]
    return looksHidden(place, run, layers, canvas, false).isHidden
  })
  return hidden.length > shares.length / 2
}

/** Tells whether text is hidden at a place, and whether the place looks as if there had never been any. */
function looksHidden(
  [x, y]: readonly [number, number],
  run: Run,
  layers: readonly Layer[],
  { width, height, layers: all }: Canvas,
  hasDigit: boolean,
): { isHidden: boolean; isErased: boolean; ground: number } {
  const [left, top, right, bottom] = run.clip
  const isOnPage = x >= 0 && x <= width && y >= 0 && y <= height
  const isDrawn = x >= left && x <= right && y >= top && y <= bottom
  const { ground, ink, before, cover } = all.look(x, y, layers, run)
  if (!isOnPage || !isDrawn || !run.clipShapes.every((isInside) => isInside(x, y)))
    return { isHidden: true, isErased: true, ground }
  // A picture whose pixels are not known has no brightness. Nobody can say what is seen there.
  const isHidden = !(Math.abs(ink - ground) >= (hasDigit ? LEAST_DIGIT_CONTRAST : LEAST_CONTRAST))
  return {
    isHidden,
    isErased: isHidden && cover !== null && Math.abs(ground - before) < LEAST_CONTRAST,
    ground,
  }
}

/** True if so much of a character is hidden that it can look like another one. */
function isCellHidden(
  [x0, x1]: readonly [number, number],
  run: Run,
  layers: readonly Layer[],
  others: readonly Layer[],
  canvas: Canvas,
): boolean {
  const { y, size } = run.word
  let [hidden, erased, overlaid] = [0, 0, 0]
  for (let column = 0; column < COLUMNS; column++)
    for (let row = 0; row < ROWS; row++) {
      const x = x0 + (x1 - x0) * (0.1 + (0.8 * (column + 0.5)) / COLUMNS)
      const place: [number, number] = [x, y - size * (FOOT + ((TOP - FOOT) * (row + 0.5)) / ROWS)]
      const seen = looksHidden(place, run, layers, canvas, true)
      const over = overlayAt(place, run, others, canvas, seen.ground)
      if (seen.isHidden || over === 'erased') hidden++
      if (seen.isErased || over === 'erased') erased++
      if (over === 'overlaid') overlaid++
    }
  const all = COLUMNS * ROWS
  return hidden > all * MOST_HIDDEN || erased > all * MOST_ERASED || overlaid > all * MOST_OVERLAID
}

/** Returns other text over the area of a word. The same text at the same place makes bold letters. */
function othersOver(band: Area, run: Run, { texts, pieces }: Canvas): Layer[] {
  return texts.over(band).filter((layer) => {
    const piece = pieces.get(layer)
    if (piece === undefined || piece === run) return false
    const distance = Math.max(Math.abs(piece.x - run.x), Math.abs(piece.y - run.y))
    return piece.text !== run.text || distance > run.size * 0.15
  })
}

/** Tells what other text does to a word at a place: letters in the color of the paper erase it, others make it unreadable. */
function overlayAt(
  [x, y]: readonly [number, number],
  run: Run,
  others: readonly Layer[],
  { pieces }: Canvas,
  ground: number,
): 'erased' | 'overlaid' | null {
  let isOverlaid = false
  for (const layer of others) {
    const piece = pieces.get(layer)
    const [left, top, right, bottom] = layer.area
    if (piece === undefined || x < left || x > right || y < top || y > bottom) continue
    if (layer.isInside !== null && !layer.isInside(x, y)) continue
    const isFaint = Math.abs(piece.fill - ground) * piece.opacity < LEAST_DIGIT_CONTRAST
    if (Math.abs(piece.fill - ground) < LEAST_DIGIT_CONTRAST && piece.at > run.at) return 'erased'
    if (!isFaint && !piece.isSteep && piece.size < run.size * WATERMARK) isOverlaid = true
  }
  return isOverlaid ? 'overlaid' : null
}

/** An amount, or a date in digits. */
const FIGURE = /\d[.,]\d\d\D{0,3}$|^\D?\d{1,4}[/-]\d/
const AMOUNT = /\d[.,]\d\d\D{0,3}$/
/** How far from a figure something looks like a digit of it, and how far lines reach beyond digits, as shares of the font's size. */
const BESIDE = 0.6
const BEYOND = 0.14
/** Distance of the places that are looked at, as a share of the font's size. */
const STEP = 0.05
/** Number of places that a speck can fill. */
const MOST_SPECKS = 3
/** Brightnesses that differ by more than this belong to something that is drawn. */
const INK = 0.2

/** Text that can look like a part of a figure. */
const LIKE_DIGIT = /[\dIl|]/
/** How far up or down text is from a figure that it can look like a part of, and how far before it, as shares of the font's size. */
const RAISED = 0.15
const BEFORE = 0.35

/**
 * True if something that is no text looks like a part of a figure: a drawn digit, or a picture of one. So can text that is too steep for a
 * line, or that begins before the figure and is a little higher or lower.
 */
export function hasForeignInk({ text, x0, x1, y, size }: Word, canvas: Canvas): boolean {
  if (!FIGURE.test(text)) return false
  const beside = size * BESIDE
  const isRaised = canvas.texts
    .over([x0 - size * BEFORE, y - size * 0.6, x1 - size * BEFORE, y - size * 0.1])
    .some((layer) => {
      const piece = canvas.pieces.get(layer)
      if (piece === undefined || piece.isSteep || !LIKE_DIGIT.test(piece.text)) return false
      return Math.abs(piece.y - y) > size * RAISED && piece.size < size * WATERMARK
    })
  if (isRaised) return true
  return hasInkIn([x0 - beside, y - size * TOP, x1 + beside, y - size * 0.1], size, canvas, [x0, x1])
}

/**
 * True if an area has something drawn that is neither a background nor a line. A line goes from top to bottom of the area, or all the way
 * from `across[0]` to `across[1]`.
 */
function hasInkIn(
  zone: Area,
  size: number,
  canvas: Canvas,
  across: readonly [number, number] = [zone[0], zone[2]],
): boolean {
  const beyond = size * BEYOND
  const whole: Area = [zone[0], zone[1] - beyond, zone[2], zone[3] + beyond]
  const layers = canvas.layers.over(whole)
  const steep = canvas.texts.over(zone).filter((layer) => canvas.pieces.get(layer)?.isSteep === true)
  const isGround = (layer: Layer) =>
    layer.isInside === null && layer.picture === null && contains(layer.area, whole)
  if (steep.length === 0 && layers.every(isGround)) return false
  const step = Math.max(0.25, size * STEP)
  const columns = Math.ceil((whole[2] - whole[0]) / step)
  const rows = Math.ceil((whole[3] - whole[1]) / step)
  const shades = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => {
      const x = whole[0] + ((column + 0.5) * (whole[2] - whole[0])) / columns
      const y = whole[1] + ((row + 0.5) * (whole[3] - whole[1])) / rows
      const text = steep.find(({ isInside }) => isInside === null || isInside(x, y))
      return text?.fill ?? canvas.layers.look(x, y, layers).ground
    }),
  )
  const sorted = shades.flat().toSorted((one, other) => one - other)
  const ground = sorted[sorted.length >> 1] ?? 1
  const isInk = (shade: number | undefined) => !(Math.abs((shade ?? ground) - ground) <= INK)
  const isFullColumn = Array.from({ length: columns }, (_, column) =>
    shades.every((row) => isInk(row[column])),
  )
  const edge = Math.round(beyond / step)
  const [first = 0, last] = across.map((x) => Math.round(((x - whole[0]) / (whole[2] - whole[0])) * columns))
  let specks = 0
  for (const row of shades.slice(edge, rows - edge)) {
    if (row.slice(first, last).every(isInk)) continue
    row.forEach((shade, column) => {
      if (isInk(shade) && isFullColumn[column] !== true) specks++
    })
  }
  return specks > MOST_SPECKS
}

/** Two figures of a column are at most this number of font sizes apart. */
const MOST_PITCH = 3.2
/** A row is missing between two rows if they are farther apart than this number of usual distances. */
const GAP = 1.6

/** Returns the amounts of each column, from top to bottom. */
function columnsOf(words: readonly Word[]): Word[][] {
  const amounts = words.filter(({ text }) => AMOUNT.test(text)).toSorted((one, other) => one.y - other.y)
  const columns = new Map<number, Word[]>()
  for (const word of amounts) {
    const column = Math.round(word.x1 / 2)
    const known = [column, column - 1, column + 1].find((one) => columns.has(one)) ?? column
    columns.set(known, [...(columns.get(known) ?? []), word])
  }
  return [...columns.values()]
}

/** True if the picture behind a page shows something in a column of amounts, or below one, where the page has no text. */
export function hasPaintedColumn(words: readonly Word[], { layers, height }: Canvas): boolean {
  const backgrounds = layers.all.filter(({ picture }) => picture?.isWhole === true)
  if (backgrounds.length === 0) return false
  return columnsOf(words).some((column) => {
    const [top] = column
    if (top === undefined) return false
    const [left, right] = [Math.min(...column.map(({ x0 }) => x0)), Math.max(...column.map(({ x1 }) => x1))]
    let specks = 0
    for (let y = top.y; y < height; y++) {
      if (column.some((word) => Math.abs(y - word.y + word.size * 0.3) < word.size)) continue
      for (let x = left; x < right; x++)
        if (!(Math.abs(layers.look(x, y, backgrounds).ground - 1) <= LEAST_DIGIT_CONTRAST)) specks++
    }
    return specks > MOST_SPECKS
  })
}

/** True if something is drawn, or a picture is, where a table has its next amount. */
export function hasPaintedRow(words: readonly Word[], canvas: Canvas): boolean {
  for (const column of columnsOf(words))
    for (const [at, word] of column.entries()) {
      const { x0, x1, y, size } = word
      const above = y - (column[at - 1]?.y ?? -Infinity)
      const below = (column[at + 1]?.y ?? Infinity) - y
      const pitch = Math.min(above, below)
      if (pitch > size * MOST_PITCH || pitch < size * 0.5) continue
      // Lines below or above a column can be as long as its amounts are wide.
      const [left, right] = [x0 + size * 0.1, x1 - size * 0.1]
      const height = pitch * GAP - size * TOP
      const [top, bottom] = [y - size * 0.9, y + size * 0.35]
      if (below > pitch * GAP && hasInkIn([left, bottom, right, bottom + height], size, canvas)) return true
      if (above > pitch * GAP && hasInkIn([left, top - height, right, top], size, canvas)) return true
    }
  return false
}
