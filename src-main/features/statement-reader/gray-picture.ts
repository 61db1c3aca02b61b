import type { Picture } from '../../platform/pdf/compare-pictures.ts'

/** Pixels as pdfjs decodes them. `kind` 1 is one bit per pixel, 2 is RGB, 3 is RGBA. */
export interface Pixels {
  width: number
  height: number
  kind?: number
  data: Uint8Array | Uint8ClampedArray
}

/** Largest picture that is read, in pixels: a letter page at 600 dpi. */
const MOST_PIXELS = 36_000_000

export function isPixels(data: unknown): data is Pixels {
  if (typeof data !== 'object' || data === null) return false
  const { width = 0, height = 0, data: bytes } = data as Partial<Pixels>
  const isSized = Number.isInteger(width) && Number.isInteger(height) && width * height <= MOST_PIXELS
  return isSized && ArrayBuffer.isView(bytes)
}

/** Pixels with less opacity than this show what is below them. */
const LEAST_OPAQUE = 200

/** True if a picture is transparent in places. */
export function hasSeeThrough({ width, height, data }: Pixels): boolean {
  if (data.length !== width * height * 4) return false
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 255) < LEAST_OPAQUE) return true
  return false
}

/** A page as a gray picture. `scale` is the number of pixels per point. */
export interface GrayPicture {
  width: number
  height: number
  scale: number
  gray: Uint8Array
  /** How much the lines of the page fall to the right in the picture before it was leveled: the tangent of the angle. */
  slope: number
}

/** Longest side of a page of paper, in points. Some programs save a photo as a page with one point for each pixel. */
const LONGEST_PAGE = 14 * 72

/** Returns the pixels per point at which a page of this size has a resolution, as if it were printed on paper. */
export function scaleAt(dpi: number, width: number, height: number): number {
  return (dpi / 72) * Math.min(1, LONGEST_PAGE / Math.max(width, height))
}

/** Converts a picture from RGBA. */
export function grayOf({ width, height, data }: Picture, scale: number): GrayPicture {
  const gray = new Uint8Array(width * height)
  for (let at = 0; at < gray.length; at++)
    gray[at] = ((data[at * 4] ?? 0) * 77 + (data[at * 4 + 1] ?? 0) * 150 + (data[at * 4 + 2] ?? 0) * 29) >> 8
  return { width, height, scale, gray, slope: 0 }
}

/** Returns a function that reads the brightness at a place, as the mean of the four nearest pixels. */
function brightnessReader({ width, height, gray }: GrayPicture): (x: number, y: number) => number {
  const pixel = (x: number, y: number): number => {
    const column = x < 0 ? 0 : x >= width ? width - 1 : x
    const row = y < 0 ? 0 : y >= height ? height - 1 : y
    return gray[row * width + column] ?? 255
  }
  return (x, y) => {
    const column = Math.floor(x - 0.5)
    const row = Math.floor(y - 0.5)
    const [dx, dy] = [x - 0.5 - column, y - 0.5 - row]
    return Math.round(
      pixel(column, row) * (1 - dx) * (1 - dy) +
        pixel(column + 1, row) * dx * (1 - dy) +
        pixel(column, row + 1) * (1 - dx) * dy +
        pixel(column + 1, row + 1) * dx * dy,
    )
  }
}

/** Cuts a rectangle (in points) out of a picture and enlarges it. */
export function cut(
  picture: GrayPicture,
  box: { x0: number; y0: number; x1: number; y1: number },
  factor: number,
): GrayPicture {
  const { scale } = picture
  const [x0, y0] = [Math.max(0, box.x0 * scale), Math.max(0, box.y0 * scale)]
  const width = Math.max(1, Math.round((Math.min(picture.width, box.x1 * scale) - x0) * factor))
  const height = Math.max(1, Math.round((Math.min(picture.height, box.y1 * scale) - y0) * factor))
  const at = brightnessReader(picture)
  const gray = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) gray[y * width + x] = at(x0 + (x + 0.5) / factor, y0 + (y + 0.5) / factor)
  return { width, height, scale: scale * factor, gray, slope: picture.slope }
}

/** The steepest page that is leveled, as the tangent of the angle (about 5 degrees). */
const STEEPEST = 0.09
/** Maximum number of dark places that the search for the slope counts. */
const MOST_DARK = 60_000

