import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  PDFName,
  PDFRawStream,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib'
import { readJpeg } from './jpeg.ts'
import type { Photo, PhotoProblem, Orientation } from './photo.ts'
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
