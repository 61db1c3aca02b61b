import { PDFDocument, StandardFonts, degrees, rgb, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'

/** A page to draw on, with short functions for what forms consist of. Positions are in points, counted from the upper left corner. */
export interface Sheet {
  document: PDFDocument
  page: PDFPage
  text(
    text: string,
    x: number,
    y: number,
    look?: {
      size?: number
      bold?: boolean
      mono?: boolean
      color?: [number, number, number]
      opacity?: number
    },
  ): void
  box(x: number, y: number, width: number, height: number, fill?: [number, number, number]): void
}

/** Makes a PDF with one page that `draw` fills. */
export async function drawForm(
  draw: (sheet: Sheet) => void | Promise<void>,
  { turned = 0 } = {},
): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const fonts: Record<string, PDFFont> = {
    plain: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
    mono: await document.embedFont(StandardFonts.Courier),
  }
  const page = document.addPage([612, 792])
  if (turned !== 0) page.setRotation(degrees(turned))
  await draw({
    document,
    page,
    text(text, x, y, { size = 10, bold = false, mono = false, color = [0, 0, 0], opacity = 1 } = {}) {
      const font = fonts[bold ? 'bold' : mono ? 'mono' : 'plain'] as PDFFont
      page.drawText(text, { x, y: 792 - y, size, font, color: rgb(...rgbOf(color)), opacity })
    },
    box(x, y, width, height, fill) {
      page.drawRectangle({
        x,
        y: 792 - y - height,
        width,
        height,
        ...(fill === undefined
          ? { borderColor: rgb(0, 0, 0), borderWidth: 0.6 }
          : { color: rgb(...rgbOf(fill)) }),
      })
    },
  })
  return document.save()
}

function rgbOf([red = 0, green = 0, blue = 0]: readonly number[]): [number, number, number] {
  return [red, green, blue]
}
