import { resultOf } from '../../src-main/platform/base/failure.ts'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { attachDocuments } from '../../src-main/features/documents/attach-documents.ts'
import { removeDocument, setDocumentKind } from '../../src-main/features/documents/edit-document.ts'
import { FileRegistry } from '../../src-main/platform/ipc/file-registry.ts'
import type { PartnerApi } from '../../src-main/platform/partner/partner-api.ts'
import { makeProof } from '../../src-main/features/proof/export-proof.ts'
import {
  queueDocuments,
  resolveUnknownApplication,
  resolveUnknownDocument,
} from '../../src-main/features/submission/submission-commands.ts'
import type { SubmissionEngine } from '../../src-main/features/submission/engine.ts'
import type { FormValues } from '../../src-shared/features/deals/deal.ts'
import { appError, fail, ok, type Result } from '../../src-shared/platform/base/errors.ts'
import { completeDraft } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { proofFileSchema, proofText } from '../../src-shared/features/proof/proof-schema.ts'
import {
  addDeal,
  addDocument,
  dealOf,
  drain,
  kindsOf,
  composeApp,
  openEngine,
  settled,
  submitDeal,
  value,
  saveAsSeen,
  type App,
} from '../support/core/composed-app.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import type { DealDocument } from '../../src-shared/features/documents/document.ts'
import { trashDeal } from '../../src-main/features/deals/load-deal.ts'

const cleanup = new Cleanup()
let app: App
let application_id: string
let engine: SubmissionEngine
/** The partner's behavior for the next calls; each test sets it. */
const partner: Pick<PartnerApi, 'createApplication' | 'createDocument'> = {
  createApplication: async () => ok({ application_id: '', reply: null }),
  createDocument: async () => ok({ reply: null }),
}
let sent: string[]

beforeAll(async () => {
  app = await composeApp(cleanup, {
    partner: {
      createApplication: (payload) => {
        sent.push('application')
        return partner.createApplication(payload)
      },
      createDocument: (input, ...more) => {
        sent.push(`${input.type} ${input.file.name}`)
        return partner.createDocument(input, ...more)
      },
    },
  })
})
afterAll(() => cleanup.run())
afterEach(() => engine.stop())
beforeEach(async () => {
  sent = []
  engine = (await openEngine(app, cleanup)).engine
  application_id = randomUUID()
  partner.createApplication = async () => ok({ application_id, reply: null })
  partner.createDocument = async () => ok({ reply: null })
})

const submit = (deal_id: string) => submitDeal(app, engine, deal_id)
async function sendDocuments(deal_id: string): Promise<void> {
  value(await queueDocuments(app.context, deal_id))
  await settled(app, engine)
}
const documentOf = async ({ document_id }: DealDocument) =>
  value(await app.vault.getDocument(document_id)) as DealDocument
const refusal = appError('PARTNER_VALIDATION_FAILED', 'The funding partner rejected it.', 'Correct it.', {
  outcome: 'not_received',
  fields: [{ path: 'company.owners.0.ssn', message: 'Invalid SSN.' }],
})
const away = appError('PARTNER_UNREACHABLE', 'The funding partner cannot be reached.', 'Try again.', {
  outcome: 'not_received',
  retryable: true,
})
const strange = appError('PARTNER_UNEXPECTED_RESPONSE', 'A riddle (418).', 'Ask.', {
  outcome: 'not_received',
})
const cut = appError('PARTNER_CONNECTION_LOST', 'The connection broke.', 'Ask.', { outcome: 'unknown' })
const odd = appError('PARTNER_UNEXPECTED_RESPONSE', 'It answered something else.', 'Ask.', {
  outcome: 'received',
})

