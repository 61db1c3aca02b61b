import { logInto } from '../support/core/faulty-vaults.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createConnectPartner } from '../../src-main/platform/partner/connect-partner.ts'
import { appendCall, PartnerLink } from '../../src-main/features/connection/partner-link.ts'
import { saveNetwork, saveRateLimit } from '../../src-main/features/connection/service-settings.ts'
import { writeConnection } from '../../src-main/features/connection/connection-settings.ts'
import type { PartnerApi } from '../../src-main/platform/partner/partner-api.ts'
import { keychainAccount } from '../../src-shared/platform/base/keychain-names.ts'
import type { ServiceCall } from '../../src-shared/features/calls/service-call.ts'
import type { NetworkSettings } from '../../src-shared/features/connection/service-settings.ts'
import { ManualTimers, memoryKeychain, composeApp, value, type App } from '../support/core/composed-app.ts'
import { makeBytes, makeUpload, SHORT, upload } from '../support/partner/client.ts'
import { makeAuthority, type Authority } from '../support/partner/certificates.ts'
import { startProxy } from '../support/partner/office-proxy.ts'
import {
  answer,
  APPLICATION,
  CLIENT_ID,
  CLIENT_SECRET,
  DOCUMENT,
  JWKS,
  json,
  OFFERS,
  raw,
  readBody,
  startPartner,
  type ScriptedPartner,
} from '../support/partner/scripted-partner.ts'
import { Cleanup, until } from '../support/cleanup.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const SSN = '123-45-6789'
const PROXY_PASSWORD = 'proxy-password-of-the-test'
const application = { application: { id: 1 }, company: { owners: [{ ssn: SSN }] } }

let authority: Authority
let app: App
let link: PartnerLink
let partner: ScriptedPartner

/** Opens an app with a real vault and the app's real client for the partner. */
async function openLinked(timers?: ManualTimers): Promise<{ app: App; link: PartnerLink }> {
  const secrets = memoryKeychain()
  secrets.kept.set(keychainAccount('sandbox', 'client-secret'), CLIENT_SECRET)
  const opened = await composeApp(cleanup, { secrets })
  value(await saveRateLimit(opened.context, { requests_per_second: 0, asking_interval_minutes: 1 }))
  const connect = createConnectPartner({
    resolveProxy: async () => 'DIRECT',
    timeouts: SHORT,
    retryPolicy: { tries: 1, firstWaitMs: 1 },
  })
  return {
    app: opened,
    link: new PartnerLink('sandbox', opened.vault, secrets, connect, logInto([]), timers),
  }
}

const line = (more: Partial<ServiceCall>): ServiceCall => ({
  at: '2026-05-04T10:00:00.000Z',
  method: 'GET',
  path: '/iso/api/v1/offers?application_id=77',
  status: 200,
  duration_ms: 5,
  outcome: 'answered',
  sent_bytes: 0,
  received_bytes: 9,
  ...more,
})

beforeAll(async () => {
  authority = makeAuthority()
  const opened = await openLinked()
  app = opened.app
  link = opened.link
  cleanup.add(() => link.reset())
})

beforeEach(async () => {
  value(await app.vault.commit([{ write: 'append_call', call: line({}), forget_before: '9999' }]))
  partner = await startPartner(cleanup)
  await connectTo(partner.base_url)
})

const connectTo = async (base_url: string) => {
  value(await writeConnection(app.vault, { base_url, client_id: CLIENT_ID }))
  link.reset()
}

const client = async (): Promise<PartnerApi> => value(await link.get())

/** Returns the call log, newest call first, once the log contains the given number of lines. */
const logOf = (lines: number, search = ''): Promise<ServiceCall[]> =>
  until(async () => {
    const calls = value(await app.vault.listCalls(search))
    return calls.length >= lines ? calls : undefined
  })

