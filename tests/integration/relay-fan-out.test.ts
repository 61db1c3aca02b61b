import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Connections, createConnection } from '../../services/relay/src/store/postgres/connections.ts'
import { createLog } from '../../services/relay/src/log.ts'
import { startRelay as startRelayHere } from '../../services/relay/src/relay.ts'
import { createDeviceToken } from '../../services/relay/src/secrets.ts'
import { readSettings } from '../../services/relay/src/settings.ts'
import { type LogId, type LogPosition, NO_QUOTAS } from '../../services/relay/src/store/relay-store.ts'
import type { RelayStore } from '../../services/relay/src/store/sql-store.ts'
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
import {
  AT,
  type Client,
  delayed,
  LOG,
  NEVER_MS,
  newEvent,
  openProcess,
  type Paired,
  pairInStore,
  recordFollowers,
} from '../support/relay/streams.ts'

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

/** Returns the prototype of the database clients. */
function clientPrototype(url: string): { query: (...values: unknown[]) => unknown } {
  return Object.getPrototypeOf(createConnection(url, 1000)) as { query: (...values: unknown[]) => unknown }
}

/** Returns the text of a statement that a database client was asked to run. */
const textOf = (asked: unknown) =>
  typeof asked === 'string' ? asked : String((asked as { text?: unknown }).text)

/** Creates a store with three logs: both environments of one office, and one of another office. Each has a device. */
async function openStore() {
  const { data } = await setUpRelay(cleanup, jwks_url)
  const store = await storeAt(data)
  const office = { public_id: 'other', name: 'Other', created_at: AT, ...NO_QUOTAS }
  const { office_id } = await store.createOffice(office, 'test')
  const logs: LogId[] = [
    LOG,
    { office_id: OFFICE, environment: 'production' },
    { office_id, environment: 'sandbox' },
  ]
  const devices: Paired[] = []
  for (const log of logs) {
    const own = { name: log.environment, jwks_url, sender_addresses: [] }
    await store.office(log.office_id).setEnvironment(own)
    devices.push(await pairInStore(store, log))
  }
  return { data, store, logs, devices }
}

/** Numbers of the logs of the events of one append. */
const into = fc.array(fc.nat(2), { maxLength: 12 })

const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('append here' as const), into }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('append elsewhere' as const),
      into,
      doorbell: fc.constantFrom('rings', 'late', 'lost'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('open' as const), at: fc.nat(2), behind: fc.nat(30) }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('pause', 'resume'), which: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('purge' as const), at: fc.nat(2), count: fc.nat(4) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('reconnect' as const) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('wait' as const), turns: fc.nat(30) }) },
)

test('streams that catch up let other work of the process through', async () => {
  const { store, devices } = await openStore()
  cleanup.add(() => store.close())
  await store.append(Array.from({ length: 1000 }, () => newEvent()))
  const { open } = openProcess(store, NEVER_MS)
  const [paired] = devices
  if (paired === undefined) throw new Error('The store has no device.')
  const clients = Array.from({ length: 5 }, () => open(paired, 0))
  const received = () => clients.map((client) => client.events().length)
  let turns = 0
  let isCurrent = false
  while (!isCurrent) {
    await endOfTurn()
    turns += 1
    isCurrent = received().every((count) => count === 1000)
  }
  // Each stream has ten pages, and at most three streams read at the same time.
  expect(turns).toBeGreaterThan(10)
})

