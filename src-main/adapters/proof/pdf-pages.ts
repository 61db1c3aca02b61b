import { rgb, type PDFDocument, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'
import { messages } from '../../../src-shared/messages/messages.ts'

interface Fonts {
  plain: PDFFont
  bold: PDFFont
  mono: PDFFont
}

/** US Letter in points. */
const WIDTH = 612
const HEIGHT = 792
const MARGIN = 54
const VALUE_AT = MARGIN + 140
const FOOTER_AT = 34
const SMALL = 8.5
const LINE = 12
const INK = rgb(0.1, 0.1, 0.12)
const GREY = rgb(0.42, 0.43, 0.46)

/** Writes a document from the top, and starts a new page when one is full. */
export class PdfPages {
  /** True if a character was written as its number, because the standard PDF fonts lack it. */
  hasReplaced = false
  readonly #document: PDFDocument
  readonly #fonts: Fonts
  readonly #letters: ReadonlySet<number>
  #page: PDFPage
  #y = HEIGHT - MARGIN

  constructor(document: PDFDocument, fonts: Fonts) {
    this.#document = document
    this.#fonts = fonts
    this.#letters = new Set(fonts.plain.getCharacterSet())
    this.#page = document.addPage([WIDTH, HEIGHT])
  }

  title(text: string): void {
    this.#y -= 18
    this.#draw(text, MARGIN, this.#fonts.bold, 20, INK)
    this.#y -= 14
  }

  /** Writes a section heading, and keeps it on the same page as the `lines` that follow. */
  heading(text: string, aside: string, lines: number): void {
    this.#need(30 + lines * LINE)
    this.#y -= 12
    this.#page.drawLine({
      start: { x: MARGIN, y: this.#y },
      end: { x: WIDTH - MARGIN, y: this.#y },
      thickness: 0.5,
      color: rgb(0.85, 0.85, 0.87),
    })
    this.#y -= 15
    const { plain, bold } = this.#fonts
    const asideAt = WIDTH - MARGIN - plain.widthOfTextAtSize(this.#shown(aside), SMALL)
    const [first = '', ...rest] = this.#wrap(text, bold, 10.5, asideAt - MARGIN - 12)
    this.#draw(aside, asideAt, plain, SMALL, GREY)
    this.#draw(first, MARGIN, bold, 10.5, INK)
    for (const line of rest) {
      this.#y -= LINE
      this.#draw(line, MARGIN, bold, 10.5, INK)
    }
    this.#y -= 3
  }

  /** Writes a name and its value. Hashes use a monospaced font, so that they can be compared. */
  particular(name: string, value: string): void {
    const { plain, mono } = this.#fonts
    const font = /^[0-9a-zA-Z+/=-]{32,}$/.test(value) ? mono : plain
    const size = font === mono ? 8 : SMALL
    const lines = this.#wrap(value, font, size, WIDTH - MARGIN - VALUE_AT)
    for (const [index, line] of lines.entries()) {
      this.#need(LINE)
      this.#y -= LINE
      if (index === 0) this.#draw(name, MARGIN, plain, SMALL, GREY)
      this.#draw(line, VALUE_AT, font, size, INK)
    }
  }

  paragraph(text: string): void {
    const { plain } = this.#fonts
    for (const line of this.#wrap(text, plain, 9, WIDTH - 2 * MARGIN)) {
      this.#need(LINE)
      this.#y -= LINE
      this.#draw(line, MARGIN, plain, 9, INK)
    }
    this.#y -= 5
  }

  /** Writes the footer of every page, after the number of pages is known. */
  number(text: string): void {
    const pages = this.#document.getPages()
    this.#y = FOOTER_AT
    for (const [index, page] of pages.entries()) {
      this.#page = page
      const place = messages().proof.page(index + 1, pages.length)
      const { plain } = this.#fonts
      this.#draw(text, MARGIN, plain, 8, GREY)
      this.#draw(place, WIDTH - MARGIN - plain.widthOfTextAtSize(place, 8), plain, 8, GREY)
    }
  }

  #need(height: number): void {
    if (this.#y - height >= FOOTER_AT + 20) return
    this.#page = this.#document.addPage([WIDTH, HEIGHT])
    this.#y = HEIGHT - MARGIN
  }

  #draw(text: string, x: number, font: PDFFont, size: number, color: ReturnType<typeof rgb>): void {
    this.#page.drawText(this.#shown(text), { x, y: this.#y, font, size, color })
  }

  /** Wraps at spaces, or inside a word without any. */
  #wrap(text: string, font: PDFFont, size: number, width: number): string[] {
    const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width
    const lines: string[] = []
    let line = ''
    for (const word of this.#shown(text).split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (fits(longer)) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      line = ''
      for (const letter of word) {
        if (!fits(line + letter)) {
          lines.push(line)
          line = ''
        }
        line += letter
      }
    }
    return [...lines, line]
  }

  #shown(text: string): string {
    let shown = ''
    for (const letter of text.replaceAll(/\s/gu, ' ')) {
      const number = letter.codePointAt(0) ?? 0
      if (this.#letters.has(number)) shown += letter
      else {
        this.hasReplaced = true
        shown += `[U+${number.toString(16).toUpperCase().padStart(4, '0')}]`
      }
    }
    return shown
  }
}
