import { afterAll, describe, expect, test } from 'vitest'
import { listing } from '../support/core/composed-app.ts'
import { writes } from '../support/partner/calls.ts'
import { connectTo, errorOf, makeBytes, makeUpload, upload } from '../support/partner/client.ts'
import {
  APPLICATION,
  DOCUMENT,
  inTurn,
  json,
  OFFERS,
  readBody,
  startPartner,
  TOKEN,
  WEBHOOK,
  type Script,
} from '../support/partner/scripted-partner.ts'
import { Cleanup, until } from '../support/cleanup.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

/** The app's default number of tries. The tests replace the waits between the tries with short ones. */
const TRIES = 3
const retryPolicy = { tries: TRIES, firstWaitMs: 1 }

const reset: Script = async (request) => {
  await readBody(request)
  request.socket.resetAndDestroy()
}
const busy = json(503, {})
const tooMany = (retry_after: string) => json(429, {}, { 'retry-after': retry_after })

const OFFER = 'GET /iso/api/v1/offer'
const application = { application: {}, company: {} }

async function start() {
  const partner = await startPartner(cleanup)
  partner.on(OFFER, json(200, { offer_id: 'o-1' }))
  return { partner, client: connectTo(cleanup, { base_url: partner.base_url, retryPolicy }) }
}

describe('an automatic read', () => {
  test.each([
    ['503', busy],
    ['a reset', reset],
    ['429 with a Retry-After of 0', tooMany('0')],
  ])('is retried after %s, and then succeeds', async (_name, fault) => {
    const { partner, client } = await start()
    partner.on(OFFERS, inTurn(fault, fault, json(200, { offers: [{ offer_id: 'o-1' }] })))
    const offers = await client.listOffers('1')
    expect(offers).toMatchObject(listing([{ offer_id: 'o-1' }]))
    expect(partner.count(OFFERS)).toBe(3)
  })

  test.each([
    ['503', busy, 'PARTNER_UNAVAILABLE'],
    ['a reset', reset, 'PARTNER_CONNECTION_LOST'],
    ['429', tooMany('0'), 'PARTNER_RATE_LIMITED'],
  ])('fails after the maximum number of tries if each try ends with %s', async (_name, fault, code) => {
    const { partner, client } = await start()
    partner.on(OFFERS, fault)
    expect(errorOf(await client.listOffers('1'))).toMatchObject({ code, outcome: 'none' })
    expect(partner.count(OFFERS)).toBe(TRIES)
  })

  test.each([400, 403, 404, 409])('is not retried after %i, which is permanent', async (status) => {
    const { partner, client } = await start()
    partner.on(OFFERS, json(status, {}))
    errorOf(await client.listOffers('1'))
    expect(partner.count(OFFERS)).toBe(1)
  })

  test('is not retried after a 503 with a very long Retry-After', async () => {
    const { partner, client } = await start()
    partner.on(OFFERS, json(503, {}, { 'retry-after': '3600' }))
    expect(errorOf(await client.listOffers('1'))).toMatchObject({ retry_after_s: 3600, retryable: true })
    expect(partner.count(OFFERS)).toBe(1)
  })
})

describe('a read that the user waits for', () => {
  test.each([
    ['503', busy],
    ['a reset', reset],
  ])('is sent once, and reports %s', async (_name, fault) => {
    const { partner, client } = await start()
    partner.on(OFFER, inTurn(fault, json(200, { offer_id: 'o-1' })))
    expect(errorOf(await client.readOffer('o-1')).retryable).toBe(true)
    expect(partner.count(OFFER)).toBe(1)
  })

  test('is repeated after a refusal with a short Retry-After', async () => {
    const { partner, client } = await start()
    partner.on(OFFER, inTurn(tooMany('0'), json(200, { offer_id: 'o-1' })))
    expect(await client.readOffer('o-1')).toMatchObject({ ok: true })
    expect(partner.count(OFFER)).toBe(2)
  })
})

