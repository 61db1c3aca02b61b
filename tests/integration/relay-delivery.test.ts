import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { onEachEngine } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { Cleanup } from '../support/cleanup.ts'
import {
  asDevice,
  pairDevice,
  postHook,
  relayCommand,
  setUpRelay,
  signBody,
  startRelay,
  type RelayProgram,
} from '../support/relay/relay.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'

const key = createSigningKey('iso-submission-rsa-01')
const cleanup = new Cleanup()
afterAll(() => cleanup.run())

let jwks_url: string
beforeAll(async () => {
  jwks_url = (await startKeyServer(cleanup, [key])).url
})

/** Posts events one after another and returns their ids. */
async function post(relay: RelayProgram, hook_path: string, count = 1): Promise<string[]> {
  const ids: string[] = []
  for (let sent = 0; sent < count; sent += 1) {
    const event = makeEvent()
    const body = JSON.stringify(event)
    const { status } = await postHook(`${relay.ready.url}${hook_path}`, body, signBody(key, body))
    expect(status).toBe(202)
    ids.push(event.event_id)
  }
  return ids
}

type Stream = Awaited<ReturnType<ReturnType<typeof asDevice>['stream']>>

/** Reads the next `count` events of a stream. Fails on any other message. */
async function take(stream: Stream, count: number) {
  const taken: { id: number; event_id: unknown }[] = []
  while (taken.length < count) {
    const message = await stream.next()
    expect(message?.event).toBe('partner-event')
    taken.push({ id: Number(message?.id), event_id: message?.data['event_id'] })
  }
  return taken
}

