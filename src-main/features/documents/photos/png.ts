import { crc32, inflateSync } from 'node:zlib'
import { sizeProblem, type Photo, type PhotoProblem, orientationOf, type Orientation } from './photo.ts'

const SIGNATURE_BYTES = 8
/** Number of samples per pixel, and the allowed bits per sample, by color type. */
const COLOR_TYPES: Readonly<Record<number, { samples: number; depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}
const PALETTE = 3
/** Start and step of the columns and rows of the seven passes of an interlaced picture. */
const PASSES = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const

interface Header {
  width: number
  height: number
  depth: number
  colorType: number
  isInterlaced: boolean
}

/**
 * Checks a PNG. Returns a `Photo` with only the chunks that define its pixels, or the reason why it cannot be converted. The result of an
 * animated PNG is its still picture. Compressed texts and color profiles are left out, because their size when unpacked is unknown.
 */
export function readPng(bytes: Buffer): Photo | PhotoProblem {
  let header: Header | null = null
  let orientation: Orientation = 1
  let hasPalette = false
  let isComplete = false
  const kept: Buffer[] = [bytes.subarray(0, SIGNATURE_BYTES)]
  const data: Buffer[] = []
  for (let at = SIGNATURE_BYTES; !isComplete;) {
    if (at + 12 > bytes.length) return 'damaged'
    const length = bytes.readUInt32BE(at)
    if (at + 12 + length > bytes.length) return 'damaged'
    const chunk = bytes.subarray(at, at + 12 + length)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const content = bytes.subarray(at + 8, at + 8 + length)
    at += 12 + length
    if (crc32(chunk.subarray(4, -4)) !== chunk.readUInt32BE(chunk.length - 4)) return 'damaged'
    if ((type === 'IHDR') !== (header === null)) return 'damaged'
    switch (type) {
      case 'IHDR': {
        const read = readHeader(content)
        if (typeof read === 'string') return read
        header = read
        break
      }
      case 'PLTE':
        if (length === 0 || length % 3 !== 0 || length > 768) return 'damaged'
        hasPalette = true
        break
      case 'IDAT':
        data.push(content)
        break
      case 'eXIf':
        orientation = orientationOf(content)
        break
      case 'IEND':
        isComplete = true
        break
    }
    if (['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'].includes(type)) kept.push(chunk)
  }
  if (header === null || (header.colorType === PALETTE && !hasPalette)) return 'damaged'
  const { width, height } = header
  if (!isInflatedTo(Buffer.concat(data), rawBytes(header))) return 'damaged'
  const picture = Buffer.concat(kept)
  return { format: 'PNG', width, height, orientation, bytes: picture, hasInvertedColors: false }
}

function readHeader(content: Buffer): Header | PhotoProblem {
  if (content.length !== 13) return 'damaged'
  const [depth, colorType, compression, filter, interlace] = content.subarray(8) as unknown as [
    number,
    number,
    number,
    number,
    number,
  ]
  const header = {
    width: content.readUInt32BE(0),
    height: content.readUInt32BE(4),
    depth,
    colorType,
    isInterlaced: interlace === 1,
  }
  if (COLOR_TYPES[colorType]?.depths.includes(depth) !== true) return 'damaged'
  if (compression !== 0 || filter !== 0 || interlace > 1) return 'damaged'
  return sizeProblem('PNG', header.width, header.height) ?? header
}

/** Returns the number of bytes of the unpacked pixels. Each row begins with one byte that names its filter. */
function rawBytes({ width, height, depth, colorType, isInterlaced }: Header): number {
  const bits = depth * (COLOR_TYPES[colorType]?.samples ?? 1)
  const size = (columns: number, rows: number) =>
    columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bits) / 8))
  if (!isInterlaced) return size(width, height)
  return PASSES.reduce((sum, [left, across, top, down]) => {
    const columns = Math.max(0, Math.ceil((width - left) / across))
    return sum + size(columns, Math.max(0, Math.ceil((height - top) / down)))
  }, 0)
}

/** True if the compressed data is valid and has exactly this size when unpacked. Stops unpacking at the size, even if more data follows. */
function isInflatedTo(data: Buffer, size: number): boolean {
  try {
    return inflateSync(data, { maxOutputLength: size }).length === size
  } catch {
    return false
  }
}
