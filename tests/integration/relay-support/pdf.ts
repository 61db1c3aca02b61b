import { PDFDocument } from '@cantoo/pdf-lib'

/** A small real PDF; `text` makes it another file than the next. */
export async function makePdf(text: string): Promise<File> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  pdf.addPage().drawText(text)
  return new File([new Uint8Array(await pdf.save())], `${text}.pdf`, { type: 'application/pdf' })
}
