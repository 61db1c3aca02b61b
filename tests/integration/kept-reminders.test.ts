import { afterAll, afterEach, expect, test } from 'vitest'
import { endFollowUp, setFollowUp } from '../../src-main/features/follow-ups/follow-ups.ts'
import { viewToday } from '../../src-main/features/today/today.ts'
import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import { Cleanup } from '../support/cleanup.ts'
import { addDeal, composeApp, value } from '../support/core/composed-app.ts'
import { event, notify, SUBMITTED } from '../support/core/funded-deal.ts'
import { HostPool } from '../support/vault/host-pool.ts'

const cleanup = new Cleanup()
const pool = new HostPool()
afterEach(() => cleanup.run())
afterAll(() => pool.end())

const NOW = '2026-03-04T12:00:00.000Z'
const friday = { wall: '2026-03-06T15:00' }

test('a reminder with a note stays when news arrives, and the timeline names the note when the broker ends it', async () => {
  const app = await composeApp(cleanup, { start: pool.start, now: NOW })
  const deal_id = await addDeal(app, SUBMITTED)
  await setFollowUp(app.context, deal_id, friday, 'Call about the lease')
  await notify(app, event('app_incomplete_info', '2026-03-04T12:30:00.000Z'))
  expect(value(await app.vault.followUpOf(deal_id))).toMatchObject({ note: 'Call about the lease' })
  await endFollowUp(app.context, deal_id, 'done')
  expect(value(await app.vault.followUpOf(deal_id))).toBeNull()
  const entries = value(await app.vault.listTimeline(deal_id)).map(({ title, detail }) => [title, detail])
  expect(entries.map((texts) => texts.map(formatMessage))).toContainEqual([
    'You followed up',
    'Call about the lease',
  ])
})

test('Today lists a later reminder, also if its deal needs something else now', async () => {
  const app = await composeApp(cleanup, { start: pool.start, now: NOW })
  const deal_id = await addDeal(app, { ...SUBMITTED, application_status: 'app_incomplete_info' })
  await setFollowUp(app.context, deal_id, friday)
  const { lines, coming, count } = await viewToday(app.context)
  expect(lines).toMatchObject([{ deal_id, reasons: [{ kind: 'need' }] }])
  expect(coming).toMatchObject([{ deal_id, reasons: [{ kind: 'follow_up' }] }])
  expect(count).toBe(1)
})
