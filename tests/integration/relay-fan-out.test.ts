import { Writable } from 'node:stream'
import type { ServerResponse } from 'node:http'
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createConnection } from '../../services/relay/src/store/postgres/connections.ts'
import { createLog } from '../../services/relay/src/log.ts'
import { startRelay as startRelayHere } from '../../services/relay/src/relay.ts'
import { createDeviceToken, hashSecret } from '../../services/relay/src/secrets.ts'
import { EventStream } from '../../services/relay/src/server/event-stream.ts'
import { FanOut } from '../../services/relay/src/server/fan-out.ts'
import { eventMessage } from '../../services/relay/src/server/messages.ts'
import type { RelayServices } from '../../services/relay/src/server/relay-services.ts'
import { Slots } from '../../services/relay/src/server/slots.ts'
import { readSettings } from '../../services/relay/src/settings.ts'
import type {
  LogFollower,
  NewEvent,
  OfficeDevice,
  OfficeStore,
  RelayStore,
} from '../../services/relay/src/store/relay-store.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { describePostgres } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import {
  asDevice,
  OFFICE,
  pairDevice,
  postHook,
  setUpRelay,
  signBody,
  startRelay,
  storeAt,
} from '../support/relay/relay.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'

// How new events reach the streams of a relay process: catching up with the database, and then following the tail of the log in memory.

const key = createSigningKey('iso-submission-rsa-01')
const cleanup = new Cleanup()
afterAll(() => cleanup.run())
const after = new Cleanup()
afterEach(() => after.run())

let jwks_url: string
beforeAll(async () => {
  jwks_url = (await startKeyServer(cleanup, [key])).url
})

const LOG = { office_id: OFFICE, environment: 'sandbox' as const }
const TOKEN_HASH = 'a'.repeat(64)

const newEvent = (raw_body = Buffer.from('{}'), office_id = OFFICE): NewEvent => ({
  office_id,
  environment: 'sandbox',
  event_id: crypto.randomUUID(),
  received_at: '2026-05-01T09:00:00.000Z',
  sender: '203.0.113.7',
  signature: 'x.y.z',
  kid: key.kid,
  verification: 'body',
  raw_body,
})

/** Returns the prototype of the database clients. */
function clientPrototype(url: string): { query: (...values: unknown[]) => unknown } {
  return Object.getPrototypeOf(createConnection(url, 1000)) as { query: (...values: unknown[]) => unknown }
}

/** Returns the text of a statement that a database client was asked to run. */
const textOf = (asked: unknown) =>
  typeof asked === 'string' ? asked : String((asked as { text?: unknown }).text)

/** A client of a stream in this process. It can stop to read, like a client whose computer sleeps. */
class Client extends Writable {
  text = ''
  mostUnsent = 0
  #resume: (() => void) | null = null
  #isPaused = false

  constructor() {
    super({ highWaterMark: 16 * 1024 })
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.mostUnsent = Math.max(this.mostUnsent, this.writableLength)
    const take = () => {
      this.text += chunk.toString()
      done()
    }
    if (this.#isPaused) this.#resume = take
    else take()
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    const take = this.#resume
    this.#resume = null
    take?.()
  }

  /** Returns the numbers of the received events. A gap is shown as `gap` and the number of the event before its end. */
  seen(): (number | string)[] {
    return [...this.text.matchAll(/^id: (\d+)\nevent: ([a-z-]+)$/gm)].map(([, id, name]) =>
      name === 'gap' ? `gap ${id}` : Number(id),
    )
  }
}

/** Returns what a store's method does, but later, in an order that `wait` decides. */
function delayed(store: RelayStore, wait: () => Promise<void>, ring: (ring: () => void) => void): RelayStore {
  const slow = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        const call = value.bind(target) as (...values: unknown[]) => unknown
        if (name === 'office') return (office_id: number) => slow<OfficeStore>(store.office(office_id))
        if (name === 'follow')
          return (follower: LogFollower) =>
            store.follow({ ...follower, stored: (events) => ring(() => follower.stored(events)) })
        return async (...values: unknown[]) => {
          await wait()
          const result = await call(...values)
          await wait()
          return result
        }
      },
    })
  return slow(store)
}

