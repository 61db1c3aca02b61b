import { spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Election } from '../../services/relay/src/store/postgres/election.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { describePostgres } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { pgbouncerMissing, startPgbouncer } from '../support/relay/pgbouncer.ts'
import { startPostgres } from '../support/relay/postgres.ts'
import { OFFICE, setUpRelay, startRelay, storeAt, type RelayProgram } from '../support/relay/relay.ts'
import { createSigningKey } from '../support/relay/signing.ts'

type Watched = RelayProgram & { ready: { admin_url: string } }

async function isElected({ ready }: Watched): Promise<boolean> {
  const text = await (await fetch(`${ready.admin_url}/metrics`)).text()
  return /^relay_housekeeping_elected 1$/m.test(text)
}

describePostgres((server) => {
  const cleanup = new Cleanup()
  afterAll(() => cleanup.run())
  const after = new Cleanup()
  afterEach(() => after.run())
  let jwks_url: string
  beforeAll(async () => {
    jwks_url = (await startKeyServer(cleanup, [createSigningKey('iso-submission-rsa-01')])).url
  })

  /** Stores an event from a time that retention does not keep. */
  async function storeOldEvent(database: string): Promise<void> {
    const store = await storeAt(database)
    await store.append([
      {
        office_id: OFFICE,
        environment: 'sandbox',
        event_id: randomUUID(),
        received_at: '2020-05-01T09:00:00.000Z',
        sender: '203.0.113.7',
        signature: 'x.y.z',
        kid: 'iso-submission-rsa-01',
        verification: 'body',
        raw_body: Buffer.from('{}'),
      },
    ])
    await store.close()
  }

  test('one of two relays does the housekeeping, and the other one takes over when it is killed', async () => {
    const database = await server().createDatabase()
    await setUpRelay(after, jwks_url, database)
    const store = await storeAt(database)
    after.add(() => store.close())
    const purgedThrough = async () => (await store.office(OFFICE).bounds('sandbox')).oldest_seq - 1
    const start = async () => (await startRelay(after, database, '--admin-port', '0')) as Watched
    const first = await start()
    await until(async () => ((await isElected(first)) ? true : undefined))
    const second = await start()
    await storeOldEvent(database)
    // Retention already ran. The new relay would delete the event if it did any housekeeping.
    expect(await isElected(second)).toBe(false)
    expect(await purgedThrough()).toBe(0)

    await first.kill()
    await until(async () => ((await isElected(second)) ? true : undefined))
    await until(async () => ((await purgedThrough()) === 1 ? true : undefined))
    // A third relay leaves the housekeeping to the second one.
    expect(await isElected(await start())).toBe(false)
  })

  test('another relay does the housekeeping when the elected one freezes, and keeps it when that one continues', async () => {
    const database = await server().createDatabase()
    await setUpRelay(after, jwks_url, database)
    const store = await storeAt(database)
    after.add(() => store.close())
    /** Counts the sessions that listen for new events. Each relay has one. */
    const listening = async () => {
      const [row] = await server().query(
        database,
        `SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'SELECT store_mark()%'`,
      )
      return row?.['count']
    }
    const first = (await startRelay(after, database, '--admin-port', '0')) as Watched
    await until(async () => ((await isElected(first)) ? true : undefined))
    const second = (await startRelay(after, database, '--admin-port', '0')) as Watched
    await until(async () => ((await listening()) === 2 ? true : undefined))
    // The connections of a stopped process stay open.
    process.kill(first.pid, 'SIGSTOP')
    await storeOldEvent(database)
    await until(async () => ((await isElected(second)) ? true : undefined))
    await until(async () =>
      (await store.office(OFFICE).bounds('sandbox')).oldest_seq === 2 ? true : undefined,
    )
    // PostgreSQL would have to keep all notifications for a session that listens and does not read them.
    await until(async () => ((await listening()) === 1 ? true : undefined))

    process.kill(first.pid, 'SIGCONT')
    await until(async () => ((await isElected(first)) ? undefined : true))
    await until(async () => ((await listening()) === 2 ? true : undefined))
    expect(await isElected(second)).toBe(true)
  })

  test('an elected process stays elected while its housekeeping takes long', async () => {
    const database = await server().createDatabase()
    const election = new Election(database, () => {})
    after.add(() => election.close())
    expect(await election.isElected()).toBe(true)
    const lastUse = async () => {
      const [row] = await server().query(
        database,
        `SELECT query_start FROM pg_stat_activity JOIN pg_locks USING (pid) WHERE locktype = 'advisory'
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      )
      return String(row?.['query_start'])
    }
    // PostgreSQL ends the session 15 seconds after its last use. Nothing calls `isElected` here.
    const first = await lastUse()
    await until(async () => ((await lastUse()) === first ? undefined : true))
    expect(await election.isElected()).toBe(true)
  })

  // Only Linux has so many addresses of its own.
  test.skipIf(process.platform !== 'linux')(
    'the session of a process that froze while it read a result ends, so it keeps no lock',
    async () => {
      const host = `127.77.${randomInt(256)}.${randomInt(1, 255)}`
      const reachable = await startPostgres(after, [`listen_addresses=${host}`])
      const database = await reachable.createDatabase()
      const url = database.replace(/@[^/]+/, `@${host}`)
      const module = new URL('../../services/relay/src/store/postgres/connections.ts', import.meta.url)
      // More than fits into the buffers of a connection.
      const program = `
        const { Connections } = await import(${JSON.stringify(module.href)})
        const url = ${JSON.stringify(url)}
        const { query } = new Connections({ url, directUrl: url }, () => {})
        await query("SELECT repeat('x', 1000) AS text FROM generate_series(1, 1000000)")`
      const child = spawn(process.execPath, ['--input-type=module', '--eval', program])
      after.add(() => child.kill('SIGKILL'))
      const sessions = () =>
        reachable.query(
          database,
          "SELECT wait_event FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT repeat%'",
        )
      await until(async () => ((await sessions()).length === 1 ? true : undefined))
      child.kill('SIGSTOP')
      await until(async () => ((await sessions()).length === 0 ? true : undefined))
      expect(child.signalCode).toBeNull()
    },
    90_000,
  )

  test('a process that loses the connection of its election is no longer elected, and another one is', async () => {
    const database = await server().createDatabase()
    const problems: string[] = []
    const [one, two] = [0, 1].map(() => new Election(database, (words) => problems.push(words)))
    if (one === undefined || two === undefined) throw new Error('There are two.')
    after.add(() => Promise.all([one.close(), two.close()]).then(() => {}))
    expect([await one.isElected(), await two.isElected(), await one.isElected()]).toEqual([true, false, true])
    await server().query(
      database,
      `SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    expect([await two.isElected(), await one.isElected()]).toEqual([true, false])
    await two.close()
    expect(await one.isElected()).toBe(true)
    expect(problems).toEqual([])
  })

  test.skipIf(pgbouncerMissing !== null)(
    `behind a connection pooler, each process does the housekeeping${pgbouncerMissing ?? ''}`,
    async () => {
      const pooled = await startPgbouncer(after, await server().createDatabase())
      for (let nth = 0; nth < 2; nth += 1) {
        const election = new Election(pooled, () => {})
        after.add(() => election.close())
        expect(await election.isElected()).toBe(true)
      }
    },
  )
})
