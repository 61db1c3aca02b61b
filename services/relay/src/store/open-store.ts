import type { Settings } from '../config/settings.ts'
import type { RelayStore } from './relay-store.ts'

export interface StoreOptions {
  writes?: 'here' | 'on a thread'
  onProblem?: (words: string) => void
}

/**
 * Opens the engine that the settings name: PostgreSQL where they name a database, else SQLite in the data folder. Rejects when
 * it cannot be opened. `onProblem` is told in words of connections that were lost later and are being made anew. A busy server
 * lets SQLite write `on a thread`; what writes a few rows does so `here`, which is ready at once.
 */
export async function openStore(
  { data, database }: Pick<Settings, 'data' | 'database'>,
  { writes = 'here', onProblem = () => {} }: StoreOptions = {},
): Promise<RelayStore> {
  // Each engine is loaded only where it is used.
  if (database !== undefined) {
    const { PostgresStore } = await import('./postgres/postgres-store.ts')
    return PostgresStore.open(database, onProblem)
  }
  if (data === undefined) throw new Error('The settings name no place for the store.')
  const { openSqliteStore } = await import('./sqlite/sqlite-store.ts')
  return openSqliteStore(data, writes)
}
