import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GRACE_MS } from '../../src-main/features/events/sync-machine.ts'
import { NEWS } from '../../src-main/features/events/receive-events.ts'
import { oneAtATime } from '../../src-main/platform/base/one-at-a-time.ts'
import type { ServiceAnswer } from '../../src-main/platform/relay/event-source.ts'
import type { RelayEvent } from '../../src-shared/platform/webhook/event.ts'
import { ok } from '../../src-shared/platform/base/errors.ts'
import { addDeal, dealOf, composeApp, value, type App } from '../support/core/composed-app.ts'
import { createManualEventSync, type ManualEventSync } from '../support/core/manual-event-sync.ts'
import { Cleanup } from '../support/cleanup.ts'
import { makeEvent } from '../support/relay/signing.ts'

// Combines polling answers with relay events. The test delivers both, so it controls their order.

const cleanup = new Cleanup()
afterAll(() => cleanup.run())
afterEach(() => vi.useRealTimers())

const application_id = 'app-1'
let app: App
let deal_id: string
let now: number
let verification: 'body' | 'hint'
let fed: ManualEventSync
beforeEach(async () => {
  now = Date.parse('2026-05-04T15:00:00.000Z')
  app = await composeApp(cleanup)
  Object.assign(app.context, { clock: { now: () => new Date(now).toISOString() } })
  deal_id = await addDeal(app, { state: 'received', application_id })
  verification = 'body'
  fed = await createManualEventSync(cleanup, app, async () => ok({ verification }))
  await fed.eventSync.restart()
  fed.events.onState('live', null)
})

function relayEvent(status: string): RelayEvent {
  const timestamp = new Date(now).toISOString()
  const event = makeEvent({ message_type: 'application_event', application_id, status, timestamp })
  const { event_id } = event
  return {
    seq: 1,
    environment: 'sandbox',
    event_id,
    received_at: new Date(now).toISOString(),
    sender: '203.0.113.7',
    signature: 'x.y.z',
    body: Buffer.from(JSON.stringify(event)).toString('base64'),
  }
}

const answer = (status: string): ServiceAnswer => ({
  deal_id,
  application_id,
  asked_at: new Date(now).toISOString(),
  status,
  offers: null,
})

test('a response requested before an event arrived does not revert the status that the event set, even if the response is applied later', async () => {
  let free = () => {}
  const before = oneAtATime(NEWS, () => new Promise<void>((resolve) => (free = resolve)))
  const taken = fed.events.onEvents([relayEvent('app_final_approval')])
  // The event is verified, but the vault has not stored it yet. Now a response arrives that the app requested before the event.
  await new Promise((resolve) => setImmediate(resolve))
  const answered = fed.answers.onAnswer(answer('app_under_review'))
  free()
  await before
  expect(await taken).toBe(1)
  value(await answered)
  expect((await dealOf(app, deal_id)).application_status).toBe('app_final_approval')
})

test("an event takes precedence over the partner's responses for a minute", async () => {
  expect(await fed.events.onEvents([relayEvent('app_final_approval')])).toBe(1)
  now += 58_000
  value(await fed.answers.onAnswer(answer('app_funded')))
  expect((await dealOf(app, deal_id)).application_status).toBe('app_final_approval')
  now += 4_000
  value(await fed.answers.onAnswer(answer('app_funded')))
  expect((await dealOf(app, deal_id)).application_status).toBe('app_funded')
})

test('after the clock is set back, a stored event that now lies in the future does not block the next partner response', async () => {
  expect(await fed.events.onEvents([relayEvent('app_final_approval')])).toBe(1)
  expect((await dealOf(app, deal_id)).application_status).toBe('app_final_approval')
  now -= 5 * 3_600_000
  value(await fed.answers.onAnswer(answer('app_funded')))
  expect((await dealOf(app, deal_id)).application_status).toBe('app_funded')
})

test('event sync polls the partner during a relay outage, even if the clock is set back meanwhile', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fed.events.onState('offline', null)
  now -= 5 * 3_600_000
  for (const minute of [1, 2]) {
    expect(fed.asksRegularly, `in minute ${minute}`).toBe(false)
    now += GRACE_MS
    vi.advanceTimersByTime(GRACE_MS)
  }
  expect(fed.asksRegularly).toBe(true)
})

test('the app asks the partner about an unconfirmed hint at each start for thirty days', async () => {
  verification = 'hint'
  expect(await fed.events.onEvents([relayEvent('app_final_approval')])).toBe(1)
  const restartAfter = async (days: number) => {
    now += days * 86_400_000
    fed.asked = []
    await fed.eventSync.restart()
  }
  const asked = () => fed.asked.map((question) => question.application_id)
  await restartAfter(29)
  await expect.poll(asked).toEqual([application_id])
  await restartAfter(2)
  // The event sync sends requests to the vault when it starts. The vault responds in order, so it answers those requests before these two.
  value(await app.vault.openDeals())
  value(await app.vault.openDeals())
  expect(asked()).toEqual([])
})
