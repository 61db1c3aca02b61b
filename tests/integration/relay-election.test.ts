import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Election } from '../../services/relay/src/store/postgres/election.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { describePostgres } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { pgbouncerMissing, startPgbouncer } from '../support/relay/pgbouncer.ts'
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
  }, 90_000)

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
