import { resultOf } from '../../src-main/platform/base/failure.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  acceptProposals,
  dismissProposals,
  readProposals,
} from '../../src-main/features/prefill/proposals.ts'
import {
  dismissReuse,
  reuseMerchant,
  viewKnownMerchant,
} from '../../src-main/features/merchants/known-merchant.ts'
import { sentenceOf } from '../../src-shared/features/submission/queue.ts'
import { healthOf } from '../../src-main/features/submission/health.ts'
import { loadDeal } from '../../src-main/features/deals/load-deal.ts'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import { createDraft } from '../../src-main/features/drafts/create-draft.ts'
import { redoChange, undoChange } from '../../src-main/features/drafts/edit-draft.ts'
import { merchantNameKey } from '../../src-shared/features/merchants/merchants.ts'
import { newProposals } from '../../src-shared/features/prefill/prefill.ts'
import { rowIds, valueAt } from '../../src-shared/features/form/form-path.ts'
import { completeDraft, rowsOf } from '../../src-shared/features/form/complete-draft.fixture.ts'
import {
  addDeal,
  addDocument,
  composeApp,
  saveAsSeen,
  value,
  type App,
} from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { makeApplication, type MadeApplication } from '../support/documents/application-forms.ts'
import { drawForm } from '../support/documents/drawn-form.ts'
import { doubtOf, UNREAD } from '../../src-shared/features/documents/document.ts'

// Uses the real PDF worker, the real document store, and a real vault.

const cleanup = new Cleanup()
let app: App
let made: MadeApplication
beforeAll(async () => {
  app = await composeApp(cleanup)
  made = await makeApplication({ layout: 'boxed', seed: 3, empty: 0 })
})
afterAll(() => cleanup.run())

const truth = (path: string) => made.truth.get(path) as string

async function draftWith(bytes: Uint8Array): Promise<{ deal_id: string; document_id: string }> {
  const deal_id = value(await createDraft(app.context))
  const { sha256, size } = value(await app.context.documents.addBytes(bytes))
  const { document_id } = await addDocument(app, cleanup, deal_id, {
    name: 'application.pdf',
    kind: 'application_form',
    sha256,
    size,
    reading: UNREAD,
  })
  return { deal_id, document_id }
}

async function stored(deal_id: string, path: string) {
  return valueAt(value(await app.vault.getDeal(deal_id))?.values ?? {}, path)
}

test('found values are accepted by id, also of a second owner, and undone and redone as one step', async () => {
  const { deal_id, document_id } = await draftWith(made.bytes)
  const { proposals } = value(await readProposals(app.context, document_id))
  const ids = newProposals(proposals).map(({ proposal_id }) => proposal_id)
  expect(ids.length).toBeGreaterThan(30)
  const origin = { deal_id, window_id: null }
  const done = value(await acceptProposals(app.context, { ...origin, document_id, replaces: false }, ids))
  expect(done).toMatchObject({
    accepted: ids.length,
    outdated: 0,
    history: { undo: `${ids.length} values filled in` },
  })
  expect(await stored(deal_id, 'company.owners.1.ssn')).toBe(truth('company.owners.1.ssn'))
  expect(await stored(deal_id, 'company.legal_name')).toBe(truth('company.legal_name'))
  const after = value(await readProposals(app.context, document_id))
  expect(newProposals(after.proposals)).toEqual([])
  value(await undoChange(app.context, origin))
  expect(await stored(deal_id, 'company.owners.1')).toBeUndefined()
  expect((await stored(deal_id, 'company.legal_name')) ?? null).toBeNull()
  value(await redoChange(app.context, origin))
  expect(await stored(deal_id, 'company.owners.1.ssn')).toBe(truth('company.owners.1.ssn'))
})

test('no SSN and no EIN leaves main with the proposals, neither as a value nor in a quotation', async () => {
  const { document_id, deal_id } = await draftWith(made.bytes)
  value(await saveAsSeen(app, deal_id, [{ op: 'set', path: 'company.owners.0.ssn', value: '900-55-4444' }]))
  const sent = JSON.stringify(value(await readProposals(app.context, document_id)))
  for (const secret of [
    truth('company.owners.0.ssn'),
    truth('company.owners.1.ssn'),
    truth('company.ein'),
    '900-55-4444',
  ]) {
    expect(sent).not.toContain(secret)
    expect(sent).not.toContain(secret.replaceAll('-', ''))
    expect(sent).not.toContain(secret.slice(0, -4))
  }
  expect(sent).toContain(`•••-••-${truth('company.owners.0.ssn').slice(-4)}`)
})

