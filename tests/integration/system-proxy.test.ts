import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createRelayClient } from '../../src-main/platform/relay/relay-http.ts'
import {
  SYSTEM_NETWORK,
  type NetworkSettings,
} from '../../src-shared/features/connection/service-settings.ts'
import { ok } from '../../src-shared/platform/base/errors.ts'
import { Cleanup } from '../support/cleanup.ts'
import { formatted } from '../support/formatted-messages.ts'
import { submit } from '../support/partner/calls.ts'
import { errorOf, makeBytes, makeUpload, upload } from '../support/partner/client.ts'
import { startProxy } from '../support/partner/office-proxy.ts'
import { makeOffice, PARTNER, unreachable, type Office } from '../support/partner/office.ts'
import { APPLICATION, DOCUMENT, TOKEN } from '../support/partner/scripted-partner.ts'

const cleanup = new Cleanup()
afterEach(() => cleanup.run())
let office: Office
beforeAll(() => {
  office = makeOffice(cleanup)
})
const connectIn = (options: Parameters<Office['connect']>[0]) => office.connect(options)
const startSafePartner = (...options: Parameters<Office['startPartner']>) => office.startPartner(...options)

/** Starts a server that closes each connection immediately, like a proxy that is down behind a load balancer. */
async function startDown() {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  cleanup.add(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { address: `127.0.0.1:${port}`, connections: () => connections }
}

describe('the system proxy', () => {
  test('is looked up for the requested address, and the app uses the first of several entries', async () => {
    const { port } = await startSafePartner()
    const proxy = await startProxy(cleanup, { port })
    const asked: string[] = []
    const resolveProxy = async (url: string) => {
      asked.push(url)
      return `PROXY ${proxy.address}; DIRECT`
    }
    expect(await submit(connectIn({ network: {}, resolveProxy }))).toMatchObject({ ok: true })
    expect(proxy.asked).not.toEqual([])
    expect(asked).toContain(`${PARTNER}/iso/api/v1/application`)
  })

  test('that is down is skipped for the next one, and is not tried again at once', async () => {
    const { port, seen } = await startSafePartner()
    const down = await startDown()
    const proxy = await startProxy(cleanup, { port })
    const resolveProxy = async () =>
      `HTTPS ${down.address}; PROXY ${down.address}; PROXY ${proxy.address}; DIRECT`
    const client = connectIn({ network: {}, resolveProxy })
    expect(await submit(client)).toMatchObject({ ok: true })
    const other = connectIn({ network: {}, resolveProxy })
    expect(await upload(other, makeUpload(makeBytes(5000)))).toMatchObject({ ok: true })
    expect(await upload(other, makeUpload(makeBytes(5000)))).toMatchObject({ ok: true })
    expect(seen.map(({ route }) => route)).toEqual([TOKEN, APPLICATION, TOKEN, DOCUMENT, DOCUMENT])
    // Two clients try the two entries once for reads and once for writes. The second upload does not try them again.
    expect(down.connections()).toBe(8)
  })

  test.each(['403 No', '407 Asking\r\nproxy-authenticate: NTLM'])(
    'that decides against the app (%s) is final, and no other way is tried',
    async (refusal) => {
      const { port, seen } = await startSafePartner()
      const strict = await startProxy(cleanup, { port, refusal })
      const proxy = await startProxy(cleanup, { port })
      const resolveProxy = async () => `PROXY ${strict.address}; PROXY ${proxy.address}`
      const error = errorOf(await submit(connectIn({ network: {}, resolveProxy })))
      expect(formatted(error.message)).toContain(strict.address)
      expect([proxy.asked, seen]).toEqual([[], []])
    },
  )

  test('that cannot reach the partner (503) is skipped, and if no way is open, the first proxy is reported', async () => {
    const { port } = await startSafePartner()
    const down = await startDown()
    const proxy = await startProxy(cleanup, { port, refusal: '503 Down' })
    const client = (list: string) => connectIn({ network: {}, resolveProxy: async () => list })
    const error = errorOf(await submit(client(`PROXY ${proxy.address}; PROXY ${down.address}; DIRECT`)))
    expect(error).toMatchObject(unreachable)
    expect(formatted(error.message)).toContain(`${proxy.address} blocks the app (503)`)
    const live = await startProxy(cleanup, { port })
    expect(await submit(client(`PROXY ${proxy.address}; PROXY ${live.address}`))).toMatchObject({ ok: true })
  })

  test('that loses the connection after the request began is not replaced, so that nothing is sent twice', async () => {
    const partner = await startSafePartner()
    const [first, second] = [
      await startProxy(cleanup, { port: partner.port }),
      await startProxy(cleanup, { port: partner.port }),
    ]
    partner.on(APPLICATION, (_request, response) => void response.destroy())
    const resolveProxy = async () => `PROXY ${first.address}; PROXY ${second.address}`
    const error = errorOf(await submit(connectIn({ network: {}, resolveProxy })))
    expect(error).toMatchObject({ code: 'PARTNER_CONNECTION_LOST', outcome: 'unknown' })
    expect(second.asked).toEqual([])
  })

  test('of a kind that is not supported is reported, and the app does not connect directly', async () => {
    const { port, seen } = await startSafePartner({}, '0.0.0.0')
    const resolveProxy = async () => 'SOCKS5 socks.office:1080'
    const base_url = `https://0.0.0.0:${port}`
    const error = errorOf(await submit(connectIn({ network: {}, base_url, resolveProxy })))
    expect(error).toMatchObject(unreachable)
    expect(formatted(error.message)).toContain('SOCKS5 socks.office:1080')
    expect(seen).toEqual([])
  })

  test('is named if the relay cannot be reached through it', async () => {
    const down = await startDown()
    const network = async () => ({
      settings: SYSTEM_NETWORK,
      proxyPassword: async () => ok(null),
      resolveProxy: async () => `PROXY ${down.address}`,
    })
    const error = errorOf(await createRelayClient(network).getDevice('https://relay.example', 'token'))
    expect(error).toMatchObject({ code: 'RELAY_UNREACHABLE', retryable: true })
    expect(formatted(error.message)).toContain(`${down.address} cannot be reached`)
  })

  test('can be an HTTPS proxy', async () => {
    const { port } = await startSafePartner()
    const proxy = await startProxy(cleanup, { port, tls: office.authority.server })
    const resolveProxy = async () => `HTTPS ${proxy.address}`
    expect(await submit(connectIn({ network: {}, resolveProxy }))).toMatchObject({ ok: true })
    expect(proxy.asked).not.toEqual([])
  })

  test('can change from one call to the next', async () => {
    const { port } = await startSafePartner()
    const [first, second] = [await startProxy(cleanup, { port }), await startProxy(cleanup, { port })]
    let present = first
    const client = connectIn({ network: {}, resolveProxy: async () => `PROXY ${present.address}` })
    expect(await client.listOffers('1')).toMatchObject({ ok: true })
    expect(second.asked).toEqual([])
    present = second
    expect(await client.listOffers('1')).toMatchObject({ ok: true })
    expect(second.asked).not.toEqual([])
  })

  test('that cannot be determined fails the call with the outcome not_received', async () => {
    const resolveProxy = () => Promise.reject(new Error('the script is broken'))
    expect(errorOf(await submit(connectIn({ network: {}, resolveProxy })))).toMatchObject({
      outcome: 'not_received',
    })
  })

  test.each<[string, NetworkSettings['proxy'], string]>([
    ['the system has none', 'system', 'DIRECT'],
    ['the broker chose no proxy', 'none', 'PROXY'],
  ])('is not used if %s', async (_name, mode, kind) => {
    // The app never uses a proxy for local addresses. 0.0.0.0 also reaches this computer but does not count as local, so a proxy is
    // possible here.
    const { port } = await startSafePartner({}, '0.0.0.0')
    const proxy = await startProxy(cleanup, { port })
    const resolveProxy = async () => (kind === 'DIRECT' ? kind : `PROXY ${proxy.address}`)
    const base_url = `https://0.0.0.0:${port}`
    expect(await submit(connectIn({ network: { proxy: mode }, base_url, resolveProxy }))).toMatchObject({
      ok: true,
    })
    expect(proxy.asked).toEqual([])
  })
})
