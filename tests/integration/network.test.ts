import { networkInterfaces } from 'node:os'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createRelayClient } from '../../src-main/platform/relay/relay-http.ts'
import { RelayEventSource } from '../../src-main/features/events/relay-event-source.ts'
import { SYSTEM_NETWORK } from '../../src-shared/features/connection/service-settings.ts'
import { appError, fail, ok } from '../../src-shared/platform/base/errors.ts'
import { submit } from '../support/partner/calls.ts'
import { connectTo, errorOf, SHORT } from '../support/partner/client.ts'
import { startProxy, type OfficeProxy } from '../support/partner/office-proxy.ts'
import { makeOffice, manual, PARTNER, PASSWORD, unreachable, type Office } from '../support/partner/office.ts'
import {
  answer,
  APPLICATION,
  CLIENT_SECRET,
  startPartner,
  type ScriptedPartner,
} from '../support/partner/scripted-partner.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { formatted } from '../support/formatted-messages.ts'
import { skipped } from '../support/skipped.ts'

const cleanup = new Cleanup()
afterEach(() => cleanup.run())
const lasting = new Cleanup()
afterAll(() => lasting.run())

let office: Office
beforeAll(() => {
  office = makeOffice(cleanup)
})
const connectIn = (options: Parameters<Office['connect']>[0]) => office.connect(options)
const startSafePartner = (...options: Parameters<Office['startPartner']>) => office.startPartner(...options)

