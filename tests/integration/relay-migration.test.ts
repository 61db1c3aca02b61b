import { hash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { createLogAndDevices, replayAndForget } from '../../services/relay/src/store/sqlite/migrations.ts'
import { createLogAndDevices as createPostgresLog } from '../../services/relay/src/store/postgres/migrations.ts'
import { describePostgres } from '../support/relay/engines.ts'
import { Cleanup } from '../support/cleanup.ts'
import { storeAt } from '../support/relay/relay.ts'

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

/** Creates a data folder of schema version 2. Each event arrived in both environments, one minute after the previous one. */
function oldFolder(ids: string[]): string {
  const folder = cleanup.folder()
  const database = new DatabaseSync(join(folder, 'relay.db'))
  database.exec(`${createLogAndDevices}; ${replayAndForget}; PRAGMA user_version = 2`)
  for (const environment of ['sandbox', 'production']) {
    database
      .prepare('INSERT INTO environments VALUES (?, ?, ?, 0)')
      .run(environment, 'https://x.example/', '[]')
    for (const [index, id] of ids.entries())
      database
        .prepare('INSERT INTO event_ids VALUES (?, ?, ?, ?)')
        .run(environment, id, hash('sha256', `body of ${id}`, 'buffer'), receivedAt(index))
  }
  database.close()
  return folder
}

const receivedAt = (minute: number) => new Date(Date.UTC(2026, 4, 1, 9, minute)).toISOString()

const repeat = (environment: 'sandbox' | 'production', event_id: string, body = `body of ${event_id}`) => ({
  environment,
  event_id,
  received_at: receivedAt(59),
  sender: '203.0.113.7',
  signature: 'x.y.z',
  kid: 'iso-submission-rsa-01',
  verification: 'body' as const,
  raw_body: Buffer.from(body),
})

/** Fills a PostgreSQL database of schema version 1 with the same events. */
async function fillOldDatabase(query: (text: string) => Promise<unknown>, ids: string[]): Promise<void> {
  await query(createPostgresLog)
  await query('CREATE TABLE relay_schema (version integer PRIMARY KEY, applied_at timestamptz DEFAULT now())')
  await query('INSERT INTO relay_schema (version) VALUES (1)')
  for (const environment of ['sandbox', 'production']) {
    await query(`INSERT INTO environments VALUES ('${environment}', 'https://x.example/', '{}', 0)`)
    for (const [index, id] of ids.entries())
      await query(
        `INSERT INTO event_ids VALUES ('${environment}', '${id}', sha256('body of ${id}'), '${receivedAt(index)}')`,
      )
  }
}

test('a migrated database still recognizes every known event, and forgets the oldest event ids first', async () => {
  expect(await checkAgain(oldFolder(IDS))).toEqual(AS_KNOWN)
})

describePostgres((server) => {
  test('a migrated PostgreSQL database still recognizes every known event, and forgets the oldest event ids first', async () => {
    const database = await server().createDatabase()
    await fillOldDatabase((text) => server().query(database, text), IDS)
    expect(await checkAgain(database)).toEqual(AS_KNOWN)
  })
})

const IDS = ['oldest', 'next', 'last']

const AS_KNOWN = {
  first: ['duplicate', 'duplicate', 'conflict', 'stored', 'duplicate'],
  forgotten: 2,
  second: ['stored', 'duplicate', 'duplicate'],
}

/** Sends known events again to a migrated relay, makes the relay forget the two oldest ids, and sends known events again. */
async function checkAgain(place: string): Promise<typeof AS_KNOWN> {
  const store = await storeAt(place)
  cleanup.add(() => store.close())
  const outcomes = async (...events: ReturnType<typeof repeat>[]) =>
    (await store.append(events)).map(({ outcome }) => outcome)
  return {
    first: await outcomes(
      repeat('sandbox', 'oldest'),
      repeat('production', 'last'),
      repeat('production', 'next', 'another body'),
      repeat('sandbox', 'new'),
      repeat('sandbox', 'new'),
    ),
    forgotten: await store.purgeEventIds('sandbox', { received_before: receivedAt(2) }, 10),
    second: await outcomes(
      repeat('sandbox', 'oldest'),
      repeat('sandbox', 'last'),
      repeat('production', 'oldest'),
    ),
  }
}
