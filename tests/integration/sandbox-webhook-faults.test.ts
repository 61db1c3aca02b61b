import { importJWK, type CryptoKey, type JWK } from 'jose'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { KeySource } from '../../src-shared/platform/webhook/key-source.ts'
import { verifySignature } from '../../src-shared/platform/webhook/verify-signature.ts'
import { startReceiver, type ReceivedWebhook } from '../support/relay/http-servers.ts'
import { makePayload } from '../support/relay/payload.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { skipped, whyOnlyLinux } from '../support/skipped.ts'
import { asAdmin, asClient, startSandbox, type SandboxProgram } from '../support/relay/sandbox.ts'
import { formatted } from '../support/formatted-messages.ts'

const cleanup = new Cleanup()
let sandbox: SandboxProgram
let client: Awaited<ReturnType<typeof asClient>>
let admin: ReturnType<typeof asAdmin>
beforeAll(async () => {
  // `--speed 300` makes the sandbox slow (300 ms per step), so that only the tests change an application. Retries are slow, too.
  sandbox = await startSandbox(cleanup, cleanup.folder(), '--admin-port', '0', '--speed', '300')
  client = await asClient(sandbox.ready)
  admin = asAdmin(sandbox.ready)
})
afterEach(() => admin.setFaults())
afterAll(() => cleanup.run())

/** Creates a separate application and registers a receiver for one test. */
async function begin() {
  const receiver = await startReceiver(cleanup)
  const { body } = await client.post('/v1/webhooks', { event_type: 'all', webhook_url: receiver.url })
  onTestFinished(async () => void (await client.send('DELETE', `/v1/webhooks/${body.uuid}`)))
  const application_id = await client.apply(makePayload())
  const publish = (status: string, more?: object) => admin.publish(application_id, status, more)
  return { ...receiver, application_id, publish }
}

const statuses = (received: ReceivedWebhook[]) => received.map(({ event }) => event['status'])
const sequenceOf = (received: ReceivedWebhook[], count: number) =>
  until(() => (received.length >= count ? statuses(received) : undefined))

/** Verifies a notification with the currently published keys. */
async function verify({ body, signature }: ReceivedWebhook) {
  const { keys } = (await (await fetch(sandbox.ready.jwks_url)).json()) as { keys: JWK[] }
  const source: KeySource = {
    signs: async () => true,
    find: async (kid) => {
      const jwk = keys.find((key) => key.kid === kid)
      return jwk === undefined
        ? { found: false, reason: 'unknown' }
        : { found: true, key: (await importJWK(jwk, 'RS256')) as CryptoKey }
    },
    findReplacement: async () => ({ found: false, reason: 'unknown' }),
  }
  return verifySignature({ body, signature, keys: source, now: new Date() })
}

test.each([
  ['wrong_key', 'its signature does not match'],
  ['unknown_kid', 'its signature names a key that is not published'],
  ['alg_none', 'its signature is not RS256'],
  ['altered_body', 'its body is not the one that was signed'],
  ['expired', 'its signature has expired'],
])('the fault %s makes the signature invalid, and the retry has a valid one', async (fault, why) => {
  const { received, answers, publish } = await begin()
  answers.push(401)
  await admin.setFaults({ route: 'WEBHOOK offer_available', fault, times: 1 })
  await publish('offer_available')
  await sequenceOf(received, 2)
  expect(formatted(await verify(received[0]!))).toMatchObject({
    ok: false,
    error: { code: 'EVENT_SIGNATURE_INVALID', message: expect.stringContaining(why) },
  })
  expect(await verify(received[1]!)).toMatchObject({ ok: true, value: { verification: 'body' } })
  expect(received[1]!.event).toEqual(received[0]!.event)
})

test('the fault unbound makes a valid signature that does not cover the body', async () => {
  const { received, publish } = await begin()
  await admin.setFaults({ route: 'WEBHOOK *', fault: 'unbound', times: 1 })
  await publish('offer_available')
  await sequenceOf(received, 1)
  expect(await verify(received[0]!)).toMatchObject({ ok: true, value: { verification: 'hint' } })
})

test('the fault duplicate sends a delivered event again', async () => {
  const { received, publish } = await begin()
  await admin.setFaults({ route: 'WEBHOOK *', fault: 'duplicate', copies: 2, times: 1 })
  await publish('offer_available')
  await publish('offer_rescinded')
  expect(await sequenceOf(received, 4)).toEqual([
    ...Array<string>(3).fill('offer_available'),
    'offer_rescinded',
  ])
  expect(new Set(received.map(({ event }) => event['event_id'])).size).toBe(2)
})

test('the fault “reordered” delivers an event after the event that follows it, and delivers the last event too', async () => {
  const { received, publish } = await begin()
  await admin.setFaults({ route: 'WEBHOOK app_under_review', fault: 'reordered', ms: 60_000, times: 1 })
  await publish('app_under_review')
  await publish('app_final_approval')
  await publish('app_funded')
  expect(await sequenceOf(received, 3)).toEqual(['app_final_approval', 'app_under_review', 'app_funded'])

  await admin.setFaults({ route: 'WEBHOOK app_funded', fault: 'reordered', ms: 10 })
  await publish('app_funded')
  expect((await sequenceOf(received, 4)).at(-1)).toBe('app_funded')
})