test('a field with a value is never overwritten unseen: a value that changed after the proposal was shown stays', async () => {
  const { deal_id, document_id } = await draftWith(made.bytes)
  const path = 'company.dba'
  const { proposals } = value(await readProposals(app.context, document_id))
  const [proposal] = proposals.filter((one) => one.path === path)
  const origin = { deal_id, window_id: null, document_id, replaces: false }
  value(await saveAsSeen(app, deal_id, [{ op: 'set', path, value: 'Typed meanwhile' }]))
  const ids = [proposal?.proposal_id ?? '']
  expect(value(await acceptProposals(app.context, origin, ids))).toMatchObject({ accepted: 0, outdated: 1 })
  expect(await stored(deal_id, path)).toBe('Typed meanwhile')
  const again = value(await readProposals(app.context, document_id)).proposals.find(
    (one) => one.path === path,
  )
  expect(again).toMatchObject({ state: 'replaces', current: 'Typed meanwhile', value: truth(path) })
  // Accepting all new values never replaces one.
  expect(value(await acceptProposals(app.context, origin, ids))).toMatchObject({ accepted: 0 })
  const replaced = await resultOf(acceptProposals(app.context, { ...origin, replaces: true }, ids))
  expect(value(replaced)).toMatchObject({ accepted: 1, outdated: 0 })
  expect(await stored(deal_id, path)).toBe(truth(path))
})

test('a value that the form refuses is shown with the reason and cannot be accepted', async () => {
  const bytes = await drawForm(({ text }) => {
    const lines = [
      ['Amount requested:', '$50,000'],
      ['EIN:', '12-3456789'],
      ['Business start date:', '03/2015'],
      ['Business email:', 'office@example'],
      ['Owner 1 FICO:', '900'],
    ]
    lines.forEach(([label = '', printed = ''], at) => {
      text(label, 40, 60 + at * 20)
      text(printed, 200, 60 + at * 20, { mono: true })
    })
  })
  const { deal_id, document_id } = await draftWith(bytes)
  const { proposals } = value(await readProposals(app.context, document_id))
  const invalid = proposals.filter(({ state }) => state === 'invalid')
  expect(invalid.map(({ path }) => path).toSorted()).toEqual(['company.email', 'company.owners.0.fico'])
  for (const { problem } of invalid) expect(problem).not.toBeNull()
  const ids = invalid.map(({ proposal_id }) => proposal_id)
  const done = value(
    await acceptProposals(app.context, { deal_id, window_id: null, document_id, replaces: true }, ids),
  )
  expect(done.accepted).toBe(0)
  expect((await stored(deal_id, 'company.owners.0.fico')) ?? null).toBeNull()
})

