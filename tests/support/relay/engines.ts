import { afterAll, beforeAll, describe } from 'vitest'
import { postgresMissing, startPostgres, type PostgresServer } from './postgres.ts'
import { Cleanup } from './program.ts'

/** Runs the same tests on each database engine. `newPlace` creates an empty place for a store. */
export function onEachEngine(tests: (newPlace: () => Promise<string>) => void): void {
  describe('SQLite', () => {
    const cleanup = new Cleanup()
    afterAll(() => cleanup.run())
    tests(async () => cleanup.folder())
  })
  describePostgres((server) => tests(() => server().createDatabase()))
}

/** Defines tests with their own PostgreSQL server, or a skipped suite with the reason. */
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
