import type { Matrix } from './page-content.ts'

/** Pixels as pdfjs decodes them. `kind` 1 is one bit per pixel, 2 is RGB, 3 is RGBA. */
export interface Pixels {
  width: number
  height: number
  kind?: number
  data: Uint8Array | Uint8ClampedArray
}

/** A page as a gray picture. `scale` is the number of pixels per point. */
export interface GrayPicture {
  width: number
  height: number
  scale: number
  gray: Uint8Array
}

/** Text recognition reads best between these resolutions, in pixels per point (150 and 300 dpi). */
const LEAST_SCALE = 150 / 72
const MOST_SCALE = 300 / 72

/** Draws the pictures of a page at their places, on white. */
export function composePicture(
  pictures: readonly { pixels: Pixels; matrix: Matrix }[],
  width: number,
  height: number,
): GrayPicture {
  const own = Math.max(
    ...pictures.map(({ pixels, matrix }) => pixels.width / Math.max(1, Math.hypot(matrix[0], matrix[1]))),
  )
  const scale = Math.min(Math.max(own, LEAST_SCALE), MOST_SCALE)
  const result: GrayPicture = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    scale,
    gray: new Uint8Array(0),
  }
  result.gray = new Uint8Array(result.width * result.height).fill(255)
  for (const { pixels, matrix } of pictures) drawInto(result, pixels, matrix)
  return result
}

function drawInto(page: GrayPicture, pixels: Pixels, matrix: Matrix): void {
  const [a, b, c, d, e, f] = matrix.map((value) => value * page.scale) as unknown as Matrix
  const determinant = a * d - b * c
  if (!Number.isFinite(determinant) || Math.abs(determinant) < 1e-6) return
  const at = readerOf(pixels)
  if (at === null) return
  const xs = [e, e + a, e + c, e + a + c]
  const ys = [f, f + b, f + d, f + b + d]
  const [left, right] = [
    Math.max(0, Math.floor(Math.min(...xs))),
    Math.min(page.width, Math.ceil(Math.max(...xs))),
  ]
  const [top, bottom] = [
    Math.max(0, Math.floor(Math.min(...ys))),
    Math.min(page.height, Math.ceil(Math.max(...ys))),
  ]
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const [px, py] = [x + 0.5 - e, y + 0.5 - f]
      const u = (px * d - py * c) / determinant
      const v = (py * a - px * b) / determinant
      if (u < 0 || u >= 1 || v < 0 || v >= 1) continue
      // The unit square of a picture has its first row at the top, at v = 1.
      page.gray[y * page.width + x] = at(u * pixels.width, (1 - v) * pixels.height)
    }
}

/** Returns a function that reads the brightness at a place, as the mean of the four nearest pixels. Null for unknown formats. */
function readerOf({ width, height, data }: Pixels): ((x: number, y: number) => number) | null {
  const channels = data.length / (width * height)
  const rowBytes = (width + 7) >> 3
  const isBits = data.length === rowBytes * height && channels < 1
  if (!isBits && channels !== 1 && channels !== 3 && channels !== 4) return null
  const pixel = (x: number, y: number): number => {
    const column = x < 0 ? 0 : x >= width ? width - 1 : x
    const row = y < 0 ? 0 : y >= height ? height - 1 : y
    if (isBits) return (((data[row * rowBytes + (column >> 3)] ?? 0) >> (7 - (column & 7))) & 1) * 255
    const at = (row * width + column) * channels
    if (channels === 1) return data[at] ?? 255
    return ((data[at] ?? 255) * 77 + (data[at + 1] ?? 255) * 150 + (data[at + 2] ?? 255) * 29) >> 8
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
  const at = readerOf({ width: picture.width, height: picture.height, data: picture.gray })
  const gray = new Uint8Array(width * height)
  if (at !== null)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        gray[y * width + x] = at(x0 + (x + 0.5) / factor, y0 + (y + 0.5) / factor)
  return { width, height, scale: scale * factor, gray }
}

/** Writes a picture in the format PGM, which text recognition reads without decoding. */
export function toPgm({ width, height, gray }: GrayPicture): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), gray])
}
