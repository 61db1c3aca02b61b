import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { ConvertedFile, KindChoice, ReadDocument } from '../../platform/files/ports.ts'
import { serveWork } from '../../platform/processes/serve-work.ts'
import { structureOf } from './pdf-structure.ts'
import type { PdfWorkerMessage } from '../../platform/pdf/pdf-workers.ts'
import { type Photo, type PhotoProblem, photoFormatOf } from './photos/photo.ts'
import { isPlaceholder, readDocument } from './reading/read-document.ts'
import type { PageLoss } from '../../../src-shared/features/documents/document.ts'

type FileVerdict =
  | { verdict: 'ok'; pages: number; losses: PageLoss[]; isUnsigned: boolean; converted?: ConvertedFile }
  | {
      verdict: 'locked' | 'wrong_password' | 'unsupported' | 'portfolio' | 'damaged' | 'not_pdf'
    }
  | { verdict: 'photo_refused'; problem: PhotoProblem }

export interface InspectWork {
  data: { path: string; choice: KindChoice; password: string | undefined }
  result: FileVerdict
  /** `placeholder`: the PDF only says that another program is necessary to show it. */
  read: ReadDocument | 'placeholder' | null
}

/** PDF readers search for the header in the first kilobyte, so a file with a few bytes before the header is a PDF too. */
const HEADER_WITHIN = 1024

async function verdictOf(bytes: Buffer, password: string | undefined): Promise<FileVerdict> {
  const format = photoFormatOf(bytes)
  if (format === 'JPEG' || format === 'PNG') return convert(format, bytes)
  if (!bytes.subarray(0, HEADER_WITHIN).includes('%PDF-')) return { verdict: 'not_pdf' }
  try {
    const document = await PDFDocument.load(bytes, {
      ignoreEncryption: true,
      updateMetadata: false,
      throwOnInvalidObject: false,
    })
    return document.isEncrypted
      ? await protectedVerdict(bytes, password)
      : pdfVerdict(document, document.getPageCount())
  } catch {
    // The verdict tells the broker. Where the parser stopped would not help.
    return { verdict: 'damaged' }
  }
}

async function protectedVerdict(bytes: Buffer, password: string | undefined): Promise<FileVerdict> {
  const { openProtected } = await import('./pdf-protection.ts')
  const opened = await openProtected(bytes, password)
  if (opened.lock === 'unlocked') {
    const { document, pdf } = opened
    const verdict = pdfVerdict(document, document.getPageCount())
    return verdict.verdict === 'ok' ? { ...verdict, converted: converted(pdf, bytes, 'pdf') } : verdict
  }
  if (opened.lock !== 'open') return { verdict: opened.lock }
  const verdict = pdfVerdict(opened.document, opened.pages)
  return verdict.verdict === 'ok' ? { ...verdict, losses: [...verdict.losses, 'protection'] } : verdict
}

/** `document` is null if only its number of pages is known. */
function pdfVerdict(document: PDFDocument | null, pages: number): FileVerdict {
  if (pages < 1) return { verdict: 'damaged' }
  const structure = document === null ? null : structureOf(document)
  if (structure?.isPortfolio === true) return { verdict: 'portfolio' }
  const { losses = [], isUnsigned = false } = structure ?? {}
  return { verdict: 'ok', pages, losses, isUnsigned }
}

function converted(pdf: Uint8Array, original: Buffer, format: ConvertedFile['format']): ConvertedFile {
  return { pdf, sha256: createHash('sha256').update(original).digest('hex'), format }
}

async function convert(format: Photo['format'], bytes: Buffer): Promise<FileVerdict> {
  const { photoPdf, readPhoto } = await import('./photos/photo-pdf.ts')
  const photo = readPhoto(format, bytes)
  if (typeof photo === 'string') return { verdict: 'photo_refused', problem: photo }
  try {
    const pdf = await photoPdf(photo)
    const type = format === 'JPEG' ? 'jpg' : 'png'
    return { verdict: 'ok', pages: 1, losses: [], isUnsigned: false, converted: converted(pdf, bytes, type) }
  } catch {
    // The verdict tells the broker.
    return { verdict: 'photo_refused', problem: 'damaged' }
  }
}

/** Returns the text of the PDF's first pages. Returns null if the text cannot be read; the PDF itself is still valid. */
async function readText(bytes: Uint8Array): Promise<string[] | null> {
  try {
    const { readPdfText } = await import('../../platform/pdf/pdf-text.ts')
    return await readPdfText(bytes)
  } catch {
    return null
  }
}

async function inspect({ path, choice, password }: InspectWork['data']): Promise<void> {
  const post = (message: PdfWorkerMessage<InspectWork>) => parentPort?.postMessage(message)
  const bytes = readFileSync(path)
  const result = await verdictOf(bytes, password)
  post({ said: 'result', result })
  if (result.verdict !== 'ok') return post({ said: 'read', read: null })
  const { converted: copy } = result
  // A photo has no text, like a scan.
  const isPhoto = copy !== undefined && copy.format !== 'pdf'
  const texts = isPhoto ? [''] : await readText(copy?.pdf ?? bytes)
  if (texts !== null && isPlaceholder(texts)) return post({ said: 'read', read: 'placeholder' })
  post({ said: 'read', read: readDocument(texts, choice) })
}

serveWork(inspect)