describe('a call log entry', () => {
  test('contains the request and its outcome', async () => {
    partner.on(OFFERS, json(200, { offers: [] }))
    value(await (await client()).listOffers('77'))
    value(await (await client()).createApplication(application))
    const [write, read, token] = await logOf(3)
    expect(token).toMatchObject({ method: 'POST', path: '/iso/api/auth/oauth2/token', outcome: 'answered' })
    expect(read).toEqual({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      method: 'GET',
      path: '/iso/api/v1/offers?application_id=77',
      status: 200,
      duration_ms: expect.any(Number) as number,
      outcome: 'answered',
      sent_bytes: 0,
      received_bytes: Buffer.byteLength('{"offers":[]}'),
    })
    expect(write).toMatchObject({
      method: 'POST',
      path: '/iso/api/v1/application',
      status: 201,
      sent_bytes: Buffer.byteLength(JSON.stringify(application)),
    })
    for (const { duration_ms } of await logOf(3)) expect(duration_ms).toBeGreaterThanOrEqual(0)
  })

  test('counts the complete body of an upload', async () => {
    let taken = 0
    partner.on(DOCUMENT, async (request, response) => {
      taken = (await readBody(request)).length
      response.writeHead(201).end()
    })
    value(await upload(await client(), makeUpload(makeBytes(100_000))))
    const [uploaded] = await logOf(2)
    expect(uploaded).toMatchObject({ method: 'POST', path: '/iso/api/v1/document', outcome: 'answered' })
    expect(uploaded?.sent_bytes).toBe(taken)
    expect(taken).toBeGreaterThan(100_000)
  })

  test.each<[string, Parameters<ScriptedPartner['on']>[1], number | null, string, string]>([
    ['a refusal', json(400, {}), 400, 'refused', 'refused'],
    ['a server error', json(500, {}), 500, 'unknown', 'failed'],
    ['an HTML page', answer(200, '<html>'), 200, 'unknown', 'failed'],
    ['a connection closed without a response', raw(''), null, 'unknown', 'failed'],
    ['a missing response', (request) => readBody(request), null, 'unknown', 'failed'],
  ])('records %s with its status and outcome', async (_name, script, status, ofWrite, ofRead) => {
    partner.on(APPLICATION, script)
    partner.on(OFFERS, script)
    await (await client()).createApplication(application)
    await (await client()).listOffers('77')
    const [read, write] = await logOf(3)
    expect(write).toMatchObject({ status, outcome: ofWrite })
    expect(read).toMatchObject({ status, outcome: ofRead })
  })

  test('is also written if the partner cannot be reached', async () => {
    value(await (await client()).listOffers('77'))
    await partner.stop()
    await (await client()).createApplication(application)
    await (await client()).getJwks()
    const [read, write] = await logOf(4)
    expect(write).toMatchObject({ status: null, outcome: 'not_received', received_bytes: 0 })
    expect(read).toMatchObject({ status: null, outcome: 'failed' })
  })
})

describe('the connection to the partner', () => {
  test('counts as lost from the first call without an answer until an answer arrives', async () => {
    partner.on(JWKS, json(200, { keys: [] }))
    const lost: (string | null)[] = []
    link.reach.onChange = (at) => lost.push(at)
    await (await client()).getJwks()
    expect(lost).toEqual([])
    partner.on(JWKS, raw(''))
    await (await client()).getJwks()
    await (await client()).getJwks()
    const [, first] = await logOf(3)
    expect(lost).toEqual([first?.at])
    partner.on(JWKS, json(404, {}))
    await (await client()).getJwks()
    expect(lost).toEqual([first?.at, null])
  })

  test('is checked without any other call, and more often while it is lost', async () => {
    const timers = new ManualTimers()
    const { link: quiet, app: own } = await openLinked(timers)
    value(await writeConnection(own.vault, { base_url: partner.base_url, client_id: CLIENT_ID }))
    const changes: (string | null)[] = []
    const changed = (count: number) => until(async () => (changes.length === count ? true : undefined))
    quiet.reach.onChange = (at) => changes.push(at)
    partner.on(JWKS, raw(''))
    quiet.reach.start()
    const [usualWait = 0] = timers.waiting.values()
    timers.ring()
    await changed(1)
    const [wait = 0] = timers.waiting.values()
    expect(wait).toBeLessThan(usualWait)
    partner.on(JWKS, json(200, { keys: [] }))
    timers.ring()
    await changed(2)
    expect(changes).toEqual([expect.any(String), null])
    await quiet.close()
    expect(timers.waiting.size).toBe(0)
  })

  test('is not lost if the app cancels a call', async () => {
    const lost: (string | null)[] = []
    link.reach.onChange = (at) => lost.push(at)
    const stop = new AbortController()
    partner.on(DOCUMENT, () => stop.abort())
    await upload(await client(), makeUpload(makeBytes(2000)), stop.signal)
    await logOf(2)
    expect(lost).toEqual([])
  })
})

