import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleNews } from '../../src-main/features/today/set-aside.ts'
import { listDone } from '../../src-main/features/today/today.ts'
import type { VaultWrite } from '../../src-main/platform/vault/vault.ts'
import { Cleanup } from '../support/cleanup.ts'
import { addDeal, composeApp, value, type App } from '../support/core/composed-app.ts'
import { event, notify, SUBMITTED } from '../support/core/funded-deal.ts'

const cleanup = new Cleanup()
let app: App

beforeAll(async () => {
  app = await composeApp(cleanup)
})
afterAll(() => cleanup.run())

const items = async () => value(await app.vault.unreadNews()).toReversed()
const news = (deal_id: string, status: string, cents: number | null = null): VaultWrite => ({
  write: 'insert_news',
  item: {
    deal_id,
    status,
    title: status,
    body: 'Juniper Bakery LLC',
    at: '2026-05-04T10:00:00.000Z',
    amount: cents === null ? null : { cents, of: 'requested' },
  },
})

test('news of a deal that the broker sees is read and still listed as seen, and other news stays unread', async () => {
  const [seen, other] = [await addDeal(app), await addDeal(app)]
  value(await app.vault.commit([news(seen, 'app_under_review'), news(other, 'app_under_review')]))
  value(await settleNews(app.context, seen))
  expect((await items()).map(({ deal_id }) => deal_id)).toEqual([other])
  expect((await listDone(app.context)).map(({ deal_id }) => deal_id)).toEqual([seen])
  app.emitted.length = 0
  value(await settleNews(app.context, seen))
  expect(app.emitted).toEqual([])
})

test('the amounts of offers go to the oldest items about available offers that have no amount yet', async () => {
  const deal_id = await addDeal(app, { amount_cents: 35_000_00 })
  const statuses = ['offer_available', 'app_under_review', 'offer_available', 'offer_available']
  value(await app.vault.commit(statuses.map((status) => news(deal_id, status, 35_000_00))))
  const amounts = async () =>
    (await items()).flatMap((item) =>
      item.deal_id === deal_id && item.amount !== null
        ? [`${item.amount.of} ${item.amount.cents / 100}`]
        : [],
    )
  const learn = async (...amounts_cents: number[]) =>
    value(await app.vault.commit([{ write: 'set_news_amounts', deal_id, amounts_cents }]))
  await learn(30_000_00)
  expect(await amounts()).toEqual(['offer 30000', 'requested 35000', 'requested 35000', 'requested 35000'])
  await learn(31_000_00, 32_000_00, 33_000_00)
  expect(await amounts()).toEqual(['offer 30000', 'requested 35000', 'offer 31000', 'offer 32000'])
})

test('the timeline says the amount of the offer that an event is about, once the app knows it', async () => {
  const deal_id = await addDeal(app, SUBMITTED)
  await notify(app, event('offer_available', '2026-05-04T10:00:00.000Z'))
  const amounts = async () =>
    value(await app.vault.listTimeline(deal_id)).map(({ offer_cents = null }) => offer_cents)
  expect(await amounts()).toEqual([null])
  value(await app.vault.commit([{ write: 'set_news_amounts', deal_id, amounts_cents: [30_000_00] }]))
  expect(await amounts()).toEqual([30_000_00])
})
