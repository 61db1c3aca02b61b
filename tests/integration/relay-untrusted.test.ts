import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createDeliveryCheck } from '../../src-main/features/events/verify-event.ts'
import { receiveEvents } from '../../src-main/features/events/receive-events.ts'
import type { RelayEvent } from '../../src-shared/platform/webhook/event.ts'
import { createKeySource } from '../../src-shared/platform/webhook/key-source.ts'
import { verifySignature } from '../../src-shared/platform/webhook/verify-signature.ts'
import { addDeal, dealOf, kindsOf, composeApp, value, type App } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { createSigningKey, makeEvent, sha256, signEvent } from '../support/relay/signing.ts'
import { formatted } from '../support/formatted-messages.ts'
import { RELAY_FLOOR, RELAY_CURSOR } from '../../src-main/features/connection/connection-settings.ts'

// Tests data that a relay can choose in addition to the bytes that the partner signed: times, shapes, sizes, and order.

const cleanup = new Cleanup()
afterAll(() => cleanup.run())
const key = createSigningKey('iso-submission-rsa-01')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let app: App
let deal_id: string
let application_id: string
let now: number
let seq: number
beforeEach(async () => {
  app = await composeApp(cleanup)
  now = Date.parse('2026-05-04T10:00:00.000Z')
  seq = 0
  Object.assign(app.context, { clock: { now: () => new Date(now).toISOString() } })
  application_id = randomUUID()
  deal_id = await addDeal(app, { state: 'received', application_id })
})

const at = (ms: number) => new Date(ms).toISOString()

function delivered(
  reported: Partial<Record<keyof RelayEvent, unknown>> = {},
  claims: Record<string, unknown> = {},
  changes: Record<string, unknown> = {},
): RelayEvent {
  const event = makeEvent({ application_id, timestamp: at(now), ...changes })
  const body = Buffer.from(JSON.stringify(event))
  return {
    seq: (seq += 1),
    environment: 'sandbox',
    event_id: event.event_id,
    received_at: at(now),
    sender: '127.0.0.1',
    signature: signEvent(key, { body_sha256: sha256(body, 'hex'), ...claims }),
    body: body.toString('base64'),
    ...reported,
  } as RelayEvent
}

/** Delivers events to the app and returns the outcome of each event. */
async function receive(...events: RelayEvent[]) {
  const keys = createKeySource({ fetchKeySet: async () => ({ keys: [key.jwk] }), now: () => now })
  const verify = (body: Uint8Array, signature: string, as_of: Date) =>
    verifySignature({ body, signature, keys, now: as_of })
  const { outcomes, error } = await receiveEvents(app.context, createDeliveryCheck(verify), events)
  expect(error).toBeNull()
  expect(value(await app.vault.getCursor(RELAY_CURSOR))).toBe(seq)
  return outcomes.map(({ state }) => state)
}

const problems = async () => value(await app.vault.eventProblems())

describe('an unreadable delivery from the relay', () => {
  test.each<[string, object]>([
    ['a received_at that is not a time', { received_at: 'x' }],
    ['a received_at that is a number', { received_at: 1 }],
    ['a received_at without an offset', { received_at: '2026-05-04T10:00:00' }],
    ['a received_at of a day that does not exist', { received_at: '2026-02-31T10:00:00Z' }],
    ['no received_at', { received_at: undefined }],
    ['a body of more than 64 kB', { body: Buffer.alloc(70_000, 'x').toString('base64') }],
    ['a signature of more than 8 kB', { signature: 'x'.repeat(9_000) }],
    ['an event_id of a megabyte', { event_id: 'x'.repeat(1_000_000) }],
  ])('with %s is rejected with a visible reason and blocks nothing', async (_, reported) => {
    expect(await receive(delivered(reported), delivered())).toEqual(['invalid', 'applied'])
    expect(await kindsOf(app, deal_id)).toEqual(['event'])
    expect(await problems()).toMatchObject([{ problem: 'rejected', count: 1 }])
    expect(formatted((await problems())[0]?.reason)).toContain('unreadable')
    const items = value(await app.vault.unreadNews())
    expect(items.map((item) => Number.isNaN(Date.parse(item.at)))).toEqual([false])
  })

  test('with an unpaired surrogate in its event_id is rejected every time, because a store would change the event_id', async () => {
    const odd = { event_id: 'odd \ud800' }
    const first = delivered({}, {}, odd)
    expect(await receive(first, { ...first, seq: (seq += 1) })).toEqual(['invalid', 'invalid'])
    expect(await receive(delivered())).toEqual(['applied'])
  })

  test('that is rejected repeatedly for the same reason is reported as one entry with a count', async () => {
    await receive(...Array.from({ length: 1_000 }, () => delivered({ received_at: 'x' })))
    expect(await problems()).toMatchObject([{ problem: 'rejected', count: 1_000, application_id }])
  })
})

