import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { Cleanup, untilLogged } from '../support/cleanup.ts'
import {
  asDevice,
  pairDevice,
  postHook,
  relayCommand,
  setUpRelay,
  signBody,
  startRelay,
  type RelayProgram,
} from '../support/relay/relay.ts'
import { SIGNATURE_ATTACKS } from '../support/relay/signature-attacks.ts'
import { createSigningKey, makeEvent, signEvent } from '../support/relay/signing.ts'

const key = createSigningKey('iso-submission-rsa-01')
const stranger = createSigningKey('iso-submission-rsa-99')
const access_key = createSigningKey('iso-auth-rsa-01')
const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const errorOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: { code: string } }
  return { status: response.status, code: error.code }
}
const makeBody = (changes?: Record<string, unknown>) => JSON.stringify(makeEvent(changes))

describe('an inlet', () => {
  let relay: RelayProgram
  let data: string
  let hook: string
  let device: ReturnType<typeof asDevice>
  let keyServer: Awaited<ReturnType<typeof startKeyServer>>
  beforeAll(async () => {
    keyServer = await startKeyServer(cleanup, [key, access_key])
    const set = await setUpRelay(cleanup, keyServer.url)
    data = set.data
    relay = await startRelay(cleanup, data)
    hook = `${relay.ready.url}${set.hook_path}`
    device = asDevice(relay.ready.url, (await pairDevice(data, relay.ready.url)).device_token)
  })

  const newest = async () => (await device.events()).latest_seq

  test('accepts a signed event with 202 and delivers its exact bytes and signature', async () => {
    // The body's format is one that no JSON library writes. A relay that parses and re-serializes the body would change it.
    const event = makeEvent()
    const body = ` {"amount" : 1.50, "big": 9007199254740993,\n${JSON.stringify(event).slice(1)} `
    const signature = signBody(key, body)
    const before = await newest()
    const response = await postHook(hook, body, signature, { 'content-type': 'application/x-anything' })
    expect(response.status).toBe(202)
    const { events, oldest_seq } = await device.events(`?after=${before}`)
    expect(oldest_seq).toBe(1)
    expect(events).toEqual([
      {
        seq: before + 1,
        environment: 'sandbox',
        event_id: event.event_id,
        received_at: expect.stringMatching(/^\d{4}-.*Z$/),
        sender: '127.0.0.1',
        signature,
        body: Buffer.from(body).toString('base64'),
      },
    ])
  })

  test('answers a repeat with 200 and stores it once, even with a new signature', async () => {
    const body = makeBody()
    const before = await newest()
    expect((await postHook(hook, body, signBody(key, body))).status).toBe(202)
    const again = await postHook(hook, body, signEvent(key, { iat: Math.floor(Date.now() / 1000) - 1 }))
    expect(again.status).toBe(200)
    expect(await newest()).toBe(before + 1)
  })

  test('accepts an event at its address with more slashes, a query, or percent-encoding', async () => {
    const inlet = hook.split('/').at(-1) ?? ''
    const encoded = hook.replace(inlet, `%${inlet.charCodeAt(0).toString(16)}${inlet.slice(1)}`)
    for (const url of [`${hook}/`, `${hook}//`, hook.replace('/hooks', '//hooks'), `${hook}/?a=b`, encoded]) {
      const body = makeBody()
      expect((await postHook(url, body, signBody(key, body))).status, url).toBe(202)
    }
  })

  test('tells a person who opens the address in a browser what it is for, whether it exists or not', async () => {
    const unknown = `${relay.ready.url}/hooks/sandbox/${'0'.repeat(32)}`
    for (const url of [hook, `${hook}/`, unknown]) {
      const shown = await fetch(url, { headers: { accept: 'text/html,*/*;q=0.8' } })
      expect([shown.status, shown.headers.get('allow')]).toEqual([405, 'POST'])
      expect(shown.headers.get('content-type')).toMatch(/^text\/plain/)
      const text = await shown.text()
      expect(text).toContain('takes notifications')
      expect(text).not.toContain(hook.split('/').at(-1))
      for (const method of ['PUT', 'DELETE', 'OPTIONS'])
        expect(await errorOf(await fetch(url, { method }))).toEqual({ status: 405, code: 'POST_ONLY' })
      expect((await fetch(url, { method: 'HEAD' })).status).toBe(405)
    }
    expect((await fetch(`${relay.ready.url}/elsewhere`)).status).toBe(404)
  })

  test('refuses a known event id with another body and logs an error', async () => {
    const event = makeEvent()
    const body = JSON.stringify(event)
    expect((await postHook(hook, body, signBody(key, body))).status).toBe(202)
    const forged = JSON.stringify({ ...event, status: 'app_funded' })
    const before = await newest()
    expect(await errorOf(await postHook(hook, forged, signBody(key, forged)))).toEqual({
      status: 409,
      code: 'EVENT_CONFLICT',
    })
    expect(await newest()).toBe(before)
    await untilLogged(relay, 'ALARM')
  })

  test('stores an event once when it is sent twenty times in parallel', async () => {
    const body = makeBody()
    const before = await newest()
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => postHook(hook, body, signBody(key, body))),
    )
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(19).fill(200),
      202,
    ])
    expect(await newest()).toBe(before + 1)
  })

  test.each(SIGNATURE_ATTACKS)('refuses $name', async ({ signature, before_keys, is_signed }) => {
    const event = makeEvent()
    const body = Buffer.from(JSON.stringify(event))
    const now = Math.floor(Date.now() / 1000)
    const attack = signature({ key, stranger, access_key, body, event_id: event.event_id, now })
    const before = await newest()
    const refused = await errorOf(await postHook(hook, body, attack))
    // If the relay cannot rule out that the partner has just published this key, it responds that the keys are unavailable.
    if (refused.status === 503 && !before_keys && !is_signed) expect(refused.code).toBe('KEYS_UNAVAILABLE')
    else expect(refused).toEqual({ status: 401, code: 'SIGNATURE_INVALID' })
    expect(await newest()).toBe(before)
    // Proves that only the signature was wrong: the relay accepts the same body with a valid signature.
    expect((await postHook(hook, body, signBody(key, body))).status).toBe(202)
  })

  test('fetches the keys once, even for many invented key ids', async () => {
    const body = makeBody()
    await Promise.all(
      Array.from({ length: 50 }, () =>
        postHook(hook, body, signEvent({ ...stranger, kid: `iso-submission-${crypto.randomUUID()}` })),
      ),
    )
    expect(keyServer.fetches).toBe(1)
  })

  test('refuses a signed body that is not an event', async () => {
    // PostgreSQL cannot store a NUL in text and would refuse the whole transaction. The relay must therefore refuse such an event first.
    const withNul = JSON.stringify({ ...makeEvent(), event_id: 'a\u0000b' })
    for (const body of ['', 'no JSON', '[]', '{"status":"offer_available"}', withNul])
      expect(await errorOf(await postHook(hook, body, signBody(key, body)))).toEqual({
        status: 400,
        code: 'EVENT_MALFORMED',
      })
  })

  test('refuses a body that is too large, with and without a stated length', async () => {
    const body = makeBody({ padding: 'x'.repeat(64 * 1024) })
    expect(await errorOf(await postHook(hook, body, signBody(key, body)))).toEqual({
      status: 413,
      code: 'TOO_LARGE',
    })
    const chunked = await fetch(hook, {
      method: 'POST',
      headers: { 'x-signature': signBody(key, body) },
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(chunked.status).toBe(413)
  })

  test('is not found under another name, in another environment, or after it was revoked', async () => {
    const body = makeBody()
    const post = async (path: string) =>
      (await postHook(`${relay.ready.url}${path}`, body, signBody(key, body))).status
    const { inlet, path } = await relayCommand<{ inlet: string; path: string }>(data, [
      'inlet',
      'add',
      '--environment',
      'sandbox',
    ])
    expect(await post(`/hooks/sandbox/${'0'.repeat(32)}`)).toBe(404)
    expect(await post(`/hooks/production/${inlet}`)).toBe(404)
    expect(await post(path)).toBe(202)
    await relayCommand(data, ['inlet', 'revoke', '--inlet', inlet])
    expect(await post(path)).toBe(404)
  })

  test('accepts no event that was signed for another environment', async () => {
    const production = createSigningKey('iso-submission-rsa-01')
    const keys = await startKeyServer(cleanup, [production])
    await relayCommand(data, ['environment', 'set', '--name', 'production', '--jwks-url', keys.url])
    const { path } = await relayCommand<{ path: string }>(data, [
      'inlet',
      'add',
      '--environment',
      'production',
    ])
    const body = makeBody()
    const post = async (signature: string) =>
      (await postHook(`${relay.ready.url}${path}`, body, signature)).status
    expect(await post(signBody(key, body))).toBe(401)
    const before = await newest()
    expect(await post(signBody(production, body))).toBe(202)
    // The event belongs to production. The device belongs to the sandbox environment, so it does not get the event.
    expect(await newest()).toBe(before)
  })

  test('writes no inlet, token, or signature into the log', async () => {
    const body = makeBody()
    const signature = signBody(key, body)
    await postHook(hook, body, signature)
    await untilLogged(relay, 'notification')
    expect(relay.log()).not.toContain(hook.split('/').at(-1))
    expect(relay.log()).not.toContain(signature)
  })
})

