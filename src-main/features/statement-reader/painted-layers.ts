import { type Area, type DrawState, PageTooLarge } from '../../platform/pdf/drawing.ts'
import type { Matrix } from '../../platform/pdf/shapes.ts'
import { brightnessReader, type Pixels } from './gray-picture.ts'

/** What is painted on a page besides its text, in layers: the later ones lie over the earlier ones. */

/** Something that was painted. Coordinates are those of the displayed page. */
export interface Layer {
  /** Position in the order of drawing. */
  at: number
  area: Area
  /** Returns true if this place is painted. Null if the whole area is. */
  isInside: ((x: number, y: number) => boolean) | null
  /** Brightness, from 0 (black) to 1 (white). For a picture with known pixels, `pixel` tells it for each place. */
  fill: number
  opacity: number
  blend: string
  picture: { id: string | null; matrix: Matrix; isWhole: boolean } | null
}

/** Maximum number of layers of a page, and of questions about a layer and a place. */
const MOST_LAYERS = 20_000
const MOST_LOOKS = 40_000_000
/** Height of the bands in which layers are found, in points. */
const BAND = 12

/** Ways to mix colors that make the page darker, as a highlighter does: dark text below stays dark. */
const ADDS_INK: ReadonlySet<string> = new Set(['multiply', 'darken', 'color-burn'])

/** Returns what a picture shows at a place of the unit square: its brightness and opacity. */
type Pixel = (u: number, v: number) => { fill: number; opacity: number }

export class PaintedLayers {
  readonly #height: number
  readonly #all: Layer[] = []
  readonly #bands: Layer[][] = []
  readonly #pixels = new Map<string, Pixel | null>()
  #looks = 0

  constructor(height: number) {
    this.#height = height
  }

  get all(): readonly Layer[] {
    return this.#all
  }

