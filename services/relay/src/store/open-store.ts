import type { Settings } from '../config/settings.ts'
import type { RelayStore } from './relay-store.ts'
import { SqliteStore } from './sqlite/sqlite-store.ts'

/** Opens the engine that the settings name. Throws when it cannot be opened. */
export function openStore({ data }: Pick<Settings, 'data'>): RelayStore {
  return new SqliteStore(data)
}