test('the fault delayed lets later events arrive first, and the fault lost never delivers its event', async () => {
  const { received, publish } = await begin()
  await admin.setFaults(
    { route: 'WEBHOOK app_under_review', fault: 'delayed', ms: 60_000 },
    { route: 'WEBHOOK app_incomplete_info', fault: 'lost' },
  )
  await publish('app_under_review')
  await publish('app_incomplete_info')
  await publish('app_funded')
  expect(await sequenceOf(received, 1)).toEqual(['app_funded'])
  await admin.send('PUT', '/clock', { offset_seconds: 61 })
  onTestFinished(async () => void (await admin.send('PUT', '/clock', { offset_seconds: 0 })))
  expect(await sequenceOf(received, 2)).toEqual(['app_funded', 'app_under_review'])
})

/** Elsewhere, notifications come from 127.0.0.1. */
const oneAddress = whyOnlyLinux('only Linux lets a program send from any address of 127.0.0.0/8')
test.skipIf(oneAddress !== null)(
  `the sandbox sends notifications from the first of its four sender addresses${skipped(oneAddress)}`,
  async () => {
    const { received, publish } = await begin()
    const { sender_addresses } = sandbox.ready
    expect(sender_addresses).toHaveLength(4)
    await publish('app_under_review')
    await sequenceOf(received, 1)
    await admin.setFaults({ route: 'WEBHOOK *', fault: 'sender_address', times: 1 })
    await publish('app_declined_closed')
    await sequenceOf(received, 2)
    expect(received.map(({ sender }) => sender)).toEqual([sender_addresses[0], '127.0.0.99'])
    expect(sender_addresses).not.toContain('127.0.0.99')
  },
)

test('the admin endpoint publishes any status at any time, with any date', async () => {
  const { received, publish, application_id } = await begin()
  const order = [
    'app_funded',
    'offer_rescinded',
    'offer_available',
    'app_declined_closed',
    'offer_accepted',
    'app_documentation_pending',
    'app_incomplete_info',
    'app_final_approval',
    'app_under_review',
  ]
  // One after another, since the test checks the order.
  for (const status of order) await publish(status)
  expect(await sequenceOf(received, order.length)).toEqual(order)
  expect(received.map(({ event }) => event['message_type'])).toEqual(
    order.map((status) => (status.startsWith('offer_') ? 'offer_event' : 'application_event')),
  )
  const shown = async () => (await client.get(`/v1/applications/${application_id}`)).body.status
  expect(await shown()).toBe('app_under_review')
  expect(await client.offers(application_id)).toMatchObject([{ status: 'offer_accepted' }])

  const past = { timestamp: '2026-01-02T03:04:05.678+01:00', recorded: false }
  const { event_id } = await publish('app_declined_closed', past)
  await sequenceOf(received, order.length + 1)
  expect(received.at(-1)!.event).toMatchObject({
    event_id,
    application_id,
    status: 'app_declined_closed',
    timestamp: '2026-01-02T02:04:05.678+00:00',
  })
  expect(await shown()).toBe('app_under_review')
})

test('a forced status changes only the offer that it names, and an unknown application or offer is refused', async () => {
  const { application_id, publish } = await begin()
  await publish('offer_available')
  await publish('offer_available')
  const [first] = await client.offers(application_id)
  await publish('offer_rescinded', { offer_id: first?.['offer_id'] })
  expect(await client.offers(application_id)).toMatchObject([
    { status: 'offer_rescinded' },
    { status: 'offer_available' },
  ])
  const refused = (id: string, body: object) => admin.send('POST', `/applications/${id}/status`, body)
  expect((await refused('1', { status: 'app_funded' })).status).toBe(404)
  expect((await refused(application_id, { status: 'offer_rescinded', offer_id: '1' })).status).toBe(404)
  expect((await refused(application_id, { status: 'app_lost' })).status).toBe(400)
  expect((await refused(application_id, { status: 'app_funded', timestamp: 'now' })).status).toBe(400)
})

test('after a rotation the new key signs, and the old key stays published until it is withdrawn', async () => {
  const { received, publish } = await begin()
  const kids = async () =>
    ((await (await fetch(sandbox.ready.jwks_url)).json()) as { keys: { kid: string }[] }).keys.map(
      ({ kid }) => kid,
    )
  await publish('app_under_review')
  await sequenceOf(received, 1)
  expect(await admin.rotate('webhook')).toBe('iso-submission-rsa-02')
  await publish('app_funded')
  await sequenceOf(received, 2)
  expect(await kids()).toEqual(['iso-auth-rsa-01', 'iso-submission-rsa-01', 'iso-submission-rsa-02'])
  expect(await verify(received[0]!)).toMatchObject({ ok: true, value: { kid: 'iso-submission-rsa-01' } })
  expect(await verify(received[1]!)).toMatchObject({ ok: true, value: { kid: 'iso-submission-rsa-02' } })

  await admin.retire('iso-submission-rsa-01')
  expect(await kids()).toEqual(['iso-auth-rsa-01', 'iso-submission-rsa-02'])
  expect(await verify(received[0]!)).toMatchObject({ ok: false })
  expect((await admin.send('POST', '/keys/retire', { kid: 'iso-submission-rsa-02' })).status).toBe(409)
  expect((await admin.send('POST', '/keys/retire', { kid: 'iso-submission-rsa-01' })).status).toBe(404)
  expect(await admin.rotate('webhook')).toBe('iso-submission-rsa-03')
})

test('the sandbox refuses an access token whose key is withdrawn', async () => {
  const old = client
  await admin.rotate('access')
  expect((await old.get('/v1/webhooks')).status).toBe(200)
  client = await asClient(sandbox.ready)
  await admin.retire('iso-auth-rsa-01')
  expect((await old.get('/v1/webhooks')).status).toBe(401)
  expect((await client.get('/v1/webhooks')).status).toBe(200)
})