onEachEngine(
  (newPlace, ends) => {
    describe('for a paired device, the relay', () => {
      let relay: RelayProgram
      let data: string
      let hook_path: string
      let device: ReturnType<typeof asDevice>
      let from: number
      beforeAll(async () => {
        ;({ data, hook_path } = await setUpRelay(ends, jwks_url, await newPlace()))
        relay = await startRelay(ends, data)
        device = asDevice(relay.ready.url, (await pairDevice(data, relay.ready.url)).device_token)
      })
      beforeEach(async () => {
        from = (await device.events()).latest_seq
      })

      test('sends events over the stream as they arrive, and resumes after the last one', async () => {
        const stream = await device.stream(from)
        expect(await stream.next()).toMatchObject({
          event: 'bounds',
          data: { oldest_seq: 1, latest_seq: from },
        })
        const sent = await post(relay, hook_path, 3)
        const seen = await take(stream, 3)
        expect(seen).toEqual(sent.map((event_id, index) => ({ id: from + 1 + index, event_id })))
        stream.close()

        const missed = await post(relay, hook_path, 2)
        const resumed = await device.stream(seen[1]?.id)
        await resumed.next()
        expect((await take(resumed, 3)).map(({ event_id }) => event_id)).toEqual([sent[2], ...missed])
        resumed.close()
      })

      test('sends more events than one page contains, each once and in order', async () => {
        const sent = await Promise.all(Array.from({ length: 10 }, () => post(relay, hook_path, 25)))
        const stream = await device.stream(from)
        await stream.next()
        const seen = await take(stream, 250)
        stream.close()
        expect(seen.map(({ id }) => id)).toEqual(Array.from({ length: 250 }, (_, index) => from + 1 + index))
        expect(new Set(seen.map(({ event_id }) => event_id))).toEqual(new Set(sent.flat()))
      })

      test('answers a poll immediately if events are waiting, otherwise when one arrives', async () => {
        const waiting = device.events(`?after=${from}&wait=60`)
        const [first] = await post(relay, hook_path)
        expect((await waiting).events.map(({ event_id }) => event_id)).toEqual([first])
        const page = await device.events(`?after=${from}&wait=60`)
        expect(page.events.map(({ event_id }) => event_id)).toEqual([first])
        expect(await device.events(`?after=${from + 1}`)).toEqual({
          oldest_seq: 1,
          latest_seq: from + 1,
          epoch: expect.any(String),
          events: [],
        })
      })

      test('moves the cursor only forward, and never past the newest event', async () => {
        await post(relay, hook_path, 3)
        expect(await (await device.ack(from + 2)).json()).toEqual({ acked_seq: from + 2 })
        expect(await (await device.ack(from + 1)).json()).toEqual({ acked_seq: from + 2 })
        for (const wrong of [from + 4, -1, 1.5, '3', null]) expect((await device.ack(wrong)).status).toBe(400)
        // Without an explicit cursor, a device continues after its last acknowledgment.
        expect((await device.events()).events.map(({ seq }) => seq)).toEqual([from + 3])
        const stream = await device.stream()
        await stream.next()
        expect((await take(stream, 1))[0]?.id).toBe(from + 3)
        stream.close()
      })

      test('applies an acknowledgment only to the device that sent it', async () => {
        const [event_id] = await post(relay, hook_path)
        const other = asDevice(relay.ready.url, (await pairDevice(data, relay.ready.url)).device_token)
        await device.ack(from + 1)
        expect((await other.events(`?after=${from}`)).events.map((event) => event.event_id)).toEqual([
          event_id,
        ])
        expect((await other.events()).events[0]?.seq).toBe(1)
      })

      test('refuses an invalid cursor', async () => {
        for (const query of ['?after=-1', '?after=x', '?after=1.5', '?wait=61', '?wait=x'])
          expect((await device.get(`/v1/events${query}`)).status).toBe(400)
        expect((await device.stream(-1)).status).toBe(400)
      })

      test('reports a gap if the log no longer contains the events after the cursor', async () => {
        await post(relay, hook_path)
        const purged = JSON.stringify(makeEvent())
        const send = () => postHook(`${relay.ready.url}${hook_path}`, purged, signBody(key, purged))
        expect((await send()).status).toBe(202)
        await relayCommand(data, ['event', 'purge', '--environment', 'sandbox', '--older-than-days', '0'])
        // The relay still knows the id of the purged event, so it answers 200 (duplicate) and does not store the event again.
        expect((await send()).status).toBe(200)
        const oldest_seq = from + 3
        const [kept] = await post(relay, hook_path)

        const late = await device.stream(from + 1)
        await late.next()
        expect(await late.next()).toEqual({
          event: 'gap',
          id: String(oldest_seq - 1),
          data: { oldest_seq, latest_seq: oldest_seq, epoch: expect.any(String) },
        })
        expect(await take(late, 1)).toEqual([{ id: oldest_seq, event_id: kept }])
        late.close()
        const page = await device.events(`?after=${from + 1}`)
        expect(page.oldest_seq).toBe(oldest_seq)
        expect(page.events.map(({ seq }) => seq)).toEqual([oldest_seq])

        // A device whose cursor is after all purged events has missed nothing.
        const inTime = await device.stream(from + 2)
        await inTime.next()
        expect((await take(inTime, 1))[0]?.id).toBe(oldest_seq)
        inTime.close()
      })
    })

    describe('across restarts, the relay', () => {
      let data: string
      let hook_path: string
      let device_token: string
      beforeAll(async () => {
        ;({ data, hook_path } = await setUpRelay(ends, jwks_url, await newPlace()))
        const relay = await startRelay(ends, data)
        ;({ device_token } = await pairDevice(data, relay.ready.url))
        await relay.stop()
      })

      test('loses no acknowledged event when killed during a burst', async () => {
        const first = await startRelay(ends, data)
        const { latest_seq: from } = await asDevice(first.ready.url, device_token).events()
        const events = Array.from({ length: 300 }, () => {
          const event = makeEvent()
          const body = JSON.stringify(event)
          return { event_id: event.event_id, body, signature: signBody(key, body) }
        })
        const acknowledged: string[] = []
        let broken = 0
        await Promise.all(
          events.map(async ({ event_id, body, signature }) => {
            try {
              const { status } = await postHook(`${first.ready.url}${hook_path}`, body, signature)
              expect(status).toBe(202)
              acknowledged.push(event_id)
              if (acknowledged.length === 20) await first.kill()
            } catch {
              broken += 1
            }
          }),
        )
        expect(acknowledged.length).toBeGreaterThanOrEqual(20)
        expect(broken).toBeGreaterThan(0)

        const second = await startRelay(ends, data)
        const device = asDevice(second.ready.url, device_token)
        const readAll = async () => {
          const ids: string[] = []
          let page = await device.events(`?after=${from}`)
          while (page.events.length > 0) {
            ids.push(...page.events.map(({ event_id }) => event_id))
            page = await device.events(`?after=${page.events.at(-1)?.seq}`)
          }
          return ids
        }
        expect(await readAll()).toEqual(expect.arrayContaining(acknowledged))
        // The sender retries unanswered events, and every event is stored exactly once.
        await Promise.all(
          events.map(({ body, signature }) => postHook(`${second.ready.url}${hook_path}`, body, signature)),
        )
        const all = await readAll()
        expect(all).toHaveLength(events.length)
        expect(new Set(all)).toEqual(new Set(events.map(({ event_id }) => event_id)))
      })

      test('ends streams and polls when it stops, and lets devices resume after the next start', async () => {
        const first = await startRelay(ends, data)
        const before = asDevice(first.ready.url, device_token)
        const { latest_seq: from } = await before.events()
        const [one] = await post(first, hook_path)
        const stream = await before.stream(from)
        await stream.next()
        expect(await take(stream, 1)).toEqual([{ id: from + 1, event_id: one }])
        const isSent = pollSent()
        const polling = before.events(`?after=${from + 1}&wait=60`)
        await isSent
        // The poll uses another connection. With each of these answers, the relay had one more turn to accept the poll.
        for (let turn = 0; turn < 10; turn++) await before.events()
        expect(await first.stop()).toBe(0)
        expect(await stream.next()).toBeNull()
        expect((await polling).events).toEqual([])

        const second = await startRelay(ends, data, '--exit-with-parent')
        const [two] = await post(second, hook_path)
        const resumed = await asDevice(second.ready.url, device_token).stream(from + 1)
        expect(await resumed.next()).toMatchObject({
          event: 'bounds',
          data: { oldest_seq: 1, latest_seq: from + 2 },
        })
        expect(await take(resumed, 1)).toEqual([{ id: from + 2, event_id: two }])
        expect(await second.closeStdin()).toBe(0)
        expect(await resumed.next()).toBeNull()
      })
    })
  },
  { isImportant: true },
)

/** Resolves when `fetch` has sent a poll. Without this, the relay could stop while the connection of the poll is still being opened. */
function pollSent(): Promise<void> {
  return new Promise((resolve) => {
    const hear = (message: unknown) => {
      if (!(message as { request: { path: string } }).request.path.includes('wait=60')) return
      unsubscribe('undici:client:sendHeaders', hear)
      resolve()
    }
    subscribe('undici:client:sendHeaders', hear)
  })
}
