import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createRelayClient } from '../../src-main/platform/relay/relay-http.ts'
import type { LinkState } from '../../src-shared/features/connection/environment.ts'
import { directly, listen } from '../support/relay/listen.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { formatted } from '../support/formatted-messages.ts'

// Tests the event source against servers that are not a relay or that are broken. relay-event-source.test.ts uses a real relay.

const token = 'x'.repeat(43)
/** Cleanup steps. They run after each test, the last added step first. */
const after = new Cleanup()
afterEach(() => after.run())

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Starts a server in place of a relay. `streams` collects the cursor of each stream request. */
async function pretend(answer: Answer) {
  const streams: string[] = []
  const acks: number[] = []
  const server = createHttpServer((request, response) => {
    if (request.url === '/v1/stream') streams.push(String(request.headers['last-event-id']))
    if (request.url !== '/v1/ack') return answer(request, response)
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      acks.push((JSON.parse(body) as { seq: number }).seq)
      answer(request, response)
    })
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after.add(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, streams, acks, sockets }
}

/** Refuses a request with an error in the relay's format. */
const refuse = (response: ServerResponse, status: number, code: string) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { code } }))
/** Responds like a hotel's captive portal or a company's proxy. */
const portal =
  (status: number): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<html>Sign in to go on</html>')
const sse = (response: ServerResponse, ...messages: string[]) => {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const message of messages) response.write(message)
}
const bounds = (latest_seq: number) =>
  `event: bounds\ndata: {"oldest_seq":1,"latest_seq":${latest_seq},"epoch":"one"}\n\n`
const partnerEvent = (seq: number, more: object = {}) =>
  `id: ${seq}\nevent: partner-event\ndata: ${JSON.stringify({
    seq,
    environment: 'sandbox',
    event_id: `e${seq}`,
    received_at: '2026-05-04T10:00:00.000Z',
    sender: '127.0.0.1',
    signature: 'x.y.z',
    body: 'e30=',
    ...more,
  })}\n\n`

