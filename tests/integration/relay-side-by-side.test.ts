import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, afterAll, expect, test } from 'vitest'
import { createConnection } from '../../services/relay/src/store/postgres/connections.ts'
import type { NewEvent } from '../../services/relay/src/store/relay-store.ts'
import { FanOut } from '../../services/relay/src/server/fan-out.ts'
import { PostgresStore } from '../../services/relay/src/store/postgres/postgres-store.ts'
import { describePostgres } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { Cleanup, until, untilLogged } from '../support/cleanup.ts'
import {
  OFFICE,
  asDevice,
  pairDevice,
  postHook,
  setUpRelay,
  signBody,
  startRelay,
  storeAt,
  type RelayProgram,
} from '../support/relay/relay.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'

const key = createSigningKey('iso-submission-rsa-01')

const LOG = { office_id: OFFICE, environment: 'sandbox' as const }

type Notification = ReturnType<typeof makeNotification>

function makeNotification() {
  const event = makeEvent()
  const body = JSON.stringify(event)
  return { event_id: event.event_id, body, signature: signBody(key, body) }
}

const newEvent = (event_id: string): NewEvent => ({
  office_id: OFFICE,
  environment: 'sandbox',
  event_id,
  received_at: '2026-05-01T09:00:00.000Z',
  sender: '203.0.113.7',
  signature: 'x.y.z',
  kid: key.kid,
  verification: 'body',
  raw_body: Buffer.from(event_id),
})

type Stream = Awaited<ReturnType<ReturnType<typeof asDevice>['stream']>>
interface Seen {
  seq: number
  event_id: string
}

/** Reads a stream until it ends or `enough` events were seen. */
async function readOn(stream: Stream, seen: Seen[], enough = Infinity): Promise<void> {
  while (seen.length < enough) {
    const message = await stream.next()
    if (message === null) return
    if (message.event === 'partner-event')
      seen.push({ seq: Number(message.id), event_id: String(message.data['event_id']) })
  }
}

describePostgres(
  (server) => {
    const cleanup = new Cleanup()
    afterAll(() => cleanup.run())
    const after = new Cleanup()
    afterEach(() => after.run())

    let jwks_url: string
    let database: string
    let hook_path: string
    let one: RelayProgram
    let two: RelayProgram
    beforeAll(async () => {
      jwks_url = (await startKeyServer(cleanup, [key])).url
    })
    beforeEach(async () => {
      database = await server().createDatabase()
      ;({ hook_path } = await setUpRelay(after, jwks_url, database))
      ;[one, two] = await Promise.all([startRelay(after, database), startRelay(after, database)])
    })
    const post = (relay: RelayProgram, { body, signature }: Notification) =>
      postHook(`${relay.ready.url}${hook_path}`, body, signature)
    const pair = async () => (await pairDevice(database, one.ready.url)).device_token

    test('two relays lose no acknowledged event when one is killed during a burst, and its readers continue at the other relay', async () => {
      const moving = await pair()
      const staying = await pair()
      const first = await asDevice(one.ready.url, moving).stream()
      const other = await asDevice(two.ready.url, staying).stream()
      const seenByMoving: Seen[] = []
      const seenByStaying: Seen[] = []
      const count = 300
      const readings = [readOn(first, seenByMoving), readOn(other, seenByStaying, count)]

      const notifications = Array.from({ length: count }, makeNotification)
      const acknowledged: string[] = []
      let broken = 0
      // Works like a load balancer: posts to the first relay, and to the other relay if the first does not answer.
      async function deliver(notification: Notification, relays: RelayProgram[]): Promise<void> {
        const [relay, ...others] = relays
        if (relay === undefined) throw new Error('No relay took it.')
        const answer = await post(relay, notification).catch(() => null)
        if (answer === null) {
          broken += 1
          return deliver(notification, others)
        }
        expect([200, 202]).toContain(answer.status)
        acknowledged.push(notification.event_id)
        if (relay === one && acknowledged.length > count / 3) await one.kill()
      }
      const queue = [...notifications.entries()]
      async function send(): Promise<void> {
        for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
          const [index, notification] = next
          await deliver(notification, index % 2 === 0 ? [one, two] : [two])
        }
      }
      await Promise.all(Array.from({ length: 30 }, send))
      expect(broken).toBeGreaterThan(0)
      expect(acknowledged).toHaveLength(count)

      await readings[0]
      const resumed = await asDevice(two.ready.url, moving).stream(seenByMoving.at(-1)?.seq ?? 0)
      await Promise.all([readOn(resumed, seenByMoving, count), readings[1]])
      const expected = Array.from({ length: count }, (_, index) => index + 1)
      for (const seen of [seenByMoving, seenByStaying]) {
        expect(seen.map(({ seq }) => seq)).toEqual(expected)
        expect(new Set(seen.map(({ event_id }) => event_id))).toEqual(new Set(acknowledged))
      }
      for (const stream of [resumed, other]) stream.close()
    })

    test('an event at one relay notifies readers at the other, and the relays share all other state', async () => {
      const token = await pair()
      const waiting = asDevice(two.ready.url, token).events('?after=0&wait=60')
      const notification = makeNotification()
      expect((await post(one, notification)).status).toBe(202)
      expect((await waiting).events.map(({ event_id }) => event_id)).toEqual([notification.event_id])
      expect((await post(two, notification)).status).toBe(200)
      const forged = `${notification.body} `
      expect(
        (await post(two, { ...notification, body: forged, signature: signBody(key, forged) })).status,
      ).toBe(409)
      expect((await asDevice(one.ready.url, token).ack(1)).status).toBe(200)
      expect((await asDevice(two.ready.url, token).events()).events).toEqual([])
    })

    test('a database notification alone, without polling, notifies readers at another relay and forwards answered heartbeats', async () => {
      const { device_id, device_token } = await pairDevice(database, one.ready.url)
      // This process acts as another relay. It polls the database only once per hour, so that only a database notification can wake its
      // readers in time.
      const problems: string[] = []
      const store = await PostgresStore.open({ url: database, directUrl: database }, (words) =>
        problems.push(words),
      )
      const fanOut = new FanOut(
        store,
        () => Buffer.alloc(0),
        async () => {},
        3_600_000,
      )
      after.add(async () => {
        fanOut.close()
        await store.close()
      })
      const answered: string[] = []
      store.onAnswered((stream) => answered.push(stream))
      // As soon as the store listens for the database's notifications, all readers read again. Wait for this first.
      const { signal } = new AbortController()
      const first = fanOut.listen(LOG, 0)
      await first.wait(3_600_000, signal)
      first.end()
      const listening = fanOut.listen(LOG, 0)
      expect((await post(one, makeNotification())).status).toBe(202)
      await listening.wait(3_600_000, signal)
      listening.end()
      const stream = randomUUID()
      expect((await asDevice(one.ready.url, device_token).answer(stream)).status).toBe(200)
      await until(() => (answered.includes(`${device_id} ${stream}`) ? true : undefined))
      expect(problems).toEqual([])
    })

    test('the relay acknowledges nothing without the database, and recovers automatically', async () => {
      const token = await pair()
      const stream = await asDevice(two.ready.url, token).stream()
      const seen: Seen[] = []
      const sent = Array.from({ length: 3 }, makeNotification)
      expect((await post(one, sent[0]!)).status).toBe(202)
      await readOn(stream, seen, 1)

      await server().kill()
      const refused = await post(one, sent[1]!)
      expect(refused.status).toBe(503)
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
      stream.close()
      await server().start()
      // The test retries its requests, as the sender and the app do.
      const taken = (relay: RelayProgram, index: number) =>
        until(async () => ((await post(relay, sent[index]!)).status < 300 ? true : undefined))
      await taken(one, 1)
      const again = await until(async () => {
        const opened = await asDevice(two.ready.url, token).stream(1)
        return opened.status === 200 ? opened : undefined
      })
      await readOn(again, seen, 2)
      // The reader now waits at the second relay. If a notification that the first relay receives wakes the reader, this proves that both
      // relays listen again.
      const reading = readOn(again, seen, 3)
      await taken(one, 2)
      await reading
      again.close()
      expect(seen.map(({ event_id }) => event_id)).toEqual(sent.map(({ event_id }) => event_id))
      await untilLogged(one, 'database error')
      for (const { log } of [one, two]) expect(log()).not.toMatch(/correct.{1,3}horse/)
    })
  },
  { isImportant: true },
)

