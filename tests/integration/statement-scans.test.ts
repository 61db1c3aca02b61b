import { createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  PDFName,
  popGraphicsState,
  pushGraphicsState,
  rgb,
} from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import { sourceFiles } from '../../build/statements/source-reader.ts'
import { earlierVersions } from '../../src-main/features/statement-reader/earlier-version.ts'
import { openPdf } from '../../src-main/features/statement-reader/pdf-pages.ts'
import { startRecognizer } from '../../src-main/features/statement-reader/recognize.ts'
import { parseAmount } from '../../src-main/features/statement-reader/amounts.ts'
import type { StatementPage } from '../../src-main/features/statement-reader/statement-words.ts'
import { readStatementFile } from '../../src-main/features/statement-reader/read-file.ts'
import { pdf as pdfFrom, stream } from '../support/raw-pdf.ts'
import { generateStatement } from '../support/statements/generator.ts'
import { Dice } from '../support/statements/ledger.ts'
import { scannedPdf, scanOf } from '../support/statements/scanned-pdf.ts'

const read = (bytes: Uint8Array) =>
  readStatementFile(bytes, {
    open: (some: Uint8Array) => openPdf(some, sourceFiles().parts),
    earlierVersions,
    recognizer: () => startRecognizer(sourceFiles().recognition),
  })

/** A statement of one page with few entries, because the recognition of a page takes seconds. */
const { file, ledger } = generateStatement(5)

/** Changes one digit of the last entry's amount. */
function altered(pages: readonly StatementPage[]): StatementPage[] {
  const [last] = ledger.entries.slice(-1)
  const cents = Math.abs(last?.cents ?? 0)
  let isDone = false
  return pages.map((page) => ({
    ...page,
    words: page.words.map((word) => {
      if (isDone || Math.abs(parseAmount(word.text)?.cents ?? 0) !== cents) return word
      isDone = true
      return { ...word, text: word.text.replace(/\d/, (digit) => String((Number(digit) + 3) % 10)) }
    }),
  }))
}

/** Makes a file whose only page is drawn by a function, which gets the picture of a scan of the statement. */
async function drawnScan(
  draw: (page: ReturnType<PDFDocument['addPage']>, scan: Image, pdf: PDFDocument) => Promise<void> | void,
): Promise<Uint8Array> {
  const [first] = file.pages
  if (first === undefined) throw new Error('the statement has no page')
  const pdf = await PDFDocument.create()
  const { jpeg } = await scanOf(first, new Dice(7))
  await draw(pdf.addPage([first.width, first.height]), await loadImage(jpeg), pdf)
  return pdf.save()
}

/** Returns a part of a picture. */
function partOf(scan: Image, top: number, height: number) {
  const canvas = createCanvas(scan.width, height)
  canvas.getContext('2d').drawImage(scan, 0, -top)
  return canvas
}

/** Draws the dark places of a scan as a stencil over a picture of its paper. */
async function drawLayers(
  page: ReturnType<PDFDocument['addPage']>,
  scan: Image,
  pdf: PDFDocument,
): Promise<void> {
  const { width, height } = page.getSize()
  const paper = createCanvas(60, 80)
  paper.getContext('2d').fillStyle = '#eee'
  paper.getContext('2d').fillRect(0, 0, 60, 80)
  page.drawImage(await pdf.embedJpg(await paper.encode('jpeg', 90)), { x: 0, y: 0, width, height })
  const { data } = partOf(scan, 0, scan.height).getContext('2d').getImageData(0, 0, scan.width, scan.height)
  const rowBytes = Math.ceil(scan.width / 8)
  const bits = new Uint8Array(rowBytes * scan.height)
  for (let y = 0; y < scan.height; y++)
    for (let x = 0; x < scan.width; x++)
      if ((data[(y * scan.width + x) * 4] ?? 255) < 150) {
        const at = y * rowBytes + (x >> 3)
        bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7))
      }
  const stencil = pdf.context.flateStream(bits, {
    Type: 'XObject',
    Subtype: 'Image',
    ImageMask: true,
    Decode: [1, 0],
    Width: scan.width,
    Height: scan.height,
    BitsPerComponent: 1,
  })
  page.node.setXObject(PDFName.of('Ink'), pdf.context.register(stencil))
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(width, 0, 0, height, 0, 0),
    drawObject('Ink'),
    popGraphicsState(),
  )
}

