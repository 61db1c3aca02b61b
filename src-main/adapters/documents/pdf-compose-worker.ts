import { parentPort, workerData } from 'node:worker_threads'
import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import type { ComposedPdf, PageChoice } from '../../core/ports/document-composer.ts'
import { readPdfText } from './pdf-text.ts'

export interface ComposeWork {
  sources: readonly Uint8Array[]
  results: readonly PageChoice[][]
}

async function compose({ sources, results }: ComposeWork): Promise<ComposedPdf[]> {
  const opened = await Promise.all(
    sources.map((bytes) => PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: false })),
  )
  const composed: ComposedPdf[] = []
  // One after another: each is as large as its pages.
  // oxlint-disable-next-line no-await-in-loop
  for (const pages of results) composed.push(await composeOne(opened, pages))
  return composed
}

async function composeOne(sources: PDFDocument[], choices: PageChoice[]): Promise<ComposedPdf> {
  const result = await PDFDocument.create({ updateMetadata: false })
  const pages = new Map<number, Awaited<ReturnType<PDFDocument['copyPages']>>[number]>()
  // All pages of a source at once, so that what they share is there once.
  for (const [number, source] of sources.entries()) {
    const places = choices.flatMap((choice, place) => (choice.source === number ? [place] : []))
    const indexes = places.map((place) => (choices[place] as PageChoice).page)
    // oxlint-disable-next-line no-await-in-loop
    const copied = await result.copyPages(source, indexes)
    copied.forEach((page, index) => pages.set(places[index] as number, page))
  }
  choices.forEach(({ turn }, place) => {
    const page = pages.get(place)
    if (page === undefined) return
    if (turn !== 0) page.setRotation(degrees((page.getRotation().angle + turn) % 360))
    result.addPage(page)
  })
  const bytes = await result.save()
  const texts = await readPdfText(bytes.slice()).catch(() => null)
  return { bytes, pages: choices.length, texts }
}

void compose(workerData as ComposeWork).then((composed) => parentPort?.postMessage(composed))
