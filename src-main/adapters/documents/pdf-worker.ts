import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PDFDocument } from '@cantoo/pdf-lib'

/** What a PDF turned out to be. */
export type PdfVerdict = { verdict: 'ok'; pages: number } | { verdict: 'encrypted' | 'damaged' | 'not_pdf' }

/** What is told of a PDF, in this order; the second only of one that is ok. */
export type PdfMessage = { said: 'verdict'; verdict: PdfVerdict } | { said: 'texts'; texts: string[] | null }

/** A reader looks for the header in the first kilobyte, so files with a few bytes before it are PDFs too. */
const HEADER_WITHIN = 1024

async function judge(bytes: Buffer): Promise<PdfVerdict> {
  if (!bytes.subarray(0, HEADER_WITHIN).includes('%PDF-')) return { verdict: 'not_pdf' }
  try {
    const document = await PDFDocument.load(bytes, {
      ignoreEncryption: true,
      updateMetadata: false,
      throwOnInvalidObject: false,
    })
    if (document.isEncrypted) return { verdict: 'encrypted' }
    const pages = document.getPageCount()
    return pages > 0 ? { verdict: 'ok', pages } : { verdict: 'damaged' }
  } catch {
    return { verdict: 'damaged' }
  }
}

/** Its text is read after the verdict stands: one whose text cannot be read is a good PDF all the same. */
async function readText(bytes: Buffer): Promise<string[] | null> {
  try {
    const { readPdfText } = await import('./pdf-text.ts')
    return await readPdfText(new Uint8Array(bytes))
  } catch {
    return null
  }
}

async function inspect(path: string): Promise<void> {
  const tell = (message: PdfMessage) => parentPort?.postMessage(message)
  const bytes = readFileSync(path)
  const verdict = await judge(bytes)
  tell({ said: 'verdict', verdict })
  if (verdict.verdict === 'ok') tell({ said: 'texts', texts: await readText(bytes) })
}

void inspect(workerData as string)
