import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createOffice, rotateInlet } from '../../services/relay/src/offices/office-service.ts'
import { createConnection } from '../../services/relay/src/store/postgres/connections.ts'
import { NO_QUOTAS, type NewEvent } from '../../services/relay/src/store/relay-store.ts'
import type { RelayStore } from '../../services/relay/src/store/sql-store.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { describePostgres } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { postHook, signBody, startRelay, storeAt } from '../support/relay/relay.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'

// Sessions of PostgreSQL hold the rows of an office, as a relay process does that froze in the middle of its work.

const key = createSigningKey('iso-submission-rsa-01')
const after = new Cleanup()
afterEach(() => after.run())

const newEvent = (office_id: number, event_id: string): NewEvent => ({
  office_id,
  environment: 'sandbox',
  event_id,
  received_at: new Date().toISOString(),
  sender: '203.0.113.7',
  signature: `signature of ${event_id}`,
  kid: 'key',
  verification: 'body',
  raw_body: Buffer.from(event_id),
})

const APPEND_EVENTS = 'SELECT outcome, seq::integer FROM append_events($1, $2, $3, $4, $5, $6, $7, $8, $9)'
function asColumns({ office_id, environment, event_id, received_at, ...rest }: NewEvent): unknown[] {
  const { sender, signature, kid, verification, raw_body } = rest
  const values = [
    office_id,
    environment,
    event_id,
    received_at,
    sender,
    signature,
    kid,
    verification,
    raw_body,
  ]
  return values.map((value) => [value])
}