test('if sender addresses are configured, the relay refuses all others and ignores a forged X-Forwarded-For', async () => {
  const keyServer = await startKeyServer(cleanup, [key])
  const sender = ['--sender-address', '203.0.113.7', '--sender-address', '::ffff:203.0.113.8']
  const { data, hook_path } = await setUpRelay(cleanup, keyServer.url)
  await relayCommand(data, [
    'environment',
    'set',
    '--name',
    'sandbox',
    '--jwks-url',
    keyServer.url,
    ...sender,
  ])
  const body = makeBody()
  const post = async (relay: RelayProgram, forwarded: string) =>
    (
      await postHook(`${relay.ready.url}${hook_path}`, body, signBody(key, body), {
        'x-forwarded-for': forwarded,
      })
    ).status
  const direct = await startRelay(cleanup, data)
  expect(await post(direct, '203.0.113.7')).toBe(403)
  await direct.stop()
  const behindProxy = await startRelay(cleanup, data, '--trusted-proxy', '127.0.0.1')
  // The relay reads the header `x-forwarded-for` from the right. The proxy wrote the last entry; the caller wrote the entries before it.
  expect(await post(behindProxy, '203.0.113.7, 198.51.100.1')).toBe(403)
  expect(await post(behindProxy, '198.51.100.1, ::ffff:203.0.113.7')).toBe(202)
  expect(await post(behindProxy, '203.0.113.8')).toBe(200)
})

