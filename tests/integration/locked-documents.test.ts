import { resultOf } from '../../src-main/platform/base/failure.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PDFDocument, PDFName, StandardFonts } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPdfInspector } from '../../src-main/features/documents/pdf-inspector.ts'
import { attachDocuments } from '../../src-main/features/documents/attach-documents.ts'
import { setDocumentKind, setSentFile } from '../../src-main/features/documents/edit-document.ts'
import { FileRegistry } from '../../src-main/platform/ipc/file-registry.ts'
import { addChecklistItem } from '../../src-main/features/documents/checklist.ts'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import type { SubmissionEngine } from '../../src-main/features/submission/engine.ts'
import { queueDocuments } from '../../src-main/features/submission/submission-commands.ts'
import { ok } from '../../src-shared/platform/base/errors.ts'
import { addDeal, composeApp, openEngine, settled, value, type App } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { type DealDocument, lockedOriginal } from '../../src-shared/features/documents/document.ts'

const PASSWORD = 'Juniper-1907'

const cleanup = new Cleanup()
let app: App
let folder: string
let deal_id: string
let engine: SubmissionEngine
/** Type, size, and SHA-256 of the documents that the partner got. */
let sent: unknown[]
beforeAll(async () => {
  app = await composeApp(cleanup, {
    partner: {
      createDocument: async ({ type, file: { size, sha256 } }) => {
        sent.push([type, size, sha256])
        return ok({ reply: null })
      },
    },
  })
  folder = cleanup.folder()
  engine = (await openEngine(app, cleanup)).engine
  app.context.inspector = createPdfInspector(
    new URL('../../src-main/features/documents/pdf-worker.ts', import.meta.url),
  )
})
afterAll(() => cleanup.run())
beforeEach(async () => {
  sent = []
  deal_id = await addDeal(app, { state: 'received', application_id: crypto.randomUUID() })
})

async function write(name: string, text: string, change: (pdf: PDFDocument) => void = () => {}) {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  pdf.addPage([612, 792]).drawText(text, { x: 50, y: 700, size: 12, font })
  change(pdf)
  const path = join(folder, name)
  writeFileSync(path, await pdf.save())
  return path
}

async function attach(path: string, password?: string) {
  const registry = new FileRegistry()
  const files = registry.register([path]).map(({ file_id }) => ({ file_id, password }))
  const [outcome] = value(await attachDocuments(app.context, registry, deal_id, files))
  return outcome
}
async function attached(path: string, password?: string): Promise<DealDocument> {
  const outcome = await attach(path, password)
  if (outcome?.attached !== true) throw new Error(JSON.stringify(outcome))
  return outcome.document
}
const stored = async (sha256: string) => buffer(value(await app.context.documents.open(sha256)))

async function send() {
  value(await queueDocuments(app.context, deal_id))
  await settled(app, engine)
}

test('a locked PDF is stored as an original and an unlocked copy, the broker chooses which one is sent, and the password is stored nowhere', async () => {
  const path = await write('March.pdf', 'Bank statement. Statement Period 03/01/2026 - 03/31/2026', (pdf) =>
    pdf.encrypt({ userPassword: PASSWORD, ownerPassword: 'owner' }),
  )
  expect(await attach(path)).toMatchObject({ attached: false, error: { code: 'FILE_ENCRYPTED' } })
  expect(await attach(path, 'juniper')).toMatchObject({
    attached: false,
    error: { code: 'FILE_PASSWORD_WRONG' },
  })
  const document = await attached(path, PASSWORD)
  expect(document).toMatchObject({ name: 'March.pdf', kind: 'bank_statement', pages: 1 })
  const unlocked = await PDFDocument.load(await stored(document.sha256))
  expect(unlocked.isEncrypted).toBe(false)
  // The lock's dictionary contains hashes of the password.
  const objects = unlocked.context.enumerateIndirectObjects().map(([, object]) => String(object))
  expect(objects.filter((object) => object.includes('/Filter /Standard'))).toEqual([])
  const original = lockedOriginal(document)
  expect(await stored(original?.sha256 ?? '')).toEqual(readFileSync(path))
  expect(await attach(path, PASSWORD)).toMatchObject({ attached: false, error: { code: 'FILE_DUPLICATE' } })

  await send()
  expect(sent).toEqual([['bank_statement', document.size, document.sha256]])
  const other = await attached(
    await write('April.pdf', 'Bank statement', (pdf) => pdf.encrypt({ userPassword: PASSWORD })),
    PASSWORD,
  )
  value(await setSentFile(app.context, other.document_id, true))
  await send()
  const { size, sha256 } = lockedOriginal(other) ?? {}
  expect(sent.slice(1)).toEqual([['bank_statement', size, sha256]])

  const kept = JSON.stringify([
    value(await app.vault.listDocuments(deal_id)),
    value(await app.vault.listTimeline(deal_id)),
    value(await viewDeal(app.context, deal_id)),
    app.emitted,
  ])
  expect(kept).not.toContain(PASSWORD)
  // Only a document that has a locked original can be sent as its original.
  const plain = await attached(await write('plain.pdf', 'Invoice # 7'))
  expect(await resultOf(setSentFile(app.context, plain.document_id, true))).toMatchObject({ ok: false })
})