/** Opens the fan-out of one relay process on a store, and streams of one device. */
function openProcess(store: RelayStore, device: OfficeDevice, pollMs: number) {
  const fanOut = new FanOut(store, eventMessage, pollMs)
  const services = {
    store,
    fanOut,
    catchUps: new Slots(3),
    connections: { add: () => () => {} },
    heartbeats: { start: () => () => {} },
    metrics: { connected: () => () => {} },
    log: createLog('error'),
  } as unknown as RelayServices
  const open = (cursor: number) => {
    const client = new Client()
    const response = client as unknown as ServerResponse
    const stream = { device, token_hash: TOKEN_HASH, cursor, epoch: null, isAnswering: false }
    new EventStream(response, services, stream).start()
    return client
  }
  return { fanOut, open }
}

async function openStore() {
  const { data } = await setUpRelay(cleanup, jwks_url)
  const store = await storeAt(data)
  const office = store.office(OFFICE)
  await office.addPairingCode({
    lookup: 'lookup',
    code_hash: TOKEN_HASH,
    name: 'Desk',
    environment: 'sandbox',
    created_at: '2026-05-01T09:00:00.000Z',
    expires_at: '2100-01-01T00:00:00.000Z',
  })
  const device = await store.redeemPairingCode({
    lookup: 'lookup',
    code_hash: TOKEN_HASH,
    at: '2026-05-01T09:00:00.000Z',
    device_id: crypto.randomUUID(),
    workstation: 'front-desk-pc',
    token_hash: TOKEN_HASH,
  })
  if (device === null || device === 'office_full') throw new Error('The device was not paired.')
  return { data, store, device }
}

const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('append here' as const), count: fc.nat(12) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('append elsewhere' as const),
      count: fc.nat(12),
      doorbell: fc.constantFrom('rings', 'late', 'lost'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('open' as const), behind: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('pause', 'resume'), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('purge' as const), count: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('reconnect' as const) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('wait' as const), turns: fc.nat(30) }) },
)

test('a stream gets every event once and in order, whatever happens while it catches up and joins the tail', async () => {
  const { data, store, device } = await openStore()
  const elsewhere = await storeAt(data)
  cleanup.add(() => Promise.all([store.close(), elsewhere.close()]))
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { minLength: 10, maxLength: 60 }),
      fc.infiniteStream(fc.nat(6)),
      fc.boolean(),
      fc.constantFrom(100, 20_000),
      // With the regular comparison, doorbells may be lost. Without it, nothing hides a mistake in the handling of doorbells.
      async (actions, delays, isComparing, size) => {
        const waitSome = async () => {
          for (let left = delays.next().value ?? 0; left > 0; left -= 1) await endOfTurn()
        }
        const following: LogFollower[] = []
        const followed = delayed(store, waitSome, (ring) => ring())
        const follow = followed.follow
        const slow = new Proxy(followed, {
          get: (target, name) =>
            name === 'follow'
              ? (follower: LogFollower) => (following.push(follower), follow(follower))
              : (Reflect.get(target, name) as unknown),
        })
        const { fanOut, open } = openProcess(slow, device, isComparing ? 5 : 3_600_000)
        const office = store.office(OFFICE)
        const clients: { client: Client; cursor: number }[] = []
        const events = (count: number) =>
          Array.from({ length: count }, () => newEvent(Buffer.alloc(size, 'x')))
        const ring = async (isLate: boolean) => {
          const { latest_seq: seq } = await office.bounds('sandbox')
          for (let turns = isLate ? 40 : 0; turns > 0; turns -= 1) await endOfTurn()
          following[0]?.rang([{ ...LOG, seq }])
        }
        const late: Promise<void>[] = []
        for (const next of actions) {
          const { latest_seq, oldest_seq } = await office.bounds('sandbox')
          if (next.act === 'append here') await store.append(events(next.count))
          if (next.act === 'append elsewhere') {
            await elsewhere.append(events(next.count))
            if (next.doorbell !== 'lost' || !isComparing) late.push(ring(next.doorbell !== 'rings'))
          }
          if (next.act === 'open') {
            const cursor = Math.max(0, latest_seq - next.behind)
            clients.push({ client: open(cursor), cursor })
          }
          if (next.act === 'pause' || next.act === 'resume')
            clients[next.which % Math.max(1, clients.length)]?.client[next.act]()
          if (next.act === 'purge')
            await office.purgeEvents('sandbox', { seq: Math.min(latest_seq, oldest_seq + next.count) }, 10)
          if (next.act === 'reconnect') following[0]?.reconnected()
          if (next.act === 'wait') for (let turn = 0; turn < next.turns; turn += 1) await endOfTurn()
        }
        await Promise.all(late)
        for (const { client } of clients) client.resume()
        const { latest_seq } = await office.bounds('sandbox')
        const lastOf = (client: Client) => Number(String(client.seen().at(-1) ?? NaN).replace('gap ', ''))
        await until(() =>
          clients.every(({ client, cursor }) => cursor === latest_seq || lastOf(client) >= latest_seq)
            ? true
            : undefined,
        )
        for (const { client, cursor } of clients) {
          let at = cursor
          for (const one of client.seen()) {
            if (typeof one === 'number') expect(one).toBe(at + 1)
            const to = Number(String(one).replace('gap ', ''))
            // A gap only ever leads forward here, because no replay was requested.
            expect(to).toBeGreaterThanOrEqual(at)
            at = to
          }
          expect(at).toBe(latest_seq)
          client.destroy()
        }
        fanOut.close()
      },
    ),
    { numRuns: 60, endOnFailure: true },
  )
}, 120_000)

