import fc from 'fast-check'
import { afterAll, afterEach, expect, test } from 'vitest'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { readDashboard, readLedger } from '../../src-main/features/money/commissions.ts'
import { readRenewals } from '../../src-main/features/money/renewals.ts'
import { merchantHtml, printedRows } from '../../src-main/features/merchant-page/printed-page.fixture.ts'
import { listDeals, sumDeals } from '../../src-main/features/pipeline/list-deals.ts'
import { cellsOf } from '../../src-renderer/features/offers/comparison-rows.ts'
import { factsOf } from '../../src-shared/features/deals/deal-facts.ts'
import type { OfferScenario } from '../../src-shared/features/offers/offer-scenario.ts'
import { acceptedOffer } from '../../src-shared/features/offers/offer-status.ts'
import { bareOffer, type Offer } from '../../src-shared/features/offers/offer.ts'
import { STAGES } from '../../src-shared/features/pipeline/pipeline.ts'
import { readMoney } from '../../src-shared/platform/entry/money.ts'
import { messages } from '../../src-shared/platform/texts/messages.ts'
import { composeApp, value } from '../support/core/composed-app.ts'
import { acceptedOffer as ACCEPTED, exported, fundedDeal } from '../support/core/funded-deal.ts'
import { Cleanup } from '../support/cleanup.ts'
import { HostPool } from '../support/vault/host-pool.ts'
import { dealQuerySchema } from '../../src-shared/features/pipeline/contract.ts'
import { exportDeals } from '../../src-main/features/pipeline/export-deals.ts'

// A figure that two screens show must be equal on both. For commissions, see `commissions.test.ts`.

const cleanup = new Cleanup()
const pool = new HostPool()
afterEach(() => cleanup.run())
afterAll(() => pool.end())

const NOW = '2026-03-10T12:00:00.000Z'
const query = () => dealQuerySchema.parse({})

test('the amount of a funded deal and its number of offers are the same on all screens', async () => {
  const app = await composeApp(cleanup, { start: pool.start, now: NOW })
  const { context } = app
  const others = [
    { ...bareOffer('o2'), status: 'available', amount_cents: 3_000_000 },
    { ...bareOffer('o3'), status: 'rescinded', amount_cents: 9_000_000 },
  ]
  const deal_id = await fundedDeal(app, ACCEPTED, others)
  const list = value(await listDeals(context, query()))
  const sums = value(await sumDeals(context, query()))
  const month = value(await readDashboard(context, 'all')).months.at(-1)
  const deal = value(await viewDeal(context, deal_id))
  const csv = (await exported(app)).split('\r\n')[1]?.split(',')
  expect({
    ledger: value(await readLedger(context)).lines[0]?.amount_cents,
    renewals: value(await readRenewals(context))[0]?.amount_cents,
    dashboard: month?.funded_cents,
    pipeline: list.rows[0]?.offer_cents,
    board: sums.funded.funded_cents,
    file: Number(csv?.[3]) * 100,
  }).toEqual({
    ledger: 3_500_000,
    renewals: 3_500_000,
    dashboard: 3_500_000,
    pipeline: 3_500_000,
    board: 3_500_000,
    file: 3_500_000,
  })
  expect(deal.offers).toHaveLength(4)
  expect(list.rows[0]?.offers).toBe(4)
})

test.each<[string, Offer[], number | null]>([
  ['the accepted offer', [offerOf('accepted', 35), offerOf('available', 40)], 35],
  ['the funded offer', [offerOf('funded', 35), offerOf('available', 40)], 35],
  [
    'the highest open offer',
    [offerOf('available', 35), offerOf('available', 40), offerOf('expired', 90)],
    40,
  ],
  ['the only offer of a partner without statuses', [offerOf(null, 35)], 35],
  ['no expired offer', [offerOf('rescinded', 35), offerOf('offer_expired', 40)], null],
])('the pipeline shows the amount of %s', (_, offers, cents) => {
  expect(factsOf({ values: {}, offers }, []).offer_cents).toBe(cents)
  const accepted = acceptedOffer(offers, null)
  if (accepted !== null) expect(accepted.amount_cents).toBe(cents)
})

