import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Cleanup, until } from '../support/cleanup.ts'
import { describePostgres } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { listen } from '../support/relay/listen.ts'
import {
  asDevice,
  OFFICE,
  pairDevice,
  postHook,
  setUpRelay,
  signBody,
  startRelay,
  storeAt,
  type RelayProgram,
} from '../support/relay/relay.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'

// A database with fewer events takes over: a standby that lagged, or an older backup. New events then get numbers that devices already know.

const run = promisify(execFile)
const key = createSigningKey('iso-submission-rsa-01')

interface Place {
  /** Folder or address of the database. */
  data: string
  /** Runs SQL statements next to the relay. */
  run: (sql: string) => Promise<void>
  /** SQL statement that makes the database look like another one. */
  another: string
}

function tests(newPlace: (cleanup: Cleanup) => Promise<Place>): void {
  const cleanup = new Cleanup()
  afterAll(() => cleanup.run())
  let place: Place
  let relay: RelayProgram
  let hook: string
  let jwks_url: string
  beforeAll(async () => {
    jwks_url = (await startKeyServer(cleanup, [key])).url
  })
  beforeEach(async () => {
    place = await newPlace(cleanup)
    const { hook_path } = await setUpRelay(cleanup, jwks_url, place.data)
    relay = await startRelay(cleanup, place.data)
    hook = `${relay.ready.url}${hook_path}`
  })

  async function post(count: number): Promise<string[]> {
    const ids: string[] = []
    for (let sent = 0; sent < count; sent += 1) {
      const event = makeEvent()
      const body = JSON.stringify(event)
      expect((await postHook(hook, body, signBody(key, body))).status).toBe(202)
      ids.push(event.event_id)
    }
    return ids
  }

  /** Replaces the database with one that has only the events up to `seq`. */
  const takeOver = (seq: number) =>
    place.run(`
      DELETE FROM events WHERE seq > ${seq};
      UPDATE environments SET last_seq = ${seq};
      ${place.another}`)

  test('an app whose cursor lies inside the numbers of a database that took over gets a gap, and then every event', async () => {
    const { device_token } = await pairDevice(place.data, relay.ready.url)
    const old = await post(5)
    const before = listen(cleanup, relay.ready.url, device_token)
    await before.has(5)
    expect(before.gaps).toEqual([])
    await before.source.stop()
    const [epoch = ''] = before.epochs

    await takeOver(3)
    const ids = await post(4)
    const device = asDevice(relay.ready.url, device_token)
    const page = await device.events(`?after=5&epoch=${epoch}`)
    expect(page.events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(page.epoch).not.toBe(epoch)

    const app = listen(cleanup, relay.ready.url, device_token, { cursor: 5, epoch })
    await app.has(7)
    expect(app.gaps).toEqual([1])
    expect(app.epochs).toEqual([page.epoch])
    expect(app.seen.map(({ event_id }) => event_id)).toEqual([...old.slice(0, 3), ...ids])

    // The next connection is an ordinary one.
    await app.source.stop()
    const next = listen(cleanup, relay.ready.url, device_token, { cursor: 7, epoch: page.epoch })
    await next.reaches('live')
    await post(1)
    await next.has(1)
    expect([next.gaps, next.seqs()]).toEqual([[], [8]])
  })

  test('an open stream gets the gap while it stays open, even from an app that knows no epoch', async () => {
    const { device_token } = await pairDevice(place.data, relay.ready.url)
    await post(4)
    const device = asDevice(relay.ready.url, device_token)
    const stream = await device.stream(4)
    const first = await stream.next()
    expect(first).toMatchObject({ event: 'bounds', data: { latest_seq: 4 } })
    await takeOver(2)
    await post(3)
    const gap = await stream.next()
    expect(gap).toMatchObject({ event: 'gap', id: '0', data: { oldest_seq: 1 } })
    expect(gap?.data['epoch']).not.toBe(first?.data['epoch'])
    for (const id of ['1', '2', '3', '4', '5'])
      expect(await stream.next()).toMatchObject({ event: 'partner-event', id })
    stream.close()
  })

  test('an acknowledgment from before the database took over is refused, so that it covers no other event', async () => {
    const { device_token } = await pairDevice(place.data, relay.ready.url)
    await post(4)
    const app = listen(cleanup, relay.ready.url, device_token)
    await app.has(4)
    await app.source.stop()
    await takeOver(2)
    await post(3)
    const acknowledge = (epoch: string | undefined) =>
      fetch(`${relay.ready.url}/v1/ack`, {
        method: 'POST',
        headers: { authorization: `Bearer ${device_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ seq: 4, epoch }),
      })
    expect((await acknowledge(app.epochs[0])).status).toBe(400)
    const device = asDevice(relay.ready.url, device_token)
    expect((await device.events()).events[0]?.seq).toBe(1)
    expect((await acknowledge((await device.events()).epoch)).status).toBe(200)
  })

  test('an app that knows no epoch learns it without a gap', async () => {
    const { device_token } = await pairDevice(place.data, relay.ready.url)
    await post(2)
    const app = listen(cleanup, relay.ready.url, device_token, { cursor: 1 })
    await app.has(1)
    await until(() => (app.epochs.length > 0 ? true : undefined))
    const { epoch } = await asDevice(relay.ready.url, device_token).events()
    expect([app.gaps, app.epochs]).toEqual([[], [epoch]])
  })
}

describe('SQLite', () => {
  tests(async (cleanup) => {
    const data = cleanup.folder()
    return {
      data,
      another: "UPDATE store_epoch SET epoch = 'another'",
      run: async (sql) => {
        const database = new DatabaseSync(join(data, 'relay.db'))
        database.exec(sql)
        database.close()
      },
    }
  })
})

describePostgres((server) => {
  test('a backup that is restored with pg_restore into the same PostgreSQL database has another epoch', async () => {
    const cleanup = new Cleanup()
    const database = await server().createDatabase()
    await setUpRelay(cleanup, 'https://x.example/keys', database)
    const epoch = async () => {
      const store = await storeAt(database)
      const bounds = await store.office(OFFICE).bounds('sandbox')
      await store.close()
      return bounds.epoch
    }
    const before = await epoch()
    expect(await epoch()).toBe(before)
    const file = join(cleanup.folder(), 'relay.dump')
    await run('pg_dump', ['--format=custom', '--file', file, database])
    await run('pg_restore', ['--clean', '--if-exists', '--dbname', database, file])
    expect(await epoch()).not.toBe(before)
    await cleanup.run()
  })

  tests(async () => {
    const data = await server().createDatabase()
    return {
      data,
      // The stored mark is that of another server. The relay stores a new epoch when it notices this.
      another: "UPDATE store_epoch SET mark = 'another'",
      run: async (sql) => void (await server().query(data, sql)),
    }
  })
})
