import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { createConnection } from '../../services/relay/src/store/postgres/connections.ts'
import { migrate, MIGRATIONS } from '../../services/relay/src/store/postgres/migrations.ts'
import {
  MIGRATIONS as SQLITE_MIGRATIONS,
  openDatabase,
} from '../../services/relay/src/store/sqlite/open-database.ts'
import type { NewEvent } from '../../services/relay/src/store/relay-store.ts'
import type { RelayStore } from '../../services/relay/src/store/sql-store.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { describePostgres } from '../support/relay/engines.ts'
import { OFFICE, storeAt } from '../support/relay/relay.ts'

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

const newEvent = (event_id: string): NewEvent => ({
  office_id: OFFICE,
  environment: 'sandbox',
  event_id,
  received_at: '2026-05-01T09:00:00.000Z',
  sender: '203.0.113.7',
  signature: 'x.y.z',
  kid: 'iso-submission-rsa-01',
  verification: 'body',
  raw_body: Buffer.from(`body of ${event_id}`),
})

async function open(place: string): Promise<RelayStore> {
  const store = await storeAt(place)
  cleanup.add(() => store.close())
  return store
}

async function fill(store: RelayStore): Promise<void> {
  await store
    .office(OFFICE)
    .setEnvironment({ name: 'sandbox', jwks_url: 'https://x.example/keys', sender_addresses: [] })
  await store.append([newEvent('first')])
}

async function openWithEvent(place: string): Promise<RelayStore> {
  const store = await open(place)
  await fill(store)
  return store
}

const idsIn = async (store: RelayStore) =>
  (await store.office(OFFICE).readEvents('sandbox', 0, 10)).map(({ event_id }) => event_id)

test('a migration of SQLite that fails halfway changes nothing, and can be repeated', async () => {
  const folder = cleanup.folder()
  const before = await storeAt(folder)
  await fill(before)
  await before.close()
  const migrateWith = (sql: string) =>
    openDatabase(folder, 'The data folder', [...SQLITE_MIGRATIONS, sql]).close()
  expect(() => migrateWith('CREATE TABLE extra (a); DROP TABLE missing')).toThrow('missing')
  const store = await storeAt(folder)
  expect(await idsIn(store)).toEqual(['first'])
  await store.close()
  migrateWith('CREATE TABLE extra (a)')
  const database = new DatabaseSync(join(folder, 'relay.db'))
  cleanup.add(() => database.close())
  expect(database.prepare('SELECT (SELECT count(*) FROM events) AS events, * FROM extra').all()).toEqual([])
  expect(database.prepare('PRAGMA user_version').get()).toEqual({
    user_version: SQLITE_MIGRATIONS.length + 1,
  })
  await expect(storeAt(folder)).rejects.toThrow('comes from a newer relay')
})

describePostgres((server) => {
  const next = { sql: 'ALTER TABLE devices ADD COLUMN seat text', readableBy: MIGRATIONS.length }
  const breaking = { sql: 'ALTER TABLE devices DROP COLUMN seat', readableBy: MIGRATIONS.length + 2 }

  test('the program of the previous version goes on and starts again after a migration that it can read, and refuses one that it cannot', async () => {
    const database = await server().createDatabase()
    const running = await openWithEvent(database)
    await migrate(database, [...MIGRATIONS, next])
    expect(await running.append([newEvent('after')])).toEqual([{ outcome: 'stored', seq: 2 }])
    const again = await open(database)
    expect(await again.append([newEvent('first'), newEvent('last')])).toEqual([
      { outcome: 'duplicate' },
      { outcome: 'stored', seq: 3 },
    ])
    expect(await idsIn(running)).toEqual(['first', 'after', 'last'])
    await migrate(database, [...MIGRATIONS, next, breaking])
    await expect(storeAt(database)).rejects.toThrow('comes from a newer relay')
  })

  test('a migration of PostgreSQL that fails halfway changes nothing, and the next start continues with it', async () => {
    const database = await server().createDatabase()
    const store = await openWithEvent(database)
    const broken = { sql: 'CREATE TABLE extra (a text); DROP TABLE missing', readableBy: MIGRATIONS.length }
    await expect(migrate(database, [...MIGRATIONS, next, broken])).rejects.toThrow('missing')
    const facts = () =>
      server().query(
        database,
        "SELECT max(version) - min(version) AS applied, to_regclass('extra') AS extra FROM relay_schema",
      )
    expect(await facts()).toEqual([{ applied: 1, extra: null }])
    await migrate(database, [...MIGRATIONS, next, { ...broken, sql: 'CREATE TABLE extra (a text)' }])
    expect(await facts()).toEqual([{ applied: 2, extra: 'extra' }])
    expect(await idsIn(store)).toEqual(['first'])
  })

  test('a migration gives way to the sessions that use its tables', async () => {
    const database = await server().createDatabase()
    await openWithEvent(database)
    const client = createConnection(database, 60_000)
    cleanup.add(() => client.end())
    await client.connect()
    /** Resolves with the start of a statement that waits for a table. Ignores one that started at `last`. */
    const waiting = (last?: string) =>
      until(async () => {
        const [found] = await server().query(
          database,
          "SELECT query_start::text AS start FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
        )
        return found === undefined || found['start'] === last ? undefined : String(found['start'])
      })
    await client.query('BEGIN')
    await client.query('SELECT 1 FROM environments FOR NO KEY UPDATE')
    const migrating = migrate(database, [
      ...MIGRATIONS,
      { sql: 'LOCK TABLE devices, environments IN ACCESS EXCLUSIVE MODE', readableBy: MIGRATIONS.length },
    ])
    const first = await waiting()
    // The migration begins anew, so those that wait behind it can go on meanwhile.
    await waiting(first)
    await client.query('SELECT 1 FROM devices')
    await client.query('COMMIT')
    expect(await migrating).toBeUndefined()
  })
})
