import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  PDFName,
  PDFRawStream,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib'
import { type Photo, type PhotoProblem, type Orientation, sizeProblem, orientationOf } from './photo.ts'
import { readPng } from './png.ts'

/** Sides of a US Letter page in points. */
const SHORT_SIDE = 612
const LONG_SIDE = 792

/** Checks a JPEG or PNG of any origin. Returns a `Photo`, or the reason why it is not converted. */
export function readPhoto(format: Photo['format'], bytes: Buffer): Photo | PhotoProblem {
  return format === 'JPEG' ? readJpeg(bytes) : readPng(bytes)
}

/**
 * Makes a PDF with the picture on one Letter page, upright or sideways, as large as possible. A JPEG keeps its bytes, and a PNG all its
 * pixels. The same picture always gives the same PDF.
 */
export async function photoPdf(photo: Photo): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const { bytes, format, orientation, hasInvertedColors } = photo
  const image = await (format === 'JPEG' ? document.embedJpg(bytes) : document.embedPng(bytes))
  await image.embed()
  // The library inverts the colors of every CMYK picture, although only Adobe's programs write inverted colors.
  const stream = document.context.lookup(image.ref)
  if (!hasInvertedColors && format === 'JPEG' && stream instanceof PDFRawStream)
    stream.dict.delete(PDFName.of('Decode'))

  const isTurned = orientation >= 5
  const [across, down] = isTurned ? [photo.height, photo.width] : [photo.width, photo.height]
  const [pageWidth, pageHeight] = across > down ? [LONG_SIDE, SHORT_SIDE] : [SHORT_SIDE, LONG_SIDE]
  const scale = Math.min(pageWidth / across, pageHeight / down)
  const [width, height] = [across * scale, down * scale]
  const page = document.addPage([pageWidth, pageHeight])
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(1, 0, 0, 1, (pageWidth - width) / 2, (pageHeight - height) / 2),
    concatTransformationMatrix(...placed(orientation, width, height)),
    drawObject(page.node.newXObject('Image', image.ref)),
    popGraphicsState(),
  )
  return document.save()
}

type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number]

/** Returns the matrix that draws a picture, which PDF places on the unit square, upright on a rectangle of this size. */
function placed(orientation: Orientation, width: number, height: number): Matrix {
  const matrices: Record<Orientation, Matrix> = {
    1: [width, 0, 0, height, 0, 0],
    2: [-width, 0, 0, height, width, 0],
    3: [-width, 0, 0, -height, width, height],
    4: [width, 0, 0, -height, 0, height],
    5: [0, -height, -width, 0, width, height],
    6: [0, -height, width, 0, 0, height],
    7: [0, height, width, 0, 0, 0],
    8: [0, height, -width, 0, width, 0],
  }
  return matrices[orientation]
}

const MARKER = {
  end: 0xd9,
  scan: 0xda,
  exif: 0xe1,
  adobe: 0xee,
}
/** Segments with EXIF, XMP, IPTC, and comments. They can contain the place where a photo was taken, so the PDF does not contain them. */
const PRIVATE = new Set([0xe1, 0xed, 0xfe])
/** Frames that every PDF reader decodes: baseline, extended sequential, and progressive, all with Huffman coding. */
const DECODABLE_FRAMES = new Set([0xc0, 0xc1, 0xc2])
/** Other frames: lossless, hierarchical, or with arithmetic coding. 0xc4, 0xc8, and 0xcc are not frames. */
const OTHER_FRAMES = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])

interface Frame {
  width: number
  height: number
  components: number
}

/**
 * Checks a JPEG from its first to its last marker, without decoding its pixels. Returns a `Photo`, or the reason why it cannot be embedded
 * in a PDF. The result contains the bytes up to the end marker without private data, and no data that a camera appended, such as a video.
 */
function readJpeg(bytes: Buffer): Photo | PhotoProblem {
  let frame: Frame | null = null
  let orientation: Orientation = 1
  let isAdobe = false
  let hasScan = false
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let at = 2
  for (;;) {
    // Fill bytes may precede a marker.
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++
    const marker = bytes[at + 1]
    if (bytes[at] !== 0xff || marker === undefined) return 'damaged'
    const from = at
    at += 2
    if (marker === MARKER.end) {
      kept.push(bytes.subarray(from, at))
      break
    }
    if (at + 2 > bytes.length) return 'damaged'
    const length = bytes.readUInt16BE(at)
    if (length < 2 || at + length > bytes.length) return 'damaged'
    const segment = bytes.subarray(at + 2, at + length)
    at += length
    if (OTHER_FRAMES.has(marker)) return 'unsupported'
    if (DECODABLE_FRAMES.has(marker)) {
      if (frame !== null || segment.length < 6) return 'damaged'
      if (segment[0] !== 8) return 'unsupported'
      frame = {
        height: segment.readUInt16BE(1),
        width: segment.readUInt16BE(3),
        components: segment[5] as number,
      }
    }
    if (marker === MARKER.exif && segment.toString('latin1', 0, 6) === 'Exif\0\0')
      orientation = orientationOf(segment.subarray(6))
    if (marker === MARKER.adobe && segment.toString('latin1', 0, 5) === 'Adobe') isAdobe = true
    if (marker === MARKER.scan) {
      if (frame === null) return 'damaged'
      hasScan = true
      at = endOfScan(bytes, at)
    }
    if (!PRIVATE.has(marker)) kept.push(bytes.subarray(from, at))
  }
  if (frame === null || !hasScan) return 'damaged'
  const { width, height, components } = frame
  if (components !== 1 && components !== 3 && components !== 4) return 'unsupported'
  const problem = sizeProblem('JPEG', width, height)
  if (problem !== null) return problem
  const hasInvertedColors = components === 4 && isAdobe
  return { format: 'JPEG', width, height, orientation, bytes: Buffer.concat(kept), hasInvertedColors }
}

/** Returns the place of the first marker after the compressed data that begins at `from`. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    // 0x00 marks a data byte 0xff, and 0xd0 to 0xd7 are restart markers. Both belong to the data.
    if (next !== undefined && next !== 0x00 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}
