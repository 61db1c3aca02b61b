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