describe('a manually configured proxy', () => {
  test('is used as a tunnel and cannot read the requests', async () => {
    const { port, seen } = await startSafePartner()
    const proxy = await startProxy(cleanup, { port })
    const client = connectIn({ network: manual(proxy) })
    expect(await submit(client)).toMatchObject({ ok: true })
    expect(await client.listOffers('1')).toMatchObject({ ok: true })
    expect(new Set(proxy.asked)).toEqual(new Set(['partner.example:443']))
    expect(seen.map(({ headers }) => headers.host)).toContain('partner.example')
    expect(seen.every(({ headers }) => headers['proxy-authorization'] === undefined)).toBe(true)
    expect(proxy.seen()).not.toMatch(/bearer|application_id/i)
    expect(proxy.seen()).not.toContain(CLIENT_SECRET)
  })

  test('receives the user name and the password that it requires', async () => {
    const { port } = await startSafePartner()
    const proxy = await startProxy(cleanup, { port, credentials: `broker:${PASSWORD}` })
    const client = connectIn({ network: { ...manual(proxy), proxy_user: 'broker' }, password: PASSWORD })
    expect(await submit(client)).toMatchObject({ ok: true })
  })

  test.each([
    ['no user name', '', null],
    ['a wrong password', 'broker', 'something else'],
    ['no password', 'broker', null],
  ])(
    'that requires a password but gets %s is reported, and the partner receives nothing',
    async (_name, user, password) => {
      const { port, seen } = await startSafePartner()
      const proxy = await startProxy(cleanup, { port, credentials: `broker:${PASSWORD}` })
      const error = errorOf(
        await submit(connectIn({ network: { ...manual(proxy), proxy_user: user }, password })),
      )
      expect(error).toMatchObject(unreachable)
      expect(formatted(error.message)).toContain(`${proxy.address} requires a user name and password`)
      expect(formatted(error.advice)).toContain('Advanced, Network')
      expect(JSON.stringify(error)).not.toContain('something else')
      expect(seen).toEqual([])
    },
  )

  test.each([
    ['proxy-authenticate: Negotiate\r\nproxy-authenticate: NTLM', 'Negotiate, NTLM'],
    ['Proxy-Authenticate: Digest realm="a, b", nonce="c"', 'Digest'],
  ])('that offers only a sign-in that is not supported is reported with it: %s', async (header, kinds) => {
    const { port, seen } = await startSafePartner()
    const proxy = await startProxy(cleanup, { port, refusal: `407 Asking\r\n${header}` })
    const network = { ...manual(proxy), proxy_user: 'broker' }
    const error = errorOf(await submit(connectIn({ network, password: PASSWORD })))
    expect(error).toMatchObject(unreachable)
    expect(formatted(error.message)).toContain(`${proxy.address} only accepts sign-in by ${kinds}.`)
    expect(formatted(error.advice)).toContain('partner.example')
    expect(formatted(error)).not.toContain(PASSWORD)
    expect(seen).toEqual([])
  })

  test('that refuses the connection is reported with its status', async () => {
    const { port } = await startSafePartner()
    const proxy = await startProxy(cleanup, { port, refusal: '403 No' })
    const error = errorOf(await submit(connectIn({ network: manual(proxy) })))
    expect(error).toMatchObject(unreachable)
    expect(formatted(error.message)).toContain('(403)')
  })

  test('that never responds is reported with its name', async () => {
    const { port } = await startSafePartner()
    const proxy = await startProxy(cleanup, { port, refusal: null })
    const error = errorOf(
      await submit(connectIn({ network: manual(proxy), timeouts: { ...SHORT, connect: 1_500 } })),
    )
    expect(error).toMatchObject(unreachable)
    expect(formatted(error.message)).toContain(`${proxy.address} cannot be reached: it did not respond`)
  })

  test('that is unreachable is reported with its name, but without its password', async () => {
    const { port, stop } = await startPartner(cleanup)
    await stop()
    const network = { proxy: 'manual', proxy_url: `http://me:hidden@127.0.0.1:${port}` } as const
    const error = formatted(errorOf(await submit(connectIn({ network }))))
    expect(error).toMatchObject(unreachable)
    expect(error.message).toContain(`127.0.0.1:${port} cannot be reached: the connection was refused`)
    expect(JSON.stringify(error)).not.toMatch(/me:|hidden/)
  })

  test('can be reached over HTTPS', async () => {
    const { port } = await startSafePartner()
    const proxy = await startProxy(cleanup, { port, tls: office.authority.server })
    expect(await submit(connectIn({ network: manual(proxy, 'https') }))).toMatchObject({ ok: true })
    expect(proxy.asked).toContain('partner.example:443')
  })

  test('is not used for an address on this computer, and the system proxy is not looked up', async () => {
    const partner = await startPartner(cleanup)
    const proxy = await startProxy(cleanup, { port: partner.port })
    const never = () => Promise.reject(new Error('should not be asked'))
    for (const proxy_mode of [manual(proxy), { proxy: 'system' } as const]) {
      const client = connectIn({ network: proxy_mode, base_url: partner.base_url, resolveProxy: never })
      expect(await submit(client)).toMatchObject({ ok: true })
    }
    expect(proxy.asked).toEqual([])
  })

  test('concurrent calls read the proxy password only once', async () => {
    const { port } = await startSafePartner()
    const proxy = await startProxy(cleanup, { port, credentials: `broker:${PASSWORD}` })
    let asked = 0
    const client = connectTo(cleanup, {
      base_url: PARTNER,
      service: {
        network: { ...SYSTEM_NETWORK, ...manual(proxy), proxy_user: 'broker', extra_ca: office.authority.ca },
      },
      proxyPassword: async () => {
        asked++
        return ok(PASSWORD)
      },
    })
    const all = await Promise.all([client.getJwks(), client.getJwks(), client.getJwks()])
    expect(all.every((one) => one.ok)).toBe(true)
    expect(asked).toBe(1)
  })
})

