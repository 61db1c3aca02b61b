import type { Settings } from '../settings.ts'
import type { RelayStore } from './sql-store.ts'

type StorePlace = Pick<Settings, 'data' | 'database'> &
  Partial<Pick<Settings, 'database_direct' | 'database_pool'>>

/** If a connection to PostgreSQL is lost later, calls `onProblem` with a message and reconnects. */
export async function openStore(
  { data, database, database_direct, database_pool }: StorePlace,
  onProblem: (words: string) => void = () => {},
): Promise<RelayStore> {
  // Import only the database engine that is used.
  if (database !== undefined) {
    const { PostgresStore } = await import('./postgres/postgres-store.ts')
    return PostgresStore.open(
      { url: database, directUrl: database_direct ?? database, poolSize: database_pool },
      onProblem,
    )
  }
  if (data === undefined) throw new Error('The settings contain no location of the store.')
  const { SqliteStore } = await import('./sqlite/sqlite-store.ts')
  return new SqliteStore(data)
}
