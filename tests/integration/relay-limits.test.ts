import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { Cleanup, until, untilLogged } from '../support/cleanup.ts'
import { RELAY, startProgram, type Program } from '../../build/demo/program.ts'
import { openSocket } from '../support/relay/raw-socket.ts'
import { asDevice, pairDevice, postHook, relayCommand, setUpRelay, signBody } from '../support/relay/relay.ts'
import { createSigningKey, makeEvent, signEvent } from '../support/relay/signing.ts'

// Tests one relay with tight limits, which a file and environment variables set. Each test sends from its own addresses.

const SENDER_LIMIT = 12
const INLET_LIMIT = 20
const CONNECTION_LIMIT = 8
const key = createSigningKey('iso-submission-rsa-01')
const cleanup = new Cleanup()
afterAll(() => cleanup.run())

let relay: Program<{ url: string; admin_url: string }>
let data: string
let url: string
let hook: string
let device_token: string
beforeAll(async () => {
  const keyServer = await startKeyServer(cleanup, [key])
  const set = await setUpRelay(cleanup, keyServer.url)
  data = set.data
  const config = join(data, 'relay.json')
  writeFileSync(
    config,
    JSON.stringify({
      data,
      port: 0,
      admin_port: 0,
      trusted_proxies: ['127.0.0.1'],
      sender_requests_per_minute: SENDER_LIMIT,
      inlet_requests_per_minute: INLET_LIMIT,
      header_seconds: 300,
    }),
  )
  const variables = {
    RELAY_CONFIG: config,
    RELAY_HEADER_SECONDS: '1',
    RELAY_REQUEST_SECONDS: '1',
    RELAY_MAX_CONNECTIONS: String(CONNECTION_LIMIT),
    RELAY_PROT: '1',
  }
  relay = await startProgram(RELAY, ['serve', '--exit-with-parent'], variables)
  cleanup.add(relay.kill)
  url = relay.ready.url
  hook = `${url}${set.hook_path}`
  device_token = (await pairDevice(data, url)).device_token
})

/** Posts one notification through the trusted proxy and closes the connection afterward. */
async function post(forwarded: string, path = hook): Promise<Response> {
  const body = JSON.stringify(makeEvent())
  const headers = { 'x-forwarded-for': forwarded, connection: 'close' }
  return postHook(path, body, signBody(key, body), headers)
}

async function metric(line: string): Promise<number> {
  const text = await (await fetch(`${relay.ready.admin_url}/metrics`)).text()
  return Number(
    text
      .split('\n')
      .find((found) => found.startsWith(`${line} `))
      ?.slice(line.length + 1),
  )
}

describe('requests at the relay', () => {
  test('limits requests per address with 429, ignoring forged X-Forwarded-For entries, without affecting other addresses', async () => {
    const statuses: number[] = []
    for (let sent = 0; sent <= SENDER_LIMIT; sent += 1)
      // The trusted proxy added the last address of the header. The sender invented the address before it.
      statuses.push((await post(`198.51.100.${sent}, 203.0.113.1`)).status)
    expect(statuses).toEqual([...Array<number>(SENDER_LIMIT).fill(202), 429])
    const refused = await post('203.0.113.1')
    expect(refused.headers.get('retry-after')).toMatch(/^[1-5]$/)
    expect(await refused.json()).toMatchObject({ error: { code: 'TOO_MANY' } })
    expect((await post('203.0.113.2')).status).toBe(202)
    expect(await metric('relay_requests_refused_total{limit="sender"}')).toBe(2)
  })

  test('limits notifications per inlet over all addresses, without affecting other inlets', async () => {
    const { path } = await relayCommand<{ path: string }>(data, ['inlet', 'add', '--environment', 'sandbox'])
    const other = `${url}${path}`
    for (let sent = 0; sent < INLET_LIMIT; sent += 1)
      expect((await post(`192.0.2.${sent}`, other)).status).toBe(202)
    const refused = await post('192.0.2.200', other)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('3')
    expect((await post('192.0.2.201')).status).toBe(202)
    const limited = 'relay_notifications_total{environment="sandbox",outcome="rate_limited"}'
    expect(await metric(limited)).toBe(1)
  })
})