describe('a keychain that is locked when a proxy requires its password', () => {
  const locked = () => fail(appError('KEYCHAIN_LOCKED', 'It is locked.', 'Unlock it.', { retryable: true }))
  let isLocked: boolean
  const proxyPassword = async () => (isLocked ? locked() : ok(PASSWORD))
  const settings = (proxy: OfficeProxy) => ({
    ...SYSTEM_NETWORK,
    ...manual(proxy),
    ...{ proxy_user: 'broker', extra_ca: office.authority.ca },
  })

  test('is reported before any request, and the same client succeeds after the keychain is unlocked', async () => {
    const { port, seen } = await startSafePartner()
    const proxy = await startProxy(cleanup, { port, credentials: `broker:${PASSWORD}` })
    const service = { network: settings(proxy) }
    const client = connectTo(cleanup, { base_url: PARTNER, service, proxyPassword })
    isLocked = true
    expect(await submit(client)).toMatchObject({
      error: { code: 'KEYCHAIN_LOCKED', outcome: 'not_received' },
    })
    expect([proxy.asked, seen]).toEqual([[], []])
    isLocked = false
    expect(await submit(client)).toMatchObject({ ok: true })
  })

  test('is also reported by the relay connection, which waits five minutes before it tries again unless retryNow is called', async () => {
    const proxy = await startProxy(cleanup, { port: 1, refusal: '403 No' })
    const network = async () => ({
      settings: settings(proxy),
      proxyPassword,
      resolveProxy: async () => 'DIRECT',
    })
    const waits: number[] = []
    const reported: (string | null)[] = []
    const wait = (ms: number, signal: AbortSignal) => {
      waits.push(ms)
      return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    }
    const log = { info: () => {}, warn: () => {} }
    const source = new RelayEventSource('https://relay.example', 'token', network, log, { wait })
    cleanup.add(() => source.stop())
    isLocked = true
    source.start(
      { cursor: 0, epoch: '' },
      {
        onEpoch: async () => {},
        onArrival: () => {},
        onEvents: async () => 0,
        onGap: async () => {},
        onState: (_state, error) => reported.push(error?.code ?? null),
      },
    )
    await until(() => waits.length > 0 || undefined)
    expect(reported.at(-1)).toBe('KEYCHAIN_LOCKED')
    expect(waits).toEqual([5 * 60_000])
    isLocked = false
    source.retryNow()
    await until(() => waits.length > 1 || undefined)
    expect(reported.at(-1)).toBe('RELAY_UNREACHABLE')
    expect(proxy.asked).toEqual(['relay.example:443'])
  })
})

test('the system’s certificates are read on another thread, and all connections share their TLS settings', async () => {
  const { base_url } = await startSafePartner()
  const connections = [connectIn({ network: {}, base_url }), connectIn({ network: {}, base_url })]
  const read = vi.spyOn(tls as { getCACertificates?: () => string[] }, 'getCACertificates')
  const made = vi.spyOn(tls, 'createSecureContext')
  for (const client of connections) expect(await submit(client)).toMatchObject({ ok: true })
  expect(read).not.toHaveBeenCalled()
  expect(made.mock.calls.length).toBeLessThanOrEqual(1)
  vi.restoreAllMocks()
})

describe('connection security', () => {
  const refused = { ...unreachable, message: expect.stringContaining('is not secure') as string }

  test('refuses a certificate of an unknown authority until the environment trusts it', async () => {
    const partner = await startSafePartner()
    const { base_url } = partner
    expect(
      formatted(errorOf(await submit(connectIn({ network: { extra_ca: '' }, base_url })))),
    ).toMatchObject(refused)
    expect(partner.seen).toEqual([])
    expect(await submit(connectIn({ network: {}, base_url }))).toMatchObject({ ok: true })
  })

  test('refuses a proxy connection with an untrusted inspection certificate', async () => {
    const { port, seen } = await startSafePartner()
    const proxy = await startProxy(cleanup, { port })
    const client = connectIn({ network: { ...manual(proxy), extra_ca: '' } })
    expect(formatted(errorOf(await submit(client)))).toMatchObject(refused)
    expect(seen).toEqual([])
  })

  test('refuses an HTTPS proxy with an unknown certificate', async () => {
    const { port } = await startSafePartner()
    const proxy = await startProxy(cleanup, { port, tls: office.authority.server })
    const client = connectIn({ network: { ...manual(proxy, 'https'), extra_ca: '' } })
    expect(errorOf(await submit(client))).toMatchObject(unreachable)
    expect(proxy.asked).toEqual([])
  })

  test('refuses a certificate for another name', async () => {
    const { port, seen } = await startSafePartner()
    const proxy = await startProxy(cleanup, { port })
    const client = connectIn({ network: manual(proxy), base_url: 'https://other.example' })
    expect(formatted(errorOf(await submit(client)))).toMatchObject(refused)
    expect(seen).toEqual([])
  })

  test('refuses a partner that supports only TLS 1.1, even if the computer would allow it', async () => {
    const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    const partner = await startSafePartner(old)
    const { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS } = tls
    Object.assign(tls, { DEFAULT_MIN_VERSION: 'TLSv1', DEFAULT_CIPHERS: old.ciphers })
    try {
      const lax = tls.connect({ port: partner.port, host: '127.0.0.1', ca: office.authority.ca })
      await once(lax, 'secureConnect')
      expect(lax.getProtocol()).toBe('TLSv1.1')
      lax.destroy()
      const error = errorOf(await submit(connectIn({ network: {}, base_url: partner.base_url })))
      expect(formatted(error)).toMatchObject(refused)
      expect(formatted(error.message)).not.toContain('certificate')
      expect(partner.seen).toEqual([])
    } finally {
      Object.assign(tls, { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS })
    }
  })

  test('reports a partner whose port does not use TLS as unreachable', async () => {
    const { port, seen } = await startPartner(cleanup)
    const base_url = `https://127.0.0.1:${port}`
    expect(errorOf(await submit(connectIn({ network: {}, base_url })))).toMatchObject(unreachable)
    expect(seen).toEqual([])
  })
})

