import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { RelayEventSource } from '../../src-main/features/events/relay-event-source.ts'
import { createDeliveryCheck } from '../../src-main/features/events/verify-event.ts'
import { receiveEvents, type EventOutcome } from '../../src-main/features/events/receive-events.ts'
import type { RelayDelivery } from '../../src-shared/platform/webhook/event.ts'
import { ok } from '../../src-shared/platform/base/errors.ts'
import { composeApp, value } from '../support/core/composed-app.ts'
import { directly } from '../support/relay/listen.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { makeEvent } from '../support/relay/signing.ts'
import { formatted } from '../support/formatted-messages.ts'
import { RELAY_CURSOR } from '../../src-main/features/connection/connection-settings.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

/** Starts a relay that streams these messages and keeps the connection open. */
async function startStream(messages: string[]): Promise<{ url: string; connections: () => number }> {
  let connections = 0
  const server = createServer((request, response) => {
    if (request.url !== '/v1/stream') return void response.end('{"acked_seq":0}')
    connections += 1
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(messages.join(''))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup.add(() => void (server.closeAllConnections(), server.close()))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
  }
}

const message = (name: string, data: string, id?: number) =>
  `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`

const bodyOf = (seq: number) =>
  Buffer.from(JSON.stringify(makeEvent({ event_id: `e${seq}` }))).toString('base64')

const event = (seq: number, odd: object = {}) =>
  message(
    'partner-event',
    JSON.stringify({
      ...{ seq, environment: 'sandbox', event_id: `e${seq}`, received_at: '2026-05-04T10:00:00.000Z' },
      ...{ sender: '127.0.0.1', signature: 'x.y.z', body: bodyOf(seq) },
      ...odd,
    }),
    seq,
  )

test('the relay event source delivers later events even if earlier ones contain impossible values', async () => {
  const { url, connections } = await startStream([
    message('bounds', '{"oldest_seq":1,"latest_seq":4,"epoch":"one"}'),
    event(1, { received_at: 'x' }),
    event(2, { signature: 's'.repeat(20_000) }),
    event(3, { body: Buffer.alloc(100_000).toString('base64') }),
    event(4),
  ])
  const seen: RelayDelivery[] = []
  const source = new RelayEventSource(url, 'token', directly, { info: () => {}, warn: () => {} })
  source.start(
    { cursor: 0, epoch: '' },
    {
      onEpoch: async () => {},
      onArrival: () => {},
      onEvents: async (events) => seen.push(...events) && events.length,
      onGap: async () => {},
      onState: () => {},
    },
  )
  cleanup.add(() => source.stop())
  await until(async () => (seen.length === 4 ? true : undefined))
  expect(seen.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  expect(connections()).toBe(1)
})

describe('an event of the wrong shape', () => {
  test.each<[string, string, number]>([
    ['whose environment is a number', event(2, { environment: 7 }), 3],
    ['whose body is not base64', event(2, { body: '%' }), 3],
    ['without a signature', event(2, { signature: undefined }), 3],
    ['without a seq', event(2, { seq: undefined }), 3],
    ['with a seq of 16 digits', event(2, { seq: 1_234_567_890_123_456 }), 3],
    ['that is not JSON', message('partner-event', '{', 2), 3],
    ['that is not an object', message('partner-event', '[7]', 2), 3],
    ['with a seq of 16 digits, as the last one', '', 2],
  ])('%s is rejected with a visible reason, and the stream continues', async (_, odd, last) => {
    const beyond = last === 2 ? event(2) + event(3, { seq: 1_234_567_890_123_456 }) : odd + event(3)
    const { url, connections } = await startStream([
      message('bounds', '{"oldest_seq":1,"latest_seq":3,"epoch":"one"}'),
      event(1) + beyond,
    ])
    const app = await composeApp(cleanup)
    const checkDelivery = createDeliveryCheck(async () => ok({ verification: 'body' }))
    const outcomes: EventOutcome[] = []
    const source = new RelayEventSource(url, 'token', directly, { info: () => {}, warn: () => {} })
    source.start(
      { cursor: 0, epoch: '' },
      {
        onEpoch: async () => {},
        onArrival: () => {},
        onEvents: async (events) => {
          const taken = await receiveEvents(app.context, checkDelivery, events)
          outcomes.push(...taken.outcomes)
          return taken.outcomes.length
        },
        onGap: async () => {},
        onState: () => {},
      },
    )
    cleanup.add(() => source.stop())
    await until(async () => (outcomes.length === 3 ? true : undefined))
    expect(connections()).toBe(1)
    expect(outcomes.filter(({ state }) => state === 'invalid')).toHaveLength(1)
    expect(value(await app.vault.getCursor(RELAY_CURSOR))).toBe(last)
    const [problem] = value(await app.vault.eventProblems())
    expect(problem).toMatchObject({ problem: 'rejected', count: 1 })
    expect(formatted(problem?.reason)).toContain('unreadable')
  })
})

test('the relay event source answers a flood of heartbeats with only a few requests at a time', async () => {
  let open = 0
  let most = 0
  const server = createServer((request, response) => {
    if (request.url === '/v1/heartbeat') {
      // Leave the heartbeat unanswered.
      open += 1
      most = Math.max(most, open)
      response.once('close', () => (open -= 1))
      return
    }
    if (request.url !== '/v1/stream') return void response.end('{"acked_seq":0}')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const beat = message('heartbeat', '{"stream":"7b2a"}')
    response.write(beat.repeat(2_000) + event(1))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup.add(() => void (server.closeAllConnections(), server.close()))
  const seen: RelayDelivery[] = []
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const source = new RelayEventSource(url, 'token', directly, { info: () => {}, warn: () => {} })
  source.start(
    { cursor: 0, epoch: '' },
    {
      onEpoch: async () => {},
      onArrival: () => {},
      onEvents: async (events) => seen.push(...events) && events.length,
      onGap: async () => {},
      onState: () => {},
    },
  )
  cleanup.add(() => source.stop())
  await until(async () => (seen.length === 1 && most > 0 ? true : undefined))
  // When this request has ended, all earlier requests of the source have arrived too.
  await fetch(`${url}/v1/heartbeat`, { method: 'POST', signal: AbortSignal.timeout(1_000) }).catch(() => {})
  expect(most).toBeLessThanOrEqual(5)
})