test('proposals of another deal, unknown proposals, and proposals of a sent application are refused', async () => {
  const { deal_id, document_id } = await draftWith(made.bytes)
  const other = value(await createDraft(app.context))
  const { proposals } = value(await readProposals(app.context, document_id))
  const ids = [proposals[0]?.proposal_id ?? '']
  const accept = (deal: string, chosen: string[]) =>
    resultOf(
      acceptProposals(app.context, { deal_id: deal, window_id: null, document_id, replaces: true }, chosen),
    )
  expect(await accept(other, ids)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
  expect(await accept(deal_id, [randomUUID()])).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
  value(await app.vault.commit([{ write: 'update_deal', deal_id, changes: { state: 'received' } }]))
  expect(await accept(deal_id, ids)).toMatchObject({ ok: false, error: { code: 'DEAL_NOT_EDITABLE' } })
})

test('an application of another business does not count, until the deal has its name or the broker confirms it', async () => {
  const { document_id, deal_id } = await draftWith(made.bytes)
  const doubt = async () => {
    value(await readProposals(app.context, document_id))
    const [document] = value(await app.vault.listDocuments(deal_id))
    return document === undefined ? undefined : [doubtOf(document), document.reading?.other_merchant ?? null]
  }
  const nameIt = async (name: string) =>
    value(await saveAsSeen(app, deal_id, [{ op: 'set', path: 'company.legal_name', value: name }]))
  expect(await doubt()).toEqual([null, null])
  await nameIt('Cedar Diner LLC')
  expect(await doubt()).toEqual(['other_merchant', truth('company.legal_name')])
  await nameIt(truth('company.legal_name').toUpperCase())
  expect(await doubt()).toEqual([null, null])
  await nameIt('Cedar Diner LLC')
  value(await saveAsSeen(app, deal_id, [{ op: 'set', path: 'company.ein', value: truth('company.ein') }]))
  expect(await doubt()).toEqual([null, null])
})

test('the check before submission names each value that the application and the form state differently, without any EIN or SSN', async () => {
  const { document_id, deal_id } = await draftWith(made.bytes)
  const [name, ein] = [truth('company.legal_name'), truth('company.ein')]
  // Only the first digit differs, so the last four digits cannot tell the two apart.
  const typed = (ein.startsWith('5') ? '6' : '5') + ein.slice(1)
  const notes = async () =>
    (await healthOf(app.context, await loadDeal(app.context, deal_id)))
      .map((note) => [formatMessage(sentenceOf(note)), note.at] as const)
      .filter(([said]) => said.startsWith('The application '))
  const set = async (path: string, text: string) =>
    value(await saveAsSeen(app, deal_id, [{ op: 'set', path, value: text }]))
  await set('company.legal_name', name)
  await set('company.ein', typed)
  const { proposals } = value(await readProposals(app.context, document_id))
  const end = ein.slice(-4)
  const [printed, shown] = [`${ein.slice(0, 1)}•-•••${end}`, `${typed.slice(0, 1)}•-•••${end}`]
  expect(proposals.find(({ path }) => path === 'company.ein')).toMatchObject({
    value: printed,
    current: shown,
  })
  expect(await notes()).toEqual([
    [`The application application.pdf says EIN ${printed}, the form says ${shown}`, { path: 'company.ein' }],
  ])
  await set('company.ein', ein)
  expect(await notes()).toEqual([])
  await set('company.legal_name', 'Cedar Diner LLC')
  const [[note, at] = []] = await notes()
  expect([note, at]).toEqual([
    expect.stringMatching(/^The application application\.pdf says .* the form says Cedar Diner LLC$/),
    { path: 'company.legal_name' },
  ])
  await set('company.legal_name', name)
  await set('application.amount_requested', '1234')
  const [row] = rowIds((await loadDeal(app.context, deal_id)).values, 'company.owners')
  const ssn = truth('company.owners.0.ssn')
  await set(`company.owners.${row}.ssn`, `${ssn.slice(0, -1)}${(Number(ssn.at(-1)) + 1) % 10}`)
  expect((await notes()).map(([, one]) => one)).toEqual([
    { path: 'application.amount_requested' },
    { path: `company.owners.${row}.ssn` },
  ])
  const differing = (await healthOf(app.context, await loadDeal(app.context, deal_id))).filter(
    ({ begin }) => begin !== undefined,
  )
  // A screen shows the begin of both sentences once.
  expect(differing.map(({ begin = '' }) => formatMessage(begin))).toEqual(
    Array(2).fill('The application application.pdf says'),
  )
  expect(JSON.stringify(await notes())).toContain(`•••-••-${ssn.slice(-4)}`)
  const page = JSON.stringify(await viewDeal(app.context, deal_id))
  for (const secret of [ein, ssn]) expect(page).not.toContain(secret)
})

test('dismissed values are marked on the document, and the broker can still ask for them', async () => {
  const { document_id } = await draftWith(made.bytes)
  value(await dismissProposals(app.context, document_id))
  expect(value(await app.vault.getDocument(document_id))?.reading?.values_reviewed).toBe(true)
  expect(value(await readProposals(app.context, document_id)).proposals.length).toBeGreaterThan(0)
})

test('spellings of one business name give the same key, and other or short names do not', () => {
  const key = merchantNameKey('Juniper Bakery LLC')
  for (const name of [
    'JUNIPER BAKERY, L.L.C.',
    'Júniper  Bakery',
    'The Juniper Bakery Inc.',
    'juniper-bakery corp',
  ])
    expect({ name, key: merchantNameKey(name) }).toEqual({ name, key })
  expect(merchantNameKey('Juniper Bakeries')).not.toBe(key)
  expect(merchantNameKey('AB LLC')).toBe('')
  expect(merchantNameKey('Cruz & Sons')).toBe(merchantNameKey('Cruz and Sons, Inc'))
})

/** Adds a deal with the complete draft, changed at some paths of the company. */
async function earlier(company: Record<string, unknown>, changes: Parameters<typeof addDeal>[1] = {}) {
  const values = completeDraft()
  Object.assign(values['company'] as object, company)
  return addDeal(app, {
    values,
    legal_name: (values['company'] as { legal_name: string }).legal_name,
    ...changes,
  })
}

test('a merchant is recognized by EIN or by name, and its values fill only empty fields, as one step', async () => {
  const before = await earlier({ legal_name: 'Solar Path Farms LLC', ein: '55-1112223' })
  const deal_id = value(await createDraft(app.context))
  const origin = { deal_id, window_id: null }
  value(
    await saveAsSeen(app, deal_id, [
      { op: 'set', path: 'company.legal_name', value: 'SOLAR PATH FARMS' },
      { op: 'set', path: 'company.phone', value: '(541) 555-0199' },
    ]),
  )
  const known = value(await viewKnownMerchant(app.context, deal_id))
  expect(known.deals).toMatchObject([{ deal_id: before, same: 'name', deleted_at: null }])
  expect(known.reuse).toMatchObject({ deal_id: before, legal_name: 'Solar Path Farms LLC' })
  expect(JSON.stringify(known)).not.toContain('900-12-3456')
  expect(JSON.stringify(known)).not.toContain('55-1112223')
  const sections = known.reuse?.sections ?? []
  expect(sections.map(({ section_id, is_suggested }) => [section_id, is_suggested])).toEqual([
    ['business', true],
    ['contact', true],
    ['revenue', false],
    ['company.owners.row01', true],
  ])
  const chosen = sections.flatMap(({ section_id, is_suggested }) => (is_suggested ? [section_id] : []))
  const done = value(await reuseMerchant(app.context, { ...origin, from_deal_id: before, sections: chosen }))
  expect(done.filled).toBeGreaterThan(8)
  expect(await stored(deal_id, 'company.ein')).toBe('55-1112223')
  expect(await stored(deal_id, 'company.owners.0.ssn')).toBe('900-12-3456')
  expect(await stored(deal_id, 'company.legal_name')).toBe('SOLAR PATH FARMS')
  expect(await stored(deal_id, 'company.phone')).toBe('(541) 555-0199')
  expect((await stored(deal_id, 'company.monthly_revenue')) ?? null).toBeNull()
  expect((await stored(deal_id, 'application.amount_requested')) ?? null).toBeNull()
  expect(value(await viewKnownMerchant(app.context, deal_id)).deals).toMatchObject([{ same: 'ein' }])
  value(await undoChange(app.context, origin))
  expect((await stored(deal_id, 'company.ein')) ?? null).toBeNull()
  expect((await stored(deal_id, 'company.owners.0.ssn')) ?? null).toBeNull()
  expect(await stored(deal_id, 'company.phone')).toBe('(541) 555-0199')
})

test('the same name with another EIN is another merchant, and a name that two merchants share offers nothing', async () => {
  await earlier({ legal_name: 'Twin Peaks Cafe', ein: '11-1111111' })
  const other = await earlier({ legal_name: 'Twin Peaks Cafe LLC', ein: '22-2222222' })
  const deal_id = value(await createDraft(app.context))
  value(await saveAsSeen(app, deal_id, [{ op: 'set', path: 'company.legal_name', value: 'Twin Peaks Cafe' }]))
  expect(value(await viewKnownMerchant(app.context, deal_id))).toMatchObject({ reuse: null })
  value(await saveAsSeen(app, deal_id, [{ op: 'set', path: 'company.ein', value: '222222222' }]))
  const known = value(await viewKnownMerchant(app.context, deal_id))
  expect(known.deals.map(({ deal_id: id }) => id)).toEqual([other])
  expect(known.reuse).toMatchObject({ deal_id: other })
})

test('a deal in the trash is listed, but its values are not offered, and a deleted deal is forgotten', async () => {
  const before = await earlier({ legal_name: 'Harbor Gone LLC', ein: '33-3333333' })
  const deal_id = value(await createDraft(app.context))
  value(await saveAsSeen(app, deal_id, [{ op: 'set', path: 'company.ein', value: '33-3333333' }]))
  const trash = (deleted_at: string | null) =>
    resultOf(app.vault.commit([{ write: 'update_deal', deal_id: before, changes: { deleted_at } }]))
  value(await trash('2026-05-02T09:00:00.000Z'))
  const known = value(await viewKnownMerchant(app.context, deal_id))
  expect(known).toMatchObject({
    deals: [{ deal_id: before, deleted_at: '2026-05-02T09:00:00.000Z' }],
    reuse: null,
  })
  const copy = { deal_id, window_id: null, from_deal_id: before, sections: ['business'] }
  expect(await resultOf(reuseMerchant(app.context, copy))).toMatchObject({ ok: false })
  expect(value(await app.vault.eraseDeals([before]))).toBe(1)
  expect(value(await viewKnownMerchant(app.context, deal_id)).deals).toEqual([])
})

test('only a deal of the same merchant can be the source, and a dismissed offer does not return', async () => {
  const stranger = await earlier({ legal_name: 'Unrelated Stone Works', ein: '44-4444444' })
  const before = await earlier({ legal_name: 'Quiet Lake Motors', ein: '66-6666666' })
  const deal_id = value(await createDraft(app.context))
  value(await saveAsSeen(app, deal_id, [{ op: 'set', path: 'company.ein', value: '66-6666666' }]))
  const origin = { deal_id, window_id: null }
  expect(
    await resultOf(reuseMerchant(app.context, { ...origin, from_deal_id: stranger, sections: ['business'] })),
  ).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
  expect(value(await viewKnownMerchant(app.context, deal_id)).reuse).toMatchObject({ deal_id: before })
  value(await dismissReuse(app.context, deal_id))
  const known = value(await viewKnownMerchant(app.context, deal_id))
  expect(known.reuse).toBeNull()
  expect(known.deals).toHaveLength(1)
})

test('an owner that the draft already has gets the missing values, and another owner gets a separate row', async () => {
  const owner = { first_name: 'Ada', last_name: 'Sample', ssn: '900-12-3456' }
  const partner = { first_name: 'Grace', last_name: 'Miller', ssn: '900-77-8888' }
  await earlier({ legal_name: 'Two Owners Yard', ein: '77-7777777', owners: rowsOf(partner, owner) })
  const deal_id = value(await createDraft(app.context))
  value(
    await saveAsSeen(app, deal_id, [
      { op: 'set', path: 'company.ein', value: '77-7777777' },
      { op: 'set', path: 'company.owners.0.first_name', value: 'ADA' },
      { op: 'set', path: 'company.owners.0.last_name', value: 'Sample' },
    ]),
  )
  const { reuse } = value(await viewKnownMerchant(app.context, deal_id))
  const sections = (reuse?.sections ?? []).map(({ section_id }) => section_id)
  value(
    await reuseMerchant(app.context, {
      deal_id,
      window_id: null,
      from_deal_id: reuse?.deal_id ?? '',
      sections,
    }),
  )
  expect(await stored(deal_id, 'company.owners.0.first_name')).toBe('ADA')
  expect(await stored(deal_id, 'company.owners.0.ssn')).toBe('900-12-3456')
  expect(await stored(deal_id, 'company.owners.1.ssn')).toBe('900-77-8888')
})

test('a merchant of one environment is unknown in the other', async () => {
  const production = await composeApp(cleanup, { environment: 'production' })
  await earlier({ legal_name: 'Only In Sandbox LLC', ein: '88-8888888' })
  const deal_id = await addDeal(production, { legal_name: 'Only In Sandbox LLC' })
  expect(value(await viewKnownMerchant(production.context, deal_id))).toEqual({ deals: [], reuse: null })
})
