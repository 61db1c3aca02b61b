import { importJWK, type CryptoKey, type JWK } from 'jose'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { KeySource } from '../../src-shared/platform/webhook/key-source.ts'
import { verifySignature } from '../../src-shared/platform/webhook/verify-signature.ts'
import { startReceiver, type ReceivedWebhook } from '../support/relay/http-servers.ts'
import { makePayload } from '../support/relay/payload.ts'
import { makePdf } from '../support/relay/pdf.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { asDevice, pairDevice, relayCommand, startRelay } from '../support/relay/relay.ts'
import { asAdmin, asClient, startSandbox, type SandboxReady } from '../support/relay/sandbox.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

/** Returns the keys that the sandbox publishes, as the receivers fetch them. */
async function publishedKeys({ jwks_url }: SandboxReady): Promise<KeySource> {
  const { keys } = (await (await fetch(jwks_url)).json()) as { keys: JWK[] }
  return {
    signs: async () => true,
    find: async (kid) => {
      const jwk = keys.find((key) => key.kid === kid)
      return jwk === undefined
        ? { found: false, reason: 'unknown' }
        : { found: true, key: (await importJWK(jwk, 'RS256')) as CryptoKey }
    },
    findReplacement: async () => ({ found: false, reason: 'unknown' }),
  }
}

async function start(data = cleanup.folder(), ...args: string[]) {
  const sandbox = await startSandbox(cleanup, data, ...args)
  return { data, sandbox, client: await asClient(sandbox.ready) }
}
type Client = Awaited<ReturnType<typeof asClient>>

const register = async (client: Client, event_type: string, webhook_url: string) =>
  (await client.post('/v1/webhooks', { event_type, webhook_url })).body.uuid as string

/** Submits an application with a document, so that its review begins. */
async function submit(client: Client, reference?: string): Promise<string> {
  const application_id = await client.apply(
    makePayload(reference === undefined ? {} : { application: { reference } }),
  )
  const doc = await makePdf(`statement of ${application_id}`)
  const { status } = await client.upload({ application_id, type: 'bank_statement', doc })
  expect(status).toBe(201)
  return application_id
}

/** One sandbox for all tests that do not affect each other. Each test has separate applications and a receiver. */
let shared: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  shared = await start()
})

/** Registers a receiver at the shared sandbox for the duration of one test. */
async function receive(event_type: string) {
  const receiver = await startReceiver(cleanup)
  const webhook_uuid = await register(shared.client, event_type, receiver.url)
  onTestFinished(async () => void (await shared.client.send('DELETE', `/v1/webhooks/${webhook_uuid}`)))
  return { ...receiver, webhook_uuid }
}

const statuses = (received: ReceivedWebhook[]) => received.map(({ event }) => event['status'])
const sequenceOf = (received: ReceivedWebhook[], count: number) =>
  until(() => (received.length >= count ? statuses(received) : undefined))

test('documents lead to a review and then to an offer, and a signed event with all six fields announces each', async () => {
  const { sandbox, client } = shared
  const { base_url } = sandbox.ready
  const { received } = await receive('all')
  const application_id = await submit(client)
  expect(await sequenceOf(received, 2)).toEqual(['app_under_review', 'offer_available'])

  const keys = await publishedKeys(sandbox.ready)
  for (const [index, { body, event, signature, content_type }] of received.entries()) {
    expect(content_type).toBe('application/json')
    expect(event).toEqual({
      message_type: index === 0 ? 'application_event' : 'offer_event',
      callback_path: `${base_url}/iso/api/v1/applications/${application_id}`,
      status: statuses(received)[index],
      application_id,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+\+00:00$/),
      event_id: expect.stringMatching(/^[\da-f-]{36}$/),
    })
    expect(await verifySignature({ body, signature, keys, now: new Date() })).toMatchObject({
      ok: true,
      value: { verification: 'body', kid: 'iso-submission-rsa-01', event_id: event['event_id'] },
    })
    const changed = Buffer.from(body.toString().replace(application_id, '111111111'))
    expect(await verifySignature({ body: changed, signature, keys, now: new Date() })).toMatchObject({
      ok: false,
      error: { code: 'EVENT_SIGNATURE_INVALID' },
    })
  }

  const [offer] = await client.offers(application_id)
  expect(offer).toMatchObject({ application_id, status: 'offer_available' })
  const accepted = await client.post('/v1/offer', { offer_id: offer?.['offer_id'], action: 'accept' })
  expect(accepted.body.status).toBe('offer_accepted')
  expect((await sequenceOf(received, 6)).slice(2)).toEqual([
    'offer_accepted',
    'app_documentation_pending',
    'app_final_approval',
    'app_funded',
  ])
})

test('an application without documents gets no status, and a registration receives only the events that it subscribed to', async () => {
  const { client } = shared
  const offers = await receive('offer')
  const applications = await receive('application')
  const waiting = await client.apply(makePayload())
  await submit(client)
  expect(await sequenceOf(offers.received, 1)).toEqual(['offer_available'])
  expect(await sequenceOf(applications.received, 1)).toEqual(['app_under_review'])
  expect((await client.get(`/v1/applications/${waiting}`)).body.status).toBeNull()
})