describe('a network that requires sign-in', () => {
  const page = '<!doctype html><title>Welcome to Guest Wi-Fi</title>'
  const pages: [string, number, Record<string, string>, string][] = [
    ['a page instead of the response', 200, { 'content-type': 'text/html' }, 'unknown'],
    ['a page with the content type JSON', 200, { 'content-type': 'application/json' }, 'unknown'],
    ['a redirect to another page', 302, { location: 'https://portal.example/login' }, 'unknown'],
    ['the status “network authentication required”', 511, {}, 'unknown'],
  ]

  test.each(pages)('%s is not treated as a success', async (_name, status, headers, outcome) => {
    const partner: ScriptedPartner = await startSafePartner()
    const proxy = await startProxy(cleanup, { port: partner.port })
    partner.on(APPLICATION, answer(status, page, headers))
    const error = errorOf(await submit(connectIn({ network: manual(proxy) })))
    expect(error).toMatchObject({ outcome, retryable: false })
    expect(JSON.stringify(error)).not.toContain('Guest')
  })
})

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)

const noIpv6 = hasIpv6 ? null : 'this computer has no IPv6 address'
test.skipIf(noIpv6 !== null)(
  `a partner on this computer can be reached at its IPv6 address${skipped(noIpv6)}`,
  async () => {
    const partner = await startPartner(cleanup, { host: '[::1]' })
    expect(partner.base_url).toMatch(/^http:\/\/\[::1\]:\d+$/)
    expect(await submit(connectIn({ network: {}, base_url: partner.base_url }))).toMatchObject({ ok: true })
  },
)

test('the event stream and the short calls of the relay use the same proxy', async () => {
  const device_id = 'd-1'
  const seen: string[] = []
  const server = createServer(office.authority.server, (request, response) => {
    seen.push(`${request.method} ${request.url}`)
    if (request.url !== '/v1/stream')
      return response.end(JSON.stringify({ device_id, name: 'desk', environment: 'sandbox', inlet_urls: [] }))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('event: bounds\ndata: {"oldest_seq":1,"latest_seq":0,"epoch":"one"}\n\n')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  cleanup.add(async () => {
    server.closeAllConnections()
    server.close()
  })
  const proxy = await startProxy(cleanup, { port: (server.address() as AddressInfo).port })
  const network = async () => ({
    settings: { ...SYSTEM_NETWORK, ...manual(proxy), extra_ca: office.authority.ca },
    proxyPassword: async () => ok(null),
    resolveProxy: async () => 'DIRECT',
  })
  expect(await createRelayClient(network).getDevice('https://relay.example', 'token')).toMatchObject({
    ok: true,
    value: { device_id },
  })

  const states: string[] = []
  const log = { info: () => {}, warn: () => {} }
  const source = new RelayEventSource('https://relay.example', 'token', network, log)
  source.start(
    { cursor: 0, epoch: '' },
    {
      onEpoch: async () => {},
      onArrival: () => {},
      onEvents: async (events) => events.length,
      onGap: async () => {},
      onState: (state) => void states.push(state),
    },
  )
  await expect.poll(() => states.at(-1)).toBe('live')
  await source.stop()
  expect(seen).toEqual(['GET /v1/device', 'GET /v1/stream'])
  expect(new Set(proxy.asked)).toEqual(new Set(['relay.example:443']))
})
