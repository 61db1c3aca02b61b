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

/** The rotation of a picture for display, as in EXIF: 1 is upright, 6 means a quarter turn clockwise. Even values up to 5 mirror. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const ORIENTATION_TAG = 0x0112
const SHORT = 3
const MOST_ENTRIES = 1_000

/** Reads the orientation from EXIF data (in TIFF format). Returns 1 if the data does not contain a valid orientation. */
export function orientationOf(tiff: Buffer): Orientation {
  try {
    const isLittle = tiff.toString('latin1', 0, 2) === 'II'
    if (!isLittle && tiff.toString('latin1', 0, 2) !== 'MM') return 1
    const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    const entries = Math.min(short(directory), MOST_ENTRIES)
    for (let entry = 0; entry < entries; entry++) {
      const at = directory + 2 + entry * 12
      if (short(at) !== ORIENTATION_TAG || short(at + 2) !== SHORT) continue
      const value = short(at + 8)
      return value >= 1 && value <= 8 ? (value as Orientation) : 1
    }
  } catch {
    // An offset leads out of the data.
  }
  return 1
}

/** Formats of pictures. The app recognizes them by their first bytes, not by the name of the file. It converts only JPEG and PNG. */
type PhotoFormat = 'JPEG' | 'PNG' | 'HEIC' | 'AVIF' | 'WebP' | 'GIF' | 'TIFF' | 'BMP'

const HEIF_BRANDS = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'])
const AVIF_BRANDS = new Set(['avif', 'avis'])

/** Returns the format of a picture, or null if the bytes are no known picture. */
export function photoFormatOf(bytes: Buffer): PhotoFormat | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'JPEG'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'PNG'
  if (text(4, 8) === 'ftyp') {
    if (AVIF_BRANDS.has(text(8, 12))) return 'AVIF'
    if (HEIF_BRANDS.has(text(8, 12))) return 'HEIC'
  }
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'WebP'
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'GIF'
  if (text(0, 4) === 'II*\0' || text(0, 4) === 'MM\0*') return 'TIFF'
  // A BMP has zeros in its reserved bytes. Without this check, many texts that begin with "BM" would count as pictures.
  return text(0, 2) === 'BM' && bytes.length > 26 && bytes.readUInt32LE(6) === 0 ? 'BMP' : null
}
