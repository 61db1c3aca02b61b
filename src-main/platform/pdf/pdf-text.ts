import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Number of pages to read. The first pages show the kind of a document and the period it covers. */
const PAGES_READ = 6
const LETTERS_A_PAGE = 20_000

/** Opens a PDF. Throws a `PasswordException` if it needs another password. Runs in a worker with limits. */
export async function openPdf(bytes: Uint8Array, password?: string) {
  // pdfjs looks for its worker code in this global variable. If the variable is missing, pdfjs loads a separate worker file, which the
  // app's bundle does not contain.
  Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } })
  const task = getDocument({
    // pdfjs detaches the buffer, so give it a copy.
    data: new Uint8Array(bytes),
    ...(password !== undefined && { password }),
    verbosity: VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
  })
  try {
    return { document: await task.promise, close: () => task.destroy() }
  } catch (error) {
    // The failure to open is the one to report.
    await task.destroy().catch(() => undefined)
    throw error
  }
}

/** Reads the text of a PDF's first pages, line by line in file order. Runs in a worker with limits. */
export async function readPdfText(bytes: Uint8Array, password?: string): Promise<string[]> {
  const { document, close } = await openPdf(bytes, password)
  const texts: string[] = []
  for (let page = 1; page <= Math.min(PAGES_READ, document.numPages); page++)
    texts.push(await textOf(await document.getPage(page)))
  await close()
  return texts
}

async function textOf(
  page: Awaited<ReturnType<Awaited<ReturnType<typeof getDocument>['promise']>['getPage']>>,
) {
  const { items } = await page.getTextContent()
  let text = ''
  for (const item of items) {
    if (!('str' in item)) continue
    text += item.str + (item.hasEOL ? '\n' : '')
    if (text.length > LETTERS_A_PAGE) break
  }
  return text.slice(0, LETTERS_A_PAGE)
}
