import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { getDocument, OPS, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { photoPdf, readPhoto } from './photo-pdf.ts'
import { type Photo, type Orientation, photoFormatOf } from './photo.ts'
import {
  BASELINE_JPEG,
  CMYK_JPEG,
  GRAY_JPEG,
  INTERLACED_PNG,
  PALETTE_PNG,
  PLAIN_PNG,
  PROGRESSIVE_JPEG,
  SIXTEEN_BIT_PNG,
  TRANSPARENT_PNG,
} from './photos.fixture.ts'

const read = (bytes: Buffer) => {
  const format = photoFormatOf(bytes)
  if (format !== 'JPEG' && format !== 'PNG') throw new Error(`not a photo: ${format}`)
  return readPhoto(format, bytes)
}
const photo = (bytes: Buffer) => {
  const found = read(bytes)
  if (typeof found === 'string') throw new Error(found)
  return found
}

interface Drawn {
  page: number[]
  /** The matrix from the unit square, on which PDF places a picture, to the page. */
  matrix: number[]
  width: number
  height: number
}

/** Opens the PDF of a photo, and returns where the picture is on its page. pdf.js decodes the picture for this. */
async function drawn(bytes: Buffer): Promise<Drawn> {
  const data = await photoPdf(photo(bytes))
  const document = await getDocument({ data, verbosity: VerbosityLevel.ERRORS, disableFontFace: true })
    .promise
  expect(document.numPages).toBe(1)
  const page = await document.getPage(1)
  const { fnArray, argsArray } = await page.getOperatorList()
  let matrix = [1, 0, 0, 1, 0, 0]
  let size = [0, 0]
  fnArray.forEach((operator: number, at: number) => {
    if (operator === OPS.transform) matrix = multiplied(matrix, argsArray[at] as number[])
    if (operator === OPS.paintImageXObject)
      size = (argsArray[at] as [string, number, number]).slice(1) as number[]
  })
  return { page: page.view, matrix, width: size[0] ?? 0, height: size[1] ?? 0 }
}

function multiplied([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: number[], m: number[]): number[] {
  const [g = 0, h = 0, i = 0, j = 0, k = 0, l = 0] = m
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** Returns a JPEG with EXIF data that contains this orientation, in one of the two byte orders. */
function turned(orientation: number, isLittle = false): Buffer {
  const tiff = Buffer.from(
    isLittle
      ? '49492a0008000000010012010300010000000600000000000000'
      : '4d4d002a00000008000101120003000000010006000000000000',
    'hex',
  )
  if (isLittle) tiff.writeUInt16LE(orientation, 18)
  else tiff.writeUInt16BE(orientation, 18)
  const segment = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, segment.length + 2])
  return Buffer.concat([BASELINE_JPEG.subarray(0, 2), head, segment, BASELINE_JPEG.subarray(2)])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** Returns a PNG with gray pixels. `data` replaces its compressed pixels. */
function grayPng(width: number, height: number, data?: Buffer, more: Buffer[] = []): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const pixels = data ?? deflateSync(Buffer.alloc((width + 1) * height))
  return Buffer.concat([
    PLAIN_PNG.subarray(0, 8),
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a photo becomes one Letter page', () => {
  test.each([
    ['a baseline JPEG', BASELINE_JPEG],
    ['a progressive JPEG', PROGRESSIVE_JPEG],
    ['a gray JPEG', GRAY_JPEG],
    ['a CMYK JPEG', CMYK_JPEG],
    ['a PNG', PLAIN_PNG],
    ['a PNG with 16 bits per sample', SIXTEEN_BIT_PNG],
    ['an interlaced PNG', INTERLACED_PNG],
    ['a transparent PNG', TRANSPARENT_PNG],
    ['a PNG with a palette', PALETTE_PNG],
  ])('%s fills the width of the page, in the middle of it', async (_, bytes) => {
    expect(await drawn(bytes)).toEqual({
      page: [0, 0, 792, 612],
      matrix: [792, 0, 0, 528, 0, 42],
      width: 24,
      height: 16,
    })
  })

  test('a tall photo is on an upright page', async () => {
    expect(await drawn(grayPng(10, 40))).toMatchObject({
      page: [0, 0, 612, 792],
      matrix: [198, 0, 0, 792, 207, 0],
    })
  })

  // Places of the stored picture's corners on the page, as EXIF defines them: top left, top right, and bottom left.
  const CORNERS: Record<Orientation, [string, string, string]> = {
    1: ['top left', 'top right', 'bottom left'],
    2: ['top right', 'top left', 'bottom right'],
    3: ['bottom right', 'bottom left', 'top right'],
    4: ['bottom left', 'bottom right', 'top left'],
    5: ['top left', 'bottom left', 'top right'],
    6: ['top right', 'bottom right', 'top left'],
    7: ['bottom right', 'top right', 'bottom left'],
    8: ['bottom left', 'top left', 'bottom right'],
  }
  test.each(Object.entries(CORNERS))(
    'a photo with the EXIF orientation %s is upright',
    async (name, corners) => {
      for (const isLittle of [true, false]) {
        const { page, matrix } = await drawn(turned(Number(name), isLittle))
        expect(page).toEqual(Number(name) < 5 ? [0, 0, 792, 612] : [0, 0, 612, 792])
        const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix
        const placeOf = (u: number, v: number) => {
          const [x, y] = [a * u + c * v + e, b * u + d * v + f]
          return `${y > (page[3] ?? 0) / 2 ? 'top' : 'bottom'} ${x > (page[2] ?? 0) / 2 ? 'right' : 'left'}`
        }
        expect([placeOf(0, 1), placeOf(1, 1), placeOf(0, 0)]).toEqual(corners)
      }
    },
  )

  test('the same photo always gives the same PDF, so that the app notices a photo that is attached twice', async () => {
    const [one, other] = [await photoPdf(photo(BASELINE_JPEG)), await photoPdf(photo(BASELINE_JPEG))]
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true)
  })

  test('a JPEG keeps its bytes, except data after its end', async () => {
    const video = Buffer.concat([BASELINE_JPEG, Buffer.alloc(5_000, 1)])
    const pdf = Buffer.from(await photoPdf(photo(video)))
    expect(pdf.includes(BASELINE_JPEG)).toBe(true)
    expect(pdf.length).toBeLessThan(2_500)
  })

  test('the PDF does not contain EXIF data, which can name the place where the photo was taken', async () => {
    const pdf = Buffer.from(await photoPdf(photo(turned(1))))
    expect([pdf.includes(BASELINE_JPEG), pdf.includes('Exif')]).toEqual([true, false])
  })

  test('only CMYK colors of Adobe programs are inverted', async () => {
    const inverts = async (bytes: Buffer) => {
      const pdf = Buffer.from(await photoPdf(photo(bytes))).toString('latin1')
      return /\/Decode\s*\[/.test(pdf)
    }
    const adobe = CMYK_JPEG.indexOf('Adobe')
    expect(adobe).toBeGreaterThan(0)
    const other = Buffer.from(CMYK_JPEG)
    other.write('Other', adobe, 'latin1')
    expect([await inverts(CMYK_JPEG), await inverts(other)]).toEqual([true, false])
  })

  test('the still picture of an animated PNG is used, and its compressed texts are not read', async () => {
    const control = Buffer.alloc(8)
    control.writeUInt32BE(2, 0)
    const bomb = Buffer.concat([Buffer.from('t\0\0', 'latin1'), deflateSync(Buffer.alloc(1_000_000))])
    const animated = grayPng(24, 16, undefined, [chunk('acTL', control), chunk('zTXt', bomb)])
    expect(photo(animated).bytes.includes('zTXt')).toBe(false)
    expect(await drawn(animated)).toMatchObject({ width: 24, height: 16 })
  })
})

describe('a picture that cannot be converted gets a reason', () => {
  const withFrame = (change: (frame: Buffer) => void, marker = 0xc0) => {
    const bytes = Buffer.from(BASELINE_JPEG)
    const at = bytes.indexOf(Buffer.from([0xff, 0xc0]))
    bytes[at + 1] = marker
    change(bytes.subarray(at + 4))
    return bytes
  }
  test.each([
    ['a truncated JPEG', BASELINE_JPEG.subarray(0, -20), 'damaged'],
    ['a JPEG without pixels', BASELINE_JPEG.subarray(0, 40), 'damaged'],
    ['a JPEG with 12 bits per sample', withFrame((frame) => frame.writeUInt8(12, 0)), 'unsupported'],
    ['a lossless JPEG', withFrame(() => {}, 0xc3), 'unsupported'],
    ['a JPEG with arithmetic coding', withFrame(() => {}, 0xc9), 'unsupported'],
    ['a JPEG without a height', withFrame((frame) => frame.writeUInt16BE(0, 1)), 'damaged'],
    [
      'a JPEG with billions of pixels',
      withFrame((frame) => {
        frame.writeUInt16BE(65_000, 1)
        frame.writeUInt16BE(65_000, 3)
      }),
      'too_many_pixels',
    ],
    ['a truncated PNG', PLAIN_PNG.subarray(0, -20), 'damaged'],
    ['a PNG with a changed byte', Buffer.from(PLAIN_PNG).fill(0x55, 60, 61), 'damaged'],
    ['a PNG with too few pixels', grayPng(24, 16, deflateSync(Buffer.alloc(100))), 'damaged'],
    ['a PNG with more pixels than it says', grayPng(24, 16, deflateSync(Buffer.alloc(9_000_000))), 'damaged'],
    [
      'a PNG with billions of pixels',
      grayPng(100_000, 100_000, deflateSync(Buffer.alloc(9))),
      'too_many_pixels',
    ],
    ['a PNG without a width', grayPng(0, 16), 'damaged'],
  ])('%s', (_, bytes, reason) => {
    expect(read(bytes)).toBe(reason)
  })

  test('pictures of other formats are recognized by their content, not by their name', () => {
    const box = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0`, 'latin1')
    const formats = [
      box('heic'),
      box('mif1'),
      box('avif'),
      Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'),
      Buffer.from('GIF89a', 'latin1'),
      Buffer.from('II*\0', 'latin1'),
      Buffer.concat([Buffer.from('BM', 'latin1'), Buffer.alloc(30)]),
      Buffer.from('BMW invoice, which is only a text', 'latin1'),
      Buffer.from('%PDF-1.7', 'latin1'),
      Buffer.alloc(0),
    ].map(photoFormatOf)
    expect(formats).toEqual(['HEIC', 'HEIC', 'AVIF', 'WebP', 'GIF', 'TIFF', 'BMP', null, null, null])
  })
})

test('any changed picture is either refused or becomes a PDF, and the size that the app checked is the size of the picture', async () => {
  const originals = [BASELINE_JPEG, PROGRESSIVE_JPEG, CMYK_JPEG, PLAIN_PNG, INTERLACED_PNG, turned(6)]
  const change = fc.record({ at: fc.nat(), to: fc.integer({ min: 0, max: 255 }) })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...originals),
      fc.array(change, { maxLength: 3 }),
      async (original, changes) => {
        const bytes = Buffer.from(original)
        // The first bytes name the format.
        for (const { at, to } of changes) bytes[8 + (at % (bytes.length - 8))] = to
        const found: Photo | string = readPhoto(original.readUInt8(0) === 0xff ? 'JPEG' : 'PNG', bytes)
        if (typeof found === 'string') return
        // A picture that cannot be embedded is refused as damaged (`pdf-worker.ts`).
        const made = await photoPdf(found).catch(() => null)
        if (made === null) return
        const pdf = Buffer.from(made).toString('latin1')
        expect(pdf).toContain(`/Width ${found.width}`)
        expect(pdf).toContain(`/Height ${found.height}`)
      },
    ),
  )
})