describe('the event source with a misbehaving relay', () => {
  test('retries rarely while the device is refused, but immediately after retryNow', async () => {
    const { url, streams } = await pretend((_, response) => refuse(response, 401, 'DEVICE_REFUSED'))
    const faulty = await pretend((_, response) => response.writeHead(500).end())
    const app = listen(after, url, token)
    await app.reaches('refused')
    // A second event source tries to reach a relay that responds with 500. While it makes three tries, the refused source must make only
    // one.
    listen(after, faulty.url, token)
    await until(() => (faulty.streams.length === 3 ? true : undefined))
    expect(streams).toHaveLength(1)
    app.source.retryNow()
    await until(() => (app.states().length === 4 ? true : undefined))
    expect(app.states()).toEqual(['connecting', 'refused', 'connecting', 'refused'])
    expect(streams).toHaveLength(2)
  })

  test('reports a busy relay as unreachable, not as an unknown server', async () => {
    const busy = JSON.stringify({ error: { code: 'TOO_MANY', message: 'Later.' } })
    const { url } = await pretend((_, response) => response.writeHead(429).end(busy))
    expect(await createRelayClient(directly).pair(url, 'AAAA-AAAA', 'front desk')).toMatchObject({
      error: { code: 'RELAY_UNREACHABLE', advice: 'Try again in a moment.', retryable: true },
    })
  })

  test('replaces a live connection after retryNow without going offline', async () => {
    const { url, streams } = await pretend((_, response) => sse(response, bounds(0)))
    const app = listen(after, url, token)
    await app.reaches('live')
    app.source.retryNow()
    await until(() => (streams.length === 2 ? true : undefined))
    await until(() => (app.states().length === 4 ? true : undefined))
    expect(app.states()).toEqual(['connecting', 'live', 'connecting', 'live'])
  })

  test.each<[string, Answer]>([
    ['a web page', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    ['a 404', (_, response) => response.writeHead(404).end()],
    ['a sign-in page', portal(401)],
    ["an office's proxy", portal(403)],
    ['another service that refuses', (_, response) => refuse(response, 403, 'FORBIDDEN')],
    ['invalid bounds', (_, response) => sse(response, 'event: bounds\ndata: []\n\n')],
    [
      'an event without an end',
      (_, response) => sse(response, `event: partner-event\ndata: ${'x'.repeat(1_100_000)}`),
    ],
    [
      'an event that is too long',
      (_, response) =>
        sse(response, bounds(9), partnerEvent(7, { body: 'A'.repeat(1_100_000) }), partnerEvent(8)),
    ],
  ])('reports %s as not a relay, and keeps the cursor', async (_, answer) => {
    const { url, streams } = await pretend(answer)
    const app = listen(after, url, token, { cursor: 6 })
    await app.reaches('offline')
    expect(formatted(app.status()?.error)).toMatchObject({
      message: expect.stringContaining('it is not a relay'),
      advice: expect.stringContaining('instead of the relay'),
    })
    app.source.retryNow()
    await until(() => (streams.length >= 2 ? true : undefined))
    expect(new Set(streams)).toEqual(new Set(['6']))
    expect(app.seen).toEqual([])
  })

  test('reassembles a character split between two chunks, skips unknown and repeated messages, and continues after a malformed message', async () => {
    const { url, streams } = await pretend((_, response) => {
      const euro = Buffer.from(partnerEvent(2, { sender: '€' }))
      const cut = euro.indexOf('€') + 1
      sse(response, ': hello\n\n', 'event: news\ndata: x\n\n', bounds(3), partnerEvent(1), partnerEvent(1))
      response.write(euro.subarray(0, cut))
      setImmediate(() => {
        response.write(euro.subarray(cut))
        response.write('event: partner-event\ndata: garbage\n\n')
        response.write(partnerEvent(3))
      })
    })
    const app = listen(after, url, token)
    await app.has(4)
    // The garbage message has no `seq`. It gets the `seq` of the previous event, so that the app can quarantine it with a reason.
    expect(app.seqs()).toEqual([1, 2, 2, 3])
    expect(app.seen[1]?.sender).toBe('€')
    expect(streams).toEqual(['0'])
  })

  test('sends one acknowledgment at a time, skips to the newest, and repeats a failed one on the next connection', async () => {
    const held: ServerResponse[] = []
    const { url, acks, streams } = await pretend((request, response) => {
      if (request.url === '/v1/ack') held.push(response)
      else sse(response, bounds(0))
    })
    const app = listen(after, url, token)
    await app.reaches('live')
    app.source.acknowledge(1)
    await until(() => (held.length === 1 ? true : undefined))
    for (const seq of [2, 3, 7, 5]) app.source.acknowledge(seq)
    const answer = (status: number, acked_seq: number) =>
      held
        .shift()
        ?.writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ acked_seq }))
    answer(200, 1)
    await until(() => (held.length === 1 ? true : undefined))
    expect(acks).toEqual([1, 7])
    app.source.acknowledge(8)
    answer(503, 0)
    await until(() => (acks.length === 3 ? true : undefined))
    answer(503, 0)
    // Wait until the event source has read the delayed response. Only then does the source open its new connection.
    await until(() => (held.length === 0 ? true : undefined))
    app.source.retryNow()
    await until(() => (streams.length === 2 && held.length === 1 ? true : undefined))
    answer(200, 8)
    expect(acks).toEqual([1, 7, 8, 8])
  })

  test.each([
    ['before its answer', ''],
    ['in the middle of a stream', `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n${bounds(0)}`],
  ])('replaces a connection on which the relay becomes silent %s', async (_, first) => {
    const sockets: Socket[] = []
    const server = createServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => {})
      if (first !== '') socket.write(first)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    after.add(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    const app = listen(after, `http://127.0.0.1:${port}`, token, {
      retryPolicy: { connectMs: 200, answerMs: 200, streamMs: 200 },
    })
    await app.reaches('offline')
    expect(formatted(app.status()?.error?.message)).toContain('cannot be reached')
    await until(() => (sockets.length >= 2 ? true : undefined))
  })

  test.each([
    ['http://relay.example', 'not encrypted'],
    ['relay', 'Add https:// at the start'],
    ['https://user:secret@relay.example', 'user name'],
  ])('refuses the address %s before sending anything', async (url, why) => {
    const app = listen(after, url, token)
    await app.reaches('refused')
    expect(formatted(app.status()?.error?.message)).toContain(why)
    app.source.acknowledge(3)
    expect(formatted(await createRelayClient(directly).pair(url, 'code', 'desk'))).toMatchObject({
      ok: false,
      error: {
        code: 'RELAY_ADDRESS_INVALID',
        fields: [{ path: 'url', message: expect.stringContaining(why) }],
      },
    })
  })

  test.each<[string, string, Answer]>([
    ['a web page', 'RELAY_UNEXPECTED_RESPONSE', (_, response) => response.end('<html>Welcome</html>')],
    ['another service', 'RELAY_UNEXPECTED_RESPONSE', (_, response) => response.end('{"status":"ok"}')],
    ['a server error', 'RELAY_UNEXPECTED_RESPONSE', (_, response) => response.writeHead(503).end()],
    [
      'an endless response',
      'RELAY_UNEXPECTED_RESPONSE',
      (_, response) => response.end('x'.repeat(1_100_000)),
    ],
    ['a broken connection', 'RELAY_UNREACHABLE', (request) => request.socket.destroy()],
    ['a sign-in page', 'RELAY_UNEXPECTED_RESPONSE', portal(401)],
    ["an office's proxy", 'RELAY_UNEXPECTED_RESPONSE', portal(403)],
  ])('pairing and requests at %s fail with the error %s', async (_, code, answer) => {
    const { url } = await pretend(answer)
    const client = createRelayClient(directly)
    const failed = { ok: false, error: { code } }
    expect(await client.pair(url, 'secret-code', 'desk')).toMatchObject(failed)
    expect(await client.getDevice(url, token)).toMatchObject(failed)
    expect(await client.readEvents(url, token, 0)).toMatchObject(failed)
  })
})

