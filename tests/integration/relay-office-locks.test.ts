import type { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createConnection } from '../../services/relay/src/store/postgres/connections.ts'
import { NO_QUOTAS, type NewEvent } from '../../services/relay/src/store/relay-store.ts'
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

describePostgres((server) => {
  async function openStore(database: string) {
    const store = await storeAt(database)
    after.add(() => store.close())
    return store
  }

  /** Opens a session in whose transaction the first statement is `text`. */
  async function openTransaction(database: string, text: string, values: unknown[]): Promise<Client> {
    const client = createConnection(database, 60_000)
    client.on('error', () => {})
    after.add(() => client.end())
    await client.connect()
    await client.query('BEGIN')
    await client.query(text, values)
    return client
  }

  test('the deletion of an office waits for an append that is running, and deletes its events too', async () => {
    const database = await server().createDatabase()
    const store = await openStore(database)
    const created_at = new Date().toISOString()
    const { office_id } = await store.createOffice(
      { public_id: 'office-1', name: 'One', created_at, ...NO_QUOTAS },
      'test',
    )
    const office = store.office(office_id)
    await office.setEnvironment({ name: 'sandbox', jwks_url: 'http://partner/jwks', sender_addresses: [] })
    const { event_id, received_at, sender, signature, kid, verification, raw_body } = newEvent(
      office_id,
      'in flight',
    )
    const append = await openTransaction(
      database,
      'SELECT append_events($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      [
        ...[[office_id], ['sandbox'], [event_id], [received_at], [sender]],
        ...[[signature], [kid], [verification], [raw_body]],
      ],
    )
    const deleted = office.delete()
    await until(async () => {
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
      return (await server().query(database, waiting)).length > 0 ? true : undefined
    })
    await append.query('COMMIT')
    expect(await deleted).toMatchObject({ events: 1, known_ids: 1, environments: 1, offices: 1 })
    expect(Object.values(await office.countRows()).every((rows) => rows === 0)).toBe(true)
  })
})
