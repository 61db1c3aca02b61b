import { resultOf } from '../../src-main/platform/base/failure.ts'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PDFDict, PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CHUNK_BYTES } from '../../src-main/platform/vault/documents/encrypted-chunks.ts'
import { createPdfInspector } from '../../src-main/features/documents/pdf-inspector.ts'
import { arrangePages } from '../../src-main/features/documents/arrange-pages.ts'
import { attachDocuments, cancelAttaching } from '../../src-main/features/documents/attach-documents.ts'
import {
  removeDocument,
  setDocumentKind,
  setStatementPeriod,
} from '../../src-main/features/documents/edit-document.ts'
import { listDeals } from '../../src-main/features/pipeline/list-deals.ts'
import { dealQuerySchema } from '../../src-shared/features/pipeline/contract.ts'
import { FileRegistry } from '../../src-main/platform/ipc/file-registry.ts'
import { readDocumentBytes } from '../../src-main/features/documents/read-bytes.ts'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { addDeal, addDocument, composeApp, value, type App } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { skipped, whyWithout } from '../support/skipped.ts'
import { UNREAD, type DealDocument } from '../../src-shared/features/documents/document.ts'
import { saveDocumentCopy } from '../../src-main/features/handout/hand-out.ts'

const noGhostscript = whyWithout('gs', 'ghostscript')

const inspector = createPdfInspector(
  new URL('../../src-main/features/documents/pdf-worker.ts', import.meta.url),
)
const cleanup = new Cleanup()
let home: string
let app: App
let deal_id: string
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'funding-desk-pages-'))
  app = await composeApp(cleanup)
})
afterAll(async () => {
  await cleanup.run()
  rmSync(home, { recursive: true })
})
beforeEach(async () => {
  app.context.inspector = inspector
  deal_id = await addDeal(app)
})

const place = (name: string) => join(home, name)
function ghostscript(name: string, program: string, ...options: string[]): string {
  execFileSync('gs', [
    ...['-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=pdfwrite', ...options, `-sOutputFile=${place(name)}`, '-c'],
    program,
  ])
  return place(name)
}
async function pdfLib(name: string, pages: string[]): Promise<string> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (const lines of pages) pdf.addPage([612, 792]).drawText(lines, { x: 50, y: 700, size: 12, font })
  writeFileSync(place(name), await pdf.save())
  return place(name)
}
async function attach(...paths: string[]) {
  const registry = new FileRegistry()
  return value(await attachDocuments(app.context, registry, deal_id, registry.register(paths)))
}
async function attachOne(path: string): Promise<DealDocument> {
  const [outcome] = await attach(path)
  if (outcome?.attached !== true) throw new Error(JSON.stringify(outcome))
  return outcome.document
}
const MARCH = { from: '2026-03-01', to: '2026-03-31' }

