import type { Orientation } from './exif.ts'

/** A picture that was checked and can be embedded in a PDF. */
export interface Photo {
  format: 'JPEG' | 'PNG'
  /** Size in pixels as stored, before turning. */
  width: number
  height: number
  orientation: Orientation
  /** The bytes to embed. They contain only parts that the app has checked. */
  bytes: Buffer
  /** True for a JPEG with inverted CMYK colors, as Adobe's programs write them. */
  hasInvertedColors: boolean
}

/** Reasons why the app does not convert a picture. */
export type PhotoProblem = 'damaged' | 'too_many_pixels' | 'unsupported'

/**
 * Maximum number of pixels. The largest phone pictures have 50 million. A JPEG is embedded as it is. A PNG is decoded, so it needs about 12
 * bytes of memory per pixel.
 */
const MOST_PIXELS = { JPEG: 64_000_000, PNG: 40_000_000 }

/** Returns the reason why pictures of this size are not converted, or null. */
export function sizeProblem(format: Photo['format'], width: number, height: number): PhotoProblem | null {
  if (width < 1 || height < 1) return 'damaged'
  return width * height > MOST_PIXELS[format] ? 'too_many_pixels' : null
}
