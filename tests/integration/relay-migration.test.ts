import { hash } from 'node:crypto'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { createLogAndDevices, replayAndForget } from '../../services/relay/src/store/sqlite/migrations.ts'
import { createLogAndDevices as createPostgresLog } from '../../services/relay/src/store/postgres/migrations.ts'
import type { LogBounds } from '../../services/relay/src/store/relay-store.ts'
import { describePostgres } from '../support/relay/engines.ts'
import { Cleanup } from '../support/cleanup.ts'
import { OFFICE, storeAt } from '../support/relay/relay.ts'

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
  office_id: OFFICE,
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

/** Copies the data of a relay from before there were offices into a new folder. */
function folderBeforeOffices(): string {
  const folder = cleanup.folder()
  copyFileSync(fixture('before-offices.db'), join(folder, 'relay.db'))
  return folder
}

const fixture = (name: string) => join(import.meta.dirname, 'relay-fixtures', name)

const WITH_ALL_VALID = {
  offices: ['active'],
  devices: ['device-0 11 1', 'device-1 6 1', null],
  inlets: ['sandbox', 'production'],
  keys: ['one'],
  sandbox: { bounds: { oldest_seq: 5, latest_seq: 20 }, seqs: [5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20] },
  production: { bounds: { oldest_seq: 1, latest_seq: 18 }, seqs: [3, 6, 9, 12, 15, 18] },
  appended: [
    { outcome: 'duplicate' },
    { outcome: 'conflict' },
    { outcome: 'stored', seq: 21, reused: true },
    { outcome: 'stored', seq: 21 },
    { outcome: 'stored', seq: 22 },
  ],
  paired: 'Late desk',
}

const rangeOf = ({ oldest_seq, latest_seq }: LogBounds) => ({ oldest_seq, latest_seq })

/** Opens migrated data as the relay does. Returns what must have stayed valid. */
async function checkOffice(place: string): Promise<unknown> {
  const store = await storeAt(place)
  cleanup.add(() => store.close())
  const office = store.office(OFFICE)
  const devices = await Promise.all([0, 1, 2].map((number) => store.findDevice(`token-${number}`)))
  const inlets = await Promise.all(
    ['sandbox', 'production'].map((name) => store.findInlet(`inlet-of-${name}`)),
  )
  const log = async (environment: 'sandbox' | 'production') => ({
    bounds: rangeOf(await office.bounds(environment)),
    seqs: (await office.readEvents(environment, 0, 100)).map(({ seq }) => seq),
  })
  const [sandbox, production] = [await log('sandbox'), await log('production')]
  const appended = await store.append([
    repeat('sandbox', 'event-4'),
    repeat('sandbox', 'event-8', 'another body'),
    // The signature of a stored event that does not cover the body.
    { ...repeat('production', 'invented'), signature: 'signature-8', verification: 'hint' },
    repeat('sandbox', 'new'),
    repeat('production', 'new'),
  ])
  const paired = await store.redeemPairingCode({
    lookup: 'OPEN',
    code_hash: 'hash',
    at: receivedAt(0),
    device_id: 'late',
    workstation: 'pc',
    token_hash: 'late',
  })
  return {
    offices: (await store.listOffices()).map(({ state }) => state),
    devices: devices.map((found) => found && `${found.device_id} ${found.acked_seq} ${found.office_id}`),
    inlets: inlets.map((found) => found?.name),
    keys: (await store.loadKeySet('https://sandbox.example/keys'))?.keys.map(({ kid }) => kid),
    sandbox,
    production,
    appended,
    paired: paired === null || paired === 'office_full' ? paired : paired.name,
  }
}

test('the data of a relay from before there were offices becomes one office, in which every cursor, token, inlet, and code stays valid', async () => {
  expect(await checkOffice(folderBeforeOffices())).toEqual(WITH_ALL_VALID)
})

test('a migration that fails halfway changes nothing', async () => {
  const folder = folderBeforeOffices()
  const broken = new DatabaseSync(join(folder, 'relay.db'))
  broken.exec('CREATE TABLE new_devices (taken)')
  broken.close()
  await expect(storeAt(folder)).rejects.toThrow('new_devices')
  const repaired = new DatabaseSync(join(folder, 'relay.db'))
  repaired.exec('DROP TABLE new_devices')
  repaired.close()
  expect(await checkOffice(folder)).toEqual(WITH_ALL_VALID)
})

describePostgres((server) => {
  test('the PostgreSQL data of a relay from before there were offices becomes one office, in which everything stays valid', async () => {
    const database = await server().createDatabase()
    await server().query(database, readFileSync(fixture('before-offices.sql'), 'utf8'))
    expect(await checkOffice(database)).toEqual(WITH_ALL_VALID)
  })

  test('a migration of PostgreSQL that fails halfway changes nothing in its failed step, and continues there', async () => {
    const database = await server().createDatabase()
    await server().query(database, readFileSync(fixture('before-offices.sql'), 'utf8'))
    const applied = async () =>
      (await server().query(database, 'SELECT number FROM relay_migrations ORDER BY number')).map(
        ({ number }) => number,
      )
    // The migration creates this table.
    await server().query(database, 'CREATE TABLE office_rates (taken text)')
    await expect(storeAt(database)).rejects.toThrow('office_rates')
    expect(await applied()).toEqual([1, 2, 3])
    await server().query(database, 'DROP TABLE office_rates')
    expect(await checkOffice(database)).toEqual(WITH_ALL_VALID)
    expect(await applied()).toContain(5)
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
    forgotten: await store.office(OFFICE).purgeEventIds('sandbox', { received_before: receivedAt(2) }, 10),
    second: await outcomes(
      repeat('sandbox', 'oldest'),
      repeat('sandbox', 'last'),
      repeat('production', 'oldest'),
    ),
  }
}