describe('stopping the event source', () => {
  test('waits for the current event, then reports nothing and leaves no connection open', async () => {
    const { url, sockets } = await pretend((_, response) =>
      sse(response, bounds(2), partnerEvent(1), partnerEvent(2)),
    )
    let finish: (() => void) | undefined
    const gate = new Promise<void>((resolve) => (finish = resolve))
    let begun = false
    const app = listen(after, url, token, {
      onEvent: () => {
        begun = true
        return gate
      },
    })
    await until(() => (begun ? true : undefined))
    const stopped = app.source.stop()
    finish?.()
    await stopped
    expect(app.seqs()).toEqual([1, 2])
    expect(app.states()).not.toContain('offline')
    await until(() => (sockets.size === 0 ? true : undefined))
  })

  test.each<[string, Answer, LinkState]>([
    ['while it connects', () => {}, 'connecting'],
    ['while it is live', (_, response) => sse(response, bounds(0)), 'live'],
    ['while it waits to retry', (_, response) => response.writeHead(500).end(), 'offline'],
    ['while it is refused', (_, response) => refuse(response, 401, 'DEVICE_REFUSED'), 'refused'],
  ])('takes effect immediately %s', async (_, answer, state) => {
    const { url, sockets } = await pretend(answer)
    const app = listen(after, url, token)
    await app.reaches(state)
    await app.source.stop()
    expect(app.status()?.state).toBe(state)
    await until(() => (sockets.size === 0 ? true : undefined))
  })

  test('does not wait for the response to an acknowledgment if the relay never responds', async () => {
    const { url, acks } = await pretend((request, response) => {
      if (request.url === '/v1/stream') sse(response, bounds(0))
    })
    // No timeout of the relay client ends this request.
    const retryPolicy = { connectMs: 1000, answerMs: 0, streamMs: 0 }
    const app = listen(after, url, token, { retryPolicy })
    await app.reaches('live')
    app.source.acknowledge(1)
    await until(() => (acks.length === 1 ? true : undefined))
    await app.source.stop()
    expect(app.states()).toEqual(['connecting', 'live'])
  })
})