describe('connections at the relay', () => {
  const head = (forwarded: string, more: string) =>
    `POST ${new URL(hook).pathname} HTTP/1.1\r\nhost: relay\r\nx-forwarded-for: ${forwarded}\r\n${more}`

  test('end with 408 if a header or a body arrives too slowly, even while data keeps coming', async () => {
    const slowHead = await openSocket(cleanup, url)
    const slowBody = await openSocket(cleanup, url)
    slowHead.send(head('203.0.113.10', 'x-slow: '))
    slowBody.send(head('203.0.113.11', 'content-length: 1000\r\n\r\n'))
    const dripping = setInterval(() => {
      slowHead.send('x')
      slowBody.send('x')
    }, 100)
    expect(await slowHead.answer()).toMatch(/^HTTP\/1.1 408 .*"code":"BAD_REQUEST"/s)
    expect(await slowBody.answer()).toMatch(/^HTTP\/1.1 408 /)
    clearInterval(dripping)
    expect(await metric('relay_requests_refused_total{limit="slow"}')).toBe(2)
  })

  test('get 431 for a header that is too large', async () => {
    const socket = await openSocket(cleanup, url)
    socket.send(head('203.0.113.12', `x-signature: ${'x'.repeat(20_000)}\r\n\r\n`))
    expect(await socket.answer()).toMatch(/^HTTP\/1.1 431 .*larger than 16 KB/s)
    expect(await metric('relay_requests_refused_total{limit="header"}')).toBe(1)
  })

  test('get 400 for input that is not HTTP', async () => {
    const socket = await openSocket(cleanup, url)
    socket.send('\x16\x03\x01 hello\r\n\r\n')
    expect(await socket.answer()).toMatch(/^HTTP\/1.1 400 /)
  })

  const event = makeEvent()
  const body = JSON.stringify(event)
  const genuine = signBody(key, body)
  test.each([
    ['X-Signature twice, both genuine', `x-signature: ${genuine}\r\nx-signature: ${genuine}\r\n`],
    [
      'X-Signature twice, a forged one last',
      `x-signature: ${genuine}\r\nx-signature: ${signEvent(createSigningKey('stranger'))}\r\n`,
    ],
    [
      'X-Signature folded over two lines',
      `x-signature: ${genuine.slice(0, 90)}\r\n ${genuine.slice(90)}\r\n`,
    ],
    ['X-Signature with a space before its colon', `x-signature : ${genuine}\r\n`],
    ['X-Signature only in the trailer', 'trailer: x-signature\r\n'],
  ])('are refused for %s', async (name, lines) => {
    const socket = await openSocket(cleanup, url)
    const more = `content-type: application/json\r\nconnection: close\r\n${lines}`
    if (name.includes('trailer'))
      socket.send(
        `${head('203.0.113.13', more)}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\nx-signature: ${genuine}\r\n\r\n`,
      )
    else socket.send(`${head('203.0.113.13', more)}content-length: ${body.length}\r\n\r\n${body}`)
    expect(await socket.answer()).toMatch(/^HTTP\/1.1 40[01] /)
  })

  test('are refused for a request with both a length and chunks, which could smuggle a request', async () => {
    const socket = await openSocket(cleanup, url)
    socket.send(
      `${head('203.0.113.14', `x-signature: ${genuine}\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n`)}0\r\n\r\nGET /v1/device HTTP/1.1\r\n\r\n`,
    )
    expect(await socket.answer()).toMatch(/^HTTP\/1.1 400 (?!.*HTTP\/1.1)/s)
  })

  test('over the limit are closed, and new ones are accepted when others close', async () => {
    const sockets = await Promise.all(
      Array.from({ length: CONNECTION_LIMIT + 4 }, () => openSocket(cleanup, url)),
    )
    await until(async () =>
      (await metric('relay_requests_refused_total{limit="connections"}')) >= 4 ? true : undefined,
    )
    for (const socket of sockets) socket.close()
    const answered = await until(async () => {
      const response = await post('203.0.113.15').catch(() => undefined)
      return response?.status
    })
    expect(answered).toBe(202)
  })
})

test('a fifth stream of one device ends the oldest stream of that device', async () => {
  const device = asDevice(url, device_token)
  const streams = []
  for (let opened = 0; opened < 5; opened += 1) {
    const stream = await device.stream()
    expect((await stream.next())?.event).toBe('bounds')
    streams.push(stream)
  }
  // The oldest stream still delivers its waiting events, and then ends.
  let last = await streams[0]?.next()
  while (last !== null) last = await streams[0]?.next()
  expect(await metric('relay_connected_devices{environment="sandbox"}')).toBe(1)
  for (const stream of streams) stream.close()
})

test('metrics contain the counters, but no names, senders, inlets, or tokens', async () => {
  const text = await (await fetch(`${relay.ready.admin_url}/metrics`)).text()
  for (const line of [
    /^relay_notifications_total\{environment="sandbox",outcome="stored"\} \d+$/m,
    /^relay_notifications_total\{environment="sandbox",outcome="signature_invalid"\} \d+$/m,
    /^relay_ack_seconds_count \d+$/m,
    /^relay_oldest_waiting_seconds\{environment="sandbox"\} [\d.]+$/m,
    /^relay_devices\{environment="sandbox"\} 1$/m,
    /^relay_log_latest_seq\{environment="sandbox"\} \d+$/m,
    /^relay_log_events\{environment="sandbox"\} 0$/m,
    /^relay_keys_age_seconds\{environment="sandbox"\} [\d.]+$/m,
    /^nodejs_eventloop_lag_seconds /m,
  ])
    expect(text).toMatch(line)
  for (const secret of ['203.0.113', 'Office', 'front-desk-pc', device_token, hook.split('/').at(-1) ?? ''])
    expect(text).not.toContain(secret)
  // Metrics are on the admin port only.
  expect((await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.16' } })).status).toBe(404)
})

test('the relay is ready, and warns about an unknown variable', async () => {
  const ready = await fetch(`${url}/readyz`, { headers: { 'x-forwarded-for': '203.0.113.17' } })
  expect(ready.status).toBe(200)
  expect(await ready.json()).toEqual({
    ready: true,
    checks: { storage: 'ok', environments: 'ok', 'keys sandbox': 'ok', 'clock sandbox': 'ok' },
  })
  await untilLogged(relay, 'RELAY_PROT is not a setting')
})
