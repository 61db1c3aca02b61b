import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { readSettings } from '../../services/relay/src/settings.ts'
import { EnvironmentKeys, fetchKeySet } from '../../services/relay/src/events/environment-keys.ts'
import { createLog } from '../../services/relay/src/log.ts'
import { startRelay } from '../../services/relay/src/relay.ts'
import type { NewEvent } from '../../services/relay/src/store/relay-store.ts'
import type { RelayStore } from '../../services/relay/src/store/sql-store.ts'
import { createManualTimeouts } from '../support/relay/manual-timeouts.ts'
import { untilSo } from '../support/relay/http-clock.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { openSocket } from '../support/relay/raw-socket.ts'
import { OFFICE, pairDevice, setUpRelay, storeAt } from '../support/relay/relay.ts'
import { createSigningKey } from '../support/relay/signing.ts'

// Tests the relay's default timeouts. The relay runs in this process, so that the test controls the relay's clock.

const cleanup = new Cleanup()
afterEach(async () => {
  vi.useRealTimers()
  await cleanup.run()
})

const key = createSigningKey('iso-submission-rsa-01')

/** Creates a file with the partner's keys. The relay reads this file instead of the partner's key URL. */
function keyFile() {
  const path = join(cleanup.folder(), 'keys.json')
  writeFileSync(path, JSON.stringify({ keys: [key.jwk] }))
  return { path, url: pathToFileURL(path).href }
}

async function startHere() {
  const { data } = await setUpRelay(cleanup, keyFile().url)
  const { settings } = readSettings({ data, port: 0, admin_port: 0 }, {})
  const relay = await startRelay(settings, createLog('error'))
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= relay.stop())
  cleanup.add(stop)
  const store = await storeAt(data)
  cleanup.add(() => store.close())
  const { device_id, device_token } = await pairDevice(data, relay.url)
  const head = `GET /v1/stream HTTP/1.1\r\nhost: relay\r\nauthorization: Bearer ${device_token}\r\n\r\n`
  return { stop, url: relay.url, adminUrl: relay.adminUrl, store, device_id, head }
}

const someTurns = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('the relay ends the stream of a revoked device within a second, even if no event arrives', async () => {
  const { url, store, device_id, head } = await startHere()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const socket = await openSocket(cleanup, url)
  socket.send(head)
  // Returns true if the socket received the final chunk of the response.
  const isEnded = () => socket.received().endsWith('\r\n0\r\n\r\n')
  await untilSo(() => socket.received().includes('event: bounds'))
  await someTurns()
  vi.advanceTimersByTime(3_000)
  await someTurns()
  expect(isEnded()).toBe(false)
  await store.office(OFFICE).revokeDevice(device_id, new Date().toISOString())
  vi.advanceTimersByTime(500)
  await untilSo(isEnded)
})

/** Opens a stream from which the client does not read. The relay has more events to send than fit into the buffers of the connection. */
async function openStalled(
  url: string,
  store: RelayStore,
  head: string,
  timeouts: ReturnType<typeof createManualTimeouts>,
): Promise<Socket> {
  const raw_body = Buffer.alloc(64 * 1024, 'x')
  const event = (at: number): NewEvent => ({
    office_id: OFFICE,
    environment: 'sandbox',
    event_id: `e${at}`,
    received_at: new Date().toISOString(),
    sender: '203.0.113.7',
    signature: 'x.y.z',
    kid: key.kid,
    verification: 'body',
    raw_body,
  })
  await store.append(Array.from({ length: 300 }, (_, at) => event(at)))
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  cleanup.add(() => socket.destroy())
  socket.on('error', () => {})
  socket.write(head)
  // Wait until the relay has stopped writing. From then on, it starts no more timeouts.
  for (let seen = -1; timeouts.asked() !== seen || seen === 0;) {
    seen = timeouts.asked()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return socket
}

test('a stopping relay does not wait for a connection whose stream has ended', async () => {
  const { url, store, head, stop } = await startHere()
  const socket = await openStalled(url, store, head, createManualTimeouts(cleanup))
  // A stopping relay cuts off remaining connections after a timeout. Freeze this timeout, so that only the relay can end the connection.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stopped = stop()
  await someTurns()
  socket.resume()
  await expect(stopped).resolves.toBeUndefined()
})

test('the relay treats a reader that takes no data as disconnected after one minute, not earlier', async () => {
  const { url, adminUrl, store, head } = await startHere()
  const timeouts = createManualTimeouts(cleanup)
  await openStalled(url, store, head, timeouts)
  const isConnected = async () => {
    const metrics = await (await fetch(`${adminUrl}/metrics`)).text()
    return /relay_connected_devices\{[^}]*\} [1-9]/.test(metrics)
  }
  timeouts.pass(58)
  await someTurns()
  expect(await isConnected()).toBe(true)
  timeouts.pass(4)
  await until(async () => ((await isConnected()) ? undefined : true))
})

test('the relay stops an unanswered fetch of the signing keys after three seconds', async () => {
  const server = createServer(() => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup.add(() => {
    server.closeAllConnections()
    server.close()
  })
  const timeouts = createManualTimeouts(cleanup)
  let isOver = false
  const asked = once(server, 'request')
  const read = fetchKeySet(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`).catch(() => {
    isOver = true
  })
  await asked
  timeouts.pass(2)
  await someTurns()
  expect(isOver).toBe(false)
  timeouts.pass(2)
  await read
  expect(isOver).toBe(true)
})

test('the relay uses cached keys for one day if it can no longer read the keys', async () => {
  const { path, url: jwks_url } = keyFile()
  const store = await storeAt(cleanup.folder())
  cleanup.add(() => store.close())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-04T10:00:00.000Z') })
  const keys = new EnvironmentKeys(store, 'iso-submission-*', createLog('error'))
  const config = { name: 'sandbox' as const, jwks_url, sender_addresses: [] }
  const find = async () => (await keys.of(config).find(key.kid)).found
  const state = async () => keys.stateOf(await store.loadKeySet(jwks_url))
  expect(await find()).toBe(true)
  rmSync(path)
  vi.setSystemTime(Date.parse('2026-05-05T09:00:00.000Z'))
  expect([await find(), await state()]).toEqual([true, 'ok'])
  vi.setSystemTime(Date.parse('2026-05-05T11:00:00.000Z'))
  expect([await find(), await state()]).toEqual([false, 'not known'])
})
