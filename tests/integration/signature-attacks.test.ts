import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDeliveryCheck } from '../../src-main/features/events/verify-event.ts'
import { receiveEvents } from '../../src-main/features/events/receive-events.ts'
import type { RelayEvent } from '../../src-shared/platform/webhook/event.ts'
import { createKeySource } from '../../src-shared/platform/webhook/key-source.ts'
import { verifySignature } from '../../src-shared/platform/webhook/verify-signature.ts'
import { addDeal, dealOf, kindsOf, composeApp, value, type App } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { SIGNATURE_ATTACKS } from '../support/relay/signature-attacks.ts'
import { createSigningKey, makeEvent, signEvent } from '../support/relay/signing.ts'
import { RELAY_CURSOR } from '../../src-main/features/connection/connection-settings.ts'

// Tests the app against a relay that forwards invalid events. relay-receive.test.ts tests the relay.

const key = createSigningKey('iso-submission-rsa-01')
const stranger = createSigningKey('iso-submission-rsa-99')
const access_key = createSigningKey('iso-auth-rsa-01')
const keys = createKeySource({
  fetchKeySet: async () => ({ keys: [key.jwk, access_key.jwk] }),
  now: Date.now,
  // Before the app rejects an event with an unknown key, it must fetch the keys. Without a cooldown (the minimum pause between two
  // fetches), it need not wait half a minute.
  cooldownMs: 0,
})
const cleanup = new Cleanup()
afterAll(() => cleanup.run())

let app: App
let deal_id: string
const application_id = randomUUID()
let seq = 0
beforeAll(async () => {
  app = await composeApp(cleanup, {})
  deal_id = await addDeal(app, { state: 'received', application_id })
})

/** Passes an event to the app and returns its outcome. */
async function receive(event: ReturnType<typeof makeEvent>, signature: string) {
  const received: RelayEvent = {
    seq: (seq += 1),
    environment: 'sandbox',
    event_id: event.event_id,
    received_at: new Date().toISOString(),
    sender: '127.0.0.1',
    signature,
    body: Buffer.from(JSON.stringify(event)).toString('base64'),
  }
  const verify = (body: Uint8Array, token: string, now: Date) =>
    verifySignature({ body, signature: token, keys, now })
  const { outcomes, error } = await receiveEvents(app.context, createDeliveryCheck(verify), [received])
  expect(error).toBeNull()
  expect(value(await app.vault.getCursor(RELAY_CURSOR))).toBe(seq)
  return outcomes[0]?.state
}

test.each(SIGNATURE_ATTACKS)(
  'the app refuses an invalid signature ($name) and keeps working',
  async ({ signature }) => {
    const event = makeEvent({ application_id })
    const body = Buffer.from(JSON.stringify(event))
    const now = Math.floor(Date.now() / 1000)
    const testContext = { key, stranger, access_key, body, event_id: event.event_id, now }
    expect(await receive(event, signature(testContext) ?? '')).toBe('invalid')
    expect(await kindsOf(app, deal_id)).toEqual([])
    expect(app.notified).toEqual([])
  },
)

test('a signature replayed with another body of the same event changes nothing', async () => {
  const event = makeEvent({ application_id, status: 'offer_rescinded' })
  const signature = signEvent(key, { jti: event.event_id })
  expect(await receive(event, signature)).toBe('asking')
  const forged = { ...event, status: 'offer_available', timestamp: '2027-01-01T00:00:00+00:00' }
  expect(await receive(forged, signature)).toBe('duplicate')
  expect(await dealOf(app, deal_id)).toMatchObject({ offer_status: null })
  expect(await kindsOf(app, deal_id)).toEqual(['event'])
})
