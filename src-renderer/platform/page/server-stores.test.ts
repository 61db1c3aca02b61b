import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { InboxItem } from '../../../src-shared/features/inbox/notification.ts'
import { ok } from '../../../src-shared/platform/base/errors.ts'
import { markRead, useInbox } from './server-stores.ts'

let asked: unknown[]
beforeEach(() => {
  asked = []
  vi.stubGlobal('window', {
    fundingDesk: { call: async (_channel: string, input: unknown) => (asked.push(input), ok({})) },
  })
})
afterEach(() => vi.unstubAllGlobals())

const item = (deal_id: string, read_at: string | null) => ({ deal_id, read_at }) as InboxItem
const holding = (unread: number, ...items: InboxItem[]) => useInbox.setState({ value: { items, unread } })

test('sends a request to mark news as read only if there is unread news', async () => {
  holding(0, item('a', 'then'))
  await markRead()
  await markRead('a')
  expect(asked).toEqual([])
  holding(1, item('a', null), item('b', 'then'))
  await markRead('b')
  expect(asked).toEqual([])
  await markRead('a')
  await markRead()
  expect(asked).toEqual([{ deal_id: 'a' }, {}])
})

test('also marks unread news as read if it is counted but too old to be listed', async () => {
  holding(2, item('a', 'then'))
  await markRead('old')
  await markRead()
  expect(asked).toEqual([{ deal_id: 'old' }, {}])
})