test('a slow reader gets all events in order, and the relay keeps only a bounded part of them in memory', async () => {
  const { store, device } = await openStore()
  cleanup.add(() => store.close())
  const { fanOut, open } = openProcess(store, device, 1000)
  const [slow, quick] = [open(0), open(0)]
  await until(() => (slow.text.includes('bounds') && quick.text.includes('bounds') ? true : undefined))
  slow.pause()
  const count = 1000
  for (let stored = 0; stored < count; stored += 10) {
    await store.append(Array.from({ length: 10 }, () => newEvent(Buffer.alloc(3000, 'x'))))
    await endOfTurn()
  }
  await until(() => (quick.seen().length === count ? true : undefined))
  // All events together have more than 4 MB.
  expect(slow.writableLength).toBeLessThan(400 * 1024)
  slow.resume()
  await until(() => (slow.seen().length >= count ? true : undefined))
  const expected = Array.from({ length: count }, (_, index) => index + 1)
  expect([slow.seen(), quick.seen()]).toEqual([expected, expected])
  expect(slow.mostUnsent).toBeLessThan(400 * 1024)
  slow.destroy()
  quick.destroy()
  fanOut.close()
})

describePostgres((server) => {
  /** Pairs devices with the first office directly in the store. Returns their tokens. */
  async function pairMany(store: RelayStore, count: number): Promise<string[]> {
    const at = new Date().toISOString()
    const tokens: string[] = []
    while (tokens.length < count) {
      const token = createDeviceToken()
      const lookup = `lookup ${tokens.length}`
      await store.office(OFFICE).addPairingCode({
        lookup,
        code_hash: TOKEN_HASH,
        name: 'Desk',
        environment: 'sandbox',
        created_at: at,
        expires_at: '2100-01-01T00:00:00.000Z',
      })
      const device_id = crypto.randomUUID()
      const token_hash = hashSecret(token)
      await store.redeemPairingCode({
        lookup,
        code_hash: TOKEN_HASH,
        at,
        device_id,
        workstation: 'pc',
        token_hash,
      })
      tokens.push(token)
    }
    return tokens
  }

  test('an event of another process costs the same few queries for 200 streams of its office as for 4', async () => {
    const database = await server().createDatabase()
    await setUpRelay(after, jwks_url, database)
    const { settings } = readSettings({ port: 0 }, { RELAY_DATABASE: database })
    const relay = await startRelayHere(settings, createLog('error'))
    after.add(relay.stop)
    const store = await storeAt(database)
    after.add(() => store.close())
    const tokens = await pairMany(store, 50)
    const streams: Awaited<ReturnType<ReturnType<typeof asDevice>['stream']>>[] = []
    const openTo = async (count: number) => {
      while (streams.length < count) {
        const stream = await asDevice(relay.url, tokens[Math.floor(streams.length / 4)] ?? '').stream()
        expect((await stream.next())?.event).toBe('bounds')
        streams.push(stream)
      }
      // Wait until all streams have joined the tail.
      await sleep(300)
    }
    // The clients of the relay's pool have the same prototype.
    const query = vi.spyOn(clientPrototype(database), 'query')
    after.add(() => query.mockRestore())
    /** Stores events elsewhere. Returns the statements that the relay needed to deliver them. */
    async function deliver(count: number): Promise<string[]> {
      query.mockClear()
      // This process stores the events through its own pool, which is not the relay's.
      await store.append(Array.from({ length: count }, () => newEvent()))
      for (const stream of streams)
        for (let left = count; left > 0; left -= 1) expect((await stream.next())?.event).toBe('partner-event')
      return query.mock.calls
        .map(([asked]) => textOf(asked))
        .filter((text) => !text.includes('append_events'))
    }
    await openTo(4)
    const few = await deliver(3)
    await openTo(200)
    const many = await deliver(3)
    // One read and one look at the devices. More follow only if a regular check falls into the same moment.
    expect(few.length).toBeLessThanOrEqual(6)
    expect(many.length).toBeLessThanOrEqual(8)
    expect(many.filter((text) => text.includes('CROSS JOIN LATERAL'))).toHaveLength(1)
    for (const stream of streams) stream.close()
  }, 60_000)

  test('events reach the streams of another relay although every doorbell is lost', async () => {
    const database = await server().createDatabase()
    const { hook_path } = await setUpRelay(after, jwks_url, database)
    const [one, two] = await Promise.all([startRelay(after, database), startRelay(after, database)])
    const { device_token } = await pairDevice(database, one.ready.url)
    const stream = await asDevice(two.ready.url, device_token).stream()
    expect((await stream.next())?.event).toBe('bounds')
    await server().query(database, 'ALTER TABLE events DISABLE TRIGGER tell_appended')
    const sent: string[] = []
    for (let count = 0; count < 3; count += 1) {
      const event = makeEvent()
      const body = JSON.stringify(event)
      expect((await postHook(`${one.ready.url}${hook_path}`, body, signBody(key, body))).status).toBe(202)
      sent.push(event.event_id)
    }
    const seen = [await stream.next(), await stream.next(), await stream.next()]
    expect(seen.map((message) => message?.data['event_id'])).toEqual(sent)
    stream.close()
  })

  test('an append sends one doorbell, which names its logs if their names fit', async () => {
    const database = await server().createDatabase()
    await setUpRelay(after, jwks_url, database)
    // Many offices with long numbers, so that the names of their logs do not fit into one notification.
    await server().query(
      database,
      `INSERT INTO offices (office_id, public_id, name, created_at)
        SELECT 900000000000000 + n, 'office ' || n, 'Office', now() FROM generate_series(1, 300) AS n;
      INSERT INTO environments (office_id, name, profile_id, last_seq)
        SELECT office_id, 'sandbox', 1, 800000000000000 FROM offices WHERE office_id > 1`,
    )
    const [store, other] = await Promise.all([storeAt(database), storeAt(database)])
    after.add(() => Promise.all([store.close(), other.close()]))
    const doorbells: string[] = []
    other.follow({
      stored: () => {},
      rang: (logs) => doorbells.push(logs.map(({ office_id, seq }) => `${office_id} ${seq}`).join()),
      missed: () => doorbells.push('missed'),
      reconnected: () => doorbells.push('connected'),
    })
    await until(() => (doorbells.length === 1 ? true : undefined))
    const offices = Array.from({ length: 300 }, (_, index) => 900_000_000_000_001 + index)
    await store.append([newEvent(), newEvent(), newEvent(Buffer.from('{}'), offices[0])])
    await store.append(offices.map((office_id) => newEvent(Buffer.from('{}'), office_id)))
    await until(() => (doorbells.length === 3 ? true : undefined))
    expect(doorbells).toEqual(['connected', `1 2,${offices[0]} 800000000000001`, 'missed'])
  })

  test('answers to heartbeats of another relay are told together', async () => {
    const database = await server().createDatabase()
    await setUpRelay(after, jwks_url, database)
    const relay = await startRelay(after, database)
    const { device_id, device_token } = await pairDevice(database, relay.ready.url)
    const listener = createConnection(database, 10_000)
    await listener.connect()
    after.add(() => listener.end())
    const told: string[][] = []
    listener.on('notification', ({ payload }) => told.push((payload ?? '').split(',')))
    await listener.query('LISTEN relay_answered')
    const streams = Array.from({ length: 250 }, () => crypto.randomUUID())
    const device = asDevice(relay.ready.url, device_token)
    for (let at = 0; at < streams.length; at += 8)
      await Promise.all(streams.slice(at, at + 8).map((stream) => device.answer(stream)))
    await until(() => (told.flat().length === streams.length ? true : undefined))
    expect(new Set(told.flat())).toEqual(new Set(streams.map((stream) => `${device_id} ${stream}`)))
    // At most one statement per second, with up to 100 answers in each of its notifications.
    expect(told.length).toBeLessThan(streams.length / 10)
  })
})
