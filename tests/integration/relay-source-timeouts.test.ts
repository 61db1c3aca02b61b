import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { callRelay, createRelayNetwork } from '../../src-main/platform/relay/relay-http.ts'
import { directly, listen } from '../support/relay/listen.ts'
import { createManualTimeouts } from '../support/relay/manual-timeouts.ts'
import { passForHttp, untilSo } from '../support/relay/http-clock.ts'
import { Cleanup } from '../support/cleanup.ts'

// Tests the app's default timeouts for requests to a relay. The network is real; the test controls the app's clock.

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

async function addressOf(server: Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup.add(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts a relay that answers as the test needs. */
const relay = async (answer: RequestListener) => `http://${await addressOf(createServer(answer))}`

const untilStopped = (_: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

/** Returns the first `count` pauses between tries in seconds, without waiting. */
async function pauses(url: string, count: number, random: number): Promise<number[]> {
  const waited: number[] = []
  await new Promise<void>((resolve) => {
    const wait = (ms: number, signal: AbortSignal) => {
      waited.push(ms / 1000)
      if (waited.length < count) return Promise.resolve()
      resolve()
      return untilStopped(ms, signal)
    }
    listen(cleanup, url, 'x'.repeat(43), { wait, random: () => random })
  })
  return waited
}

test('the event source retries every five minutes when the relay does not know this computer', async () => {
  const url = await relay(
    (_, response) => void response.writeHead(401).end('{"error":{"code":"DEVICE_REFUSED"}}'),
  )
  expect(await pauses(url, 3, 0.5)).toEqual([300, 300, 300])
})

test('the event source retries an unreachable relay after at most half a second, then with growing pauses up to fifteen seconds', async () => {
  const url = await relay((_, response) => void response.writeHead(503).end())
  expect(await pauses(url, 7, 1)).toEqual([0.5, 1, 2, 4, 8, 15, 15])
  expect(await pauses(url, 7, 0)).toEqual([0.25, 0.5, 1, 2, 4, 7.5, 7.5])
})

test('the event source closes a silent stream after two missed heartbeats, not earlier', async () => {
  const url = await relay((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('event: bounds\ndata: {"oldest_seq":1,"latest_seq":0,"epoch":"one"}\n\n')
  })
  const app = listen(cleanup, url, 'x'.repeat(43), { wait: untilStopped })
  await untilSo(() => app.states().includes('live'))
  await passForHttp(38)
  expect(app.states().at(-1)).toBe('live')
  await passForHttp(6)
  await untilSo(() => app.states().at(-1) === 'offline')
})

/** Sends one request. Returns, for each given second, whether the client had aborted by that time. */
async function givenUp(url: string, hasBegun: () => boolean, after: number[]): Promise<boolean[]> {
  const network = createRelayNetwork(await directly())
  cleanup.add(() => network.destroy())
  let isGivenUp = false
  const asked = callRelay(network, { method: 'GET', url }, z.object({})).then((answer) => {
    isGivenUp = !answer.ok && answer.error.code === 'RELAY_UNREACHABLE'
  })
  await untilSo(hasBegun)
  const looks: boolean[] = []
  let now = 0
  for (const second of after) {
    await passForHttp(second - now)
    now = second
    looks.push(isGivenUp)
  }
  if (looks.at(-1) === true) await asked
  return looks
}

test('a request times out after fifteen seconds if the relay does not answer', async () => {
  let asked = 0
  const url = await relay(() => (asked += 1))
  expect(await givenUp(url, () => asked === 1, [14, 18])).toEqual([false, true])
})

test('a connection attempt to the relay times out after ten seconds', async () => {
  let connections = 0
  // The server accepts the connection but never performs the TLS handshake.
  const address = await addressOf(createSocketServer(() => (connections += 1)))
  expect(await givenUp(`https://${address}`, () => connections === 1, [9, 13])).toEqual([false, true])
})

test('a request times out after thirty seconds if the response arrives in pieces without an end', async () => {
  const timeouts = createManualTimeouts(cleanup)
  let begun = 0
  const url = await relay((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{', () => (begun += 1))
  })
  const network = createRelayNetwork(await directly())
  cleanup.add(() => network.destroy())
  let isOver = false
  const asked = callRelay(network, { method: 'GET', url }, z.object({}))
  void asked.then(() => (isOver = true))
  await untilSo(() => begun === 1)
  timeouts.pass(28)
  await new Promise((resolve) => setImmediate(resolve))
  expect(isOver).toBe(false)
  timeouts.pass(4)
  expect(await asked).toMatchObject({ ok: false, error: { code: 'RELAY_UNREACHABLE' } })
})
