import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { NewerDataError } from '../../errors.ts'
import { schema } from './schema.ts'

/** Migrations in order. A published migration never changes. The schema version is the number of applied migrations. */
export const MIGRATIONS: readonly string[] = [schema]

export const SCHEMA_VERSION = MIGRATIONS.length

/**
 * `auto_vacuum` lets the relay return the space of deleted events to the operating system (`reclaim`). It has an effect only on a new
 * database, and must come first. A commit returns only after the data is on the disk (`synchronous`). A checkpoint copies the write-ahead log into the database file and
 * delays one commit by many milliseconds. With one checkpoint per 160 MB (40,000 pages), fewer than one commit in two hundred is delayed.
 * Rare checkpoints also save work: a checkpoint copies a page only once, even if the page was written several times.
 */
const PRAGMAS = `
  PRAGMA auto_vacuum = INCREMENTAL;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA wal_autocheckpoint = 40000`

/** Maximum time that a process waits while another process writes to the database. */
const BUSY_TIMEOUT_MS = 5000

/** Creates what is missing. If a newer relay wrote the database, throws an error whose message starts with `what`. */
export function openDatabase(
  dataFolder: string,
  what = 'The data folder',
  migrations = MIGRATIONS,
): DatabaseSync {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(join(dataFolder, 'relay.db'), {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
  })
  try {
    database.exec(PRAGMAS)
    inTransaction(database, () => migrate(database, what, migrations))
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // A failed COMMIT (disk full) may have rolled back already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function migrate(database: DatabaseSync, what: string, migrations: readonly string[]): void {
  const row = database.prepare('PRAGMA user_version').get()
  const version = Number(row?.['user_version'])
  if (version > migrations.length) throw new NewerDataError(what, version, migrations.length)
  for (const migration of migrations.slice(version)) database.exec(migration)
  if (version < migrations.length) database.exec(`PRAGMA user_version = ${migrations.length}`)
}
