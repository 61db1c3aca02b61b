import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A page of a PDF in points: its size, and the horizontal extent of all its text. */
export interface PdfPage {
  width: number
  left: number
  right: number
}

/** Returns the pages of a PDF. */
export async function pdfPages(bytes: Uint8Array): Promise<PdfPage[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const document = await task.promise
  const pages: PdfPage[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const content = await page.getTextContent()
    const extents = content.items.flatMap((item) =>
      'str' in item && item.str.trim() !== ''
        ? [{ from: Number(item.transform[4]), to: Number(item.transform[4]) + item.width }]
        : [],
    )
    pages.push({
      width: page.getViewport({ scale: 1 }).width,
      left: Math.min(...extents.map(({ from }) => from)),
      right: Math.max(...extents.map(({ to }) => to)),
    })
  }
  await task.destroy()
  return pages
}

/** Returns the text of a PDF as the PDF library extracts it. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const document = await task.promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    // Sequential, so that the texts are in the order of the pages.
    const content = await (await document.getPage(number)).getTextContent()
    pages.push(content.items.map((item) => ('str' in item ? item.str : '')).join(''))
  }
  await task.destroy()
  return pages.join('\n')
}