describePostgres((server) => {
  async function openStore(database: string) {
    const store = await storeAt(database)
    after.add(() => store.close())
    return store
  }

  async function openSession(database: string): Promise<Client> {
    const client = createConnection(database, 60_000)
    client.on('error', () => {})
    after.add(() => client.end())
    await client.connect()
    return client
  }

  /** Opens a session in whose transaction the first statement is `text`. */
  async function openTransaction(database: string, text: string, values: unknown[]): Promise<Client> {
    const client = await openSession(database)
    await client.query('BEGIN')
    await client.query(text, values)
    return client
  }

  const lock = (database: string, office_id: number) =>
    openTransaction(database, 'SELECT 1 FROM environments WHERE office_id = $1 FOR UPDATE', [office_id])

  /** Resolves when a session of the database waits for a lock. */
  async function someoneWaits(database: string): Promise<void> {
    await until(async () => {
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
      return (await server().query(database, waiting)).length > 0 ? true : undefined
    })
  }

  /** Creates an office with an environment and an inlet. Returns its number and the path of the inlet. */
  async function makeOffice(store: RelayStore, name: string, jwks_url: string) {
    const { office_id } = await createOffice(store, name, NO_QUOTAS, 'test')
    const office = store.office(office_id)
    await office.setEnvironment({ name: 'sandbox', jwks_url, sender_addresses: ['127.0.0.1'] })
    const { inlet } = (await rotateInlet(office, 'sandbox', false)).inlet
    return { office_id, path: `/hooks/sandbox/${inlet}` }
  }

  test('an append stores the events of all offices but the locked one, and says that this one is busy', async () => {
    const database = await server().createDatabase()
    const store = await openStore(database)
    const one = await makeOffice(store, 'One', 'https://x.example/keys')
    const two = await makeOffice(store, 'Two', 'https://x.example/keys')
    const holder = await lock(database, one.office_id)
    const events = [
      newEvent(one.office_id, 'a'),
      newEvent(two.office_id, 'b'),
      newEvent(4711, 'of no office'),
      newEvent(one.office_id, 'c'),
      newEvent(two.office_id, 'd'),
      newEvent(two.office_id, 'b'),
    ]
    expect(await store.append(events)).toEqual([
      { outcome: 'busy' },
      { outcome: 'stored', seq: 1 },
      { outcome: 'closed' },
      { outcome: 'busy' },
      { outcome: 'stored', seq: 2 },
      { outcome: 'duplicate' },
    ])
    expect(await store.append([newEvent(one.office_id, 'a')])).toEqual([{ outcome: 'busy' }])
    await holder.query('COMMIT')
    expect((await store.append(events)).map(({ outcome }) => outcome)).toEqual(
      'stored duplicate closed stored duplicate duplicate'.split(' '),
    )
    const stored = await store.office(two.office_id).readEvents('sandbox', 0, 10)
    expect(stored).toMatchObject(
      [newEvent(two.office_id, 'b'), newEvent(two.office_id, 'd')].map(({ event_id, raw_body }) => ({
        event_id,
        raw_body,
      })),
    )
  })

  test('while a session keeps the log of one office locked, the notifications of others are stored', async () => {
    const { url: jwks_url } = await startKeyServer(after, [key])
    const database = await server().createDatabase()
    const store = await openStore(database)
    const one = await makeOffice(store, 'One', jwks_url)
    const two = await makeOffice(store, 'Two', jwks_url)
    const relay = await startRelay(after, database)
    async function post({ path }: { path: string }): Promise<number> {
      const body = JSON.stringify(makeEvent())
      const response = await postHook(`${relay.ready.url}${path}`, body, signBody(key, body))
      await response.text()
      return response.status
    }
    expect(await Promise.all([post(one), post(two)])).toEqual([202, 202])

    const holder = await lock(database, one.office_id)
    let isRefused = false
    const first = post(one).then((status) => {
      isRefused = true
      return status
    })
    const locked: Promise<number>[] = []
    let others = 0
    while (!isRefused) {
      locked.push(post(one))
      expect(await post(two)).toBe(202)
      others += 1
      await sleep(20)
    }
    expect(await first).toBe(503)
    await holder.query('COMMIT')
    const stored = (await Promise.all(locked)).filter((status) => status === 202).length
    expect(stored).toBeGreaterThan(0)
    expect(await Promise.all([post(one), post(two)])).toEqual([202, 202])
    const count = async ({ office_id }: { office_id: number }) =>
      (await store.office(office_id).readEvents('sandbox', 0, 10_000)).length
    expect([await count(one), await count(two)]).toEqual([stored + 2, others + 2])
  })

  test('an append does not wait until a purge of the same log has deleted its rows', async () => {
    const database = await server().createDatabase()
    const store = await openStore(database)
    const { office_id } = await makeOffice(store, 'One', 'https://x.example/keys')
    await store.append([newEvent(office_id, 'a'), newEvent(office_id, 'b')])
    await server().query(
      database,
      `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN OLD; END
      $$;
      CREATE TRIGGER a_wait BEFORE DELETE ON events FOR EACH ROW EXECUTE FUNCTION wait()`,
    )
    const holder = await openTransaction(database, 'SELECT pg_advisory_xact_lock(1)', [])
    const purged = store.office(office_id).purgeEvents('sandbox', { seq: 1 }, 10)
    await someoneWaits(database)
    expect(await store.append([newEvent(office_id, 'c')])).toEqual([{ outcome: 'stored', seq: 3 }])
    await holder.query('COMMIT')
    expect(await purged).toBe(1)
    expect(await server().query(database, 'SELECT seq::integer FROM events ORDER BY 1')).toEqual([
      { seq: 2 },
      { seq: 3 },
    ])
  })

  test('the deletion of an office waits for an append that is running, and deletes its events too', async () => {
    const database = await server().createDatabase()
    const store = await openStore(database)
    const { office_id } = await makeOffice(store, 'One', 'https://x.example/keys')
    const office = store.office(office_id)
    const event = newEvent(office_id, 'in flight')
    const append = await openTransaction(database, APPEND_EVENTS, asColumns(event))
    const deleted = office.delete()
    await someoneWaits(database)
    await append.query('COMMIT')
    expect(await deleted).toMatchObject({ events: 1, known_ids: 1, environments: 1, offices: 1 })
    expect(Object.values(await office.countRows()).every((rows) => rows === 0)).toBe(true)
  })
})
