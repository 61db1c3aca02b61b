import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { ConvertedPhoto, KindChoice, ReadDocument } from '../../core/ports/files.ts'
import type { PdfWorkerMessage } from './pdf-workers.ts'
import { photoFormatOf } from './photos/photo-format.ts'
import type { Photo, PhotoProblem } from './photos/photo.ts'
import { readDocument } from './reading/read-document.ts'

type FileVerdict =
  | { verdict: 'ok'; pages: number; photo?: ConvertedPhoto }
  | { verdict: 'encrypted' | 'damaged' | 'not_pdf' }
  | { verdict: 'photo_refused'; problem: PhotoProblem }

export interface InspectWork {
  data: { path: string; choice: KindChoice }
  result: FileVerdict
  read: ReadDocument | null
}

/** PDF readers search for the header in the first kilobyte, so a file with a few bytes before the header is a PDF too. */
const HEADER_WITHIN = 1024

async function verdictOf(bytes: Buffer): Promise<FileVerdict> {
  const format = photoFormatOf(bytes)
  if (format === 'JPEG' || format === 'PNG') return convert(format, bytes)
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

async function convert(format: Photo['format'], bytes: Buffer): Promise<FileVerdict> {
  const { photoPdf, readPhoto } = await import('./photos/photo-pdf.ts')
  const photo = readPhoto(format, bytes)
  if (typeof photo === 'string') return { verdict: 'photo_refused', problem: photo }
  try {
    const pdf = await photoPdf(photo)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const type = format === 'JPEG' ? 'jpg' : 'png'
    return { verdict: 'ok', pages: 1, photo: { pdf, sha256, format: type } }
  } catch {
    return { verdict: 'photo_refused', problem: 'damaged' }
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
  if (result.verdict !== 'ok') return post({ said: 'read', read: null })
  // A photo has no text, like a scan.
  const read = readDocument(result.photo === undefined ? await readText(bytes) : [''], choice)
  post({ said: 'read', read })
}

void inspect(workerData as InspectWork['data'])
