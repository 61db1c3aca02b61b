import type { Settings } from '../config/settings.ts'
import type { RelayStore } from './relay-store.ts'

/**
 * Opens the engine that the settings name: PostgreSQL where they name a database, else SQLite in the data folder. Rejects when
 * it cannot be opened. `onProblem` is told in words of connections that were lost later and are being made anew.
 */
export async function openStore(
  { data, database }: Pick<Settings, 'data' | 'database'>,
  onProblem: (words: string) => void = () => {},
): Promise<RelayStore> {
  // Each engine is loaded only where it is used.
  if (database !== undefined) {
    const { PostgresStore } = await import('./postgres/postgres-store.ts')
    return PostgresStore.open(database, onProblem)
  }
  if (data === undefined) throw new Error('The settings name no place for the store.')
  const { SqliteStore } = await import('./sqlite/sqlite-store.ts')
  return new SqliteStore(data)
}