describe('a write', () => {
  const outcomes = { '503': [busy, 'unknown'], 'a reset': [reset, 'unknown'] } as const
  const routes = {
    createApplication: APPLICATION,
    createDocument: DOCUMENT,
    createWebhook: WEBHOOK,
  }

  test.each(
    writes.flatMap(([name, write]) =>
      Object.entries(outcomes).map(([fault, [script, outcome]]) => ({ name, write, fault, script, outcome })),
    ),
  )(
    '$name is not retried after $fault, even if the retry policy allows more tries',
    async ({ name, write, script, outcome }) => {
      const { partner, client } = await start()
      const route = routes[name as keyof typeof routes]
      partner.on(route, script)
      expect(errorOf(await write(client)).outcome).toBe(outcome)
      expect(partner.count(route)).toBe(1)
    },
  )

  test.each(writes)(
    '%s is sent again after a 429, which means that the partner did not process the request',
    async (name, write) => {
      const { partner, client } = await start()
      const route = routes[name as keyof typeof routes]
      const taken = name === 'createWebhook' ? { uuid: 'u', event_type: 'offer', is_active: true } : {}
      const created = { application_id: '7', webhook_url: 'https://relay.example/hook', ...taken }
      partner.on(route, inTurn(tooMany('0'), json(201, created)))
      expect(await write(client)).toMatchObject({ ok: true })
      expect(partner.count(route)).toBe(2)
    },
  )

  test('is sent once more after a 429 with a Retry-After of one second, and a concurrent read succeeds', async () => {
    const { partner, client } = await start()
    partner.on(APPLICATION, inTurn(tooMany('1'), json(201, { application_id: '7' })))
    const write = client.createApplication(application)
    await until(() => partner.count(APPLICATION) || undefined)
    const [written, read] = await Promise.all([write, client.readOffer('o-1')])
    expect(written).toMatchObject({ ok: true, value: { application_id: '7' } })
    expect(read).toMatchObject({ ok: true })
    expect(partner.count(APPLICATION)).toBe(2)
  })

  test('is reported as not received after too many refusals in a row', async () => {
    const { partner, client } = await start()
    partner.on(APPLICATION, tooMany('0'))
    expect(errorOf(await client.createApplication(application))).toMatchObject({
      code: 'PARTNER_RATE_LIMITED',
      outcome: 'not_received',
      retryable: true,
    })
    expect(partner.count(APPLICATION)).toBe(TRIES)
  })
})

describe('a pause that the partner requests', () => {
  test.each([
    ['in seconds', () => '3600'],
    ['as a date', () => new Date(Date.now() + 3_600_000).toUTCString()],
  ])('%s is reported immediately, and nothing is sent during the pause', async (_name, retryAfter) => {
    const { partner, client } = await start()
    partner.on(APPLICATION, tooMany(retryAfter()))
    const refused = errorOf(await client.createApplication(application))
    expect(refused).toMatchObject({ code: 'PARTNER_RATE_LIMITED', outcome: 'not_received' })
    expect(refused.retry_after_s).toBeGreaterThan(3500)
    const before = partner.seen.length
    for (const [, write] of writes) {
      const reported = errorOf(await write(client))
      expect(reported).toMatchObject({
        code: 'PARTNER_RATE_LIMITED',
        outcome: 'not_received',
        retryable: true,
      })
      expect(reported.retry_after_s).toBeGreaterThan(3500)
    }
    expect(errorOf(await client.listOffers('1'))).toMatchObject({
      code: 'PARTNER_RATE_LIMITED',
      outcome: 'none',
    })
    expect(partner.seen).toHaveLength(before)
  })

  test('is also reported to calls that were already waiting to be sent', async () => {
    const { partner } = await start()
    const service = { requests_per_second: 5 }
    const client = connectTo(cleanup, { base_url: partner.base_url, retryPolicy, service })
    partner.on(OFFER, tooMany('3600'))
    const [asked, waiting] = await Promise.all([
      client.readOffer('o-1'),
      client.createApplication(application),
    ])
    expect(errorOf(asked).code).toBe('PARTNER_RATE_LIMITED')
    expect(errorOf(waiting)).toMatchObject({ code: 'PARTNER_RATE_LIMITED', outcome: 'not_received' })
    expect(partner.count(APPLICATION)).toBe(0)
  })

  test('of a few seconds ends when the waiting upload is canceled', async () => {
    const partner = await startPartner(cleanup)
    const paths: string[] = []
    const onCall = ({ path }: { path: string }) => paths.push(path)
    const client = connectTo(cleanup, { base_url: partner.base_url, retryPolicy, onCall })
    const stopping = new AbortController()
    partner.on(DOCUMENT, tooMany('9'))
    const sending = upload(client, makeUpload(makeBytes(5000)), stopping.signal)
    // Cancel only after the client has received the answer. Before, the outcome would be unknown.
    await until(() => paths.find((path) => DOCUMENT.endsWith(path)))
    stopping.abort()
    expect(errorOf(await sending).outcome).toBe('not_received')
    expect(partner.count(DOCUMENT)).toBe(1)
  })

  test('for the token endpoint also prevents a write that needs a token', async () => {
    const { partner, client } = await start()
    partner.on(TOKEN, tooMany('3600'))
    expect(errorOf(await client.createApplication(application))).toMatchObject({
      code: 'PARTNER_RATE_LIMITED',
      outcome: 'not_received',
    })
    expect(partner.count(APPLICATION)).toBe(0)
    expect(partner.count(TOKEN)).toBe(1)
  })
})