describe('an application', () => {
  test('that the partner accepts is received with its id, and its documents follow', async () => {
    const deal_id = await addDeal(app)
    const document = await addDocument(app, cleanup, deal_id)
    const read: number[] = []
    partner.createDocument = async ({ application_id: of, file }, onProgress) => {
      expect(of).toBe(application_id)
      read.push(await drain(value(await file.open())))
      onProgress(file.size)
      return ok({ reply: null })
    }
    value(await submit(deal_id))
    expect(await dealOf(app, deal_id)).toMatchObject({ state: 'received', application_id, error: null })
    expect(await documentOf(document)).toMatchObject({ state: 'received', sent_at: expect.any(String) })
    expect(read).toEqual([document.size])
    expect(sent).toEqual(['application', 'bank_statement statement.pdf'])
    expect(await kindsOf(app, deal_id)).toEqual([
      'application_queued',
      'application_sent',
      'application_received',
      'document_queued',
      'document_sent',
      'document_received',
    ])
    expect(app.emitted).toContainEqual({
      event: 'document.progress',
      payload: {
        deal_id,
        document_id: document.document_id,
        sent: document.size,
        total: document.size,
      },
    })
  })

  test.each([
    ['is refused', refusal, 'refused', 'application_refused'],
    ['fails for an unexpected reason', strange, 'draft', 'application_not_received'],
    ['gets no response', cut, 'unknown', 'application_unknown'],
    ['gets a response that the app cannot read', odd, 'unknown', 'application_unknown'],
  ] as const)('that %s leaves its documents unsent', async (_, error, state, kind) => {
    const deal_id = await addDeal(app)
    const document = await addDocument(app, cleanup, deal_id)
    partner.createApplication = async () => fail(error)
    value(await submit(deal_id))
    expect(await dealOf(app, deal_id)).toMatchObject({
      state,
      error: { code: error.code, outcome: error.outcome },
      application_id: null,
      // The partner counts the rows, and the draft has their ids.
      refused_fields:
        error === refusal ? [{ path: 'company.owners.row01.ssn', message: 'Invalid SSN.' }] : [],
    })
    expect((await documentOf(document)).state).toBe('attached')
    expect(await kindsOf(app, deal_id)).toEqual(['application_queued', 'application_sent', kind])
    expect(sent).toEqual(['application'])
  })

  test('with half a surrogate pair in a name, as in a truncated file, is sent, and its proof can be read', async () => {
    const draft = completeDraft()
    const legal_name = 'Juniper Bakery \ud83c'
    const values = { ...draft, company: { ...(draft['company'] as FormValues), legal_name } }
    const deal_id = await addDeal(app, { values, legal_name })
    value(await submit(deal_id))
    expect(await dealOf(app, deal_id)).toMatchObject({ state: 'received' })
    const proof = value(await makeProof(app.context, deal_id))
    expect(proof.deal.legal_name).toBe('Juniper Bakery \ufffd')
    expect(proofFileSchema.parse(JSON.parse(proofText(proof)))).toEqual(proof)
  })

  test('that was refused can be corrected and sent again, and changing a refused field clears its error', async () => {
    const deal_id = await addDeal(app)
    partner.createApplication = async () => fail(refusal)
    value(await submit(deal_id))
    const saved = value(
      await saveAsSeen(app, deal_id, [{ op: 'set', path: 'company.owners.row01.ssn', value: '900-65-4321' }]),
    )
    expect(saved.field_problems).toEqual([])
    partner.createApplication = async () => ok({ application_id, reply: null })
    value(await submit(deal_id))
    expect(await dealOf(app, deal_id)).toMatchObject({ state: 'received', error: null })
  })

  test('with an unknown outcome is not sent again until the broker resolves it', async () => {
    const deal_id = await addDeal(app)
    partner.createApplication = async () => fail(cut)
    value(await submit(deal_id))
    expect(await submit(deal_id)).toMatchObject({ ok: false, error: { code: 'SUBMISSION_IN_PROGRESS' } })
    expect(sent).toEqual(['application'])

    expect(await resultOf(resolveUnknownApplication(app.context, deal_id, true, undefined))).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT' },
    })
    value(await resolveUnknownApplication(app.context, deal_id, false, undefined))
    expect((await dealOf(app, deal_id)).state).toBe('draft')
    value(await submit(deal_id))
    value(await resolveUnknownApplication(app.context, deal_id, true, application_id))
    expect(await dealOf(app, deal_id)).toMatchObject({ state: 'received', application_id })
    expect(await resultOf(resolveUnknownApplication(app.context, deal_id, false, undefined))).toMatchObject({
      ok: false,
      error: { code: 'DEAL_NOT_EDITABLE' },
    })
  })

  test('is sent once even if the button is clicked several times', async () => {
    const deal_id = await addDeal(app)
    const answers = await Promise.all([submit(deal_id), submit(deal_id), submit(deal_id)])
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(sent).toEqual(['application'])
    expect(await submit(deal_id)).toMatchObject({ ok: false, error: { outcome: 'received' } })
  })

  test('that is incomplete is not sent, and the error names the missing fields', async () => {
    const values = completeDraft()
    const deal_id = await addDeal(app, { values: { ...values, company: {} } })
    const before = await dealOf(app, deal_id)
    const answer = await submit(deal_id)
    expect(answer).toMatchObject({
      ok: false,
      error: {
        code: 'DRAFT_INCOMPLETE',
        outcome: 'not_received',
        fields: expect.arrayContaining([expect.objectContaining({ path: 'company.ein' })]),
      },
    })
    expect(sent).toEqual([])
    expect(await dealOf(app, deal_id)).toEqual(before)
  })
})

