import type { Settings } from '../settings.ts'
import type { RelayStore } from './sql-store.ts'
import { UsageError } from '../errors.ts'
import type { Office } from './relay-store.ts'

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

/** @throws UsageError if there is no such office, or if the relay serves several offices and no id is given */
export async function chooseOffice(relay: RelayStore, public_id?: string): Promise<Office> {
  if (public_id !== undefined) {
    const found = await relay.findOffice(public_id)
    if (found === null) throw new UsageError('No office has this id. See "relay office list".')
    return found
  }
  const [only, ...others] = await relay.listOffices()
  if (only === undefined) throw new UsageError('There is no office. First: relay office create --name TEXT')
  if (others.length > 0)
    throw new UsageError('This relay serves several offices. Name one: --office ID from "relay office list".')
  return only
}
