import { afterAll, beforeAll, describe } from 'vitest'
import { postgresMissing, startPostgres, type PostgresServer } from './postgres.ts'
import { Cleanup } from '../cleanup.ts'

/**
 * Defines the same tests for each database of the relay: SQLite and PostgreSQL. `newPlace` creates an empty folder (SQLite) or database
 * (PostgreSQL) and returns its path or address.
 */
export function onEachEngine(tests: (newPlace: () => Promise<string>) => void): void {
  describe('SQLite', () => {
    const cleanup = new Cleanup()
    afterAll(() => cleanup.run())
    tests(async () => cleanup.folder())
  })
  describePostgres((server) => tests(() => server().createDatabase()))
}

/**
 * Defines tests that share one new PostgreSQL server. If PostgreSQL is not installed, the tests are skipped, and their title contains the
 * reason.
 */
export function describePostgres(tests: (server: () => PostgresServer) => void): void {
  describe.skipIf(postgresMissing !== null)(`PostgreSQL${postgresMissing ?? ''}`, () => {
    const cleanup = new Cleanup()
    let server: PostgresServer
    beforeAll(async () => {
      server = await startPostgres(cleanup)
    })
    afterAll(() => cleanup.run())
    tests(() => server)
  })
}
