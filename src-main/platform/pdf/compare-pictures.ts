import type { Area } from './drawing.ts'
import { type DrawnWord, zoneOf } from './legible.ts'

/** Four bytes for each pixel: red, green, blue, and opacity. */
export interface Picture {
  width: number
  height: number
  data: Uint8Array | Uint8ClampedArray
}

/** Colors that differ by less than this, from 0 to 255, look nearly the same. Ink that nobody read can be fainter than the ink of digits. */
const LEAST_CONTRAST = 60
const INK = 45
/** Pixels of a glyph drawn alone that have this share of its greatest darkness are its ink. Pixels of this darkness touch it. */
const CORE = 0.7
const EDGE = 24
/** Ink this close to a glyph belongs to it, as a share of the font's size: outlines make glyphs thicker. */
const THICKER = 0.05
/** A character is changed if more than this share of it is not seen, and a digit if it has less than this share of the font's height. */
const MOST_MISSING = 0.1
const LEAST_HEIGHT = 0.35
/** A character is hidden if more than this share of what is around it looks like its ink. */
const MOST_AROUND = 0.7
/** Ink that was not read, as a share of the square of the font's size: beside a word, and elsewhere in its column. */
const MOST_BESIDE = 0.004
const MOST_IN_COLUMN = 0.01
/** How far above and below a word a line goes, and from which height and length on a line of a column is no digit, as shares of its size. */
const BEYOND = 0.14
const TALLEST = 2
const LONGEST = 1.2
/** How far a column goes on above and below its amounts, as a share of the font's size. */
const FURTHER = 3.2

/** A row has the ground of the row above unless another color is this many times as frequent in it. */
const SAME_GROUND = 3
/** Rows of pixels in which an edge is blurred. */
const BLUR = 2

/** A box is marked if more than this share of it is ink. Its outline can lie so far within it, as a share of its size. */
const MARKED = 0.05
const OUTLINE = 0.2

/** What makes a word look different: a part of it is hidden, or ink beside it looks like a part of it. Null: nothing. */
export type Fault = 'hidden' | 'not_read' | null

/** What a person sees of a word: its fault, and which of its cells are hidden. */
export interface Sight {
  fault: Fault
  hidden: readonly number[]
}

/** The part of the pictures in a rectangle of pixels: left, top, right, and bottom. */
type Zone = readonly [number, number, number, number]

/** The picture of a page, and that of its glyphs alone, at the same scale. */
export class Comparison {
  readonly #shown: Picture
  readonly #alone: Picture
  readonly #scale: number

  constructor(shown: Picture, alone: Picture, scale: number) {
    this.#shown = shown
    this.#alone = alone
    this.#scale = scale
  }