  add(layer: Layer): void {
    if (this.#all.length >= MOST_LAYERS) throw new PageTooLarge()
    this.#all.push(layer)
    const [, top, , bottom] = layer.area
    const last = Math.min(bottom, this.#height)
    for (let band = Math.floor(Math.max(0, top) / BAND); band * BAND <= last; band++)
      (this.#bands[band] ??= []).push(layer)
  }

  /** Tells what a picture shows. Pictures of which this is not known have no single brightness. */
  setPixels(id: string, pixels: Pixels | null): void {
    this.#pixels.set(id, pixels === null ? null : pixelReader(pixels))
  }

  /** Returns the layers that have a part in common with an area, the earliest first. */
  over([x0, y0, x1, y1]: Area): Layer[] {
    const found = new Set<Layer>()
    const first = Math.max(0, Math.floor(y0 / BAND))
    for (let band = first; band * BAND <= Math.min(y1, this.#height); band++) {
      this.#count(this.#bands[band]?.length ?? 0)
      for (const layer of this.#bands[band] ?? []) {
        const [left, top, right, bottom] = layer.area
        if (left < x1 && right > x0 && top < y1 && bottom > y0) found.add(layer)
      }
    }
    return [...found].toSorted((one, other) => one.at - other.at)
  }

  /**
   * Returns the brightness of a place of the page, and the brightness that it has where something was drawn at `at` with a color. NaN for a
   * picture whose pixels are not known.
   */
  look(x: number, y: number, layers: readonly Layer[], text: Drawn | null = null): Look {
    this.#count(layers.length)
    let ground = 1
    let ink = 1
    let before = 1
    let cover: Layer | null = null
    let isDrawn = text === null
    const draw = () => {
      if (text === null) return
      before = ground
      ink = mix(ground, text.fill, text.opacity, 'source-over')
      isDrawn = true
    }
    for (const layer of layers) {
      if (!isDrawn && text !== null && layer.at > text.at) draw()
      const [left, top, right, bottom] = layer.area
      if (x < left || x > right || y < top || y > bottom) continue
      if (layer.isInside !== null && !layer.isInside(x, y)) continue
      const { fill, opacity } = this.#colorOf(layer, x, y)
      if (opacity === 0) continue
      ground = mix(ground, fill, opacity, layer.blend)
      if (text === null || !isDrawn) continue
      ink = mix(ink, fill, opacity, layer.blend)
      cover = layer
    }
    if (!isDrawn) draw()
    return { ground, ink, before, cover }
  }

  #colorOf(layer: Layer, x: number, y: number): { fill: number; opacity: number } {
    const { picture, fill, opacity } = layer
    if (picture === null) return layer
    const pixel = picture.id === null ? null : (this.#pixels.get(picture.id) ?? null)
    if (pixel === null) return { fill: picture.id === null ? fill : NaN, opacity }
    const [a, b, c, d, e, f] = picture.matrix
    const determinant = a * d - b * c
    const u = ((x - e) * d - (y - f) * c) / determinant
    const v = ((y - f) * a - (x - e) * b) / determinant
    if (!(u >= 0 && u <= 1 && v >= 0 && v <= 1)) return { fill, opacity: 0 }
    const shown = pixel(u, 1 - v)
    return { fill: shown.fill, opacity: shown.opacity * opacity }
  }

  #count(looks: number): void {
    this.#looks += looks + 1
    if (this.#looks > MOST_LOOKS) throw new PageTooLarge()
  }
}

/** Text that is drawn between two layers. */
export interface Drawn {
  at: number
  fill: number
  opacity: number
}

interface Look {
  /** Brightness where there is no text. */
  ground: number
  /** Brightness of the text. */
  ink: number
  /** Brightness below the text when it was drawn. */
  before: number
  /** The last layer over the text. */
  cover: Layer | null
}

function mix(below: number, fill: number, opacity: number, blend: string): number {
  if (opacity >= 1 && !ADDS_INK.has(blend)) return fill
  const mixed = !ADDS_INK.has(blend) ? fill : blend === 'darken' ? Math.min(below, fill) : below * fill
  return below * (1 - opacity) + mixed * opacity
}

function pixelReader(pixels: Pixels): Pixel | null {
  const { width, height, data } = pixels
  const at = brightnessReader(pixels)
  if (at === null) return null
  const hasAlpha = data.length === width * height * 4
  return (u, v) => {
    const [column, row] = [
      Math.min(width - 1, Math.floor(u * width)),
      Math.min(height - 1, Math.floor(v * height)),
    ]
    const opacity = hasAlpha ? (data[(row * width + column) * 4 + 3] ?? 255) / 255 : 1
    return { fill: at(column + 0.5, row + 0.5) / 255, opacity }
  }
}

/** Returns a layer of this area, or null if a person sees nothing of it. */
export function layerOf(
  area: Area,
  state: DrawState,
  { at, color, opacity }: { at: number; color: number | null; opacity: number },
  isInside: Layer['isInside'] = null,
): Layer | null {
  if (state.isHidden || !state.isInLayer) return null
  const { clip, clipShapes, groupOpacity, blend } = state
  const [left, top, right, bottom] = [
    Math.max(area[0], clip[0]),
    Math.max(area[1], clip[1]),
    Math.min(area[2], clip[2]),
    Math.min(area[3], clip[3]),
  ]
  const total = opacity * groupOpacity
  // A number that is none removes the layer. So does an area without any size.
  if (!(right >= left && bottom >= top) || !(total > 0)) return null
  const tests = isInside === null ? clipShapes : [isInside, ...clipShapes]
  return {
    at,
    area: [left, top, right, bottom],
    isInside: tests.length === 0 ? null : (x, y) => tests.every((test) => test(x, y)),
    fill: brightness(color),
    opacity: total,
    blend,
    picture: null,
  }
}

/** Returns a function that tells if a place is on a line of this width. */
export function onLine(
  polygons: readonly (readonly [number, number][])[],
  width: number,
): (x: number, y: number) => boolean {
  const reach = (width / 2) ** 2
  return (x, y) =>
    polygons.some((points) =>
      points.some((point, at) => {
        const [x1, y1] = points[at - 1] ?? point
        const [dx, dy] = [point[0] - x1, point[1] - y1]
        const length = dx * dx + dy * dy
        const t = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length))
        return (x - x1 - t * dx) ** 2 + (y - y1 - t * dy) ** 2 <= reach
      }),
    )
}

/** Returns the brightness of a color, from 0 (black) to 1 (white). A pattern has none, so it counts as gray, which is visible. */
export function brightness(color: number | null): number {
  if (color === null) return 0.5
  return (0.3 * (color >> 16) + 0.59 * ((color >> 8) & 255) + 0.11 * (color & 255)) / 255
}

/** The area of the unit square under a matrix, as a test for pictures that are turned. Null if the picture is level. */
export function insideSquare(matrix: Matrix): ((x: number, y: number) => boolean) | null {
  const [a, b, c, d, e, f] = matrix
  if ((b === 0 && c === 0) || (a === 0 && d === 0)) return null
  const determinant = a * d - b * c
  return (x, y) => {
    const u = ((x - e) * d - (y - f) * c) / determinant
    const v = ((y - f) * a - (x - e) * b) / determinant
    return u >= 0 && u <= 1 && v >= 0 && v <= 1
  }
}