describe('an application with fields for signatures', () => {
  /** Writes an application with two such fields, of which the first is signed or none. */
  async function application(name: string, { signed }: { signed: boolean }): Promise<string> {
    const pdf = await PDFDocument.create()
    const { context } = pdf
    const page = pdf.addPage([612, 792])
    page.drawText(`Merchant Application ${name}`, { x: 50, y: 700 })
    const fields = [signed, false].map((isSigned, at) => {
      const filled = isSigned ? { V: context.register(context.obj({ Type: 'Sig' })) } : {}
      const rect = [50, 100 + 50 * at, 250, 140 + 50 * at]
      const widget = { Type: 'Annot', Subtype: 'Widget', FT: 'Sig', T: PDFString.of(`s${at}`), Rect: rect }
      return context.register(context.obj({ ...widget, ...filled }))
    })
    for (const field of fields) page.node.addAnnot(field)
    pdf.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: fields }))
    writeFileSync(place(name), await pdf.save())
    return place(name)
  }
  const isListed = async () => {
    const { checklist } = value(await viewDeal(app.context, deal_id))
    const { rows } = value(
      await listDeals(app.context, dealQuerySchema.parse({ where: { papers: 'kind:application_form' } })),
    )
    const isMissing = rows.some((row) => row.deal_id === deal_id)
    return [checklist.find(({ item_id }) => item_id === 'kind:application_form')?.state, isMissing]
  }

  test('does not count on the checklist and in the pipeline while no field is signed, until the broker chooses its kind', async () => {
    const document = await attachOne(await application('unsigned.pdf', { signed: false }))
    expect(document).toMatchObject({ kind: 'application_form', reading: { unsigned: true } })
    const pages = [{ document_id: document.document_id, page: 0, turn: 0 as const }]
    const results = [{ name: 'again.pdf', pages }]
    const [copy] = value(await arrangePages(app.context, deal_id, { results, accepts_losses: false }))
    expect(copy?.reading?.unsigned).toBe(true)
    expect(await isListed()).toEqual(['open', true])
    value(await setDocumentKind(app.context, document.document_id, 'application_form'))
    expect(await isListed()).toEqual(['prepared', false])
  })

  test('counts if one field is signed, or without such fields', async () => {
    const signed = await attachOne(await application('signed.pdf', { signed: true }))
    expect(signed.reading?.unsigned).toBeUndefined()
    expect(await isListed()).toEqual(['prepared', false])
    value(await removeDocument(app.context, signed.document_id))
    expect(await isListed()).toEqual(['open', true])
    await attachOne(await pdfLib('plain.pdf', ['Merchant Application']))
    expect(await isListed()).toEqual(['prepared', false])
  })
})

describe('reading a PDF that an independent tool created', () => {
  const lines = (font: string, show: string) =>
    `/${font} findfont 12 scalefont setfont 72 720 moveto ${show} 72 700 moveto (Beginning balance) show 72 680 moveto (Ending balance) show showpage`
  const FOUND = {
    kind: 'bank_statement',
    reading: { text: 'read', period: MARCH, period_by: 'text', period_says: { page: 1 } },
  }
  test.skipIf(noGhostscript !== null).each<[string, () => string]>([
    [
      'Ghostscript',
      () => ghostscript('gs.pdf', lines('Helvetica', '(Statement Period 03/01/2026 - 03/31/2026) show')),
    ],
    [
      'Ghostscript with spaced letters',
      () =>
        ghostscript('wide.pdf', lines('Times-Roman', '4 0 (Statement Period 03/01/2026 - 03/31/2026) ashow')),
    ],
    [
      'Ghostscript with separate letters',
      () =>
        ghostscript(
          'letters.pdf',
          lines('Courier', '(March 01, 2026 through March 31, 2026) { ( ) dup 0 4 -1 roll put show } forall'),
        ),
    ],
    [
      'Ghostscript with ligatures',
      () =>
        ghostscript(
          'ligature.pdf',
          lines(
            'Times-Roman',
            '/fi glyphshow (nal period ) show (Statement Period 1 Mar 2026 to 31 Mar 2026) show',
          ),
        ),
    ],
    [
      'Ghostscript as PDF 1.3',
      () =>
        ghostscript(
          'old.pdf',
          lines('Courier', '(Statement Date: 03/31/2026) show'),
          '-dCompatibilityLevel=1.3',
        ),
    ],
  ])(`finds the kind and the period of a statement from %s${skipped(noGhostscript)}`, async (_, make) => {
    expect(await attachOne(make())).toMatchObject(FOUND)
  })

  test('finds the kind and the period of a statement from pdf-lib', async () => {
    const text = 'Statement Period\nMarch 1, 2026 through March 31, 2026\nBeginning balance'
    expect(await attachOne(await pdfLib('lib.pdf', [text]))).toMatchObject(FOUND)
  })

  test.skipIf(noGhostscript !== null)(
    `identifies a scanned PDF without text when the PDF is attached${skipped(noGhostscript)}`,
    async () => {
      const scan = ghostscript('scan.pdf', '0.5 setgray 72 72 400 600 rectfill showpage')
      expect((await attachOne(scan)).reading).toMatchObject({ text: 'scan', kind_by: 'nobody', period: null })
    },
  )

  test("retains the broker's correction, and updates the missing months accordingly", async () => {
    const { clock } = app.context
    app.context.clock = { now: () => '2026-04-20T10:00:00.000Z' }
    const { document_id } = await attachOne(
      await pdfLib('m.pdf', ['Bank statement\nStatement for March 2026']),
    )
    const line = async () =>
      value(await viewDeal(app.context, deal_id)).checklist.find(
        ({ item_id }) => item_id === 'kind:bank_statement',
      )
    const missing = async () => (await line())?.missing_days.map(({ from, to }) => `${from}/${to}`)
    const [january, february, april] = [
      '2026-01-01/2026-01-31',
      '2026-02-01/2026-02-28',
      '2026-04-01/2026-04-15',
    ]
    expect(await missing()).toEqual([january, february, april])
    expect((await line())?.month_so_far).toBe('2026-04')
    app.context.clock = { now: () => '2026-05-02T10:00:00.000Z' }
    expect(await missing()).toEqual([february, '2026-04-01/2026-04-30'])
    expect(await line()).toMatchObject({ month_so_far: null, undated: 0 })
    app.context.clock = { now: () => '2026-04-20T10:00:00.000Z' }
    value(await setStatementPeriod(app.context, document_id, { from: '2026-01-01', to: '2026-03-31' }))
    expect(await missing()).toEqual([april])
    value(await setStatementPeriod(app.context, document_id, { from: '2026-01-01', to: '2026-03-16' }))
    expect(await missing()).toEqual(['2026-03-17/2026-03-31', april])
    value(await setStatementPeriod(app.context, document_id, null))
    expect(await line()).toMatchObject({ missing_days: { length: 4 }, undated: 1 })
    value(await setDocumentKind(app.context, document_id, 'invoice'))
    expect(await missing()).toEqual([])
    app.context.clock = clock
    const stored = value(await app.vault.getDocument(document_id))
    expect(stored?.reading).toMatchObject({ kind_by: 'broker', period_by: 'broker' })
  })
})

