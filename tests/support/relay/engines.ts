import { afterAll, beforeAll, describe } from 'vitest'
import { postgresMissing, startPostgres, type PostgresServer } from './postgres.ts'
import { Cleanup } from '../cleanup.ts'

/**
 * Defines the same tests for each database of the relay: SQLite and PostgreSQL. `newPlace` creates an empty folder (SQLite) or database
 * (PostgreSQL) and returns its path or address. `ends` is the cleanup that deletes it. Register in `ends` every relay that uses it, because
 * Windows deletes no folder with open files. `npm test` runs them on SQLite, and on PostgreSQL only if they are important.
 */
export function onEachEngine(
  tests: (newPlace: () => Promise<string>, ends: Cleanup) => void,
  options?: Importance,
): void {
  describe('SQLite', () => {
    const cleanup = new Cleanup()
    afterAll(() => cleanup.run())
    tests(async () => cleanup.folder(), cleanup)
  })
  describePostgres((server, cleanup) => tests(() => server().createDatabase(), cleanup), options)
}

interface Importance {
  /** True if `npm test` also runs the tests on PostgreSQL. Otherwise, only `npm run test:all` does. */
  isImportant: boolean
}

/**
 * Defines tests that share one new PostgreSQL server. If PostgreSQL is not installed, the tests are skipped, and their title contains the
 * reason.
 */
export function describePostgres(
  tests: (server: () => PostgresServer, cleanup: Cleanup) => void,
  { isImportant }: Importance = { isImportant: false },
): void {
  const options = { tags: isImportant ? [] : ['all'] }
  describe.skipIf(postgresMissing !== null)(`PostgreSQL${postgresMissing ?? ''}`, options, () => {
    const cleanup = new Cleanup()
    let server: PostgresServer
    beforeAll(async () => {
      server = await startPostgres(cleanup)
    })
    afterAll(() => cleanup.run())
    tests(() => server, cleanup)
  })
}