test('the pipeline shows the offer that the broker accepted last', () => {
  const offers = [offerOf(null, 35, 'a'), offerOf(null, 40, 'b')]
  const accepted = (offer_id: string, at: string): OfferScenario => ({
    offer_id,
    choice: null,
    sent: null,
    declined: null,
    acceptance: { state: 'accepted', at },
  })
  const own = [accepted('b', '2026-03-01T10:00:00.000Z'), accepted('a', '2026-03-02T10:00:00.000Z')]
  expect(factsOf({ values: {}, offers }, own).offer_cents).toBe(35)
})

function offerOf(status: string | null, amount_cents: number, offer_id = `${status}`): Offer {
  return { ...bareOffer(offer_id), status, amount_cents }
}

test('the number of deals, in total and by stage, is the same on all screens', async () => {
  const app = await composeApp(cleanup, { start: pool.start, now: NOW })
  const { context } = app
  await fundedDeal(app)
  const list = value(await listDeals(context, query()))
  const sums = value(await sumDeals(context, query()))
  const { funnel } = value(await readDashboard(context, 'all'))
  let file = ''
  await exportDeals(
    context,
    async (_, pieces) => {
      for await (const piece of pieces) file += Buffer.from(value(piece)).toString()
      return { saved_as: 'deals.csv' }
    },
    { columns: ['business'], of: { query: query() } },
  )
  const board = STAGES.map((stage) => sums[stage].deals).reduce((sum, deals) => sum + deals, 0)
  expect([list.total, list.counts.all, board, file.trim().split('\r\n').length - 1]).toEqual([1, 1, 1, 1])
  expect([list.counts.funded, sums.funded.deals, funnel.funded]).toEqual([1, 1, 1])
})

test("an offer has the same figures on the deal's card, in the comparison, and on the printed page", () => {
  const cents = fc.option(fc.integer({ min: 0, max: 60_000_000 }), { freq: 2 })
  const offers: fc.Arbitrary<Offer> = fc
    .record({
      amount_cents: fc.integer({ min: 1_000_00, max: 60_000_000 }),
      factor_rate: fc.constantFrom(null, '1.25', '1.3333'),
      payments: fc.constantFrom(null, 1, 52, 126),
      payment_frequency: fc.constantFrom('daily', 'weekly', 'monthly'),
      payback_cents: cents,
      payment_cents: cents,
      total_fees_cents: fc.option(fc.integer({ min: 0, max: 50_000 })),
      net_to_merchant_cents: cents,
      existing_balance_cents: fc.constantFrom(null, 0, 5_000_00),
      apr: fc.constantFrom(null, '92.22'),
    })
    .map((reported) => ({ ...bareOffer('1'), created_at: '2026-03-02', ...reported }))
  fc.assert(
    fc.property(offers, (offer) => {
      const text = messages().offers
      const printed = printedRows(merchantHtml({ offers: [{ number: 1, offer }] }, 'en', text))
      const cells = cellsOf(offer, null, 'points')
      for (const row of ['amount', 'payback', 'fees', 'net', 'balance'] as const) {
        const [onPaper = '–'] = printed.get(text.rows[row])?.[0] ?? []
        const [onScreen = '–'] = cells[row].lines
        // The printed page omits a balance of zero.
        if (row === 'balance' && offer.existing_balance_cents === 0) continue
        expect([row, readMoney(onScreen)]).toEqual([row, readMoney(onPaper)])
      }
      const [apr = '–'] = printed.get(text.rows.apr)?.[0] ?? []
      expect(Number.parseFloat(cells.apr.lines[0] ?? '')).toEqual(Number.parseFloat(apr))
    }),
  )
})
