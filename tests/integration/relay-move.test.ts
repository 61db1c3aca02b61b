import { hash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeAll, afterAll, expect, test } from 'vitest'
import { createOffice, addPairingCode } from '../../services/relay/src/offices/office-service.ts'
import { moveToPostgres } from '../../services/relay/src/store/move.ts'
import { createConnection } from '../../services/relay/src/store/postgres/connections.ts'
import { NO_QUOTAS, type NewEvent } from '../../services/relay/src/store/relay-store.ts'
import type { RelayStore } from '../../services/relay/src/store/sql-store.ts'
import { RELAY, runProgram } from '../../build/demo/program.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { describePostgres } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { listen } from '../support/relay/listen.ts'
import {
  asDevice,
  OFFICE,
  postHook,
  postPairing,
  signBody,
  startRelay,
  storeAt,
} from '../support/relay/relay.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'

const key = createSigningKey('iso-submission-rsa-01')

/** Returns a digest of all rows of a SQLite database. */
function digestOf(folder: string): string {
  const database = new DatabaseSync(join(folder, 'relay.db'), { readOnly: true })
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all()
    const rows = tables.map(({ name }) => database.prepare(`SELECT * FROM ${String(name)}`).all())
    return hash('sha256', JSON.stringify(rows))
  } finally {
    database.close()
  }
}

