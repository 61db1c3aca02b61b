import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { RelayEventSource } from '../../src-main/features/events/relay-event-source.ts'
import { createRelayClient } from '../../src-main/platform/relay/relay-http.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { directly, listen } from '../support/relay/listen.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import {
  asDevice,
  makePairingCode,
  pairDevice,
  postHook,
  relayCommand,
  setUpRelay,
  signBody,
  startRelay,
  type RelayProgram,
} from '../support/relay/relay.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'
import { formatted } from '../support/formatted-messages.ts'

const key = createSigningKey('iso-submission-rsa-01')
const stranger = 'x'.repeat(43)

/** Cleanup steps that run after all tests of this file. */
const cleanup = new Cleanup()
afterAll(() => cleanup.run())
/** Cleanup steps. They run after each test, the last added step first. */
const after = new Cleanup()
afterEach(() => after.run())

describe('the event source with a real relay', () => {
  interface Place {
    data: string
    hook_path: string
    relay: RelayProgram
  }
  let jwks_url: string
  let shared: Place
  let place: Place
  let from: number
  let device_id: string
  let device_token: string
  beforeAll(async () => {
    jwks_url = (await startKeyServer(cleanup, [key])).url
    shared = await start(cleanup)
  })
  async function start(owner: Cleanup): Promise<Place> {
    const folder = await setUpRelay(owner, jwks_url)
    return { ...folder, relay: await startRelay(owner, folder.data) }
  }
  async function pairWith(chosen: Place) {
    place = chosen
    ;({ device_id, device_token } = await pairDevice(place.data, place.relay.ready.url))
    from = (await asDevice(place.relay.ready.url, device_token).events()).latest_seq
  }

  async function post(count = 1): Promise<string[]> {
    const ids: string[] = []
    for (let sent = 0; sent < count; sent += 1) {
      const event = makeEvent()
      const body = JSON.stringify(event)
      // Retries on 5xx, as a sender does.
      const { status } = await until(async () => {
        const answer = await postHook(`${place.relay.ready.url}${place.hook_path}`, body, signBody(key, body))
        return answer.status < 500 ? answer : undefined
      })
      expect(status).toBe(202)
      ids.push(event.event_id)
    }
    return ids
  }

  test('delivers events one at a time and in order: first the missed events, then the live ones', async () => {
    await pairWith(shared)
    const missed = await post(30)
    let inside = 0
    const overlaps: number[] = []
    const app = listen(after, `${place.relay.ready.url}/`, device_token, {
      cursor: from,
      onEvent: async ({ seq }) => {
        if (++inside > 1) overlaps.push(seq)
        await new Promise((resolve) => setImmediate(resolve))
        inside -= 1
      },
    })
    await app.has(30)
    await app.reaches('live')
    expect(app.states()).toEqual(['connecting', 'catching_up', 'live'])
    const live = await post(5)
    await app.has(35)
    expect(app.seen.map(({ event_id }) => event_id)).toEqual([...missed, ...live])
    expect(overlaps).toEqual([])
    expect(app.gaps).toEqual([])
    expect(app.states()).toEqual(['connecting', 'catching_up', 'live'])
  })

  test('logs the kind of a failure to store events, and delivers the events again', async () => {
    await pairWith(shared)
    const ids = await post(2)
    const lines: unknown[] = []
    const log = { info: () => {}, warn: (...line: unknown[]) => lines.push(line) }
    const source = new RelayEventSource(place.relay.ready.url, device_token, directly, log, {
      wait: async () => {},
    })
    after.add(() => source.stop())
    const seen: unknown[] = []
    source.start(
      { cursor: from, epoch: '' },
      {
        onArrival: () => {},
        onEvents: async (events) => {
          if (lines.length < 2) throw new TypeError('900-12-3456')
          seen.push(...events.map(({ event_id }) => event_id))
          return events.length
        },
        onGap: async () => {},
        onEpoch: async () => {},
        onState: () => {},
      },
    )
    await until(() => (seen.length === 2 ? true : undefined))
    expect(seen).toEqual(ids)
    expect(lines).toEqual([1, 2].map(() => ['events not stored yet', { kind: 'TypeError', where: null }]))
  })

  test('continues after a restart of the relay without loss or repeats, and reports the outage', async () => {
    await pairWith(await start(after))
    const app = listen(after, place.relay.ready.url, device_token)
    const ids = await post(3)
    await app.has(3)
    const { port } = new URL(place.relay.ready.url)
    await place.relay.kill()
    await app.reaches('offline')
    expect(formatted(app.status()?.error?.advice)).toBe('Check its address and your network.')

    place.relay = await startRelay(after, place.data, '--port', port)
    ids.push(...(await post(3)))
    app.source.retryNow()
    await app.has(6)
    await app.reaches('live')
    expect(app.seen.map(({ event_id }) => event_id)).toEqual(ids)
  })

  test('keeps retrying an event that the app does not accept, delivers later events only afterward, and reports the delay', async () => {
    await pairWith(shared)
    const ids = await post(3)
    const offered: string[] = []
    const app = listen(after, place.relay.ready.url, device_token, {
      cursor: from,
      onEvent: async ({ event_id }) => {
        offered.push(String(event_id))
        if (event_id === ids[1] && offered.length < 4) throw new Error('EVENT_KEYS_UNAVAILABLE')
      },
    })
    const reported = await until(() => (app.status()?.state === 'offline' ? app.status() : undefined))
    expect(formatted(reported.error?.message)).toContain('cannot be processed right now')
    await app.has(3)
    expect(offered).toEqual([ids[0], ids[1], ids[1], ids[1], ids[2]])
    await app.reaches('live')
  })

  test('acknowledges events once they are committed, and at startup also acknowledges events that were committed earlier', async () => {
    await pairWith(shared)
    await post(3)
    const acked = async () =>
      (await asDevice(place.relay.ready.url, device_token).events()).events[0]?.seq ?? 'all'
    const app = listen(after, place.relay.ready.url, device_token, { cursor: from })
    await app.has(3)
    app.source.acknowledge(from + 2)
    await until(async () => ((await acked()) === from + 3 ? true : undefined))
    await app.source.stop()
    listen(after, place.relay.ready.url, device_token, { cursor: from + 3 })
    expect(await until(async () => ((await acked()) === 'all' ? 'all' : undefined))).toBe('all')
  })

  test('reports a gap and delivers the remaining events', async () => {
    await pairWith(await start(after))
    await post(3)
    await relayCommand(place.data, ['event', 'purge', '--environment', 'sandbox', '--older-than-days', '0'])
    const [kept] = await post()
    const app = listen(after, place.relay.ready.url, device_token, { cursor: 1 })
    await app.has(1)
    await app.reaches('live')
    expect(app.gaps).toEqual([4])
    expect(app.seen.map(({ event_id }) => event_id)).toEqual([kept])
  })

  test('starts at the beginning of the log if the cursor belongs to another log, and acknowledges events from there', async () => {
    await pairWith(await start(after))
    await post(2)
    const app = listen(after, place.relay.ready.url, device_token, { cursor: 500 })
    await app.has(2)
    expect(app.gaps).toEqual([1])
    app.source.acknowledge(2)
    await until(async () => {
      const { events } = await asDevice(place.relay.ready.url, device_token).events()
      return events.length === 0 ? true : undefined
    })
  })

  test('reports that the device was revoked while listening', async () => {
    await pairWith(shared)
    const app = listen(after, place.relay.ready.url, device_token, { cursor: from })
    await app.reaches('live')
    await relayCommand(place.data, ['device', 'revoke', '--device', device_id])
    await post()
    await app.reaches('refused')
    expect(formatted(app.status()?.error?.advice)).toContain('Pair it again')
    expect(app.seen).toEqual([])
  })

  test('pairs once with a code, ignores surrounding blanks, odd dashes, and a final dot, and receives the inlet URLs', async () => {
    await pairWith(shared)
    const client = createRelayClient(directly)
    const code = await makePairingCode(place.data)
    const paired = await client.pair(
      ` ${place.relay.ready.url}/ `,
      ` \u200b${code.replaceAll('-', '\u2013')}.\n`,
      'front desk',
    )
    expect(paired).toMatchObject({ ok: true, value: { environment: 'sandbox' } })
    const mine = paired.ok ? paired.value.device_token : ''
    expect(await client.getDevice(place.relay.ready.url, mine)).toMatchObject({
      ok: true,
      value: { environment: 'sandbox' },
    })
    expect(await client.getDevice(place.relay.ready.url, stranger)).toMatchObject({
      ok: false,
      error: { code: 'RELAY_DEVICE_REFUSED' },
    })
    for (const wrong of [code, 'AAAA-AAAA', ''])
      expect(await client.pair(place.relay.ready.url, wrong, 'front desk'), wrong).toMatchObject({
        ok: false,
      })
    const refused = await client.pair(place.relay.ready.url, code, 'front desk')
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'RELAY_PAIRING_REFUSED', fields: [{ path: 'code' }] },
    })
    expect(JSON.stringify(refused)).not.toContain(code)
  })
})
