import type { StatementPage, Word } from '../../../src-main/features/statement-reader/statement-words.ts'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { pdf, stream } from '../raw-pdf.ts'

/** Draws the words of generated statements as PDF files. */

/** The fonts of files. A word in any other font is drawn in the first one. */
const FONTS = { f1: StandardFonts.Courier, f2: StandardFonts.Helvetica, f3: StandardFonts.TimesRoman }
/** The width of each character of the font Courier, as a share of its size. */
const COURIER = 0.6
const isFont = (name: string): name is keyof typeof FONTS => name in FONTS
const widths = await PDFDocument.create()
const proportional = {
  f2: widths.embedStandardFont(FONTS.f2),
  f3: widths.embedStandardFont(FONTS.f3),
}

/** The mean width of the letters of a text, as a share of those of Courier. */
export function letterWidth(value: string, font: string): number {
  if (!isFont(font) || font === 'f1' || value === '') return 1
  const plain = value.replaceAll(/[^\x20-\x7e]/g, 'n')
  return proportional[font].widthOfTextAtSize(plain, 1) / (plain.length * COURIER)
}

/** Characters that a file encodes in another way. The fonts have no rupee sign. */
const ENCODED: Record<string, string> = { '€': '\u0080', '’': '\u0092', '–': '\u0096', '₹': 'Rs' }
const number = (value: number) => value.toFixed(3)
const text = (value: string) =>
  value
    .replaceAll(/[\\()]/g, String.raw`\$&`)
    .replaceAll(/[^\0-\u{ff}]/gu, (letter) => ENCODED[letter] ?? '?')

/** Returns the drawing operations of words. `mode` is the rendering mode of the text: 3 is invisible. */
export function wordOperations(words: readonly Word[], height: number, mode = 0): string {
  return words
    .map(({ text: value, x0, x1, y, size, font }) => {
      const natural = Math.max(1, value.length) * size * COURIER * letterWidth(value, font)
      const scale = (100 * (x1 - x0)) / natural
      return `BT /${isFont(font) ? font.toUpperCase() : 'F1'} ${number(size)} Tf ${mode} Tr ${number(scale)} Tz 1 0 0 1 ${number(x0)} ${number(height - y)} Tm (${text(value)}) Tj ET`
    })
    .join('\n')
}

/** A picture that fills a page, as a JPEG. */
export interface PagePicture {
  jpeg: Buffer
  width: number
  height: number
}

export interface PdfPage {
  width: number
  height: number
  operations: string
  picture?: PagePicture
}

/** Makes a PDF file of pages. */
export function pdfOf(pages: readonly PdfPage[]): Buffer {
  const objects: (string | Buffer)[] = []
  const kids = pages.map((_, at) => `${4 + at * 3} 0 R`).join(' ')
  objects.push('<</Type/Catalog/Pages 2 0 R>>')
  objects.push(`<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`)
  const fonts = Object.entries(FONTS).map(
    ([name, base]) =>
      `/${name.toUpperCase()}<</Type/Font/Subtype/Type1/BaseFont/${base}/Encoding/WinAnsiEncoding>>`,
  )
  objects.push(`<<${fonts.join('')}>>`)
  for (const [at, { width, height, operations, picture }] of pages.entries()) {
    const [content, image] = [5 + at * 3, 6 + at * 3]
    const pictures = picture === undefined ? '' : `/XObject<</P ${image} 0 R>>`
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${content} 0 R/Resources<</Font 3 0 R${pictures}>>>>`,
    )
    const drawn = picture === undefined ? '' : `q ${width} 0 0 ${height} 0 0 cm /P Do Q\n`
    objects.push(stream(Buffer.from(drawn + operations, 'latin1')))
    objects.push(
      picture === undefined
        ? 'null'
        : stream(
            picture.jpeg,
            `/Type/XObject/Subtype/Image/Width ${picture.width}/Height ${picture.height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`,
          ),
    )
  }
  return pdf(objects)
}

/** Makes a PDF file with the text of pages. */
export const textPdf = (pages: readonly StatementPage[]): Buffer =>
  pdfOf(
    pages.map(({ width, height, words }) => ({ width, height, operations: wordOperations(words, height) })),
  )