test('a form whose pages exist only in Acrobat is explained, and a form that every program shows is attached', async () => {
  const withXfa = (pdf: PDFDocument) =>
    pdf.catalog.set(
      PDFName.of('AcroForm'),
      pdf.context.obj({
        XFA: pdf.context.obj([]),
        Fields: pdf.getForm().acroForm.dict.get(PDFName.of('Fields')) ?? [],
      }),
    )
  const notice = 'If this message is not eventually replaced by the proper contents of the document'
  const dynamic = await attach(await write('dynamic.pdf', notice, withXfa))
  expect(dynamic).toMatchObject({ attached: false, error: { code: 'FILE_UNSUPPORTED' } })
  expect(JSON.stringify(dynamic)).toContain('printFromAcrobat')
  const saved = await write('saved again.pdf', notice)
  expect(await attach(saved)).toMatchObject({ attached: false, error: { code: 'FILE_UNSUPPORTED' } })
  // Flattening turns the fields into page content, and often leaves the XFA behind.
  expect((await attached(await write('flat.pdf', 'Request for Taxpayer', withXfa))).pages).toBe(1)
  const portfolio = await write('portfolio.pdf', 'Cover', (pdf) =>
    pdf.catalog.set(PDFName.of('Collection'), pdf.context.obj({})),
  )
  expect(await attach(portfolio)).toMatchObject({ attached: false, error: { code: 'FILE_UNSUPPORTED' } })
  const fixed = await write('static.pdf', 'Application', (pdf) => {
    pdf
      .getForm()
      .createTextField('amount')
      .addToPage(pdf.getPage(0), { x: 50, y: 600, width: 90, height: 20 })
    withXfa(pdf)
  })
  expect((await attached(fixed)).reading?.losses).toEqual(['form_fields'])
})

test('a document whose kind nothing shows is never a bank statement, answers no line of the checklist, and is not sent without a kind', async () => {
  const { form } = app.context
  const scan = () => write(`${crypto.randomUUID()}.pdf`, crypto.randomUUID().slice(0, 2))
  expect((await attached(await scan())).kind).toBe('other')
  value(await addChecklistItem(app.context, deal_id, 'Void check'))
  try {
    // This office's form has no kind "other".
    app.context.form = {
      ...form,
      document_kinds: form.document_kinds.filter(({ value: kind }) => kind !== 'other'),
    }
    const { document_id, kind } = await attached(await scan())
    expect(kind).toBe('')
    const { checklist } = value(await viewDeal(app.context, deal_id))
    expect(checklist.map(({ state }) => state)).toEqual(checklist.map(() => 'open'))
    await send()
    expect(sent).toMatchObject([['other', expect.anything(), expect.anything()]])
    expect(value(await app.vault.getDocument(document_id))).toMatchObject({
      state: 'attached',
      error: { code: 'DEAL_NOT_EDITABLE', outcome: 'not_received' },
    })
    value(await setDocumentKind(app.context, document_id, 'voided_check'))
    await send()
    expect(sent.slice(1)).toMatchObject([['voided_check', expect.anything(), expect.anything()]])
  } finally {
    app.context.form = form
  }
})