/** Draws a scan in strips, one of which ends in the middle of a line. */
async function drawStrips(
  page: ReturnType<PDFDocument['addPage']>,
  scan: Image,
  pdf: PDFDocument,
): Promise<void> {
  const { width, height } = page.getSize()
  const high = Math.ceil(scan.height / 5)
  for (let top = 0; top < scan.height; top += high) {
    const strip = partOf(scan, top, Math.min(high, scan.height - top))
    const size = (strip.height * height) / scan.height
    const y = height - (top * height) / scan.height - size
    page.drawImage(await pdf.embedJpg(await strip.encode('jpeg', 80)), { x: 0, y, width, height: size })
  }
}

/** A black square of 16 pixels, coded as a fax: a first black line, then lines like the one before, and the end. */
const FAX = Buffer.from(
  ('001001101010000010111' + '11'.repeat(15) + '000000000001'.repeat(2))
    .match(/.{1,8}/g)
    ?.map((bits) => parseInt(bits.padEnd(8, '0'), 2)) ?? [],
)
const JPEG_2000 =
  '/0//UQApAAAAAAAQAAAAEAAAAAAAAAAAAAAAEAAAABAAAAAAAAAAAAABBwEB/1IADAAAAAEAAAQEAAH/XAAEQED/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjT/kAAKAAAAAAAYAAH/k9+AOBFQVK/0yH//2Q=='
/** The same square as the parts of a JBIG2 file that a PDF holds: the size of the page, and one area of it, coded as a fax. */
function jbig2(): Buffer {
  const numbers = (...values: readonly number[]) => Buffer.from(new Uint32Array(values).buffer).swap32()
  const segment = (number: number, kind: number, data: Buffer) =>
    Buffer.concat([numbers(number), Buffer.of(kind, 0, 1), numbers(data.length), data])
  return Buffer.concat([
    segment(0, 48, Buffer.concat([numbers(16, 16, 0, 0), Buffer.of(0, 0, 0)])),
    segment(1, 38, Buffer.concat([numbers(16, 16, 0, 0), Buffer.of(0, 1), FAX])),
  ])
}

describe('a page whose picture is coded in a way of scanners', () => {
  it.each([
    ['CCITTFaxDecode', '/DecodeParms<</K -1/Columns 16/Rows 16>>', FAX],
    ['JPXDecode', '', Buffer.from(JPEG_2000, 'base64')],
    ['JBIG2Decode', '', jbig2()],
  ])('has the picture of %s', async (filter, more, bytes) => {
    const document = pdfFrom([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]/Contents 4 0 R/Resources<</XObject<</P 5 0 R>>>>>>',
      stream(Buffer.from('q 72 0 0 72 0 0 cm /P Do Q')),
      stream(
        bytes,
        `/Type/XObject/Subtype/Image/Width 16/Height 16/BitsPerComponent ${filter === 'JPXDecode' ? 8 : 1}/ColorSpace/DeviceGray/Filter/${filter}${more}`,
      ),
    ])
    const opened = await openPdf(document, sourceFiles().parts)
    if (typeof opened === 'string') throw new Error(opened)
    const picture = await (await opened.page(1)).picture?.()
    await opened.close()
    expect(picture?.gray.every((value) => value < 50)).toBe(true)
  })
})

