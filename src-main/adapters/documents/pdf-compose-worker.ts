import { parentPort, workerData } from 'node:worker_threads'
import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import type { ComposedPdf, Composition, PageChoice, ReadDocument } from '../../core/ports/files.ts'
import { readPdfText } from './pdf-text.ts'
import type { PdfWorkerMessage } from './pdf-workers.ts'
import { readDocument } from './reading/read-document.ts'

type ComposedBytes = Pick<ComposedPdf, 'bytes' | 'pages'>
export interface ComposeWork {
  data: { sources: readonly Uint8Array[]; compositions: readonly Composition[]; kinds: readonly string[] }
  result: ComposedBytes[]
  read: ReadDocument[]
}

async function compose({ sources, compositions, kinds }: ComposeWork['data']): Promise<void> {
  const post = (message: PdfWorkerMessage<ComposeWork>) => parentPort?.postMessage(message)
  const opened = await Promise.all(
    sources.map((bytes) => PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: false })),
  )
  const result: ComposedBytes[] = []
  // Composes one PDF after another to limit the memory, because each result is as large as its pages.
  for (const { pages } of compositions) result.push(await composeOne(opened, pages))
  post({ said: 'result', result })
  const read: ReadDocument[] = []
  for (const [index, { bytes }] of result.entries()) {
    const texts = await readPdfText(bytes.slice()).catch(() => null)
    read.push(readDocument(texts, { kinds, usual: (compositions[index] as Composition).usual }))
  }
  post({ said: 'read', read })
}

async function composeOne(sources: PDFDocument[], choices: readonly PageChoice[]): Promise<ComposedBytes> {
  const result = await PDFDocument.create({ updateMetadata: false })
  const pages = new Map<number, Awaited<ReturnType<PDFDocument['copyPages']>>[number]>()
  // Copies all pages of a source PDF in one call, so that parts that several pages share, such as fonts, are stored only once.
  for (const [number, source] of sources.entries()) {
    const places = choices.flatMap((choice, place) => (choice.source === number ? [place] : []))
    const indexes = places.map((place) => (choices[place] as PageChoice).page)
    const copied = await result.copyPages(source, indexes)
    copied.forEach((page, index) => pages.set(places[index] as number, page))
  }
  choices.forEach(({ turn }, place) => {
    const page = pages.get(place)
    if (page === undefined) return
    if (turn !== 0) page.setRotation(degrees((page.getRotation().angle + turn) % 360))
    result.addPage(page)
  })
  return { bytes: await result.save(), pages: choices.length }
}

void compose(workerData as ComposeWork['data'])
