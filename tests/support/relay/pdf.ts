import { PDFDocument } from '@cantoo/pdf-lib'

/** Creates a small valid PDF with one line of text. Different texts give different files. */
export async function makePdf(text: string): Promise<File> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  pdf.addPage().drawText(text)
  return new File([new Uint8Array(await pdf.save())], `${text}.pdf`, { type: 'application/pdf' })
}