describe('queued documents', () => {
  const received = () => addDeal(app, { state: 'received', application_id })

  test('continue after one fails, and only documents that provably did not arrive are sent again', async () => {
    const deal_id = await received()
    const documents: DealDocument[] = []
    const answers: Record<string, Result<{ reply: null }>> = {
      'a.pdf': fail(refusal),
      'b.pdf': fail(strange),
      'c.pdf': fail(cut),
      'd.pdf': ok({ reply: null }),
      'e.pdf': fail(odd),
    }
    for (const name of Object.keys(answers))
      documents.push(await addDocument(app, cleanup, deal_id, { name }))
    partner.createDocument = async ({ file }) => answers[file.name] as Result<{ reply: null }>
    await sendDocuments(deal_id)
    const states = async () => (await Promise.all(documents.map(documentOf))).map(({ state }) => state)
    expect(await states()).toEqual(['refused', 'attached', 'unknown', 'received', 'unknown'])

    sent = []
    partner.createDocument = async () => ok({ reply: null })
    await sendDocuments(deal_id)
    expect(sent).toEqual(['bank_statement a.pdf', 'bank_statement b.pdf'])
    expect(await states()).toEqual(['received', 'received', 'unknown', 'received', 'unknown'])

    const [, , unknown] = documents as [DealDocument, DealDocument, DealDocument]
    const twice = await Promise.all(
      [true, false].map((arrived) =>
        resultOf(resolveUnknownDocument(app.context, unknown.document_id, arrived)),
      ),
    )
    expect(twice).toMatchObject([{ ok: true }, { ok: false, error: { code: 'DEAL_NOT_EDITABLE' } }])
    expect((await documentOf(unknown)).state).toBe('received')
  })

  test('cannot be changed until the broker cancels sending', async () => {
    const deal_id = await received()
    const first = await addDocument(app, cleanup, deal_id, { name: 'first.pdf' })
    const removed = await addDocument(app, cleanup, deal_id, { name: 'removed.pdf' })
    const changed = await addDocument(app, cleanup, deal_id, { name: 'changed.pdf' })
    const kind = app.context.profile.document_kinds.at(-1)?.value as string
    partner.createDocument = async ({ file }) => {
      if (file.name !== 'first.pdf') return ok({ reply: null })
      const { context } = app
      const refused = { ok: false, error: { code: 'DEAL_NOT_EDITABLE' } }
      expect(await resultOf(removeDocument(context, first.document_id))).toMatchObject(refused)
      expect(await resultOf(removeDocument(context, removed.document_id))).toMatchObject(refused)
      expect(await resultOf(setDocumentKind(context, changed.document_id, kind))).toMatchObject(refused)
      value(await engine.cancelDocument(removed.document_id))
      value(await removeDocument(context, removed.document_id))
      value(await engine.cancelDocument(changed.document_id))
      value(await setDocumentKind(context, changed.document_id, kind))
      return ok({ reply: null })
    }
    await sendDocuments(deal_id)
    expect(sent).toEqual(['bank_statement first.pdf'])
    await sendDocuments(deal_id)
    expect(sent.slice(1)).toEqual([`${kind} changed.pdf`])
    expect(value(await app.vault.listDocuments(deal_id)).map(({ name, state }) => [name, state])).toEqual([
      ['first.pdf', 'received'],
      ['changed.pdf', 'received'],
    ])
  })

  test('continue after one is canceled, and the canceled document gets the outcome that it really had', async () => {
    const deal_id = await received()
    const first = await addDocument(app, cleanup, deal_id, { name: 'first.pdf' })
    await addDocument(app, cleanup, deal_id, { name: 'second.pdf' })
    partner.createDocument = async ({ file }, _, signal) => {
      if (file.name === 'second.pdf') return ok({ reply: null })
      value(await engine.cancelDocument(first.document_id))
      return signal.aborted ? fail(away) : ok({ reply: null })
    }
    await sendDocuments(deal_id)
    expect(await documentOf(first)).toMatchObject({ state: 'attached', error: { code: 'SENDING_CANCELLED' } })
    expect(sent).toHaveLength(2)

    const other = await addDocument(app, cleanup, deal_id, { name: 'other.pdf' })
    partner.createDocument = async () => ok({ reply: null })
    value(await queueDocuments(app.context, deal_id, first.document_id))
    await settled(app, engine)
    expect(await documentOf(first)).toMatchObject({ state: 'received', error: null })
    expect((await documentOf(other)).state).toBe('attached')
  })

  test('include a document attached while others are being sent, but not a document attached after all were sent', async () => {
    const deal_id = await received()
    await addDocument(app, cleanup, deal_id, { name: 'first.pdf' })
    const registry = new FileRegistry()
    const attach = async (name: string) => {
      const path = join(cleanup.folder(), name)
      writeFileSync(path, `%PDF-1.7 ${randomUUID()}`)
      const [file] = registry.register([path])
      const [outcome] = value(await attachDocuments(app.context, registry, deal_id, file ? [file] : []))
      if (outcome?.attached !== true) throw new Error('It was not attached.')
      return outcome.document
    }
    const early = await attach('early.pdf')
    expect((await documentOf(early)).state).toBe('attached')
    let late: DealDocument | undefined
    partner.createDocument = async () => {
      late ??= await attach('late.pdf')
      return ok({ reply: null })
    }
    await sendDocuments(deal_id)
    expect(sent.map((one) => one.split(' ').at(-1))).toEqual(['first.pdf', 'early.pdf', 'late.pdf'])
    const after = await attach('after.pdf')
    expect((await documentOf(after)).state).toBe('attached')
  })

  test('keep their place when the app ends: the current upload is aborted, and the next one does not start', async () => {
    const deal_id = await received()
    const first = await addDocument(app, cleanup, deal_id, { name: 'first.pdf' })
    const second = await addDocument(app, cleanup, deal_id, { name: 'second.pdf' })
    let stopped: Promise<void> | undefined
    partner.createDocument = async (_input, _progress, signal) => {
      stopped ??= engine.stop()
      return signal.aborted ? fail(away) : ok({ reply: null })
    }
    value(await queueDocuments(app.context, deal_id))
    engine.wake()
    await until(() => (stopped === undefined ? undefined : true))
    await stopped
    expect([(await documentOf(first)).state, (await documentOf(second)).state]).toEqual(['queued', 'queued'])
    expect(sent).toHaveLength(1)

    partner.createDocument = async () => ok({ reply: null })
    engine = (await openEngine(app, cleanup)).engine
    await settled(app, engine)
    expect(sent.slice(1)).toEqual(['bank_statement first.pdf', 'bank_statement second.pdf'])
  })

  test('of a deal that was deleted meanwhile are not sent, and can be sent after the deal is restored', async () => {
    const deal_id = await addDeal(app, { state: 'received', application_id })
    const document = await addDocument(app, cleanup, deal_id)
    value(await queueDocuments(app.context, deal_id))
    value(await trashDeal(app.context, deal_id, true))
    await settled(app, engine)
    expect(sent).toEqual([])
    expect(await documentOf(document)).toMatchObject({ state: 'attached', error: null })
    value(await trashDeal(app.context, deal_id, false))
    await sendDocuments(deal_id)
    expect(sent).toEqual(['bank_statement statement.pdf'])
  })

  test('are not sent if their application is found at the partner after the deal was deleted', async () => {
    const deal_id = await addDeal(app, { state: 'unknown' })
    const document = await addDocument(app, cleanup, deal_id)
    value(await trashDeal(app.context, deal_id, true))
    value(await resolveUnknownApplication(app.context, deal_id, true, application_id))
    await settled(app, engine)
    expect(sent).toEqual([])
    expect(await dealOf(app, deal_id)).toMatchObject({ state: 'received', application_id })
    expect(await documentOf(document)).toMatchObject({ state: 'attached' })
  })

  test('are not sent before the partner has the application', async () => {
    const deal_id = await addDeal(app)
    await addDocument(app, cleanup, deal_id)
    expect(await resultOf(queueDocuments(app.context, deal_id))).toMatchObject({
      ok: false,
      error: { outcome: 'not_received' },
    })
    expect(sent).toEqual([])
  })
})
