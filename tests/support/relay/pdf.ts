import { PDFDocument } from '@cantoo/pdf-lib'

/** Creates a small real PDF. A different `text` gives a different file. */
export async function makePdf(text: string): Promise<File> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  pdf.addPage().drawText(text)
  return new File([new Uint8Array(await pdf.save())], `${text}.pdf`, { type: 'application/pdf' })
}