test('if the broker cancels the attachment of a file, no document is stored', async () => {
  const registry = new FileRegistry()
  const files = registry.register([await pdfLib('cancelled.pdf', ['x'])])
  const { context } = app
  context.inspector = {
    inspect: async () => {
      value(cancelAttaching(files[0]?.file_id as string))
      return { pages: 1, size: 1, kind: 'bank_statement', reading: UNREAD }
    },
  }
  expect(value(await attachDocuments(context, registry, deal_id, files))).toMatchObject([
    { attached: false, error: { code: 'ATTACHING_CANCELLED' } },
  ])
  expect(value(await app.vault.listDocuments(deal_id))).toEqual([])
})

describe('the bytes of a stored document', () => {
  test('are returned by range, across chunk boundaries and up to the end', async () => {
    const content = randomBytes(2 * CHUNK_BYTES + 1000)
    const { sha256 } = value(await app.context.documents.addBytes(content))
    const { document_id } = await addDocument(app, cleanup, deal_id, { sha256, size: content.length })
    const read = async (from: number, length: number) =>
      Buffer.from(value(await readDocumentBytes(app.context, document_id, from, length)).bytes)
    for (const [from, length] of [
      [0, 10],
      [CHUNK_BYTES - 5, 10],
      [CHUNK_BYTES, CHUNK_BYTES],
      [7, 2 * CHUNK_BYTES],
      [content.length - 3, 100],
      [content.length, 10],
    ] as const)
      expect((await read(from, length)).equals(content.subarray(from, from + length)), `${from}`).toBe(true)
  })

  test('are refused if the file is missing from the document store', async () => {
    const { document_id } = await addDocument(app, cleanup, deal_id, { sha256: 'f'.repeat(64) })
    expect(await resultOf(readDocumentBytes(app.context, document_id, 0, 10))).toMatchObject({
      ok: false,
      error: { code: 'FILE_NOT_FOUND' },
    })
  })

  test('are the same in a saved copy as in the attached file', async () => {
    const path = await pdfLib('copy.pdf', ['page'])
    const { document_id } = await attachOne(path)
    const saved: Uint8Array[] = []
    const save = async ({ name }: { name: string }, content: Uint8Array) => {
      saved.push(content)
      return { saved_as: name }
    }
    expect(value(await saveDocumentCopy(app.context, save, document_id))).toEqual({ saved_as: 'copy.pdf' })
    expect(Buffer.from(saved[0] as Uint8Array).equals(readFileSync(path))).toBe(true)
  })
})

