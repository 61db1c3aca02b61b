import { resultOf } from '../../src-main/platform/base/failure.ts'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPdfInspector } from '../../src-main/features/documents/pdf-inspector.ts'
import {
  BASELINE_JPEG,
  PLAIN_PNG,
  PROGRESSIVE_JPEG,
} from '../../src-main/features/documents/photos/photos.fixture.ts'
import { arrangePages } from '../../src-main/features/documents/arrange-pages.ts'
import { attachDocuments } from '../../src-main/features/documents/attach-documents.ts'
import { removeDocument, documentsInUse } from '../../src-main/features/documents/edit-document.ts'
import { FileRegistry } from '../../src-main/platform/ipc/file-registry.ts'
import { saveOriginal } from '../../src-main/features/documents/read-bytes.ts'
import { savePackage } from '../../src-main/features/package/save-package.ts'
import type { SaveFile } from '../../src-main/platform/files/ports.ts'
import { addDeal, composeApp, value, type App } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { formatted } from '../support/formatted-messages.ts'

const cleanup = new Cleanup()
let home: string
let app: App
let deal_id: string
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'funding-desk-photos-'))
  app = await composeApp(cleanup)
  const worker = new URL('../../src-main/features/documents/pdf-worker.ts', import.meta.url)
  app.context.inspector = createPdfInspector(worker)
})
beforeEach(async () => {
  deal_id = await addDeal(app)
})
afterAll(async () => {
  await cleanup.run()
  rmSync(home, { recursive: true })
})

const shaOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function attach(...files: [name: string, content: Buffer][]) {
  const registry = new FileRegistry()
  const paths = files.map(([name, content]) => {
    writeFileSync(join(home, name), content)
    return join(home, name)
  })
  return value(await attachDocuments(app.context, registry, deal_id, registry.register(paths)))
}

test('a photo is attached as a PDF, and its bytes are kept unchanged with the document', async () => {
  const [outcome] = await attach(['license front.JPG', BASELINE_JPEG])
  if (outcome?.attached !== true) throw new Error('not attached')
  const { document } = outcome
  const photo = {
    name: 'license front.JPG',
    type: 'jpg',
    size: BASELINE_JPEG.length,
    sha256: shaOf(BASELINE_JPEG),
  }
  expect(document).toMatchObject({
    name: 'license front.pdf',
    pages: 1,
    originals: [photo],
    reading: { text: 'scan' },
  })
  expect(value(await app.vault.listDocuments(deal_id))).toEqual([document])

  // The partner receives the stored document, so it receives the PDF.
  const sent = await buffer(value(await app.context.documents.open(document.sha256)))
  expect((await PDFDocument.load(sent)).getPage(0).getSize()).toEqual({ width: 792, height: 612 })
  expect(shaOf(sent)).toBe(document.sha256)

  const saved: { name: string; kind: string; bytes: Uint8Array }[] = []
  const save: SaveFile = async ({ name, kind }, bytes) => {
    saved.push({ name, kind, bytes })
    return { saved_as: name }
  }
  value(await saveOriginal(app.context, save, { document_id: document.document_id, index: 0 }))
  expect(saved).toEqual([{ name: 'license front.JPG', kind: 'jpg', bytes: BASELINE_JPEG }])
  expect(
    await resultOf(saveOriginal(app.context, save, { document_id: document.document_id, index: 1 })),
  ).toMatchObject({
    error: { code: 'FILE_NOT_FOUND' },
  })

  const zipped: string[] = []
  const saveZip: Parameters<typeof savePackage>[1]['saveZip'] = async (name, files) => {
    for await (const file of files) zipped.push(file.name)
    return { saved_as: name }
  }
  const printer = { print: async () => new Uint8Array(), attach: async () => new Uint8Array() }
  value(
    await savePackage(
      app.context,
      { ...printer, saveZip },
      { deal_id, with_sensitive: false, with_notes: false },
    ),
  )
  expect(zipped.slice(0, 2)).toEqual([
    'Documents/01 Juniper Bakery LLC - Other.pdf',
    'Originals/01-1 license front.jpg',
  ])
})

test('the stored photo counts as in use as long as its document can be restored', async () => {
  const [outcome] = await attach(['card.png', PLAIN_PNG])
  if (outcome?.attached !== true) throw new Error('not attached')
  expect([...value(await documentsInUse(app.context))]).toContain(shaOf(PLAIN_PNG))
  value(await removeDocument(app.context, outcome.document.document_id))
  expect(value(await app.vault.contentInUse())).not.toContain(shaOf(PLAIN_PNG))
  expect([...value(await documentsInUse(app.context))]).toContain(shaOf(PLAIN_PNG))
})

test('the content of a file counts, not its name, and a photo is attached only once', async () => {
  const outcomes = await attach(['scan.pdf', BASELINE_JPEG], ['other name.png', BASELINE_JPEG])
  expect(outcomes).toMatchObject([
    { attached: true, document: { name: 'scan.pdf', originals: [{ type: 'jpg' }] } },
    { attached: false, error: { code: 'FILE_DUPLICATE' } },
  ])
})

test('a photo that cannot be converted is refused with the reason and with advice', async () => {
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  const outcomes = await attach(
    ['IMG_0001.HEIC', heic],
    ['cut.jpg', BASELINE_JPEG.subarray(0, -30)],
    ['cut.png', PLAIN_PNG.subarray(0, -30)],
  )
  const told = outcomes.map((one) => (one.attached ? null : formatted(one.error)))
  expect(told).toMatchObject(
    [
      {
        code: 'FILE_NOT_PDF',
        message: 'The app cannot convert HEIC photos to PDF.',
        advice: /Most Compatible/,
      },
      { code: 'FILE_DAMAGED', message: 'The photo is incomplete or damaged.' },
      { code: 'FILE_DAMAGED' },
    ].map(({ advice, ...rest }) => ({ ...rest, ...(advice && { advice: expect.stringMatching(advice) }) })),
  )
  expect(value(await app.vault.listDocuments(deal_id))).toEqual([])
})

test('a document that combines photos keeps all of them', async () => {
  const outcomes = await attach(['front.jpg', BASELINE_JPEG], ['back.jpg', PROGRESSIVE_JPEG])
  const documents = outcomes.flatMap((one) => (one.attached ? [one.document] : []))
  const pages = documents.map(({ document_id }) => ({ document_id, page: 0, turn: 0 as const }))
  const results = [{ name: 'License.pdf', pages }]
  const [made] = value(await arrangePages(app.context, deal_id, { results, accepts_losses: true }))
  expect(made).toMatchObject({ pages: 2, originals: [{ name: 'front.jpg' }, { name: 'back.jpg' }] })
  for (const { document_id } of documents) value(await removeDocument(app.context, document_id))
  expect(value(await app.vault.contentInUse()).toSorted()).toEqual(
    expect.arrayContaining([shaOf(BASELINE_JPEG), shaOf(PROGRESSIVE_JPEG)]),
  )
})