test('a failure to write the call log does not stop the call', async () => {
  const broken = await openLinked()
  value(await writeConnection(broken.app.vault, { base_url: partner.base_url, client_id: CLIENT_ID }))
  const ready = value(await broken.link.get())
  // Get a token before the crash, because the client could not get one without the vault.
  value(await ready.listOffers('77'))
  await broken.app.crash()
  expect(await ready.createApplication(application)).toMatchObject({ ok: true })
  broken.link.reset()
})

test('the call log contains no secrets or personal data, for any outcome and any path', async () => {
  const safe = await startPartner(cleanup, { tls: authority.server })
  const proxy = await startProxy(cleanup, { port: safe.port, credentials: `broker:${PROXY_PASSWORD}` })
  const tokens: string[] = []
  const echo = { extra: [{ key: 'company', message: `${SSN} ${CLIENT_SECRET} is wrong` }] }
  for (const one of [partner, safe]) {
    one.on('POST /iso/api/auth/oauth2/token', (request, response) => {
      const pair = one.tokens()
      tokens.push(pair.accessToken, pair.refreshToken)
      return json(200, pair)(request, response)
    })
    one.on(APPLICATION, json(400, echo))
    one.on(DOCUMENT, raw(''))
  }
  const work = async () => {
    const api = await client()
    await api.createApplication(application)
    await upload(api, makeUpload(makeBytes(2000)))
    await api.listOffers('77')
    await api.validateToken()
  }
  await work()
  const network: NetworkSettings = {
    proxy: 'manual',
    proxy_url: `http://${proxy.address}`,
    proxy_user: 'broker',
    extra_ca: authority.ca,
  }
  value(await saveNetwork(app.context, network, PROXY_PASSWORD))
  await connectTo('https://partner.example')
  await work()
  expect(safe.seen.length).toBeGreaterThan(0)
  value(await saveNetwork(app.context, network, 'another-wrong-password'))
  await connectTo('https://partner.example')
  await work()

  const rows = await logOf(14)
  const log = JSON.stringify(rows)
  const basic = Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')
  const forbidden = [
    SSN,
    CLIENT_SECRET,
    CLIENT_ID,
    basic,
    PROXY_PASSWORD,
    'another-wrong-password',
    ...tokens,
  ]
  expect(tokens).toHaveLength(4)
  for (const secret of forbidden) expect(log).not.toContain(secret)
  expect(log).not.toMatch(/bearer|basic|authorization|owners|statement|eyJ/i)
  // A search covers more data of a call than the screen shows. This data must not contain secrets.
  for (const secret of [SSN, CLIENT_SECRET, 'Bearer'])
    expect(value(await app.vault.listCalls(secret))).toEqual([])
  expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(
    ['at', 'duration_ms', 'method', 'outcome', 'path', 'received_bytes', 'sent_bytes', 'status'].toSorted(),
  )
})

describe('the stored call log', () => {
  test('finds calls that have each searched word in their method, path, status, or outcome', async () => {
    const offers = line({})
    const refused = line({ method: 'POST', path: '/iso/api/v1/application', status: 400, outcome: 'refused' })
    const lost = line({ method: 'POST', path: '/iso/api/v1/document', status: null, outcome: 'not_received' })
    for (const call of [offers, refused, lost]) await appendCall(app.vault, call)
    const find = async (search: string) => value(await app.vault.listCalls(search))
    expect(await find('')).toEqual([lost, refused, offers])
    expect(await find('post')).toEqual([lost, refused])
    expect(await find('POST 400')).toEqual([refused])
    expect(await find('not_received')).toEqual([lost])
    expect(await find('application  refused')).toEqual([refused])
    expect(await find('application_id=77')).toEqual([offers])
    expect(await find('post answered')).toEqual([])
    expect(await find('100%')).toEqual([])
    expect(await find('_')).toEqual([lost, offers])
  })

  test('deletes entries older than 30 days when a new call is logged, and retains newer entries', async () => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const [older, younger] = [line({ at: ago(30.1) }), line({ at: ago(29.9) })]
    for (const call of [older, younger])
      value(await app.vault.commit([{ write: 'append_call', call, forget_before: ago(365) }]))
    expect(await logOf(2)).toEqual([younger, older])
    value(await (await client()).getJwks())
    const calls = await until(async () => {
      const now = value(await app.vault.listCalls(''))
      return now.some(({ path }) => path.includes('jwks')) ? now : undefined
    })
    expect(calls.map(({ at }) => at)).toEqual([expect.any(String), younger.at])
  })
})