test('the relay uses known keys while the key server is down, even after a restart, and returns 503 if it knows no keys', async () => {
  const keyServer = await startKeyServer(cleanup, [key])
  const { data, hook_path } = await setUpRelay(cleanup, keyServer.url)
  const post = (relay: RelayProgram, by = key) => {
    const body = makeBody()
    return postHook(`${relay.ready.url}${hook_path}`, body, signBody(by, body))
  }

  keyServer.down = true
  const first = await startRelay(cleanup, data)
  const unverified = await post(first)
  expect(unverified.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await errorOf(unverified)).toEqual({ status: 503, code: 'KEYS_UNAVAILABLE' })
  const unready = await fetch(`${first.ready.url}/readyz`)
  expect(unready.status).toBe(503)
  expect(await unready.json()).toMatchObject({ checks: { storage: 'ok', 'keys sandbox': 'not known' } })
  await first.stop()

  keyServer.down = false
  const second = await startRelay(cleanup, data)
  expect((await post(second)).status).toBe(202)
  await second.stop()

  keyServer.down = true
  const third = await startRelay(cleanup, data)
  expect((await fetch(`${third.ready.url}/readyz`)).status).toBe(200)
  expect((await post(third)).status).toBe(202)
  expect((await post(third, stranger)).status).toBe(503)
  expect((await post(third)).status).toBe(202)
})

test('the relay accepts only signing keys whose name matches the setting, so an access-token key cannot sign a notification', async () => {
  const renamed = createSigningKey('partner-hooks-2')
  const keyServer = await startKeyServer(cleanup, [key, renamed, access_key])
  const { data, hook_path } = await setUpRelay(cleanup, keyServer.url)
  const body = makeBody()
  const relay = await startRelay(cleanup, data, '--signing-keys', 'partner-hooks-*')
  const post = (by: typeof key) => postHook(`${relay.ready.url}${hook_path}`, body, signBody(by, body))
  for (const other of [key, access_key])
    expect(await errorOf(await post(other))).toEqual({ status: 401, code: 'SIGNATURE_INVALID' })
  expect((await post(renamed)).status).toBe(202)
})
