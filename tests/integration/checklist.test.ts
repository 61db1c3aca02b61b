import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { addChecklistItem, linkDocument } from '../../src-main/features/documents/checklist.ts'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { listDeals } from '../../src-main/features/pipeline/list-deals.ts'
import { missingLines } from '../../src-shared/features/deal-screen/next-step.ts'
import { en } from '../../src-shared/app/texts.en.ts'
import { es } from '../../src-shared/app/texts.es.ts'
import { setMessages } from '../../src-shared/platform/texts/messages.ts'
import { bareOffer, type Offer } from '../../src-shared/features/offers/offer.ts'
import { addDeal, addDocument, composeApp, value } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { UNREAD, type DealDocument } from '../../src-shared/features/documents/document.ts'
import { dealQuerySchema } from '../../src-shared/features/pipeline/contract.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

test('linking a second document to a checklist row replaces the first document, which counts for the row of its own kind again', async () => {
  const app = await composeApp(cleanup)
  const deal_id = await addDeal(app)
  const [first, second] = [await addDocument(app, cleanup, deal_id), await addDocument(app, cleanup, deal_id)]
  value(await addChecklistItem(app.context, deal_id, 'Payoff letter'))
  const line = async (label: string) =>
    value(await viewDeal(app.context, deal_id)).checklist.find((item) => item.label === label)
  const item_id = (await line('Payoff letter'))?.item_id ?? ''
  for (const { document_id } of [first, second]) value(await linkDocument(app.context, document_id, item_id))
  expect((await line('Payoff letter'))?.document_ids).toEqual([second.document_id])
  expect((await line('Bank statement'))?.document_ids).toEqual([first.document_id])
})

test('a document that the partner refused leaves its checklist row open, and another one takes its place', async () => {
  const app = await composeApp(cleanup)
  const deal_id = await addDeal(app, { state: 'received', application_id: randomUUID() })
  const where = { papers: 'kind:voided_check' } as const
  const found = async () => {
    const { checklist } = value(await viewDeal(app.context, deal_id))
    const { rows } = value(await listDeals(app.context, dealQuerySchema.parse({ where })))
    return [checklist.find((item) => item.label === 'Voided check')?.state, rows.length]
  }
  await addDocument(app, cleanup, deal_id, { kind: 'voided_check', state: 'refused' })
  expect(await found()).toEqual(['open', 1])
  await addDocument(app, cleanup, deal_id, { kind: 'voided_check' })
  expect(await found()).toEqual(['prepared', 0])
})

test('a document linked to an offer stipulation also satisfies the checklist row of its kind, even after the offer expires', async () => {
  const app = await composeApp(cleanup)
  const asking = (expires_at: string): Offer[] => [
    {
      ...bareOffer('o1'),
      status: 'offer_available',
      expires_at,
      stipulations: ['Most recent statement', 'Signed contract'].map((label) => ({
        label,
        document_kind: null,
      })),
    },
  ]
  const deal_id = await addDeal(app, { offers: asking('2099-01-01T00:00:00.000Z') })
  const { document_id } = await addDocument(app, cleanup, deal_id, { state: 'received' })
  const signed = await addDocument(app, cleanup, deal_id, { kind: 'signed_contract' })
  const lines = async () => {
    const { checklist } = value(await viewDeal(app.context, deal_id))
    return Object.fromEntries(
      ['Bank statement', 'Most recent statement', 'Signed contract'].map((label) => [
        label,
        checklist.find((item) => item.label === label)?.document_ids,
      ]),
    )
  }
  const chosen = async () =>
    value(await viewDeal(app.context, deal_id))
      .checklist.filter((item) => item.chosen)
      .map(({ label }) => label)
  const where = { papers: 'kind:bank_statement' } as const
  const missing = async () =>
    value(await listDeals(app.context, dealQuerySchema.parse({ where }))).rows.map((row) => row.deal_id)

  // The documents belong to the checklist's lines only because of their kind. The broker linked none of them to a line, so there is no link
  // to undo.
  expect(await chosen()).toEqual([])
  value(await linkDocument(app.context, document_id, 'offer:most recent statement'))
  expect(await chosen()).toEqual(['Most recent statement'])
  value(await linkDocument(app.context, signed.document_id, 'kind:bank_statement'))
  expect(await lines()).toEqual({
    'Bank statement': [signed.document_id, document_id],
    'Most recent statement': [document_id],
    // The broker linked the signed contract to another line, so no document remains for this line.
    'Signed contract': [],
  })
  value(await linkDocument(app.context, signed.document_id, null))
  expect(await missing()).toEqual([])

  const offers = asking('2026-01-01T00:00:00.000Z')
  value(await app.vault.commit([{ write: 'update_deal', deal_id, changes: { offers } }]))
  expect(await lines()).toEqual({ 'Bank statement': [document_id] })
  expect(await missing()).toEqual([])
  value(await app.vault.commit([{ write: 'delete_document', document_id }]))
  expect(await missing()).toEqual([deal_id])
})