describe('pages of documents', () => {
  const page = (document_id: string, number: number, turn: 0 | 90 = 0) => ({
    document_id,
    page: number,
    turn,
  })
  const textsOf = async (document: DealDocument) => {
    const bytes = await buffer(value(await app.context.documents.open(document.sha256)))
    writeFileSync(place('made.pdf'), bytes)
    const text = execFileSync('gs', [
      '-q',
      '-dNOPAUSE',
      '-dBATCH',
      '-sDEVICE=txtwrite',
      '-o',
      '-',
      place('made.pdf'),
    ])
    return text.toString().split('\f').join(' ').split(/\s+/).filter(Boolean)
  }

  test.skipIf(noGhostscript !== null)(
    `are merged, split, rotated, and omitted, and the source documents remain${skipped(noGhostscript)}`,
    async () => {
      const first = await attachOne(await pdfLib('first.pdf', ['one', 'two', 'three']))
      const second = await attachOne(
        ghostscript(
          'second.pdf',
          '/Courier findfont 12 scalefont setfont 72 720 moveto (four) show showpage',
        ),
      )
      const made = value(
        await arrangePages(app.context, deal_id, {
          results: [
            { name: 'Merged.pdf', pages: [page(second.document_id, 0), page(first.document_id, 2, 90)] },
            { name: 'Rest.pdf', pages: [page(first.document_id, 0)] },
          ],
          accepts_losses: true,
        }),
      )
      expect(made.map(({ name, pages, state }) => [name, pages, state])).toEqual([
        ['Merged.pdf', 2, 'attached'],
        ['Rest.pdf', 1, 'attached'],
      ])
      expect((await textsOf(made[0] as DealDocument)).toSorted()).toEqual(['four', 'three'])
      expect(await textsOf(made[1] as DealDocument)).toEqual(['one'])
      const bytes = await buffer(value(await app.context.documents.open((made[0] as DealDocument).sha256)))
      expect((await PDFDocument.load(bytes)).getPages().map((one) => one.getRotation().angle)).toEqual([
        0, 90,
      ])
      const names = value(await app.vault.listDocuments(deal_id)).map(({ name }) => name)
      expect(names).toEqual(['first.pdf', 'second.pdf', 'Merged.pdf', 'Rest.pdf'])
    },
  )

  test('are copied from a statement only if the broker confirms this, and the original remains identical byte for byte', async () => {
    const path = await pdfLib('statement.pdf', ['Bank statement\nStatement for March 2026', 'two'])
    const statement = await attachOne(path)
    expect(statement.kind).toBe('bank_statement')
    const results = [{ name: 'Turned.pdf', pages: [page(statement.document_id, 0, 90)] }]
    const arranged = (accepts_losses: boolean) =>
      resultOf(arrangePages(app.context, deal_id, { results, accepts_losses }))
    expect(await arranged(false)).toMatchObject({ ok: false, error: { code: 'CHANGE_NOT_CONFIRMED' } })
    expect(value(await app.vault.listDocuments(deal_id))).toHaveLength(1)
    value(await arranged(true))
    // The original and the new document are attached, so the app sends both, the original first.
    expect(value(await app.vault.listDocuments(deal_id)).map(({ name, state }) => [name, state])).toEqual([
      ['statement.pdf', 'attached'],
      ['Turned.pdf', 'attached'],
    ])
    const kept = await buffer(value(await app.context.documents.open(statement.sha256)))
    expect(kept.equals(readFileSync(path))).toBe(true)
  })

  test('are copied without confirmation from a document that is not a statement', async () => {
    const invoice = await attachOne(await pdfLib('invoice.pdf', ['INVOICE\nInvoice # 7\nBill to', 'two']))
    expect(invoice.kind).toBe('invoice')
    const results = [{ name: 'Page.pdf', pages: [page(invoice.document_id, 1)] }]
    const made = value(await arrangePages(app.context, deal_id, { results, accepts_losses: false }))
    expect(made.map(({ name }) => name)).toEqual(['Page.pdf'])
  })

  test('keep the values of a form as text, hidden layers hidden, and nothing of the pages that were left out, after the broker agreed', async () => {
    const pdf = await PDFDocument.create()
    const font = await pdf.embedFont(StandardFonts.Helvetica)
    const [first, second] = [pdf.addPage([612, 792]), pdf.addPage([612, 792])]
    for (const [at, key] of [first, second].entries()) key.drawText(`page ${at + 1}`, { x: 50, y: 700, font })
    const form = pdf.getForm()
    const amount = form.createTextField('amount')
    amount.setText('120,000')
    for (const key of [first, second]) amount.addToPage(key, { x: 50, y: 600, width: 90, height: 20 })
    form.createCheckBox('agreed').addToPage(first, { x: 50, y: 550 })
    form.getCheckBox('agreed').check()
    const { context } = pdf
    const link = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], Dest: [second.ref, 'Fit'] }
    first.node.addAnnot(context.register(context.obj(link)))
    const layer = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('draft') }))
    pdf.catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [layer], D: { OFF: [layer] } }))
    writeFileSync(place('form.pdf'), await pdf.save())
    const source = await attachOne(place('form.pdf'))
    expect(source.reading?.losses).toEqual(['form_fields'])

    const results = [{ name: 'first.pdf', pages: [page(source.document_id, 0, 90)] }]
    const arranged = (accepts_losses: boolean) =>
      resultOf(arrangePages(app.context, deal_id, { results, accepts_losses }))
    expect(await arranged(false)).toMatchObject({ ok: false, error: { code: 'CHANGE_NOT_CONFIRMED' } })
    const [made] = value(await arranged(true)) as [DealDocument]
    const text = (await textsOf(made)).join()
    expect(text).toContain('page,1')
    expect(text).toContain('120,000')
    const copy = await PDFDocument.load(await buffer(value(await app.context.documents.open(made.sha256))))
    const objects = copy.context.enumerateIndirectObjects().map(([, object]) => String(object))
    expect(objects.filter((object) => object.includes('/Type /Page\n'))).toHaveLength(1)
    expect(objects.filter((object) => object.includes('/Subtype /Widget'))).toEqual([])
    const [copied] = copy.context
      .enumerateIndirectObjects()
      .flatMap(([ref, object]) => (String(object).includes('/Type /OCG') ? [String(ref)] : []))
    const shown = copy.catalog.lookup(PDFName.of('OCProperties'), PDFDict).lookup(PDFName.of('D'))
    expect(String(shown)).toContain(`/OFF [ ${copied} ]`)
  })

  test('cannot be taken from a sent document, another deal, or a file that is not a PDF, nor if the page is missing', async () => {
    const sent = await addDocument(app, cleanup, deal_id, { state: 'received' })
    const foreign = await addDocument(app, cleanup, await addDeal(app))
    const own = await addDocument(app, cleanup, deal_id)
    const arranged = (document_id: string, number: number) =>
      resultOf(
        arrangePages(app.context, deal_id, {
          results: [{ name: 'a.pdf', pages: [page(document_id, number)] }],
          accepts_losses: true,
        }),
      )
    const code = async (work: ReturnType<typeof arranged>) => {
      const done = await work
      return done.ok ? 'made' : done.error.code
    }
    expect(await code(arranged(sent.document_id, 0))).toBe('DEAL_NOT_EDITABLE')
    expect(await code(arranged(foreign.document_id, 0))).toBe('FILE_NOT_FOUND')
    expect(await code(arranged(own.document_id, 5))).toBe('INVALID_INPUT')
    // The file is not a PDF, despite its recorded type.
    expect(await code(arranged(own.document_id, 0))).toBe('FILE_DAMAGED')
    expect(value(await app.vault.listDocuments(deal_id))).toHaveLength(2)
  })
})
