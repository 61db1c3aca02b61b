import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PDFDocument } from '@cantoo/pdf-lib'

/** What a PDF turned out to be. */
export type PdfVerdict = { verdict: 'ok'; pages: number } | { verdict: 'encrypted' | 'damaged' | 'not_pdf' }

/** A reader looks for the header in the first kilobyte, so files with a few bytes before it are PDFs too. */
const HEADER_WITHIN = 1024

async function judge(path: string): Promise<PdfVerdict> {
  const bytes = readFileSync(path)
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

void judge(workerData as string).then((verdict) => parentPort?.postMessage(verdict))
