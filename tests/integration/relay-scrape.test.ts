import { StatementSync } from 'node:sqlite'
import { afterEach, expect, test, vi } from 'vitest'
import { EnvironmentKeys } from '../../services/relay/src/events/environment-keys.ts'
import { createLog } from '../../services/relay/src/log.ts'
import { createReadiness, Metrics } from '../../services/relay/src/server/monitoring.ts'
import { createConnection } from '../../services/relay/src/store/postgres/connections.ts'
import { NO_QUOTAS } from '../../services/relay/src/store/relay-store.ts'
import type { RelayStore } from '../../services/relay/src/store/sql-store.ts'
import { seedOffices } from '../bench/relay-network/offices.ts'
import { onEachEngine } from '../support/relay/engines.ts'
import { storeAt } from '../support/relay/relay.ts'

afterEach(() => vi.restoreAllMocks())

/** What all clients of PostgreSQL have in common. This client never connects. */
const postgresClient = Object.getPrototypeOf(createConnection('postgres://unused', 1)) as ReturnType<
  typeof createConnection
>

/** Counts the statements that this process sends to the databases while `work` runs, except those that set up a new connection. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const toPostgres = vi.spyOn(postgresClient, 'query')
  const toSqlite = (['all', 'get', 'run'] as const).map((name) => vi.spyOn(StatementSync.prototype, name))
  await work()
  const sent = toPostgres.mock.calls.filter(([text]) => !/^\s*SET /.test(text)).length
  const count = toSqlite.reduce((sum, spy) => sum + spy.mock.calls.length, sent)
  vi.restoreAllMocks()
  return count
}

/** Adds an office with its own key address, whose keys were read a moment ago. */
async function addOffice(store: RelayStore, name: string): Promise<void> {
  const created_at = new Date().toISOString()
  const { office_id } = await store.createOffice({ public_id: name, name, created_at, ...NO_QUOTAS }, 'test')
  const jwks_url = `file:///${name}/keys.json`
  await store.office(office_id).setEnvironment({ name: 'sandbox', jwks_url, sender_addresses: [] })
  const keys = [{ kid: 'iso-submission-rsa-01', n: 'AQAB', e: 'AQAB' }]
  await store.saveKeySet(jwks_url, { fetched_at: created_at, keys })
}

onEachEngine((newPlace, ends) => {
  /** Returns the number of statements and of samples of a scrape of /metrics, as the server of the metrics makes it. */
  async function scrape(place: string): Promise<{ statements: number; samples: number; text: string }> {
    const store = await storeAt(place)
    ends.add(() => store.close())
    const keys = new EnvironmentKeys(store, 'iso-submission-*', createLog('error'))
    const metrics = new Metrics(store, { keys })
    const readiness = createReadiness(store, keys, new AbortController().signal, () => {})
    const read = async () => {
      metrics.recordChecks((await readiness.report()).checks)
      return (await metrics.read()).text
    }
    // Set up the connections to the database before the count.
    await store.totals()
    let text = ''
    const statements = await countStatements(async () => (text = await read()))
    const samples = text.split('\n').filter((line) => line.startsWith('relay_')).length
    return { statements, samples, text }
  }

  test('a scrape takes the same few statements and has the same samples with more offices, partners, and devices', async () => {
    const place = await newPlace()
    const fill = async (offices: number, first: number) => {
      await seedOffices(place, 'file:///shared/keys.json', offices, 2)
      const store = await storeAt(place)
      for (let made = 0; made < offices; made++) await addOffice(store, `own-${first + made}`)
      await store.close()
    }
    await fill(1, 0)
    const few = await scrape(place)
    await fill(12, 1)
    const many = await scrape(place)
    expect(few.text).toContain('relay_devices{environment="sandbox"} 2\n')
    expect(many.text).toContain('relay_devices{environment="sandbox"} 26\n')
    expect(many.text).toContain('relay_check_ok{check="keys sandbox"} 1\n')
    expect(few.statements).toBeGreaterThan(0)
    expect(few.statements).toBeLessThanOrEqual(6)
    expect(many.statements).toBe(few.statements)
    expect(many.samples).toBe(few.samples)
  })
})