describePostgres(
  (server) => {
    const after = new Cleanup()
    afterEach(() => after.run())

    async function openAt(url: string) {
      const store = await storeAt(url)
      after.add(() => store.close())
      return store
    }

    test('the relay store hides an event while an earlier event may still be committed', async () => {
      const url = await server().createDatabase()
      const store = await openAt(url)
      await store.office(OFFICE).setEnvironment({
        name: 'sandbox',
        jwks_url: 'https://sandbox.example/keys',
        sender_addresses: [],
      })
      const slow = createConnection(url, 10_000)
      await slow.connect()
      after.add(() => slow.end())
      const {
        office_id,
        environment,
        event_id,
        received_at,
        sender,
        signature,
        kid,
        verification,
        raw_body,
      } = newEvent('slow')
      await slow.query('BEGIN')
      await slow.query(
        'SELECT append_events($1, $2, $3, $4, $5, $6, $7, $8, $9)',
        [office_id, environment, event_id, received_at, sender, signature, kid, verification, raw_body].map(
          (value) => [value],
        ),
      )
      const appended = store.append([newEvent('quick')])
      await until(async () => {
        const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        return (await server().query(url, waiting)).length > 0 ? true : undefined
      })
      expect(await store.office(OFFICE).readEvents('sandbox', 0, 10)).toEqual([])
      await slow.query('COMMIT')
      expect(await appended).toEqual([{ outcome: 'stored', seq: 2 }])
      const stored = await store.office(OFFICE).readEvents('sandbox', 0, 10)
      expect(stored.map((event) => [event.seq, event.event_id])).toEqual([
        [1, 'slow'],
        [2, 'quick'],
      ])
    })

    test('if several relays start together, only one creates the tables; a relay refuses the tables of a newer version', async () => {
      const url = await server().createDatabase()
      const stores = await Promise.all([openAt(url), openAt(url), openAt(url)])
      for (const store of stores) expect(await store.listEnvironments()).toEqual([])
      await server().query(url, 'INSERT INTO relay_schema (version, readable_by) VALUES (99, 99)')
      await expect(storeAt(url)).rejects.toThrow('comes from a newer relay')
    })

    test('the error about an unreachable database does not contain its password', async () => {
      const url = (await server().createDatabase()).replace('correct%20horse', 'wrong%20horse')
      await expect(storeAt(url)).rejects.toThrow(/^PostgreSQL: password authentication failed/)
      await expect(startRelay(after, url)).rejects.not.toThrow(/horse/)
      await expect(startRelay(after, 'postgres://wrong horse')).rejects.toThrow('RELAY_DATABASE: not a URL')
    })
  },
  { isImportant: true },
)