  sightOf({ word, cells }: DrawnWord): Sight {
    const { size, y } = word
    const [x0, top, x1, bottom] = zoneOf(word)
    const zone = this.#zoneOf([x0, top - size * BEYOND, x1, bottom + size * BEYOND])
    const { extra, ground } = this.#extraIn(zone, size, 0)
    const characters = [...word.text]
    const hidden = cells.flatMap(([left, right], at) => {
      const isDigit = cells.length === characters.length && /\d/.test(characters[at] ?? '')
      const area = this.#zoneOf([left, y - size * 0.9, right, y + size * 0.2])
      return this.#isHidden(area, zone, ground, isDigit ? size * LEAST_HEIGHT * this.#scale : 0) ? [at] : []
    })
    const [first, last] = [top, bottom].map((one) => Math.round(one * this.#scale) - zone[1])
    const ink = extra.slice(first, last).reduce((sum, count) => sum + count, 0)
    const isMore = ink > this.#areaOf(size, MOST_BESIDE)
    return { fault: hidden.length > 0 ? 'hidden' : isMore ? 'not_read' : null, hidden }
  }

  /** True if the column of these amounts has ink that is no text that was read. */
  hasInkIn(column: readonly DrawnWord[]): boolean {
    const words = column.map(({ word }) => word)
    const size = Math.max(...words.map((word) => word.size))
    const [x0, x1] = [Math.min(...words.map((word) => word.x0)), Math.max(...words.map((word) => word.x1))]
    const [y0, y1] = [Math.min(...words.map((word) => word.y)), Math.max(...words.map((word) => word.y))]
    // Lines below or above a column can be as long as its amounts are wide.
    const zone = this.#zoneOf([x0 + size * 0.1, y0 - size * FURTHER, x1 - size * 0.1, y1 + size * FURTHER])
    const { extra } = this.#extraIn(zone, size, size * TALLEST)
    const window = Math.ceil(size * this.#scale)
    let sum = 0
    return extra.some((count, row) => {
      sum += count - (extra[row - window] ?? 0)
      return sum > this.#areaOf(size, MOST_IN_COLUMN)
    })
  }

  /** True if a box of a form, such as a check box, has a mark: it is partly darker than its brightest place and what is around it. */
  isMarked([x0, y0, x1, y1]: Area): boolean {
    const inset = Math.min(x1 - x0, y1 - y0) * OUTLINE
    const around = this.#luminances([x0 - 1, y0 - 1, x1 + 1, y1 + 1])
    const inside = this.#luminances([x0 + inset, y0 + inset, x1 - inset, y1 - inset])
    const paper = around.reduce((most, one) => Math.max(most, one), 0)
    return inside.filter((one) => paper - one > INK).length > inside.length * MARKED
  }

  #luminances(area: Area): number[] {
    const [x0, y0, x1, y1] = this.#zoneOf(area)
    const found: number[] = []
    for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) found.push(this.#luminance(x, y))
    return found
  }

  #areaOf(size: number, share: number): number {
    return share * (size * this.#scale) ** 2
  }

  #zoneOf([x0, y0, x1, y1]: Area): Zone {
    const { width, height } = this.#shown
    const within = (value: number, most: number) =>
      Math.min(most, Math.max(0, Math.round(value * this.#scale)))
    return [within(x0, width), within(y0, height), within(x1, width), within(y1, height)]
  }

  /**
   * Counts, for each row of pixels, the ink that is no part of a glyph. Lines that go through the whole zone, or are taller than `tallest`
   * points, are no ink. Also returns the color of the ground of each row.
   */
  #extraIn(zone: Zone, size: number, tallest: number): { extra: number[]; ground: Color[] } {
    const [x0, y0, x1, y1] = zone
    const [wide, high] = [Math.max(0, x1 - x0), Math.max(0, y1 - y0)]
    const near = this.#nearGlyphs(zone, Math.max(1, Math.round(size * THICKER * this.#scale)))
    const ground: Color[] = []
    const ink = new Uint8Array(wide * high)
    for (let row = 0; row < high; row++) {
      const color = this.#groundOf(zone, row, near, ground.at(-1)) ?? ground.at(-1) ?? WHITE
      ground.push(color)
      for (let column = 0, start = 0; column <= wide; column++) {
        const at = row * wide + column
        const isInk = column < wide && near[at] === 0 && this.#distance(x0 + column, y0 + row, color) > INK
        if (isInk) continue
        // A line of a column can end within it.
        if (tallest === 0 || column - start < size * LONGEST * this.#scale)
          ink.fill(1, row * wide + start, at)
        start = column + 1
      }
    }
    const extra = Array.from({ length: high }, () => 0)
    const longest = tallest === 0 ? high : Math.min(high, tallest * this.#scale)
    const isLine = (column: number) => {
      // The ends of a line or a background are blurred.
      for (let row = BLUR; row < high - BLUR; row++) {
        const at = row * wide + column
        if (ink[at] === 0 && near[at] === 0) return false
      }
      return true
    }
    for (let column = 0; column < wide; column++) {
      if (isLine(column)) continue
      for (let row = 0, start = 0; row <= high; row++) {
        if (row < high && ink[row * wide + column] === 1) continue
        if (row - start < longest) for (let one = start; one < row; one++) extra[one] = (extra[one] ?? 0) + 1
        start = row + 1
      }
    }
    return { extra, ground }
  }

  /** Marks the pixels of a zone that are a part of a glyph, or closer to one than `reach` pixels. */
  #nearGlyphs([x0, y0, x1, y1]: Zone, reach: number): Uint8Array {
    const { width, height } = this.#alone
    const [wide, high] = [Math.max(0, x1 - x0), Math.max(0, y1 - y0)]
    const near = new Uint8Array(wide * high)
    for (let y = Math.max(0, y0 - reach); y < Math.min(height, y1 + reach); y++) {
      let last = -Infinity
      const rows = [Math.max(0, y - reach - y0), Math.min(high - 1, y + reach - y0)] as const
      for (let x = Math.max(0, x0 - reach); x < Math.min(width, x1 + reach); x++) {
        if (this.#darkness(x, y) < EDGE) continue
        const from = Math.max(0, last + 1, x - reach - x0)
        const to = Math.min(wide - 1, x + reach - x0)
        for (let row = rows[0]; row <= rows[1]; row++) near.fill(1, row * wide + from, row * wide + to + 1)
        last = to
      }
    }
    return near
  }

  /** Returns the color of most of a row that is not near a glyph, or that of the row above if much of this row has it, too. */
  #groundOf([x0, y0, x1]: Zone, row: number, near: Uint8Array, above?: Color): Color | null {
    const wide = x1 - x0
    const counts = new Uint16Array(64)
    let most = 0
    for (let column = 0; column < wide; column++) {
      if (near[row * wide + column] !== 0) continue
      const bin = this.#luminance(x0 + column, y0 + row) >> 2
      counts[bin] = (counts[bin] ?? 0) + 1
      if ((counts[bin] ?? 0) > (counts[most] ?? 0)) most = bin
    }
    if (counts[most] === 0) return null
    if (above !== undefined) {
      const same = luminanceOf(above[0], above[1], above[2]) >> 2
      if ((counts[same] ?? 0) * SAME_GROUND >= (counts[most] ?? 0)) most = same
    }
    const sum = [0, 0, 0]
    for (let column = 0; column < wide; column++) {
      const at = ((y0 + row) * this.#shown.width + x0 + column) * 4
      if (near[row * wide + column] !== 0 || this.#luminance(x0 + column, y0 + row) >> 2 !== most) continue
      for (let channel = 0; channel < 3; channel++)
        sum[channel] = (sum[channel] ?? 0) + (this.#shown.data[at + channel] ?? 255)
    }
    return sum.map((value) => value / (counts[most] ?? 1)) as unknown as Color
  }

  /** True if a character has no ink where it should be, too little, or ink that looks like the ground or what is around it. */
  #isHidden([x0, y0, x1, y1]: Zone, zone: Zone, ground: readonly Color[], least: number): boolean {
    let darkest = 0
    for (let y = y0; y < y1; y++)
      for (let x = x0; x < x1; x++) darkest = Math.max(darkest, this.#darkness(x, y))
    let [core, missing, top, bottom] = [0, 0, Infinity, -Infinity]
    const ink = [0, 0, 0] as [number, number, number]
    for (let y = y0; y < y1; y++)
      for (let x = x0; x < x1; x++) {
        const darkness = this.#darkness(x, y)
        if (darkness < darkest * CORE) continue
        core++
        ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
        const color = ground[Math.min(ground.length - 1, Math.max(0, y - zone[1]))] ?? WHITE
        if (this.#distance(x, y, color) < (LEAST_CONTRAST * darkness) / 255) missing++
        for (let channel = 0; channel < 3; channel++)
          ink[channel] =
            (ink[channel] ?? 0) + (this.#shown.data[(y * this.#shown.width + x) * 4 + channel] ?? 0)
      }
    if (darkest < EDGE || bottom - top + 1 < least || missing > core * MOST_MISSING) return true
    const color = ink.map((sum) => sum / core) as unknown as Color
    let [around, same] = [0, 0]
    for (let y = top; y <= bottom; y++)
      for (let x = x0; x < x1; x++) {
        if (this.#darkness(x, y) >= EDGE) continue
        around++
        if (this.#distance(x, y, color) < (LEAST_CONTRAST * darkest) / 255) same++
      }
    return same > around * MOST_AROUND
  }

  #darkness(x: number, y: number): number {
    return 255 - (this.#alone.data[(y * this.#alone.width + x) * 4 + 1] ?? 255)
  }

  #luminance(x: number, y: number): number {
    const { data, width } = this.#shown
    const at = (y * width + x) * 4
    return luminanceOf(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255)
  }

  #distance(x: number, y: number, color: Color): number {
    const { data, width } = this.#shown
    const at = (y * width + x) * 4
    return Math.max(
      Math.abs((data[at] ?? 255) - color[0]),
      Math.abs((data[at + 1] ?? 255) - color[1]),
      Math.abs((data[at + 2] ?? 255) - color[2]),
    )
  }
}

const luminanceOf = (red: number, green: number, blue: number) => (red * 77 + green * 150 + blue * 29) >> 8

type Color = readonly [number, number, number]
const WHITE: Color = [255, 255, 255]
