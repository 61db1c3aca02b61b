import { serveWork } from '../../platform/processes/serve-work.ts'
import { parentPort } from 'node:worker_threads'
import {
  degrees,
  PDFArray,
  type PDFDict,
  PDFDocument,
  PDFName,
  PDFNull,
  PDFObjectCopier,
  PDFPage,
} from '@cantoo/pdf-lib'
import type { ComposedPdf, Composition, PageChoice, ReadDocument } from '../../platform/files/ports.ts'
import { flattenFields } from './pdf-flatten.ts'
import { unlock } from './pdf-protection.ts'
import { dictAt } from './pdf-structure.ts'
import { readPdfText } from '../../platform/pdf/pdf-text.ts'
import type { PdfWorkerMessage } from '../../platform/pdf/pdf-workers.ts'
import { readDocument } from './reading/read-document.ts'

type ComposedBytes = Pick<ComposedPdf, 'bytes' | 'pages'>
export interface ComposeWork {
  data: { sources: readonly Uint8Array[]; compositions: readonly Composition[]; kinds: readonly string[] }
  result: ComposedBytes[]
  read: ReadDocument[]
}

async function compose({ sources, compositions, kinds }: ComposeWork['data']): Promise<void> {
  const post = (message: PdfWorkerMessage<ComposeWork>) => parentPort?.postMessage(message)
  const opened: PDFDocument[] = []
  for (const bytes of sources) opened.push(await open(bytes))
  const result: ComposedBytes[] = []
  // Composes one PDF after another to limit the memory, because each result is as large as its pages.
  for (const { pages } of compositions) result.push(await composeOne(opened, pages))
  post({ said: 'result', result })
  const read: ReadDocument[] = []
  for (const [index, { bytes }] of result.entries()) {
    // A document whose text cannot be read is still valid.
    const texts = await readPdfText(bytes).catch(() => null)
    read.push(readDocument(texts, { kinds, usual: (compositions[index] as Composition).usual }))
  }
  post({ said: 'read', read })
}

/** Opens a source for copying. Throws if it is damaged, or if copies of its pages would not show the same. */
async function open(bytes: Uint8Array): Promise<PDFDocument> {
  const options = { updateMetadata: false, throwOnInvalidObject: false, ignoreEncryption: true }
  let document = await PDFDocument.load(bytes, options)
  if (document.isEncrypted) {
    const unlocked = await unlock(bytes, '', '')
    if (unlocked === null) throw new Error('unsupported protection')
    document = await PDFDocument.load(unlocked.pdf, options)
  }
  await flattenFields(document)
  // Links and notes refer to pages. A copy must not contain a page that the broker left out, so these references now lead nowhere.
  for (const { ref } of document.getPages()) document.context.assign(ref, PDFNull)
  return document
}

async function composeOne(sources: PDFDocument[], choices: readonly PageChoice[]): Promise<ComposedBytes> {
  const result = await PDFDocument.create({ updateMetadata: false })
  // Each source has one copier, so that parts that several pages share, such as fonts, are stored only once.
  const copiers = sources.map(({ context }) => PDFObjectCopier.for(context, result.context))
  for (const { source, page, turn } of choices) {
    const node = (copiers[source] as PDFObjectCopier).copy(
      (sources[source] as PDFDocument).getPage(page).node,
    )
    const copy = PDFPage.of(node, result.context.register(node), result)
    if (turn !== 0) copy.setRotation(degrees((copy.getRotation().angle + turn) % 360))
    result.addPage(copy)
  }
  copyLayers(sources, copiers, result)
  return { bytes: await result.save(), pages: choices.length }
}

/** Copies which layers are hidden. Without this, programs would show the hidden layers of the copied pages, too. */
function copyLayers(sources: PDFDocument[], copiers: PDFObjectCopier[], result: PDFDocument): void {
  const { context } = result
  const [groups, hidden] = [context.obj([]), context.obj([])]
  for (const [index, { catalog }] of sources.entries()) {
    const layers = dictAt(catalog, 'OCProperties')
    const shown = layers === null ? null : dictAt(layers, 'D')
    const all = refsAt(layers, 'OCGs')
    const isOff = shown?.lookup(PDFName.of('BaseState')) === PDFName.of('OFF')
    const on = new Set(refsAt(shown, 'ON'))
    const off = isOff ? all.filter((ref) => !on.has(ref)) : refsAt(shown, 'OFF')
    const copy = (copiers[index] as PDFObjectCopier).copy
    for (const ref of all) groups.push(copy(ref))
    for (const ref of off) hidden.push(copy(ref))
  }
  if (groups.size() > 0)
    result.catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: groups, D: { OFF: hidden } }))
}

function refsAt(dict: PDFDict | null, key: string) {
  const list = dict?.lookup(PDFName.of(key))
  return list instanceof PDFArray ? list.asArray() : []
}

serveWork(compose)