/** Turns a picture so that its lines of text are level, and makes its paper white and its ink black. */
export function level(picture: GrayPicture): GrayPicture {
  const { width, height, scale, gray } = picture
  const [paper, ink] = tonesOf(gray)
  const slope = slopeOf(picture, (paper + ink) / 2)
  const tones = toneTable(paper, ink)
  if (slope === 0) return { width, height, scale, gray: gray.map((value) => tones[value] ?? 255), slope }
  const [cos, sin] = [1 / Math.hypot(1, slope), slope / Math.hypot(1, slope)]
  const result = new Uint8Array(gray.length).fill(255)
  // Pixel by pixel, without calls: this runs some million times per page.
  for (let y = 0; y < height; y++) {
    const dy = y + 0.5 - height / 2
    for (let x = 0; x < width; x++) {
      const dx = x + 0.5 - width / 2
      const fromX = width / 2 + cos * dx - sin * dy - 0.5
      const fromY = height / 2 + sin * dx + cos * dy - 0.5
      const column = Math.floor(fromX)
      const row = Math.floor(fromY)
      if (column < 0 || row < 0 || column + 1 >= width || row + 1 >= height) continue
      const [right, down, at] = [fromX - column, fromY - row, row * width + column]
      const top = (gray[at] ?? 255) * (1 - right) + (gray[at + 1] ?? 255) * right
      const bottom = (gray[at + width] ?? 255) * (1 - right) + (gray[at + width + 1] ?? 255) * right
      result[y * width + x] = tones[Math.round(top * (1 - down) + bottom * down)] ?? 255
    }
  }
  return { width, height, scale, gray: result, slope }
}

/** Returns the brightness of most of the paper and of the ink. */
function tonesOf(gray: Uint8Array): [number, number] {
  const counts = new Uint32Array(256)
  for (const value of gray) counts[value] = (counts[value] ?? 0) + 1
  let paper = 255
  for (let value = 128; value < 256; value++) if ((counts[value] ?? 0) > (counts[paper] ?? 0)) paper = value
  // About one of a hundred pixels of a page of text is in the middle of a letter.
  let ink = 0
  for (let seen = 0; ink < paper - 1 && seen < gray.length / 100; ink++) seen += counts[ink] ?? 0
  return [paper, Math.min(ink, paper - 40)]
}

/** Spreads the tones between ink and paper over black to white, and leaves the noise of the paper white. */
function toneTable(paper: number, ink: number): Uint8Array {
  const white = paper - (paper - ink) * 0.15
  return Uint8Array.from({ length: 256 }, (_, value) =>
    Math.max(0, Math.min(255, Math.round(((value - ink) * 255) / Math.max(1, white - ink)))),
  )
}

/**
 * Finds the slope at which the dark places of a page fall into the fewest rows: the sum of the squares of the numbers of dark places in each
 * row is largest if the lines of text are level.
 */
function slopeOf({ width, height, gray }: GrayPicture, dark: number): number {
  const xs: number[] = []
  const ys: number[] = []
  const step = Math.max(1, Math.round(Math.sqrt((width * height) / 4_000_000)))
  for (let y = 0; y < height; y += step)
    for (let x = y % 3; x < width && xs.length < MOST_DARK * 8; x += 3)
      if ((gray[y * width + x] ?? 255) < dark) {
        xs.push(x - width / 2)
        ys.push(y)
      }
  const every = Math.max(1, Math.ceil(xs.length / MOST_DARK))
  const rows = new Uint32Array(height + Math.ceil(width * STEEPEST) * 2 + 4)
  const offset = Math.ceil(width * STEEPEST) + 2
  const sharpness = (slope: number) => {
    rows.fill(0)
    for (let at = 0; at < xs.length; at += every) {
      const row = Math.round((ys[at] ?? 0) - slope * (xs[at] ?? 0)) + offset
      rows[row] = (rows[row] ?? 0) + 1
    }
    let sum = 0
    for (const count of rows) sum += count * count
    return sum
  }
  let best = 0
  let most = sharpness(0)
  for (const [from, to, by] of [
    [-STEEPEST / 2, STEEPEST / 2, 0.002],
    [-0.002, 0.002, 0.0004],
  ] as const) {
    const middle = best
    for (let slope = middle + from; slope <= middle + to; slope += by) {
      const sharp = sharpness(slope)
      if (sharp > most) {
        most = sharp
        best = slope
      }
    }
  }
  return best
}

/** Writes a picture in the format PGM, which text recognition reads without decoding. */
export function toPgm({ width, height, gray }: GrayPicture): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), gray])
}
