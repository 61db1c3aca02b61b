import { afterAll, beforeAll, expect, test } from 'vitest'
import { readInbox } from '../../src-main/features/inbox/inbox.ts'
import type { VaultWrite } from '../../src-main/platform/vault/vault.ts'
import { Cleanup } from '../support/cleanup.ts'
import { addDeal, composeApp, value, type App } from '../support/core/composed-app.ts'

const cleanup = new Cleanup()
let app: App

beforeAll(async () => {
  app = await composeApp(cleanup)
})
afterAll(() => cleanup.run())

const items = async () => value(await app.vault.listInbox()).items.toReversed()
const news = (deal_id: string, status: string, cents: number | null = null): VaultWrite => ({
  write: 'insert_inbox_item',
  item: {
    deal_id,
    status,
    title: status,
    body: 'Juniper Bakery LLC',
    at: '2026-05-04T10:00:00.000Z',
    amount: cents === null ? null : { cents, of: 'requested' },
  },
})

test('the inbox marks only the items as read that the broker saw', async () => {
  const deal_id = await addDeal(app)
  value(await app.vault.commit([1, 2, 3].map(() => news(deal_id, 'app_under_review'))))
  const [first, second, third] = (await items()).map(({ number }) => number)
  expect(value(await readInbox(app.context, { numbers: [first ?? 0, third ?? 0] }))).toEqual({ unread: 1 })
  expect((await items()).map(({ read_at }) => read_at !== null)).toEqual([true, false, true])
  value(await readInbox(app.context, { numbers: [second ?? 0] }))
  expect(value(await app.vault.countUnread())).toBe(0)
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
    value(await app.vault.commit([{ write: 'set_inbox_amounts', deal_id, amounts_cents }]))
  await learn(30_000_00)
  expect(await amounts()).toEqual(['offer 30000', 'requested 35000', 'requested 35000', 'requested 35000'])
  await learn(31_000_00, 32_000_00, 33_000_00)
  expect(await amounts()).toEqual(['offer 30000', 'requested 35000', 'offer 31000', 'offer 32000'])
})
