import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HINT_GRACE_MS } from '../../src-main/features/events/hint-watch.ts'
import { GAP } from '../../src-main/features/events/event-sync.ts'
import type { ServiceAnswer } from '../../src-main/platform/relay/event-source.ts'
import { readLedger } from '../../src-main/features/money/commissions.ts'
import type { RelayEvent } from '../../src-shared/platform/webhook/event.ts'
import { bareOffer } from '../../src-shared/features/offers/offer.ts'
import { ok } from '../../src-shared/platform/base/errors.ts'
import { addDeal, dealOf, memoryKeychain, composeApp, value, type App } from '../support/core/composed-app.ts'
import { createManualEventSync, type ManualEventSync } from '../support/core/manual-event-sync.ts'
import { Cleanup } from '../support/cleanup.ts'
import { makeEvent } from '../support/relay/signing.ts'

// Tests hints (events whose signature does not cover their body). The test itself delivers the events and the partner's responses.

const cleanup = new Cleanup()
afterAll(() => cleanup.run())
afterEach(() => vi.useRealTimers())

const application_id = 'app-1'
let app: App
let deal_id: string
let now: number
let seq: number
let fed: ManualEventSync

beforeEach(async () => {
  now = Date.parse('2026-05-04T15:00:00.000Z')
  seq = 0
  await start({})
  deal_id = await addDeal(app, { state: 'received', application_id })
})

async function start(options: Parameters<typeof composeApp>[1]): Promise<void> {
  vi.useRealTimers()
  app = await composeApp(cleanup, options)
  Object.assign(app.context, { clock: { now: () => new Date(now).toISOString() } })
  fed = await createManualEventSync(cleanup, app, async (body) =>
    ok({ verification: body.toString().includes('"bound":true') ? 'body' : 'hint' }),
  )
  app.context.askSoon = (question) => fed.eventSync.askSoon(question)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await fed.eventSync.restart()
}

function event(status: string, more: object = {}, signature: string = randomUUID()): RelayEvent {
  const message_type = status.startsWith('offer_') ? 'offer_event' : 'application_event'
  const timestamp = new Date(now).toISOString()
  const body = { ...makeEvent({ message_type, application_id, status, timestamp }), ...more }
  return {
    seq: (seq += 1),
    environment: 'sandbox',
    event_id: body.event_id,
    received_at: timestamp,
    sender: '203.0.113.7',
    signature,
    body: Buffer.from(JSON.stringify(body)).toString('base64'),
  }
}
const take = async (...taken: RelayEvent[]) => expect(await fed.events.onEvents(taken)).toBe(taken.length)
const answer = async (status: string | null, offers: ServiceAnswer['offers'] = null) =>
  value(
    await fed.answers.onAnswer({
      deal_id,
      application_id,
      asked_at: new Date(now).toISOString(),
      status,
      offers,
    }),
  )
/** Waits until `check` returns true. The timers are fake, so each round waits for a response of the vault instead of a timer. */
async function until(check: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 500; turn++) {
    if (await check()) return
    value(await app.vault.unreadNews())
  }
  throw new Error('It did not happen.')
}
async function pass(ms: number): Promise<void> {
  now += ms
  vi.advanceTimersByTime(ms)
  // The vault responds in order. When the last call returns, the vault has answered all requests that the timers started.
  for (let turn = 0; turn < 4; turn++) value(await app.vault.unreadNews())
}
const whole = (...ids: string[]) => ({
  entries: ids.map((offer_id) => ({ ...bareOffer(offer_id), status: 'offer_available' })),
  unread: 0,
  has_more: false,
})
const verifications = async () =>
  value(await app.vault.listTimeline(deal_id)).flatMap(({ kind, verification }) =>
    kind === 'event' ? [verification] : [],
  )
const unconfirmedInList = async () => value(await app.vault.dealRows([deal_id]))[0]?.unconfirmed_status
const titles = () => app.notified.map(({ title }) => formatMessage(title))

test('a hint changes no status and no money, announces nothing, and makes the app ask the partner immediately', async () => {
  await take(event('app_funded'), event('offer_available'))
  expect(await dealOf(app, deal_id)).toMatchObject({ application_status: null, offer_status: null })
  expect(value(await readLedger(app.context)).lines).toEqual([])
  expect(app.notified).toEqual([])
  expect(fed.asked).toEqual([{ deal_id, application_id, about: 'all' }])
  expect(await verifications()).toEqual(['hint', 'hint'])
})

