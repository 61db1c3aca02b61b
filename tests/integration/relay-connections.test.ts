// @module-tag all

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAuthority } from '../support/partner/certificates.ts'
import { skipped } from '../support/skipped.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { openSocket } from '../support/relay/raw-socket.ts'
import { asDevice, pairDevice, postHook, setUpRelay, signBody, startRelay } from '../support/relay/relay.ts'
import { openSecureStream } from '../support/relay/secure-client.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'

// Tests the limits for connections that have not yet sent a valid device token or a newly signed event. Each relay accepts at most 30
// connections.

const LIMITS = ['--sender-connections', '5', '--max-connections', '30']
const key = createSigningKey('iso-submission-rsa-01')
const cleanup = new Cleanup()
afterAll(() => cleanup.run())

let jwks_url: string
beforeAll(async () => {
  jwks_url = (await startKeyServer(cleanup, [key])).url
})

async function startLimited(...args: string[]) {
  const set = await setUpRelay(cleanup, jwks_url)
  const relay = await startRelay(cleanup, set.data, ...LIMITS, ...args)
  return { ...set, relay, url: relay.ready.url }
}

type RawSocket = Awaited<ReturnType<typeof openSocket>>

/** Opens silent connections one after another, so that their order is known. */
async function openSilent(url: string, count: number, from?: string): Promise<RawSocket[]> {
  const sockets: RawSocket[] = []
  for (let opened = 0; opened < count; opened += 1) sockets.push(await openSocket(cleanup, url, from))
  return sockets
}

/** Opens streams one after another. The relay would count parallel streams as anonymous until it has checked their device tokens. */
async function openStreams(url: string, device_token: string, count: number) {
  const streams: Awaited<ReturnType<ReturnType<typeof asDevice>['stream']>>[] = []
  for (let opened = 0; opened < count; opened += 1) {
    const stream = await asDevice(url, device_token).stream()
    cleanup.add(stream.close)
    streams.push(stream)
  }
  return streams
}

test('the relay limits silent connections from one address, keeps the newest, and still serves other clients from there', async () => {
  const { url, data } = await startLimited()
  const silent = await openSilent(url, 40)
  await until(() => (silent.filter((socket) => socket.isOpen()).length === 5 ? true : undefined))
  expect(silent.slice(-5).every((socket) => socket.isOpen())).toBe(true)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const { device_token } = await pairDevice(data, url)
  expect((await openStreams(url, device_token, 1))[0]?.status).toBe(200)
})

test('an office with one shared address has enough connections for its workstations, even if silent connections come from the same address', async () => {
  const { url, data, hook_path } = await startLimited()
  const [one, another] = [await pairDevice(data, url), await pairDevice(data, url)]
  const streams = await openStreams(url, one.device_token, 4)
  streams.push(...(await openStreams(url, another.device_token, 4)))
  const silent = await openSilent(url, 10)
  await until(() => (silent.filter((socket) => socket.isOpen()).length === 5 ? true : undefined))
  const late = await pairDevice(data, url)
  streams.push(...(await openStreams(url, late.device_token, 3)))
  const event = makeEvent()
  const body = JSON.stringify(event)
  expect((await postHook(`${url}${hook_path}`, body, signBody(key, body))).status).toBe(202)
  for (const stream of streams) {
    expect((await stream.next())?.event).toBe('bounds')
    expect((await stream.next())?.data).toMatchObject({ event_id: event.event_id })
  }
})