test('a stream gets every event of its log once and in order, and no other, whatever happens while it catches up and joins the tail', async () => {
  const { data, store, logs, devices } = await openStore()
  const elsewhere = await storeAt(data)
  cleanup.add(() => Promise.all([store.close(), elsewhere.close()]))
  const logAt = (at: number) => logs[at] ?? LOG
  const boundsOf = ({ office_id, environment }: LogId) => store.office(office_id).bounds(environment)
  /** Ids of all stored events, by their log and number. */
  const stored = new Map<string, string>()
  const placeOf = ({ office_id, environment }: LogId, seq: number) => `${office_id} ${environment} ${seq}`
  async function append(to: RelayStore, places: number[], size: number): Promise<void> {
    const events = places.map((at) => newEvent(Buffer.alloc(size, 'x'), logAt(at)))
    const outcomes = await to.append(events)
    for (const [index, event] of events.entries()) {
      const outcome = outcomes[index]
      if (outcome?.outcome === 'stored') stored.set(placeOf(event, outcome.seq), event.event_id)
    }
  }
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
        const { followed, following } = recordFollowers(delayed(store, waitSome, (ring) => ring()))
        const { fanOut, open } = openProcess(followed, isComparing ? 5 : NEVER_MS)
        const clients: { client: Client; cursor: number; log: LogId }[] = []
        const ring = async (places: number[], isLate: boolean) => {
          const rung: LogPosition[] = []
          for (const at of new Set(places))
            rung.push({ ...logAt(at), seq: (await boundsOf(logAt(at))).latest_seq })
          for (let turns = isLate ? 40 : 0; turns > 0; turns -= 1) await endOfTurn()
          following[0]?.rang(rung)
        }
        const late: Promise<void>[] = []
        for (const next of actions) {
          if (next.act === 'append here') await append(store, next.into, size)
          if (next.act === 'append elsewhere') {
            await append(elsewhere, next.into, size)
            if (next.doorbell !== 'lost' || !isComparing)
              late.push(ring(next.into, next.doorbell !== 'rings'))
          }
          if (next.act === 'open') {
            const [log, device] = [logAt(next.at), devices[next.at]]
            const cursor = Math.max(0, (await boundsOf(log)).latest_seq - next.behind)
            if (device !== undefined) clients.push({ client: open(device, cursor), cursor, log })
          }
          if (next.act === 'pause' || next.act === 'resume')
            clients[next.which % Math.max(1, clients.length)]?.client[next.act]()
          if (next.act === 'purge') {
            const { office_id, environment } = logAt(next.at)
            const { oldest_seq, latest_seq } = await boundsOf(logAt(next.at))
            const seq = Math.min(latest_seq, oldest_seq + next.count)
            await store.office(office_id).purgeEvents(environment, { seq }, 10)
          }
          if (next.act === 'reconnect') following[0]?.reconnected()
          if (next.act === 'wait') for (let turn = 0; turn < next.turns; turn += 1) await endOfTurn()
        }
        await Promise.all(late)
        for (const { client } of clients) client.resume()
        const lastOf = (client: Client) => Number(String(client.seen().at(-1) ?? NaN).replace('gap ', ''))
        for (const { client, cursor, log } of clients) {
          const { latest_seq } = await boundsOf(log)
          const isThere = () => cursor === latest_seq || lastOf(client) >= latest_seq
          // Without this limit, the failure would not say what is missing.
          for (let waits = 0; waits < 5_000 && !isThere(); waits += 1) await sleep(20)
          let at = cursor
          for (const one of client.seen()) {
            if (typeof one === 'number') expect(one).toBe(at + 1)
            const to = Number(String(one).replace('gap ', ''))
            // A gap only ever leads forward here, because no replay was requested.
            expect(to).toBeGreaterThanOrEqual(at)
            at = to
          }
          expect(at).toBe(latest_seq)
          for (const [seq, event_id] of client.events()) expect(event_id).toBe(stored.get(placeOf(log, seq)))
          client.destroy()
        }
        fanOut.close()
      },
    ),
    { numRuns: 40, endOnFailure: true },
  )
})

/** Opens a live stream of a process that never compares, another process on the same store, and a doorbell for all events so far. */
async function openLive() {
  const { data, store, devices } = await openStore()
  const elsewhere = await storeAt(data)
  const { followed, following } = recordFollowers(store)
  const { fanOut, open } = openProcess(followed, NEVER_MS)
  const [device] = devices
  if (device === undefined) throw new Error('There are three devices.')
  const client = open(device, 0)
  cleanup.add(async () => {
    client.destroy()
    fanOut.close()
    await Promise.all([store.close(), elsewhere.close()])
  })
  // The first event arrives through the tail, so the stream is live.
  await until(() => (client.text.includes('bounds') ? true : undefined))
  await store.append([newEvent()])
  await until(() => (client.seen().length === 1 ? true : undefined))
  const office = store.office(OFFICE)
  const ring = async () => {
    const { latest_seq: seq } = await office.bounds('sandbox')
    following[0]?.rang([{ ...LOG, seq }])
  }
  return { store, elsewhere, office, client, ring }
}

test('a stream gets at once what another process stored just after this one', async () => {
  const { store, elsewhere, client, ring } = await openLive()
  for (let turn = 1; turn <= 20; turn += 1) {
    await store.append([newEvent()])
    while (client.seen().length < 3 * turn - 1) await endOfTurn()
    // The round with this event has not ended yet, so the next round handles all that follows together.
    await store.append([newEvent()])
    await elsewhere.append([newEvent()])
    await ring()
    // Wait here, because the next event of this process would also bring a missing one.
    await until(() => (client.seen().length === 3 * turn + 1 ? true : undefined))
  }
  expect(client.seen()).toEqual(Array.from({ length: 61 }, (_, index) => index + 1))
})