describe('the arrival time that the relay reports', () => {
  test('does not validate a signature that expired before the previous event arrived', async () => {
    const expired = { exp: Math.floor((now - 2 * DAY) / 1000) }
    expect(await receive(delivered())).toEqual(['applied'])
    expect(await receive(delivered({ received_at: at(now - 3 * DAY) }, expired))).toEqual(['invalid'])
    expect(formatted((await problems())[0]?.reason)).toContain('expired')
  })

  test('does not validate an expired signature if the time is forged far into the future', async () => {
    const expired = { exp: Math.floor((now - 2 * DAY) / 1000) }
    const forged = { received_at: '9998-01-01T00:00:00.000Z', signature: 'x.y.z' }
    expect(await receive(delivered(), delivered(forged))).toEqual(['applied', 'invalid'])
    expect(await receive(delivered({ received_at: at(now - 3 * DAY) }, expired))).toEqual(['invalid'])
  })

  test('does not validate an expired signature if a wrong clock stored a time far in the future', async () => {
    const stored = { write: 'set_setting', key: RELAY_FLOOR, value: '9998-01-01T00:00:00.000Z' } as const
    value(await app.vault.commit([stored]))
    const expired = { exp: Math.floor((now - 2 * DAY) / 1000) }
    expect(await receive(delivered())).toEqual(['applied'])
    expect(await receive(delivered({ received_at: at(now - 3 * DAY) }, expired))).toEqual(['invalid'])
  })

  test('does not validate a signature that is not valid yet', async () => {
    const later = { iat: Math.floor((now + 400 * DAY) / 1000) }
    expect(await receive(delivered({ received_at: at(now + 400 * DAY) }, later))).toEqual(['invalid'])
  })

  test('is replaced by the current time if it is far in the future', async () => {
    expect(await receive(delivered({ received_at: '9998-01-01T00:00:00.000Z' }))).toEqual(['applied'])
    expect((await dealOf(app, deal_id)).updated_at).toBe(at(now))
  })

  test('keeps a signature valid that had not expired on arrival, even if the app receives the event much later', async () => {
    const valid = { exp: Math.floor((now + MINUTE) / 1000) }
    const events = [0, 1, 2].map((minute) => delivered({ received_at: at(now + minute * 1000) }, valid))
    now += 40 * DAY
    expect(await receive(...events)).toEqual(['applied', 'applied', 'applied'])
  })
})

describe('the time in an event', () => {
  const status = (name: string, timestamp: string, received = now) =>
    delivered(
      { received_at: at(received) },
      {},
      { message_type: 'application_event', status: name, timestamp },
    )
  const stands = async () => (await dealOf(app, deal_id)).application_status

  test('does not freeze the status if it is far in the future, because a later genuine event still changes the status', async () => {
    await receive(status('app_under_review', '9998-12-31T23:59:59.000Z'))
    expect(await stands()).toBe('app_under_review')
    now += MINUTE
    await receive(status('app_final_approval', at(now)))
    expect(await stands()).toBe('app_final_approval')
    const { timeline } = { timeline: value(await app.vault.listTimeline(deal_id)) }
    expect(timeline.every((entry) => Date.parse(entry.at) <= now)).toBe(true)
  })

  test('is ignored if it is far in the future, and such events apply in the order of arrival', async () => {
    await receive(status('app_under_review', '9998-12-31T00:00:00Z'))
    now += MINUTE
    await receive(status('app_final_approval', '9997-01-01T00:00:00Z'))
    expect(await stands()).toBe('app_final_approval')
  })

  test('is ignored if it is far in the future in several events of one batch, which then apply in batch order', async () => {
    const far = '9998-12-31T00:00:00Z'
    await receive(
      status('app_under_review', far),
      status('app_final_approval', far),
      status('app_documentation_pending', far),
    )
    expect(await stands()).toBe('app_documentation_pending')
  })

  test('is ignored if it is before the submission, and the order of arrival applies instead', async () => {
    value(
      await app.vault.commit([
        { write: 'update_deal', deal_id, changes: { submitted_at: at(now - 60 * MINUTE) } },
      ]),
    )
    await receive(status('app_under_review', at(now)))
    now += MINUTE
    await receive(status('app_final_approval', '1970-01-01T00:00:00Z'))
    expect(await stands()).toBe('app_final_approval')
  })

  test('does not block the next event if a wrong clock stored a time far in the future', async () => {
    const far = '9998-12-31T23:59:59.000Z'
    const frozen = {
      application_status: 'app_under_review',
      application_status_at: far,
      offer_status: 'offer_rescinded',
    }
    value(
      await app.vault.commit([
        { write: 'update_deal', deal_id, changes: { ...frozen, offer_status_at: far } },
      ]),
    )
    await receive(status('app_final_approval', at(now)))
    expect(await dealOf(app, deal_id)).toMatchObject({
      application_status: 'app_final_approval',
      application_status_at: at(now),
      offer_status_at: at(now),
    })
  })

  test('still orders events if it is less than an hour ahead, as with a partner clock that runs fast', async () => {
    await receive(status('app_final_approval', at(now + 30 * MINUTE)))
    await receive(status('app_under_review', at(now + 10 * MINUTE)))
    expect(await stands()).toBe('app_final_approval')
  })
})
