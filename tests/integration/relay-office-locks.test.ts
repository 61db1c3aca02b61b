import type { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createOffice } from '../../services/relay/src/offices/office-service.ts'
import { createConnection } from '../../services/relay/src/store/postgres/connections.ts'
import { NO_QUOTAS, type NewEvent } from '../../services/relay/src/store/relay-store.ts'
import type { RelayStore } from '../../services/relay/src/store/sql-store.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { describePostgres } from '../support/relay/engines.ts'
import { storeAt } from '../support/relay/relay.ts'

// Sessions of PostgreSQL hold the rows of an office, as a relay process does that froze in the middle of its work.

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

  /** Resolves when a session of the database waits for a lock. */
  async function someoneWaits(database: string): Promise<void> {
    await until(async () => {
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
      return (await server().query(database, waiting)).length > 0 ? true : undefined
    })
  }

  async function makeOffice(store: RelayStore): Promise<number> {
    const { office_id } = await createOffice(store, 'One', NO_QUOTAS, 'test')
    const jwks_url = 'https://x.example/keys'
    await store.office(office_id).setEnvironment({ name: 'sandbox', jwks_url, sender_addresses: [] })
    return office_id
  }

  test('an append does not wait until a purge of the same log has deleted its rows', async () => {
    const database = await server().createDatabase()
    const store = await openStore(database)
    const office_id = await makeOffice(store)
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
    const office_id = await makeOffice(store)
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
