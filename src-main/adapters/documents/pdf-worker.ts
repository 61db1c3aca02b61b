import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { KindChoice, ReadDocument } from '../../core/ports/files.ts'
import type { PdfWorkerMessage } from './pdf-workers.ts'
import { readDocument } from './reading/read-document.ts'

type PdfVerdict = { verdict: 'ok'; pages: number } | { verdict: 'encrypted' | 'damaged' | 'not_pdf' }

export interface InspectWork {
  data: { path: string; choice: KindChoice }
  result: PdfVerdict
  read: ReadDocument | null
}

/** PDF readers search for the header in the first kilobyte, so a file with a few bytes before the header is a PDF too. */
const HEADER_WITHIN = 1024

async function verdictOf(bytes: Buffer): Promise<PdfVerdict> {
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

/** Returns the text of the PDF's first pages. Returns null if the text cannot be read; the PDF itself is still valid. */
async function readText(bytes: Buffer): Promise<string[] | null> {
  try {
    const { readPdfText } = await import('./pdf-text.ts')
    return await readPdfText(new Uint8Array(bytes))
  } catch {
    return null
  }
}

async function inspect({ path, choice }: InspectWork['data']): Promise<void> {
  const post = (message: PdfWorkerMessage<InspectWork>) => parentPort?.postMessage(message)
  const bytes = readFileSync(path)
  const result = await verdictOf(bytes)
  post({ said: 'result', result })
  const read = result.verdict === 'ok' ? readDocument(await readText(bytes), choice) : null
  post({ said: 'read', read })
}

void inspect(workerData as InspectWork['data'])
