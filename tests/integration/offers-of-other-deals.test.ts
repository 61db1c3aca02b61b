import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { applyAnswer } from '../../src-main/features/events/apply-answer.ts'
import { bareOffer } from '../../src-shared/features/offers/offer.ts'
import { addDeal, dealOf, composeApp, value, type App } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'

// Simulates a partner whose list of offers ignores the requested filter, so that it also contains offers of other applications.

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

let app: App
let deals: string[]
let now: number
beforeEach(async () => {
  now = Date.parse('2026-05-04T15:00:00.000Z')
  app = await composeApp(cleanup)
  deals = [
    await addDeal(app, { state: 'received', application_id: 'app-0' }),
    await addDeal(app, { state: 'received', application_id: 'app-1' }),
  ]
})

async function list(of: number, ...ids: string[]) {
  const entries = ids.map((offer_id) => ({
    ...bareOffer(offer_id),
    status: 'offer_available',
    amount_cents: 1,
  }))
  const offers = { entries, unread: 0, has_more: false }
  const asked_at = new Date((now += 60_000)).toISOString()
  const reported = {
    deal_id: deals[of] as string,
    application_id: `app-${of}`,
    asked_at,
    status: null,
    offers,
  }
  return value(await applyAnswer(app.context, reported, () => true))
}
const offersOf = async (of: number) =>
  (await dealOf(app, deals[of] as string)).offers.map(({ offer_id }) => offer_id)
const quarantineEntriesOf = async (of: number) =>
  value(await app.vault.listTimeline(deals[of] as string))
    .filter(({ title }) => formatMessage(title).includes('quarantined'))
    .map(({ detail }) => formatMessage(detail))

test('an offer that already belongs to another deal stays with that deal, and the second deal gets one timeline entry about it', async () => {
  await list(0, 'o1')
  expect(await list(1, 'o1', 'o2')).toMatchObject({ is_news: true, elsewhere: ['o1'] })
  expect([await offersOf(0), await offersOf(1)]).toEqual([['o1'], ['o2']])
  await list(1, 'o1', 'o2')
  expect(await quarantineEntriesOf(1)).toEqual([expect.stringContaining('o1')])
  expect(await quarantineEntriesOf(0)).toEqual([])
})

test('a list that contains only offers of another deal is not reported as news and does not change the offers of this deal', async () => {
  await list(0, 'o1')
  await list(1, 'o2')
  const reported = app.notified.length
  expect(await list(1, 'o1')).toMatchObject({ is_news: false })
  expect(await offersOf(1)).toEqual(['o2'])
  expect((await dealOf(app, deals[1] as string)).offer_status).toBe('offer_available')
  expect(app.notified).toHaveLength(reported)
})
