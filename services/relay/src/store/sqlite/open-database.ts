import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { NewerDataError } from '../newer-data-error.ts'
import { idHash } from './hashes.ts'
import { createLogAndDevices } from './migrations/0001-create-log-and-devices.ts'
import { replayAndForget } from './migrations/0002-replay-and-forget.ts'
import { shortIds } from './migrations/0003-short-ids.ts'

/** In order, frozen once published: the schema version is how many of them were applied. */
const MIGRATIONS: readonly string[] = [createLogAndDevices, replayAndForget, shortIds]

/**
 * On the disk before a commit returns. Copying the log's pages home holds up a commit for many milliseconds: at every 160 MB it
 * falls on less than one in two hundred, and pages that were written several times are copied once.
 */
const PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA wal_autocheckpoint = 40000`

/** How long one process waits for another's write. */
const BUSY_TIMEOUT_MS = 5000

/** Opens the database in a data folder, making both if need be, and brings its schema up to date. `what` it is begins a refusal. */
export function openDatabase(dataFolder: string, what = 'The data folder'): DatabaseSync {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(join(dataFolder, 'relay.db'), {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
  })
  try {
    database.exec(PRAGMAS)
    database.function('id_hash', { deterministic: true }, (environment, event_id) =>
      idHash(String(environment), String(event_id)),
    )
    inTransaction(database, () => migrate(database, what))
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

/** Runs `work` in one write transaction; when it throws, nothing of it stays. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // A failed COMMIT (disk full) may have rolled back by itself.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function migrate(database: DatabaseSync, what: string): void {
  const row = database.prepare('PRAGMA user_version').get()
  const version = Number(row?.['user_version'])
  if (version > MIGRATIONS.length) throw new NewerDataError(what, version, MIGRATIONS.length)
  for (const migration of MIGRATIONS.slice(version)) database.exec(migration)
  if (version < MIGRATIONS.length) database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
}