describe('a scanned statement', () => {
  it.each([
    ['is cut into strips', drawStrips],
    ['has its text in a stencil over a picture of the paper', drawLayers],
  ])('is verified if a page %s', async (_, draw) => {
    const reading = await read(await drawnScan(draw))
    expect(reading).toMatchObject({ verdict: 'verified', findings: [] })
  })

  it.each([
    ['upside down', 180],
    ['on its side', 90],
  ])('is verified if the page lies %s, and its entries have their places on the page', async (_, turn) => {
    const size = { width: 0, height: 0 }
    const bytes = await drawnScan(async (page, scan, document) => {
      const { width, height } = page.getSize()
      const canvas = createCanvas(
        turn === 90 ? scan.height : scan.width,
        turn === 90 ? scan.width : scan.height,
      )
      const context = canvas.getContext('2d')
      context.translate(canvas.width / 2, canvas.height / 2)
      context.rotate((turn * Math.PI) / 180)
      context.drawImage(scan, -scan.width / 2, -scan.height / 2)
      if (turn === 90) page.setSize(height, width)
      Object.assign(size, page.getSize())
      page.drawImage(await document.embedJpg(await canvas.encode('jpeg', 80)), { x: 0, y: 0, ...size })
    })
    const reading = await read(bytes)
    expect(reading).toMatchObject({ verdict: 'verified', findings: [] })
    const [entry] = reading.accounts[0]?.months[0]?.transactions ?? []
    const word = file.pages[0]?.words.find(
      ({ text }) => parseAmount(text)?.cents === Math.abs(ledger.entries[0]?.cents ?? 0),
    )
    if (entry === undefined || word === undefined) throw new Error('the statement has no entry')
    const { x0, x1, y, size: high } = entry.place
    const [across, down] = [(x0 + x1) / 2, y - high / 2]
    const line = word.y - word.size / 2
    expect(Math.abs(turn === 90 ? size.width - line - across : size.height - line - down)).toBeLessThan(8)
  })

  it('is not verified if a box with another amount lies over the picture', async () => {
    const word = file.pages[0]?.words.find(({ text }) => Math.abs(parseAmount(text)?.cents ?? 0) > 10_000)
    if (word === undefined) throw new Error('the statement has no amount')
    const bytes = await drawnScan(async (page, scan, document) => {
      const { width, height } = page.getSize()
      const jpeg = await partOf(scan, 0, scan.height).encode('jpeg', 80)
      page.drawImage(await document.embedJpg(jpeg), { x: 0, y: 0, width, height })
      const { x0, x1, y, size } = word
      const place = { x: x0 - 10, y: height - y - size / 2 }
      page.drawRectangle({ ...place, width: x1 - x0 + 20, height: size * 2, color: rgb(0.95, 0.95, 0.95) })
      page.drawText('98,765.43', { x: x0, y: height - y, size })
    })
    expect((await read(bytes)).verdict).not.toBe('verified')
  })

  it('is verified if both readings of the picture add up, and says what the ledger says', async () => {
    const reading = await read(await scannedPdf(file.pages, new Dice(7)))
    expect(reading).toMatchObject({ verdict: 'verified', findings: [] })
    const [month] = reading.accounts[0]?.months ?? []
    expect(month?.transactions.map(({ date, amount_cents }) => ({ date, cents: amount_cents }))).toEqual(
      ledger.entries.map(({ date, cents }) => ({ date, cents })),
    )
  })

  it('is not verified if an amount is altered', { tags: ['all'] }, async () => {
    const reading = await read(await scannedPdf(altered(file.pages), new Dice(7)))
    expect(reading.verdict).not.toBe('verified')
  })

  it('is verified if its invisible text says what the picture shows', { tags: ['all'] }, async () => {
    const reading = await read(await scannedPdf(file.pages, new Dice(8), file.pages))
    expect(reading).toMatchObject({ verdict: 'verified', findings: [] })
  })

  it(
    'is not verified if its invisible text differs from the picture, although the text adds up',
    { tags: ['all'] },
    async () => {
      const reading = await read(await scannedPdf(altered(file.pages), new Dice(8), file.pages))
      expect(reading.findings.map(({ reason }) => reason)).toEqual(['text_differs_from_picture'])
    },
  )
})