describePostgres((server) => {
  const cleanup = new Cleanup()
  afterAll(() => cleanup.run())
  const after = new Cleanup()
  afterEach(() => after.run())
  let jwks_url: string
  beforeAll(async () => {
    jwks_url = (await startKeyServer(cleanup, [key])).url
  })

  async function prepare(store: RelayStore, office_id: number, inlet: string): Promise<string> {
    const office = store.office(office_id)
    await office.setEnvironment({ name: 'sandbox', jwks_url, sender_addresses: [] })
    await office.addInlet({ inlet, environment: 'sandbox', created_at: new Date().toISOString() })
    return (await addPairingCode(office, { name: 'Desk', environment: 'sandbox' }, Date.now())).code
  }

  test('a move while notifications arrive and are repeated loses nothing, and no computer pairs again', async () => {
    const folder = after.folder()
    const database = await server().createDatabase()
    const store = await storeAt(folder)
    const second = await createOffice(store, 'Two', { ...NO_QUOTAS, max_devices: 5 }, 'test')
    const codes = [await prepare(store, OFFICE, 'one'), await prepare(store, second.office_id, 'two')]
    await store.close()
    const old = await startRelay(after, folder, '--sender-requests-per-minute', '0')
    const { url } = old.ready
    const tokens = await Promise.all(
      codes.map(async (code) => {
        const response = await postPairing(url, code)
        return ((await response.json()) as { device_token: string }).device_token
      }),
    )
    const inlets = ['one', 'two']
    const sent: { inlet: string; event_id: string; body: string }[] = []
    /** Posts a notification, and repeats it until a relay acknowledges it, as the partner does. */
    async function post(inlet: string): Promise<void> {
      const event = makeEvent()
      const body = JSON.stringify(event)
      await until(async () => {
        const posted = postHook(`${url}/hooks/sandbox/${inlet}`, body, signBody(key, body))
        const status = (await posted.catch(() => null))?.status ?? 503
        if (status !== 503) expect([200, 202]).toContain(status)
        return status === 503 ? undefined : status
      })
      sent.push({ inlet, event_id: event.event_id, body })
    }
    for (let count = 0; count < 600; count += 1) await post(inlets[count % 2] ?? '')
    await asDevice(url, tokens[0] ?? '').ack(200)
    // A device of each office reads all the time, as the app does. The first one already has what it acknowledged.
    const devices = tokens.map((token, index) => listen(after, url, token, { cursor: index === 0 ? 200 : 0 }))

    // Notifications arrive all the time.
    let loading = true
    const load = (async () => {
      for (let count = 0; loading; count += 1) await post(inlets[count % 2] ?? '')
    })()
    await expect(moveToPostgres(folder, database)).rejects.toThrow('A relay is running on this folder')
    await until(() => (sent.length > 700 ? true : undefined))
    await old.stop()

    // The senders and the devices keep trying.
    const untouched = digestOf(folder)
    const epochOf = async (place: string) => {
      const opened = await storeAt(place)
      const { epoch } = await opened.office(OFFICE).bounds('sandbox')
      await opened.close()
      return epoch
    }
    const epoch = await epochOf(folder)
    // The test's database has a password, so its address may not be on the command line.
    const moved = await runProgram(
      RELAY,
      ['move', '--from', `sqlite:${folder}`, '--to', 'postgres:', '--json'],
      { RELAY_DATABASE: database },
    )
    expect(moved).toMatchObject({ code: 0 })
    expect(JSON.parse(moved.stdout)).toMatchObject({ rows: { offices: 2, devices: 2 } })
    expect(digestOf(folder)).toBe(untouched)
    await expect(moveToPostgres(folder, database)).rejects.toThrow('already contains the data of a relay')
    expect(await epochOf(database)).toBe(epoch)
    const before = sent.length
    const { port } = new URL(url)
    await startRelay(after, database, '--sender-requests-per-minute', '0', '--port', port)
    await until(() => (sent.length > before + 100 ? true : undefined))
    loading = false
    await load

    for (const [index, inlet] of inlets.entries()) {
      const own = sent.filter((one) => one.inlet === inlet)
      const cursor = index === 0 ? 200 : 0
      await devices[index]?.has(own.length - cursor)
      expect(devices[index]?.seen.map(({ event_id }) => event_id)).toEqual(
        own.slice(cursor).map(({ event_id }) => event_id),
      )
      expect(devices[index]?.seqs()).toEqual(own.map((_, position) => position + 1).slice(cursor))
      expect(devices[index]?.gaps).toEqual([])
      expect(devices[index]?.states()).not.toContain('refused')
      // The acknowledgment moved along, and a repeat of a moved event is recognized.
      const stream = await asDevice(url, tokens[index] ?? '').stream()
      expect(await stream.next()).toMatchObject({
        event: 'bounds',
        data: { oldest_seq: 1, latest_seq: own.length },
      })
      expect(await stream.next()).toMatchObject({ event: 'partner-event', id: String(cursor + 1) })
      stream.close()
      const { body = '' } = own[0] ?? {}
      expect((await postHook(`${url}/hooks/sandbox/${inlet}`, body, signBody(key, body))).status).toBe(200)
    }
  })

  /** Appends `count` new events to the log of an office and returns them. */
  async function append(store: RelayStore, office_id: number, count: number): Promise<NewEvent[]> {
    const events = Array.from({ length: count }, () => ({
      office_id,
      environment: 'sandbox' as const,
      event_id: randomUUID(),
      received_at: new Date().toISOString(),
      sender: '203.0.113.7',
      signature: 'x.y.z',
      kid: 'iso-submission-rsa-01',
      verification: 'body' as const,
      raw_body: Buffer.from('{}'),
    }))
    await store.append(events)
    return events
  }

  /** Returns the names of the tables of a SQLite database. */
  function tablesOf(folder: string): string[] {
    const database = new DatabaseSync(join(folder, 'relay.db'), { readOnly: true })
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
    database.close()
    return tables.map(({ name }) => String(name)).filter((name) => !name.startsWith('sqlite_'))
  }

  test('a move that fails halfway leaves an empty database, and the next one copies every table and recognizes every repeat', async () => {
    const folder = after.folder()
    const database = await server().createDatabase()
    const source = await storeAt(folder)
    const deleted = await createOffice(source, 'Half deleted', NO_QUOTAS, 'test')
    for (const office_id of [OFFICE, deleted.office_id])
      await prepare(source, office_id, `inlet ${office_id}`)
    await source.saveKeySet(jwks_url, { keys: [], fetched_at: new Date().toISOString() })
    const events = [
      ...(await append(source, OFFICE, 600)),
      ...(await append(source, deleted.office_id, 3)),
      ...(await append(source, OFFICE, 10)),
    ]
    await source.office(OFFICE).purgeEvents('sandbox', { seq: 20 }, 20)
    await source.close()
    const written = new DatabaseSync(join(folder, 'relay.db'))
    written.prepare("UPDATE offices SET state = 'deleting' WHERE public_id = ?").run(deleted.public_id)
    written.close()

    await (await storeAt(database)).close()
    const client = createConnection(database, 10_000)
    await client.connect()
    await client.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the power failed'; END $$;
      CREATE TRIGGER fail BEFORE UPDATE ON store_epoch FOR EACH ROW EXECUTE FUNCTION fail()`)
    await expect(moveToPostgres(folder, database)).rejects.toThrow('the power failed')
    expect((await client.query('SELECT 1 FROM events')).rows).toEqual([])
    await client.query('DROP TRIGGER fail ON store_epoch')
    await client.end()
    const rows = await moveToPostgres(folder, database)
    expect(rows).toMatchObject({ offices: 2, environments: 2, events: 593, known_ids: 613, key_sets: 1 })
    expect(Object.keys(rows).toSorted()).toEqual(
      tablesOf(folder)
        .filter((name) => name !== 'store_epoch')
        .toSorted(),
    )

    const target = await storeAt(database)
    const outcomes = await target.append(events.filter(({ office_id }) => office_id === OFFICE))
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['duplicate']))
    expect(await target.append([{ ...events[0], event_id: 'new' } as NewEvent])).toEqual([
      { outcome: 'stored', seq: 611 },
    ])
    await target.office(deleted.office_id).delete()
    expect(new Set(Object.values(await target.office(deleted.office_id).countRows()))).toEqual(new Set([0]))
    await target.close()
  })

  test('a move refuses a database with other data, and a folder without a relay', async () => {
    const [folder, other] = [after.folder(), after.folder()]
    await (await storeAt(folder)).close()
    const used = await server().createDatabase()
    const store = await storeAt(used)
    await prepare(store, OFFICE, 'inlet')
    await store.close()
    await expect(moveToPostgres(folder, used)).rejects.toThrow('already contains the data of a relay')
    await expect(moveToPostgres(other, used)).rejects.toThrow('There is no relay')
    expect(await (await storeAt(used)).findInlet('inlet')).not.toBeNull()
  })
})
