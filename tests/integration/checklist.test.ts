import { afterAll, expect, test } from 'vitest'
import { addChecklistItem, tieDocument } from '../../src-main/core/documents/checklist.ts'
import { viewDeal } from '../../src-main/core/drafts/deal-view.ts'
import { listDeals } from '../../src-main/core/pipeline/list-deals.ts'
import { bareOffer, type Offer } from '../../src-shared/domain/offer.ts'
import { dealQuerySchema } from '../../src-shared/domain/pipeline-schema.ts'
import { addDeal, addDocument, openDesk, value } from './core-support/desk.ts'
import { Cleanup } from './relay-support/program.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

test('a line is answered by the document that was chosen last, and the one before answers its own kind again', async () => {
  const desk = await openDesk(cleanup)
  const deal_id = await addDeal(desk)
  const [first, second] = [
    await addDocument(desk, cleanup, deal_id),
    await addDocument(desk, cleanup, deal_id),
  ]
  value(await addChecklistItem(desk.workspace, deal_id, 'Payoff letter'))
  const line = async (label: string) =>
    value(await viewDeal(desk.workspace, deal_id)).checklist.find((item) => item.label === label)
  const item_id = (await line('Payoff letter'))?.item_id ?? ''
  for (const { document_id } of [first, second])
    // oxlint-disable-next-line no-await-in-loop
    value(await tieDocument(desk.workspace, document_id, item_id))
  expect((await line('Payoff letter'))?.document_ids).toEqual([second.document_id])
  expect((await line('Bank statement'))?.document_ids).toEqual([first.document_id])
})

test('a document that was chosen for an offer’s line is of its kind all the same, on the deal and in the list, before and after that offer goes', async () => {
  const desk = await openDesk(cleanup)
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
  const deal_id = await addDeal(desk, { offers: asking('2099-01-01T00:00:00.000Z') })
  const { document_id } = await addDocument(desk, cleanup, deal_id, { state: 'received' })
  const signed = await addDocument(desk, cleanup, deal_id, { kind: 'signed_contract' })
  const lines = async () => {
    const { checklist } = value(await viewDeal(desk.workspace, deal_id))
    return Object.fromEntries(
      ['Bank statement', 'Most recent statement', 'Signed contract'].map((label) => [
        label,
        checklist.find((item) => item.label === label)?.document_ids,
      ]),
    )
  }
  const chosen = async () =>
    value(await viewDeal(desk.workspace, deal_id))
      .checklist.filter((item) => item.chosen)
      .map(({ label }) => label)
  const where = { papers: 'kind:bank_statement' } as const
  const missing = async () =>
    value(await listDeals(desk.workspace, dealQuerySchema.parse({ where }))).rows.map((row) => row.deal_id)

  // Each is answered by its kind, if at all: there is no choice to take back.
  expect(await chosen()).toEqual([])
  value(await tieDocument(desk.workspace, document_id, 'offer:most recent statement'))
  expect(await chosen()).toEqual(['Most recent statement'])
  value(await tieDocument(desk.workspace, signed.document_id, 'kind:bank_statement'))
  expect(await lines()).toEqual({
    'Bank statement': [signed.document_id, document_id],
    'Most recent statement': [document_id],
    // It was chosen for another line.
    'Signed contract': [],
  })
  value(await tieDocument(desk.workspace, signed.document_id, null))
  expect(await missing()).toEqual([])

  const offers = asking('2026-01-01T00:00:00.000Z')
  value(await desk.vault.commit([{ write: 'update_deal', deal_id, changes: { offers } }]))
  expect(await lines()).toEqual({ 'Bank statement': [document_id] })
  expect(await missing()).toEqual([])
  value(await desk.vault.commit([{ write: 'delete_document', document_id }]))
  expect(await missing()).toEqual([deal_id])
})
