import { PDFDocument, StandardFonts, rgb, type PDFFont, type PDFForm, type PDFPage } from '@cantoo/pdf-lib'

import { sectionsOf, type Place, type Section } from './application-values.ts'

/** Makes application PDFs in several invented layouts, together with the values that they contain. */

export const LAYOUTS = [
  'inline',
  'left',
  'above',
  'boxed',
  'under_label',
  'table',
  'beside',
  'fillable_named',
  'fillable_numbered',
] as const
export type LayoutName = (typeof LAYOUTS)[number]

export interface MadeApplication {
  bytes: Uint8Array
  /** The printed values by path. Empty values are left out. */
  truth: Map<string, string>
}

/** Returns a number from 0 to 1. The same seed gives the same sequence. */
export function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

export interface Wish {
  layout: LayoutName
  language?: 'en' | 'es'
  seed: number
  /** The share of empty places. 1 makes an empty form. */
  empty?: number
}

export async function makeApplication({
  layout,
  language = 'en',
  seed,
  empty = 0.15,
}: Wish): Promise<MadeApplication> {
  const random = randomOf(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const sections = sectionsOf(language, pick, random)
  for (const { places } of sections) for (const place of places) if (random() < empty) place.value = ''
  const document = await PDFDocument.create()
  const canvas = await Canvas.open(document, layout, random)
  canvas.title(language === 'en' ? 'MERCHANT FUNDING APPLICATION' : 'SOLICITUD DE FINANCIAMIENTO')
  if (layout === 'beside') canvas.beside(sections)
  else for (const section of sections) canvas.section(section)
  const truth = new Map(
    sections.flatMap(({ places }) =>
      places.flatMap(({ path, value }) => (path === null || value === '' ? [] : [[path, value] as const])),
    ),
  )
  return { bytes: await document.save(), truth }
}

const MARGIN = 48
const WIDTH = 612
const GRAY = rgb(0.35, 0.35, 0.35)
const BLACK = rgb(0, 0, 0)

type Fonts = Record<'label' | 'value' | 'bold', PDFFont>

/** Draws the sections of a form in one layout. */
class Canvas {
  readonly #document: PDFDocument
  readonly #layout: LayoutName
  readonly #fonts: Fonts
  readonly #form: PDFForm
  readonly #columns: number
  #page: PDFPage
  #y = 740
  #number = 0

  static async open(document: PDFDocument, layout: LayoutName, random: () => number): Promise<Canvas> {
    const isOneStyle = random() < 0.5
    const label = await document.embedFont(StandardFonts.Helvetica)
    const value = isOneStyle ? label : await document.embedFont(StandardFonts.Courier)
    const bold = await document.embedFont(StandardFonts.HelveticaBold)
    return new Canvas(document, layout, { label, value, bold }, random() < 0.5 ? 2 : 3)
  }

  private constructor(document: PDFDocument, layout: LayoutName, fonts: Fonts, columns: number) {
    this.#document = document
    this.#layout = layout
    this.#fonts = fonts
    this.#form = document.getForm()
    this.#columns =
      layout === 'left' || layout === 'table' ? Math.min(columns, 2) : layout === 'inline' ? 1 : columns
    this.#page = document.addPage([WIDTH, 792])
  }

  title(text: string): void {
    this.#text(text, MARGIN, this.#y, 14, this.#fonts.bold)
    this.#y -= 26
  }

  section({ heading, places }: Section, x = MARGIN, width = WIDTH - 2 * MARGIN): void {
    const columns = width < 300 ? 1 : this.#columns
    this.#room(40)
    this.#text(heading, x, this.#y, 11, this.#fonts.bold)
    this.#y -= 20
    const step = width / columns
    for (let at = 0; at < places.length; at += columns) {
      const row = places.slice(at, at + columns)
      const height =
        Math.max(...row.map(({ options }) => (options === undefined ? 0 : options.length * 13))) +
        ROW[this.#layout]
      this.#room(height)
      const top = this.#y
      for (const [column, place] of row.entries()) this.#place(place, x + column * step, top, step - 10)
      this.#y = top - height
    }
    this.#y -= 10
  }

  /** Draws the business at the left and the owners at the right. */
  beside(sections: readonly Section[]): void {
    const half = (WIDTH - 2 * MARGIN - 20) / 2
    const [business, request, first, second] = sections as [Section, Section, Section, Section]
    const top = this.#y
    this.section(business, MARGIN, half)
    const low = this.#y
    this.#y = top
    this.section(first, MARGIN + half + 20, half)
    this.#y = Math.min(low, this.#y)
    this.section(request)
    this.section(second)
    for (const other of sections.slice(4)) this.section(other)
  }

  #room(height: number): void {
    if (this.#y - height > 50) return
    this.#page = this.#document.addPage([WIDTH, 792])
    this.#y = 740
  }

  #place(place: Place, x: number, top: number, width: number): void {
    const { label, value, options } = place
    const { label: labelFont, value: valueFont } = this.#fonts
    if (options !== undefined && this.#layout !== 'inline' && !this.#layout.startsWith('fillable')) {
      this.#text(`${label}:`, x, top, 8, labelFont, GRAY)
      for (const [at, option] of options.entries())
        this.#option(option, option === value, x + 4, top - 14 - at * 13)
      return
    }
    const long = 0.46 * width
    switch (this.#layout) {
      case 'inline':
        return this.#text(`${label}: ${value}`, x, top, 10, labelFont)
      case 'left':
      case 'beside':
        this.#text(`${label}:`, x, top, 8, labelFont, GRAY)
        return this.#text(
          value,
          x + Math.max(long, labelFont.widthOfTextAtSize(`${label}:`, 8) + 10),
          top,
          9,
          valueFont,
        )
      case 'above':
        this.#text(label, x, top, 7, labelFont, GRAY)
        return this.#text(value, x, top - 13, 10, valueFont)
      case 'boxed':
        this.#box(x - 3, top - 20, width + 6, 28)
        this.#text(label, x, top, 6.5, labelFont, GRAY)
        return this.#text(value, x + 2, top - 14, 10, valueFont)
      case 'under_label':
        this.#text(label, x, top, 8, labelFont)
        this.#box(x, top - 20, width, 16)
        return this.#text(value, x + 4, top - 16, 10, valueFont)
      case 'table':
        this.#box(x, top - 5, width * 0.5, 18)
        this.#box(x + width * 0.5, top - 5, width * 0.5, 18)
        this.#text(label, x + 3, top, 7.5, labelFont)
        return this.#text(value, x + width * 0.5 + 3, top, 8, valueFont)
      case 'fillable_named':
      case 'fillable_numbered':
        return this.#field(place, x, top, width)
    }
  }

  #field({ label, path, value }: Place, x: number, top: number, width: number): void {
    this.#text(label, x, top, 8, this.#fonts.label)
    this.#number++
    const names = ['field', 'txt', ''][this.#number % 3] ?? ''
    const name =
      this.#layout === 'fillable_numbered' || path === null
        ? `Text${this.#number}`
        : `form.${names}${nameOf(path)}${this.#number % 2 === 0 ? '' : '_'}`
    const field = this.#form.createTextField(name)
    field.setText(value)
    field.addToPage(this.#page, { x, y: top - 20, width, height: 16, borderWidth: 0.5 })
    field.setFontSize(9)
  }

  #option(text: string, isChecked: boolean, x: number, y: number): void {
    this.#box(x, y - 1, 8, 8)
    if (isChecked) this.#text('X', x + 1.6, y, 7.5, this.#fonts.bold)
    this.#text(text, x + 13, y, 8, this.#fonts.label)
  }

  #box(x: number, y: number, width: number, height: number): void {
    this.#page.drawRectangle({ x, y, width, height, borderColor: BLACK, borderWidth: 0.5 })
  }

  #text(text: string, x: number, y: number, size: number, font: PDFFont, color = BLACK): void {
    if (text !== '') this.#page.drawText(text, { x, y, size, font, color })
  }
}

const ROW: Record<LayoutName, number> = {
  inline: 16,
  left: 17,
  beside: 17,
  above: 30,
  boxed: 28,
  under_label: 34,
  table: 18,
  fillable_named: 34,
  fillable_numbered: 34,
}

/** Returns the name of a form field in the usual style: `owner2_SSN`, `legalName`. */
function nameOf(path: string): string {
  const words = path
    .replaceAll(/company\.owners\.(\d)\./g, (_, row: string) => `owner${Number(row) + 1}.`)
    .replace(/^(?:company|application)\./, 'business.')
  return words
    .replaceAll('.', '_')
    .replace('business_address_street_1', 'business_address')
    .replace('address_street_1', 'address')
    .replace('address_', '')
}