test('a hint that the partner confirms is announced as normal news, not as unconfirmed', async () => {
  await take(event('offer_available'))
  now += 40
  await answer('app_under_review', whole('o1'))
  expect(titles()).toContain('Offer available')
  expect(await verifications()).toEqual(['confirmed'])
  await pass(HINT_GRACE_MS + 1_000)
  expect(titles().join()).not.toContain('unconfirmed')
  expect(await unconfirmedInList()).toBeNull()
})

test('a replayed hint that the partner contradicts is never announced', async () => {
  await take(event('app_funded'))
  now += 40
  await answer('app_under_review', whole())
  await pass(HINT_GRACE_MS + 1_000)
  expect(titles()).toEqual(['Under review'])
  expect(await verifications()).toEqual(['contradicted'])
  expect(await dealOf(app, deal_id)).toMatchObject({ application_status: 'app_under_review' })
  expect(value(await readLedger(app.context)).lines).toEqual([])
})

test('the notification, the list, and the timeline show a hint as unconfirmed after 10 s without a response', async () => {
  await take(event('offer_available'))
  await pass(HINT_GRACE_MS - 100)
  expect(titles()).toEqual([])
  await pass(1_000)
  await until(async () => app.notified.length > 0)
  expect(titles()).toEqual(['Offer available (unconfirmed)'])
  expect(value(await app.vault.unreadNews())[0]).toMatchObject({
    title: 'Offer available (unconfirmed)',
  })
  expect(await unconfirmedInList()).toBe('offer_available')
  expect(await verifications()).toEqual(['hint'])
  expect(await dealOf(app, deal_id)).toMatchObject({ offer_status: null, offers: [] })

  // The list shows the unconfirmed status until a response of the partner confirms it. The app then announces the confirmed offer once.
  await answer('app_under_review', whole('o1'))
  expect(await unconfirmedInList()).toBeNull()
  expect(await verifications()).toEqual(['confirmed'])
  expect(titles()).toEqual(['Offer available (unconfirmed)', 'Under review', 'Offer available'])
})

test('a hint is announced as unconfirmed immediately if the partner offers no operation to confirm it', async () => {
  await take(event('offer_available'))
  fed.answers.onState('not_offered', null)
  await until(async () => app.notified.length > 0)
  expect(titles()).toEqual(['Offer available (unconfirmed)'])
})

test.each([
  ['another status', 'offer_rescinded'],
  ['the known status', 'offer_accepted'],
])(
  'a hint of an available offer is announced as unconfirmed even if a hint of %s follows',
  async (_, status) => {
    await take(event('offer_accepted', { bound: true }))
    const before = titles().length
    now += 1_000
    await take(event('offer_available'))
    now += 1_000
    await take(event(status))
    await pass(HINT_GRACE_MS + 1_000)
    await until(async () => app.notified.length > before)
    expect(titles().slice(before)).toContain('Offer available (unconfirmed)')
  },
)

test('a hint that arrives while an earlier hint awaits confirmation is announced 10 s after its own arrival', async () => {
  await take(event('offer_available'))
  await pass(1_000)
  await take(event('app_final_approval'))
  await pass(HINT_GRACE_MS - 1_000)
  await until(async () => app.notified.length === 1)
  // The app starts the timer of the second hint only after it announced the first hint. Advance the time in small steps until the second
  // announcement.
  for (let waited = 0; waited < 2_000 && app.notified.length < 2; waited += 100) await pass(100)
  expect(titles()).toEqual(['Offer available (unconfirmed)', 'Final approval (unconfirmed)'])
})

test('a response that the app requested before a hint arrived neither confirms nor refutes the hint', async () => {
  const before = { deal_id, application_id, asked_at: new Date(now - 1_000).toISOString() }
  await take(event('app_final_approval'))
  value(await fed.answers.onAnswer({ ...before, status: 'app_under_review', offers: null }))
  expect(await verifications()).toEqual(['hint'])
  await pass(HINT_GRACE_MS + 1_000)
  await until(async () => titles().some((title) => title.includes('unconfirmed')))
})

test('an event with a signed body supersedes an earlier unconfirmed hint of the same kind', async () => {
  await take(event('app_under_review'))
  await pass(HINT_GRACE_MS + 1_000)
  await until(async () => (await unconfirmedInList()) === 'app_under_review')
  now += 1_000
  await take(event('app_final_approval', { bound: true }))
  expect(await unconfirmedInList()).toBeNull()
  expect(await verifications()).toEqual(['superseded', 'body'])
})