test.each([
  ['decline', ['app_under_review', 'app_declined_closed']],
  ['incomplete', ['app_under_review', 'app_incomplete_info']],
  ['rescind', ['app_under_review', 'offer_available', 'offer_rescinded']],
  ['multiple', ['app_under_review', 'offer_available', 'offer_available', 'offer_available']],
])('a reference with the word %s selects its scenario', async (word, course) => {
  const { received } = await receive('all')
  await submit(shared.client, `Deal ${word} 7`)
  expect(await sequenceOf(received, course.length)).toEqual(course)
})

test('the sandbox sends a test event to one registration', async () => {
  const { sandbox, client } = shared
  const { received, webhook_uuid } = await receive('offer')
  const { status, body } = await client.post('/v1/webhooks/test', { webhook_uuid })
  expect(status).toBe(200)
  const [event] = await until(() => (received.length > 0 ? received : undefined))
  expect(event?.event).toMatchObject({ event_id: body.event_id, application_id: '000000000' })
  const keys = await publishedKeys(sandbox.ready)
  expect(
    await verifySignature({ body: event!.body, signature: event!.signature, keys, now: new Date() }),
  ).toMatchObject({ ok: true })
})

test('a refused event is sent again with the same bytes', async () => {
  const { received, answers } = await receive('offer')
  answers.push(503, 500)
  await submit(shared.client)
  expect(await sequenceOf(received, 3)).toEqual(Array<string>(3).fill('offer_available'))
  expect(received[1]?.body.equals(received[0]!.body)).toBe(true)
  expect(received[2]?.body.equals(received[0]!.body)).toBe(true)
})

test('a restart keeps credentials, keys, applications, scheduled work, and undelivered events', async () => {
  const { data, sandbox, client } = await start(cleanup.folder(), '--speed', '600000')
  const { url, received } = await startReceiver(cleanup)
  await register(client, 'all', url)
  const application_id = await submit(client)
  const jwks = await (await fetch(sandbox.ready.jwks_url)).text()
  await sandbox.kill()

  // The review was due ten minutes after the submission. The clock of the restarted sandbox is set 50 minutes ahead, so the sandbox
  // begins the review, and the offer follows.
  const again = await start(data, '--speed', '40', '--admin-port', '0')
  await asAdmin(again.sandbox.ready).send('PUT', '/clock', { offset_seconds: 3000 })
  const { jwks_url, ...credentials } = again.sandbox.ready
  expect(credentials).toMatchObject({
    client_id: sandbox.ready.client_id,
    client_secret: sandbox.ready.client_secret,
  })
  expect(await (await fetch(jwks_url)).text()).toBe(jwks)
  expect(await sequenceOf(received, 2)).toEqual(['app_under_review', 'offer_available'])
  const { body } = await again.client.get(`/v1/documents?application_id=${application_id}`)
  expect(body.documents).toHaveLength(1)
  expect(await again.client.offers(application_id)).toHaveLength(1)
  expect(await again.sandbox.closeStdin()).toBe(0)
})

test('the same seed gives the same ids and offers, and another seed gives different ones', async () => {
  const run = async (seed: string) => {
    const { sandbox, client } = await start(cleanup.folder(), '--seed', seed)
    const application_id = await submit(client)
    const offers = await client.offers(application_id)
    expect(await sandbox.stop()).toBe(0)
    return offers.map(({ created_at: _created, expires_at: _expires, ...offer }) => offer)
  }
  const [first, same, other] = await Promise.all([run('7'), run('7'), run('8')])
  expect(same).toEqual(first)
  expect(other[0]?.['application_id']).not.toBe(first[0]?.['application_id'])
  expect(other[0]?.['amount']).not.toBe(first[0]?.['amount'])
})

test('an offer event reaches a workstation through the relay with the signed bytes', async () => {
  const { sandbox, client } = shared
  const data = cleanup.folder()
  await relayCommand(data, [
    'environment',
    'set',
    '--name',
    'sandbox',
    '--jwks-url',
    sandbox.ready.jwks_url,
    '--sender-address',
    '127.0.0.1',
  ])
  await relayCommand(data, ['inlet', 'add', '--environment', 'sandbox'])
  const relay = await startRelay(cleanup, data)
  const device = asDevice(relay.ready.url, (await pairDevice(data, relay.ready.url)).device_token)
  const { inlet_urls } = (await (await device.get('/v1/device')).json()) as { inlet_urls: string[] }
  await register(client, 'offer', inlet_urls[0] ?? '')
  await register(client, 'application', inlet_urls[0] ?? '')
  const stream = await device.stream()
  await stream.next()
  const application_id = await submit(client)

  const keys = await publishedKeys(sandbox.ready)
  const seen: unknown[] = []
  while (seen.length < 2) {
    const message = await stream.next()
    const body = Buffer.from(String(message?.data['body']), 'base64')
    const signature = String(message?.data['signature'])
    expect(await verifySignature({ body, signature, keys, now: new Date() })).toMatchObject({ ok: true })
    const event = JSON.parse(body.toString()) as Record<string, unknown>
    expect(event['application_id']).toBe(application_id)
    seen.push(event['status'])
  }
  // Each registration has a separate queue, so the order between two registrations is undefined.
  expect(new Set(seen)).toEqual(new Set(['app_under_review', 'offer_available']))
  stream.close()
})
