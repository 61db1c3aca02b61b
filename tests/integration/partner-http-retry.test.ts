import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { RETRY_POLICY } from '../../src-main/platform/partner/service-calls.ts'
import type { Result } from '../../src-shared/platform/base/errors.ts'
import { connectTo, errorOf } from '../support/partner/client.ts'
import { APPLICATION, json, OFFERS, startPartner, type Script } from '../support/partner/scripted-partner.ts'
import { passForHttp, untilSo } from '../support/relay/http-clock.ts'
import { Cleanup } from '../support/cleanup.ts'

// Tests the default time limits for the partner's responses. The network is real; the test controls the clock.

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

const application = { application: {}, company: {} }

/**
 * Expects that a call fails after at least `least` and at most `most` seconds. Advances the clock accordingly and returns the error code.
 */
async function givenUpBetween<T>(call: Promise<Result<T>>, least: number, most: number) {
  let isOver = false
  void call.then(() => (isOver = true))
  await passForHttp(least)
  expect(isOver).toBe(false)
  await passForHttp(most - least)
  return errorOf(await call).code
}

test('a connection attempt fails after ten seconds', async () => {
  let connections = 0
  // Accepts the connection but never performs the TLS handshake.
  const server = createServer((socket) => {
    connections += 1
    cleanup.add(() => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup.add(() => server.close())
  const client = connectTo(cleanup, {
    base_url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
  const call = client.testConnection()
  await untilSo(() => connections === 1)
  expect(await givenUpBetween(call, 9, 13)).toBe('PARTNER_UNREACHABLE')
})

const drips: Script = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{')
}

test.each<[string, Script, string]>([
  ['does not start', () => {}, 'PARTNER_TIMED_OUT'],
  ['does not end', drips, 'PARTNER_CONNECTION_LOST'],
])('a response that %s fails after half a minute', async (_, script, code) => {
  const partner = await startPartner(cleanup)
  const client = connectTo(cleanup, { base_url: partner.base_url })
  partner.on(APPLICATION, script)
  const call = client.createApplication(application)
  let turns = 0
  // After the request has arrived, the client gets the first data of the response at the next turn of the event loop. The extra turns are a
  // margin.
  await untilSo(() => partner.count(APPLICATION) === 1 && ++turns === 20)
  expect(await givenUpBetween(call, 28, 33)).toBe(code)
})

test('automatic reads are tried three times, with pauses of at most half a second and a second', async () => {
  const partner = await startPartner(cleanup)
  const waited: number[] = []
  const wait = async (ms: number) => void waited.push(ms)
  const client = connectTo(cleanup, { base_url: partner.base_url, retryPolicy: { ...RETRY_POLICY, wait } })
  partner.on(OFFERS, json(503, {}))
  expect(errorOf(await client.listOffers('1')).code).toBe('PARTNER_UNAVAILABLE')
  expect(partner.count(OFFERS)).toBe(3)
  expect(waited).toHaveLength(2)
  const [first = 0, second = 0] = waited
  expect(first).toBeGreaterThanOrEqual(250)
  expect(first).toBeLessThanOrEqual(500)
  expect(second).toBeGreaterThanOrEqual(500)
  expect(second).toBeLessThanOrEqual(1000)
})