test('the list of deals counts a draft as complete exactly when its checklist is complete, including the months that its bank statements cover', async () => {
  const app = await composeApp(cleanup)
  const { expected_documents } = app.context.profile
  const others = expected_documents.filter((kind) => kind !== 'bank_statement')
  const period = (from: string, to: string) => ({ ...UNREAD, period: { from, to } })
  const [february, march, april] = [
    period('2026-02-01', '2026-02-28'),
    period('2026-03-01', '2026-03-31'),
    period('2026-04-01', '2026-04-30'),
  ]
  const cycles = ['01-16/02-15', '02-16/03-15', '03-16/04-15'].map((days) => {
    const [from = '', to = ''] = days.split('/')
    return period(`2026-${from}`, `2026-${to}`)
  })
  async function withStatements(state: 'draft' | 'received', readings: (DealDocument['reading'] | 'tied')[]) {
    const deal_id = await addDeal(app, state === 'draft' ? {} : { state, application_id: randomUUID() })
    for (const kind of others) await addDocument(app, cleanup, deal_id, { kind })
    for (const reading of readings) {
      const changes = reading === 'tied' ? { kind: 'other' } : { kind: 'bank_statement', reading }
      const { document_id } = await addDocument(app, cleanup, deal_id, changes)
      if (reading === 'tied') value(await linkDocument(app.context, document_id, 'kind:bank_statement'))
    }
    return deal_id
  }
  const deals = {
    none: await withStatements('draft', []),
    one: await withStatements('draft', [april]),
    all: await withStatements('draft', [february, march, april]),
    undated: await withStatements('draft', [null]),
    'undated too': await withStatements('draft', [february, march, april, UNREAD]),
    partial: await withStatements('draft', [february, march, period('2026-04-01', '2026-04-16')]),
    'in parts': await withStatements('draft', [
      february,
      march,
      period('2026-04-17', '2026-04-30'),
      period('2026-04-01', '2026-04-16'),
    ]),
    cycles: await withStatements('draft', cycles),
    'more cycles': await withStatements('draft', [...cycles, period('2026-04-16', '2026-05-15')]),
    quarter: await withStatements('draft', [period('2026-02-01', '2026-04-30')]),
    tied: await withStatements('draft', ['tied']),
    // For a submitted deal, one document of the required kind completes the checklist's line.
    sent: await withStatements('received', [april]),
  }
  const listed = async (papers: 'complete' | 'missing') => {
    const query = dealQuerySchema.parse({ where: { papers } })
    const { rows } = value(await listDeals(app.context, query))
    const ids = new Set(rows.map(({ deal_id }) => deal_id))
    return Object.entries(deals).flatMap(([name, deal_id]) => (ids.has(deal_id) ? [name] : []))
  }
  const complete = await listed('complete')
  expect([complete, await listed('missing')]).toEqual([
    ['all', 'undated too', 'in parts', 'more cycles', 'quarter', 'sent'],
    ['none', 'one', 'undated', 'partial', 'cycles', 'tied'],
  ])
  const views = await Promise.all(
    Object.entries(deals).map(async ([name, deal_id]) => ({
      name,
      ...value(await viewDeal(app.context, deal_id)),
    })),
  )
  // Compare only drafts. For a submitted deal, the list requires only one statement, but the deal screen uses the date of submission.
  const own = views.filter(
    ({ state, checklist }) => state === 'draft' && missingLines(checklist).length === 0,
  )
  expect([...own.map(({ name }) => name), 'sent']).toEqual(complete)
})

test('a Spanish checklist names standard documents of an offer and of the broker in Spanish', async () => {
  const app = await composeApp(cleanup)
  const stipulations = [{ label: 'Signed contract', document_kind: null }]
  const deal_id = await addDeal(app, {
    offers: [{ ...bareOffer('o1'), status: 'offer_available', stipulations }],
  })
  value(await addChecklistItem(app.context, deal_id, 'payoff letter'))
  const signed = await addDocument(app, cleanup, deal_id, { kind: 'signed_contract' })
  setMessages('es', es)
  try {
    const { checklist } = value(await viewDeal(app.context, deal_id))
    const line = checklist.find(({ label }) => label === 'Contrato firmado')
    expect(line?.document_ids).toEqual([signed.document_id])
    expect(checklist.map(({ label }) => label)).toContain('Carta de liquidación')
  } finally {
    setMessages('en', en)
  }
})
