import { Failure } from '../../src-main/platform/base/failure.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { PollingEventSource } from '../../src-main/features/events/polling-event-source.ts'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { writeConnection } from '../../src-main/features/connection/connection-settings.ts'
import { EventSync } from '../../src-main/features/events/event-sync.ts'
import { listDeals, sumDeals } from '../../src-main/features/pipeline/list-deals.ts'
import type { StoredDeal } from '../../src-main/platform/vault/records.ts'
import { nextStep } from '../../src-shared/features/deal-screen/next-step.ts'
import type { OfferScenario } from '../../src-shared/features/offers/offer-scenario.ts'
import { bareOffer, type Offer } from '../../src-shared/features/offers/offer.ts'
import type { DealQuery } from '../../src-shared/features/pipeline/pipeline.ts'
import { appError, ok } from '../../src-shared/platform/base/errors.ts'
import { standardEndpoints } from '../../src-shared/platform/partner/standard-endpoints.ts'
import { addDeal, composeApp, value, type App } from '../support/core/composed-app.ts'
import { connectTo } from '../support/partner/client.ts'
import { makePayload } from '../support/relay/payload.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { asAdmin, asClient, startSandbox } from '../support/relay/sandbox.ts'
import { dealQuerySchema } from '../../src-shared/features/pipeline/contract.ts'

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

const MOVING = { state: 'moving', error: null, retry_at: null } as const
const query = (more: Partial<DealQuery> = {}) => dealQuerySchema.parse(more)
const offer = (status: string | null): Offer => ({
  ...bareOffer(`${status}`),
  status,
  amount_cents: 35_000_00,
  expires_at: '2026-05-20T10:00:00.000Z',
})

/** Expects that the list, the filters, the counts, the board, and the deal page agree that the deal has an open offer. */
async function expectInOffers({ context }: App, deal_id: string): Promise<void> {
  const all = value(await listDeals(context, query()))
  expect(all.counts).toMatchObject({ all: 1, offer: 1, submitted: 0, attention: 0, other: 0 })
  const idsBy = async (more: Partial<DealQuery>) =>
    value(await listDeals(context, query(more))).rows.map((row) => row.deal_id)
  expect(await idsBy({ filter: 'offer' })).toEqual([deal_id])
  expect(await idsBy({ where: { status: 'offer_available' } })).toEqual([deal_id])
  expect(await idsBy({ where: { expires_within_days: 30 } })).toEqual([deal_id])
  expect(await idsBy({ search: 'offer available' })).toEqual([deal_id])
  expect(all.rows).toMatchObject([{ has_offer: true, latest_status: 'offer_available' }])
  expect(all.rows[0]?.expires_at).not.toBeNull()
  expect(value(await sumDeals(context, query())).offer).toMatchObject({ deals: 1 })
  const deal = value(await viewDeal(context, deal_id))
  expect(deal).toMatchObject({ has_offer: true, latest_status: 'offer_available' })
  const now = Date.parse(context.clock.now())
  expect(nextStep({ ...deal, problems: [] }, MOVING, now)).toMatchObject({ step: 'decide_offer', count: 1 })
}