test('after a crash, the next start asks the partner about an unconfirmed hint, and announces the hint if no response arrives', async () => {
  const folder = cleanup.folder()
  const secrets = memoryKeychain()
  await start({ folder, secrets })
  deal_id = await addDeal(app, { state: 'received', application_id })
  await take(event('offer_available'))
  await fed.eventSync.stop()
  vi.useRealTimers()
  await app.crash()

  await start({ folder, secrets })
  await until(async () => fed.asked.length > 0)
  expect(fed.asked).toEqual([{ deal_id, application_id, about: 'all' }])
  await pass(HINT_GRACE_MS + 1_000)
  await until(async () => app.notified.length > 0)
  expect(titles()).toEqual(['Offer available (unconfirmed)'])
})

test('three offers of one deal that the partner signs alike in one second are each announced when the partner confirms them', async () => {
  const signature = randomUUID() + 'x'.repeat(80)
  await take(event('offer_available', {}, signature))
  const marked = () => ({ ...event('offer_available', {}, signature), signature_reused: true })
  await take(marked(), marked())
  expect(titles()).toEqual([])
  expect(fed.asked).toHaveLength(2)
  now += 40
  await answer('app_under_review', whole('o1', 'o2', 'o3'))
  expect(titles()).toEqual(['Under review', 'Offer available', 'Offer available', 'Offer available'])
  expect(await verifications()).toEqual(['confirmed', 'confirmed', 'confirmed'])
  expect(fed.eventSync.status.event_problems).toBe(0)
})

test('an event whose signature the relay marks as reused is reported even if this computer never got the signature before', async () => {
  await take({ ...event('app_funded'), signature_reused: true })
  expect(value(await app.vault.eventProblems())).toMatchObject([{ problem: 'signature_reused', count: 1 }])
})

describe('a signature reused with another body', () => {
  test('is listed with a count, and does not count as a problem in the connection status', async () => {
    const signature = randomUUID() + 'x'.repeat(80)
    await take(event('app_under_review', {}, signature))
    expect(value(await app.vault.eventProblems())).toEqual([])
    await take(event('app_funded', {}, signature), event('offer_available', {}, signature))
    expect(value(await app.vault.eventProblems())).toMatchObject([
      { problem: 'signature_reused', count: 2, application_id },
    ])
    expect(fed.eventSync.status.event_problems).toBe(0)
    expect(await dealOf(app, deal_id)).toMatchObject({ application_status: null, offer_status: null })
  })

  test('is stored at most a hundred times a day, and the app still asks the partner', async () => {
    await take(...Array.from({ length: 300 }, () => event('app_funded', {}, 'x'.repeat(100))))
    expect(await verifications()).toHaveLength(100)
    expect(fed.asked.length).toBeGreaterThan(0)
    expect(
      value(await app.vault.eventProblems())
        .map(({ problem }) => problem)
        .toSorted(),
    ).toEqual(['signature_reused', 'too_many'])
  })
})

test('event sync starts although the stored gap is damaged, and after a fault it is offline and starts again', async () => {
  const lines: unknown[] = []
  app.context.log.warn = (...line) => lines.push(line)
  value(await app.vault.commit([{ write: 'set_setting', key: GAP, value: 'not JSON' }]))
  await fed.eventSync.restart()
  expect(fed.eventSync.status.state).toBe('connecting')
  // Each open deal was asked about, so the gap is closed.
  await until(async () => value(await app.vault.getSetting(GAP)) === null)

  const { getCursor } = app.vault
  app.vault.getCursor = () => Promise.reject(new TypeError('900-12-3456'))
  await fed.eventSync.restart()
  expect(fed.eventSync.status.state).not.toBe('connecting')
  expect(lines).toEqual([['event sync not started', { kind: 'TypeError', where: null }]])
  app.vault.getCursor = getCursor
  fed.eventSync.retryNow()
  await until(async () => fed.eventSync.status.state === 'connecting')

  // A batch that causes an exception is reported, and the relay must deliver it again.
  app.vault.getSetting = () => Promise.reject(new TypeError('900-12-3456'))
  expect(await fed.events.onEvents([event('app_funded')])).toBe(0)
  expect(lines.at(-1)).toEqual(['events not stored yet', { kind: 'TypeError', where: null }])
})

test('if the partner offers no operation to confirm hints, a flood of hints suppresses later hints for at most a day', async () => {
  await take(...Array.from({ length: 150 }, () => event('app_under_review')))
  fed.answers.onState('not_offered', null)
  await until(async () => titles().length === 1)
  await take(event('offer_available'))
  expect(await verifications()).toHaveLength(100)
  now += 25 * 3_600_000
  await take(event('offer_available'))
  await pass(HINT_GRACE_MS + 1_000)
  await until(async () => titles().includes('Offer available (unconfirmed)'))
  expect(await unconfirmedInList()).toBe('offer_available')
})
