import { afterAll, expect, test } from 'vitest'
import { createConnection } from '../../services/relay/src/store/postgres/connections.ts'
import { runProgram, startProgram } from '../../build/demo/program.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { describePostgres } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { listen } from '../support/relay/listen.ts'
import { unpackPreviousRelay } from '../support/relay/previous-relay.ts'
import {
  OFFICE,
  postHook,
  postPairing,
  relayCommand,
  signBody,
  startRelay,
  storeAt,
  type RelayProgram,
} from '../support/relay/relay.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'

// The program of the previous version and the present one share a database, as while relays are upgraded one after the other.

const key = createSigningKey('iso-submission-rsa-01')

describePostgres((server) => {
  const cleanup = new Cleanup()
  afterAll(() => cleanup.run())

  test('the previous program and the present one work with one database, and nothing is lost or delivered twice', async () => {
    const previous = unpackPreviousRelay(cleanup)
    const { url: jwks_url } = await startKeyServer(cleanup, [key])
    const database = await server().createDatabase()
    const variables = { RELAY_DATABASE: database }
    const query = (text: string) => server().query(database, text)

    async function oldCommand<T>(...args: string[]): Promise<T> {
      const { code, stdout, stderr } = await runProgram(previous, [...args, '--json'], variables)
      if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
      return JSON.parse(stdout) as T
    }
    async function startPrevious(): Promise<RelayProgram> {
      const args = ['serve', '--port', '0', '--sender-requests-per-minute', '0']
      const relay: RelayProgram = await startProgram(previous, args, variables)
      cleanup.add(relay.kill)
      return relay
    }
    const sent: string[] = []
    async function post({ ready }: RelayProgram, hook: string): Promise<void> {
      const event = makeEvent()
      const body = JSON.stringify(event)
      const { status } = await postHook(`${ready.url}${hook}`, body, signBody(key, body))
      expect(status).toBe(202)
      sent.push(event.event_id)
    }
    async function pair(relay: RelayProgram, code: string): Promise<string> {
      return ((await (await postPairing(relay.ready.url, code)).json()) as { device_token: string })
        .device_token
    }

    // The previous program alone.
    await oldCommand('environment', 'set', '--name', 'sandbox', '--jwks-url', jwks_url)
    const { path } = await oldCommand<{ path: string }>('inlet', 'add', '--environment', 'sandbox')
    const asked = ['pair', '--name', 'Desk', '--environment', 'sandbox']
    const old = await startPrevious()
    const early = listen(
      cleanup,
      old.ready.url,
      await pair(old, (await oldCommand<{ code: string }>(...asked)).code),
    )
    for (let count = 0; count < 50; count += 1) await post(old, path)
    await early.has(50)

    // The present program migrates the database while notifications arrive at the previous one.
    let loading = true
    const load = (async () => {
      while (loading) await post(old, path)
    })()
    const next = await startRelay(cleanup, database, '--sender-requests-per-minute', '0')
    loading = false
    await load
    const late = listen(
      cleanup,
      next.ready.url,
      await pair(next, (await relayCommand<{ code: string }>(database, asked)).code),
    )
    for (let count = 0; count < 100; count += 1) await post(count % 2 === 0 ? old : next, path)
    const before = sent.length
    await early.has(before)
    await late.has(before)
    await until(async () => ((await query('SELECT 1 FROM events_default')).length === 0 ? true : undefined))
    // An append that ran during the migration does not know when its event expires.
    expect((await query('SELECT 1 FROM events_for_ever')).length).toBeLessThanOrEqual(1)
    const partitions = await query(
      "SELECT DISTINCT tableoid::regclass::text AS name FROM events WHERE expires_on < 'infinity' ORDER BY 1",
    )
    expect(partitions.map(({ name }) => name)).toEqual([
      'events_before_partitions',
      expect.stringMatching(/^events_w\d{8}$/),
    ])

    // A relay of the previous version starts again with the migrated database, and its commands work.
    await old.kill()
    const again = await startPrevious()
    const third = listen(
      cleanup,
      again.ready.url,
      await pair(again, (await oldCommand<{ code: string }>(...asked)).code),
    )
    for (let count = 0; count < 20; count += 1) await post(count % 2 === 0 ? again : next, path)
    await third.has(sent.length)
    await late.has(sent.length)
    const listed = await oldCommand<{ latest_seq: number }>('event', 'list', '--environment', 'sandbox')
    expect(listed.latest_seq).toBe(sent.length)

    // The present program hides events, and the previous one deletes rows. The size of both is subtracted once.
    const store = await storeAt(database)
    cleanup.add(() => store.close())
    const office = store.office(OFFICE)
    await office.expireEvents('sandbox', new Date(Date.now() + 60_000).toISOString(), 30)
    await oldCommand('event', 'purge', '--environment', 'sandbox', '--older-than-days', '0')
    await oldCommand('event', 'purge', '--environment', 'sandbox', '--keep-events', '100')
    const { oldest_seq } = await office.bounds('sandbox')
    expect(oldest_seq).toBeGreaterThan(30)
    const [size] = await query(
      `SELECT stored_bytes, (
        SELECT coalesce(sum(octet_length(raw_body) + octet_length(signature)), 0) FROM events WHERE seq >= ${oldest_seq}
      ) AS bytes FROM environments`,
    )
    expect(Number(size?.['stored_bytes'])).toBe(Number(size?.['bytes']))

    // After the upgrade, one event more.
    await again.stop()
    await post(next, path)
    await until(() => (late.seen.length === sent.length ? true : undefined))
    for (const { seen, gaps } of [late]) {
      expect(gaps).toEqual([])
      expect(seen.map(({ seq }) => seq)).toEqual(sent.map((_, index) => index + 1))
      expect(new Set(seen.map(({ event_id }) => event_id))).toEqual(new Set(sent))
    }
    expect(third.seen.slice(0, sent.length - 1).map(({ seq }) => seq)).toEqual(
      sent.slice(0, -1).map((_, index) => index + 1),
    )
    expect(early.seqs()).toEqual(Array.from({ length: early.seen.length }, (_, index) => index + 1))
  })

  test('a migration gives way to the sessions that use its tables', async () => {
    const previous = unpackPreviousRelay(cleanup)
    const database = await server().createDatabase()
    const set = ['environment', 'set', '--name', 'sandbox', '--jwks-url', 'https://x.example/keys']
    expect(await runProgram(previous, set, { RELAY_DATABASE: database })).toMatchObject({ code: 0 })
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

    // An append has locked its log, and not yet stored its event.
    await client.query('BEGIN')
    await client.query('SELECT 1 FROM environments FOR NO KEY UPDATE')
    const opening = storeAt(database)
    const first = await waiting()
    await client.query(`
      INSERT INTO events (office_id, environment, seq, event_id, received_at, sender, signature, kid, verification, raw_body)
      SELECT office_id, name, 1, 'one', now(), '', '', '', 'body', '' FROM environments`)
    // The migration begins anew, so those that wait behind it can go on meanwhile.
    await waiting(first)
    await client.query('COMMIT')
    const store = await opening
    cleanup.add(() => store.close())
    expect((await store.office(OFFICE).readEvents('sandbox', 0, 10)).map(({ event_id }) => event_id)).toEqual(
      ['one'],
    )
  })
})