test('an offer found by polling puts the deal into Offers even if the list reports no statuses', async () => {
  const sandbox = await startSandbox(cleanup, cleanup.folder(), '--admin-port', '0')
  const client = connectTo(cleanup, {
    ...sandbox.ready,
    service: {
      endpoints: { ...standardEndpoints, offer_fields: { ...standardEndpoints.offer_fields, status: [] } },
    },
  })
  const app = await composeApp(cleanup, { partner: { ...client }, now: new Date().toISOString() })
  const direct = await asClient(sandbox.ready)
  const { application_id } = (await direct.post('/v1/application', makePayload())).body
  await asAdmin(sandbox.ready).publish(application_id, 'app_under_review')
  await asAdmin(sandbox.ready).publish(application_id, 'offer_available')
  const deal_id = await addDeal(app, { state: 'received', application_id })
  const { base_url } = sandbox.ready
  value(await writeConnection(app.vault, { base_url, client_id: 'client', relay_url: '' }))
  const eventSync = new EventSync(app.context, {
    connect: () => {
      throw new Error('no relay')
    },
    createPolling: () =>
      new PollingEventSource({ partner: app.context.partner, intervalMinutes: async () => 1 }),
    verify: async () => ok({ verification: 'body' }),
    registrations: () => Promise.reject(new Failure(appError('INTERNAL', 'Not asked.', 'Nothing.'))),
  })
  cleanup.add(() => eventSync.stop())
  await eventSync.restart()
  await until(async () => (app.notified.length === 2 ? true : undefined))
  expect(app.notified.map(({ status }) => status)).toEqual(['app_under_review', 'offer_available'])
  expect(value(await app.vault.unreadNews())).toHaveLength(2)
  await expectInOffers(app, deal_id)
})

describe('a stored open offer puts the deal into Offers', () => {
  const at = '2026-05-02T10:00:00.000Z'
  test.each<[string, Partial<StoredDeal>]>([
    ['without news', { offers: [offer(null)] }],
    [
      'after news of the application',
      { application_status: 'app_under_review', application_status_at: at, offers: [offer('open')] },
    ],
    [
      'next to a rescinded offer',
      { offer_status: 'offer_rescinded', offer_status_at: at, offers: [offer('rescinded'), offer('open')] },
    ],
  ])('%s', async (_, changes) => {
    const app = await composeApp(cleanup)
    const deal_id = await addDeal(app, { state: 'received', application_id: '77', ...changes })
    expect(value(await app.vault.getDeal(deal_id))?.offer_status ?? null).toBe(changes.offer_status ?? null)
    await expectInOffers(app, deal_id)
  })

  test.each([null, 'offer_available'])(
    'until it is accepted in the app, if the stored offer status is %s',
    async (offer_status) => {
      const app = await composeApp(cleanup)
      const offers = [offer(null)]
      const changes = { offers, offer_status, offer_status_at: offer_status && at }
      const deal_id = await addDeal(app, { state: 'received', application_id: '77', ...changes })
      const accept = async (acceptance: OfferScenario['acceptance']) =>
        value(await app.vault.commit([{ write: 'put_acceptance', deal_id, offer_id: 'null', acceptance }]))
      await accept({ state: 'unknown', at })
      await expectInOffers(app, deal_id)
      await accept({ state: 'accepted', at })
      const shown = { has_offer: false, latest_status: 'offer_accepted' }
      expect(value(await listDeals(app.context, query({ filter: 'offer' }))).rows).toMatchObject([
        { ...shown, expires_at: null },
      ])
      const deal = value(await viewDeal(app.context, deal_id))
      expect(deal).toMatchObject(shown)
      expect(nextStep({ ...deal, problems: [] }, MOVING, Date.parse(at)).step).toBe('send_missing')
      // Later, the partner's list still contains the offer, and still without a status. The offer must remain accepted.
      value(await app.vault.commit([{ write: 'update_deal', deal_id, changes: { offers: [...offers] } }]))
      expect(value(await viewDeal(app.context, deal_id))).toMatchObject(shown)
      await accept({ state: 'still_open', at })
      await expectInOffers(app, deal_id)
    },
  )

  test('when an update of the deal adds it, until the offer is accepted', async () => {
    const app = await composeApp(cleanup)
    const deal_id = await addDeal(app, { state: 'received', application_id: '77' })
    const store = async (offers: Offer[]) =>
      value(await app.vault.commit([{ write: 'update_deal', deal_id, changes: { offers } }]))
    await store([offer('available')])
    await expectInOffers(app, deal_id)
    await store([offer('accepted')])
    expect(value(await listDeals(app.context, query())).rows).toMatchObject([
      { has_offer: false, latest_status: 'offer_accepted' },
    ])
    await store([])
    expect(value(await listDeals(app.context, query())).counts).toMatchObject({ offer: 0, submitted: 1 })
  })
})