test('a sender of genuine notifications is not limited', async () => {
  const { url, hook_path } = await startLimited()
  const senders = await openSilent(url, 5)
  for (let sent = 0; sent < 3; sent += 1) {
    for (const socket of senders.slice(-5)) {
      const body = JSON.stringify(makeEvent())
      socket.send(
        `POST ${hook_path} HTTP/1.1\r\nhost: relay\r\nx-signature: ${signBody(key, body)}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      )
    }
    await until(() => senders.every((socket) => socket.received().startsWith('HTTP/1.1 202')) || undefined)
    senders.push(...(await openSilent(url, 5)))
  }
  expect(senders.filter((socket) => socket.isOpen())).toHaveLength(20)
})

test('for a new connection, the relay closes an old one of those that all replay one genuine signature', async () => {
  const { url, hook_path } = await startLimited('--max-connections', '8')
  const body = JSON.stringify(makeEvent())
  const request = `POST ${hook_path} HTTP/1.1\r\nhost: relay\r\nx-signature: ${signBody(key, body)}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  const replaying: RawSocket[] = []
  for (let opened = 0; opened < 8; opened += 1) {
    const [socket] = (await openSilent(url, 1)) as [RawSocket]
    socket.send(request)
    await until(() => /^HTTP\/1.1 20/.test(socket.received()) || undefined)
    replaying.push(socket)
  }
  // The first connection sends a second request. Now the second connection has been idle the longest, so the relay closes it for a new
  // connection.
  replaying[0]?.send(request)
  await until(() => ((replaying[0]?.received().split('HTTP/1.1 20').length ?? 0) > 2 ? true : undefined))
  const genuine = JSON.stringify(makeEvent())
  expect((await postHook(`${url}${hook_path}`, genuine, signBody(key, genuine))).status).toBe(202)
  await until(() => replaying.some((socket) => !socket.isOpen()) || undefined)
  expect(replaying.map((socket) => socket.isOpen())).toEqual([true, false, ...Array<boolean>(6).fill(true)])
})

test('the relay applies the same limits over HTTPS, even before the handshake', async () => {
  const { ca, server } = makeAuthority()
  const folder = cleanup.folder()
  const [cert, pem] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(cert, server.cert)
  writeFileSync(pem, server.key)
  const { url, data, relay } = await startLimited('--tls-certificate', cert, '--tls-key', pem)
  const plain = await startRelay(cleanup, data)
  const { device_token } = await pairDevice(data, plain.ready.url)
  const asked = { ca, headers: { authorization: `Bearer ${device_token}` } }
  const open = () => openSecureStream(cleanup, `${relay.ready.url}/v1/stream`, asked)
  const streams = [await open(), await open(), await open()]
  let ended = 0
  for (const stream of streams) void stream.ended.then(() => (ended += 1))
  const silent = await openSilent(url, 10)
  await until(() => (silent.filter((socket) => socket.isOpen()).length === 5 ? true : undefined))
  expect((await open()).status).toBe(200)
  expect(ended).toBe(0)
})

test("the relay counts senders behind a trusted proxy instead of the proxy's connections", async () => {
  const { url, hook_path } = await startLimited('--trusted-proxy', '127.0.0.1')
  const idle = await openSilent(url, 12)
  const slow = await openSilent(url, 8)
  const head = `POST ${hook_path} HTTP/1.1\r\nhost: relay\r\ncontent-length: 1000\r\n`
  for (const socket of slow) socket.send(`${head}x-forwarded-for: 203.0.113.1\r\n\r\n`)
  const other = await openSocket(cleanup, url)
  other.send(`${head}x-forwarded-for: 203.0.113.2\r\n\r\n`)
  await until(() => (slow.filter((socket) => socket.isOpen()).length === 5 ? true : undefined))
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect([...idle, other].every((socket) => socket.isOpen())).toBe(true)
})

// By default, macOS has a single loopback address, so a test there cannot send from several addresses.
const oneAddress = process.platform === 'darwin' ? 'macOS has only one loopback address' : null

test.skipIf(oneAddress !== null)(
  `the relay closes the oldest anonymous connection of any address when two addresses fill all connections${skipped(oneAddress)}`,
  async () => {
    const { url, data, hook_path } = await startLimited('--sender-connections', '15')
    const silent = await openSilent(url, 15, '127.0.0.2')
    silent.push(...(await openSilent(url, 15, '127.0.0.3')))
    expect(silent.every((socket) => socket.isOpen())).toBe(true)
    const { device_token } = await pairDevice(data, url)
    const [stream] = await openStreams(url, device_token, 1)
    expect([stream?.status, (await stream?.next())?.event]).toEqual([200, 'bounds'])
    // To accept the device's connections, the relay closed only the oldest silent connections.
    const open = silent.map((socket) => socket.isOpen())
    const firstOpen = open.indexOf(true)
    expect(firstOpen).toBeGreaterThan(0)
    expect(firstOpen).toBeLessThan(15)
    expect(open.slice(firstOpen).every(Boolean)).toBe(true)
    // Additional connections from the same address do not end the device's stream.
    await openSilent(url, 40, '127.0.0.3')
    const { latest_seq } = await asDevice(url, device_token).events()
    expect(latest_seq).toBe(0)
    const event = makeEvent()
    const body = JSON.stringify(event)
    expect((await postHook(`${url}${hook_path}`, body, signBody(key, body))).status).toBe(202)
    expect((await stream?.next())?.data).toMatchObject({ event_id: event.event_id })
  },
)

test('the relay closes a new connection only if all connections belong to devices', async () => {
  const { url, data } = await startLimited('--max-connections', '8')
  const [one, two] = [await pairDevice(data, url), await pairDevice(data, url)]
  const streams = await openStreams(url, one.device_token, 4)
  streams.push(...(await openStreams(url, two.device_token, 4)))
  const [late] = await openSilent(url, 1)
  await until(() => (late?.isOpen() ? undefined : true))
  for (const stream of streams) expect((await stream.next())?.event).toBe('bounds')
})

test('a device that opens more and more connections loses its oldest', async () => {
  const { url, data } = await startLimited('--max-connections', '100')
  const { device_token } = await pairDevice(data, url)
  const request = `GET /v1/device HTTP/1.1\r\nhost: relay\r\nauthorization: Bearer ${device_token}\r\n\r\n`
  const sockets: RawSocket[] = []
  for (let opened = 0; opened < 40; opened += 1) {
    const socket = await openSocket(cleanup, url)
    socket.send(request)
    await until(() => (socket.received().includes('inlet_urls') ? true : undefined))
    sockets.push(socket)
  }
  await until(() => (sockets.filter((socket) => socket.isOpen()).length === 32 ? true : undefined))
  expect(sockets.slice(-32).every((socket) => socket.isOpen())).toBe(true)
})

test('the relay closes an idle anonymous connection after five seconds, but gives devices and senders of genuine notifications longer', async () => {
  const { url, data, hook_path } = await startLimited()
  const { device_token } = await pairDevice(data, url)
  const [stranger, device, sender] = await openSilent(url, 3)
  if (stranger === undefined || device === undefined || sender === undefined) throw new Error('no socket')
  stranger.send('GET /healthz HTTP/1.1\r\nhost: relay\r\n\r\n')
  device.send(`GET /v1/device HTTP/1.1\r\nhost: relay\r\nauthorization: Bearer ${device_token}\r\n\r\n`)
  const body = JSON.stringify(makeEvent())
  sender.send(
    `POST ${hook_path} HTTP/1.1\r\nhost: relay\r\nx-signature: ${signBody(key, body)}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  expect(await stranger.answer()).toMatch(/^HTTP\/1.1 200 .*\r\nkeep-alive: timeout=5\r\n/is)
  expect([device.isOpen(), sender.isOpen()]).toEqual([true, true])
  expect(device.received()).toMatch(/^HTTP\/1.1 200 .*\r\nkeep-alive: timeout=150\r\n/is)
  expect(sender.received()).toMatch(/^HTTP\/1.1 202 .*\r\nkeep-alive: timeout=150\r\n/is)
})
