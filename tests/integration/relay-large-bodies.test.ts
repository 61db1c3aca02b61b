import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readSettings } from '../../services/relay/src/settings.ts'
import { createLog } from '../../services/relay/src/log.ts'
import { startRelay as startRelayHere } from '../../services/relay/src/relay.ts'
import { makeAuthority } from '../support/partner/certificates.ts'
import { caddyMissing, startCaddy } from '../support/relay/caddy.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { Cleanup } from '../support/cleanup.ts'
import { openSocket } from '../support/relay/raw-socket.ts'
import { postHook, setUpRelay, startRelay } from '../support/relay/relay.ts'
import { askSecurely } from '../support/relay/secure-client.ts'
import { createSigningKey } from '../support/relay/signing.ts'

// Tests request bodies over 64 KB. Every sender can read the response with status 413, and no sender can keep a connection open.

const TEN_MEGABYTES = 10 * 1024 * 1024
const key = createSigningKey('iso-submission-rsa-01')
const cleanup = new Cleanup()
afterAll(() => cleanup.run())
const after = new Cleanup()
afterEach(async () => {
  vi.useRealTimers()
  await after.run()
})

let jwks_url: string
let url: string
let hook_path: string
beforeAll(async () => {
  jwks_url = (await startKeyServer(cleanup, [key])).url
  const set = await setUpRelay(cleanup, jwks_url)
  hook_path = set.hook_path
  url = (await startRelay(cleanup, set.data)).ready.url
})

const head = (path: string, lines: string) =>
  `POST ${path} HTTP/1.1\r\nhost: relay\r\ncontent-type: application/json\r\n${lines}\r\n\r\n`
const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Writes a whole request before reading anything, as many HTTP clients do. */
async function writeThenRead(parts: (string | Buffer)[]): Promise<{ answer: string; error: unknown }> {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname }).pause()
  after.add(() => socket.destroy())
  let error: unknown = null
  socket.on('error', (failed) => (error = failed))
  await once(socket, 'connect')
  for (const part of parts) await new Promise<void>((resolve) => void socket.write(part, () => resolve()))
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  socket.resume()
  if (!socket.closed) await once(socket, 'close')
  return { answer, error }
}

describe.each(['hook', '/v1/pair', '/v1/heartbeat'])('a body of 10 MB at %s', (where) => {
  const path = () => (where === 'hook' ? hook_path : where)

  test('with a stated length gets a 413 that its sender reads without an error', async () => {
    const body = Buffer.alloc(TEN_MEGABYTES, 'x')
    const { answer, error } = await writeThenRead([head(path(), `content-length: ${body.length}`), body])
    expect(error).toBeNull()
    expect(answer).toMatch(/^HTTP\/1.1 413 .*"code":"TOO_LARGE"/s)
    expect(answer).not.toMatch(/HTTP\/1.1.*HTTP\/1.1/s)
  })

  test('in chunks gets a 413 that its sender reads without an error', async () => {
    const piece = chunk(Buffer.alloc(TEN_MEGABYTES / 10, 'x'))
    const parts = [head(path(), 'transfer-encoding: chunked'), ...Array<Buffer>(10).fill(piece), '0\r\n\r\n']
    const { answer, error } = await writeThenRead(parts)
    expect(error).toBeNull()
    expect(answer).toMatch(/^HTTP\/1.1 413 .*"code":"TOO_LARGE"/s)
  })

  test('sent by fetch gets 413', async () => {
    const response = await postHook(`${url}${path()}`, Buffer.alloc(TEN_MEGABYTES, 'x'), undefined)
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ error: { code: 'TOO_LARGE' } })
  })
})

test('an endless body gets 413, and its connection is closed after a bounded number of bytes', async () => {
  const socket = await openSocket(after, url)
  socket.send(head(hook_path, 'transfer-encoding: chunked'))
  const piece = chunk(Buffer.alloc(1024 * 1024, 'x')).toString()
  let sent = 0
  while (socket.isOpen() && sent < 200) {
    socket.send(piece)
    sent += 1
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect(socket.isOpen()).toBe(false)
  expect(await socket.answer()).toMatch(/^HTTP\/1.1 413 /)
})

test('a stalled body gets 413 after ten seconds, and its connection closes ten seconds later', async () => {
  const { data, hook_path: path } = await setUpRelay(after, jwks_url)
  const { settings } = readSettings({ data, port: 0 }, {})
  const relay = await startRelayHere(settings, createLog('error'))
  after.add(relay.stop)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const socket = await openSocket(after, relay.url)
  socket.send(`${head(path, `content-length: ${TEN_MEGABYTES}`)}x`)
  const pass = async (ms: number) => {
    vi.advanceTimersByTime(ms)
    await someTurns()
  }
  // Advance the clock in short steps, because the timeout starts only when the relay reads the request.
  while (!socket.received().includes('TOO_LARGE')) await pass(100)
  expect(socket.received()).toMatch(/^HTTP\/1.1 413 /)
  await pass(9000)
  expect(socket.isOpen()).toBe(true)
  await pass(1100)
  expect(await socket.answer()).toMatch(/^HTTP\/1.1 413 /)
})

test('the relay keeps responding after a sender disconnects in the middle of a large body', async () => {
  for (const lines of [`content-length: ${TEN_MEGABYTES}`, 'transfer-encoding: chunked']) {
    const socket = await openSocket(after, url)
    socket.send(head(hook_path, lines))
    socket.send(chunk(Buffer.alloc(1024 * 1024, 'x')).toString())
    socket.close()
  }
  const { status } = await postHook(`${url}${hook_path}`, Buffer.alloc(70_000), undefined)
  expect(status).toBe(413)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
})

describe.skipIf(caddyMissing !== null)(`behind Caddy${caddyMissing ?? ''}`, () => {
  test('a body of 10 MB gets 413 every time, and never 502', async () => {
    const { data, hook_path: path } = await setUpRelay(after, jwks_url)
    const relay = await startRelay(after, data, '--trusted-proxy', '127.0.0.1')
    const { ca, server } = makeAuthority()
    const caddy = await startCaddy(after, server, [relay.ready.url])
    const body = 'x'.repeat(TEN_MEGABYTES)
    for (let time = 0; time < 10; time += 1) {
      const { status } = await askSecurely(`${caddy.url}${path}`, { ca, method: 'POST', body })
      expect(status).toBe(413)
    }
  })
})