test('a stream gets a gap at once if an event was deleted before the stream got it', async () => {
  const { elsewhere, office, client, ring } = await openLive()
  await elsewhere.append([newEvent()])
  await office.purgeEvents('sandbox', { seq: 2 }, 10)
  await ring()
  await until(() => (client.seen().length === 2 ? true : undefined))
  expect(client.seen()).toEqual([1, 'gap 2'])
})

test('a slow reader gets all events in order, and the relay keeps only a bounded part of them in memory', async () => {
  const { store, devices } = await openStore()
  cleanup.add(() => store.close())
  const { fanOut, open } = openProcess(store, 1000)
  const [device] = devices
  if (device === undefined) throw new Error('There are three devices.')
  const [slow, quick] = [open(device, 0), open(device, 0)]
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
  /** Starts a relay in this process, with a new database, and opens its store a second time. */
  async function startHere() {
    const database = await server().createDatabase()
    await setUpRelay(after, jwks_url, database)
    const { settings } = readSettings({ port: 0 }, { RELAY_DATABASE: database })
    const relay = await startRelayHere(settings, createLog('error'))
    after.add(relay.stop)
    const store = await storeAt(database)
    after.add(() => store.close())
    return { database, relay, store }
  }

  /** Pairs devices with the first office. Returns their tokens. */
  async function pairMany(store: RelayStore, count: number): Promise<string[]> {
    const tokens = Array.from({ length: count }, createDeviceToken)
    for (const token of tokens) await pairInStore(store, LOG, token)
    return tokens
  }

  test('an event of another process costs the same few queries for 200 streams of its office as for 4', async () => {
    const { database, relay, store } = await startHere()
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
  })

  test('the database plans a statement once per connection, whatever the number of its values', async () => {
    const database = await server().createDatabase()
    await setUpRelay(after, jwks_url, database)
    const connections = new Connections({ url: database, directUrl: database, poolSize: 1 }, () => {})
    after.add(() => connections.close())
    await connections.prepareStatements()
    for (let count = 1; count <= 8; count += 1)
      await connections.query('SELECT name FROM environments WHERE office_id = ANY ($1::bigint[])', [
        Array.from({ length: count }, (_, index) => index),
      ])
    const plans = await connections.query(
      'SELECT custom_plans::integer AS anew, generic_plans::integer AS once FROM pg_prepared_statements',
    )
    expect(plans).toEqual([{ anew: 0, once: 8 }])
  })

  test('while streams are idle, the relay compares the version of the devices, and looks up none', async () => {
    const { database, relay, store } = await startHere()
    const query = vi.spyOn(clientPrototype(database), 'query')
    after.add(() => query.mockRestore())
    const texts = () => query.mock.calls.map(([asked]) => textOf(asked))
    const lookups = () => texts().filter((text) => text.includes('given (device_id)'))
    const streams = await Promise.all(
      (await pairMany(store, 5)).map((token) => asDevice(relay.url, token).stream()),
    )
    for (const stream of streams) expect((await stream.next())?.event).toBe('bounds')
    // The first check after a stream was opened looks up its device.
    await until(() => (lookups().length > 0 ? true : undefined))
    await sleep(500)
    query.mockClear()
    await until(() =>
      texts().filter((text) => text.includes('FROM device_version')).length > 3 ? true : undefined,
    )
    expect(lookups()).toEqual([])
    for (const stream of streams) stream.close()
  })

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
      rang: (logs) => doorbells.push(logs.map(({ office_id, seq }) => `${office_id} ${seq}`).join()),
      missed: () => doorbells.push('missed'),
      reconnected: () => doorbells.push('connected'),
    })
    await until(() => (doorbells.length === 1 ? true : undefined))
    const offices = Array.from({ length: 300 }, (_, index) => 900_000_000_000_001 + index)
    await store.append([
      newEvent(),
      newEvent(),
      newEvent(Buffer.from('{}'), { ...LOG, office_id: offices[0] ?? 0 }),
    ])
    await store.append(offices.map((office_id) => newEvent(Buffer.from('{}'), { ...LOG, office_id })))
    await until(() => (doorbells.length === 3 ? true : undefined))
    expect(doorbells).toEqual(['connected', `1 2,${offices[0]} 800000000000001`, 'missed'])
  })

  test('answers to heartbeats of another relay are sent together', async () => {
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
