/** Formats of pictures. The app recognizes them by their first bytes, not by the name of the file. It converts only JPEG and PNG. */
export type PhotoFormat = 'JPEG' | 'PNG' | 'HEIC' | 'AVIF' | 'WebP' | 'GIF' | 'TIFF' | 'BMP'

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
