import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { DatabaseError, NewerDataError } from '../../errors.ts'
import { createConnection } from './connections.ts'
import { schema } from './schema.ts'

export interface Migration {
  sql: string
  /** The oldest schema version whose program works with the migrated database: the previous release runs next to the new one. */
  readableBy: number
}

/**
 * Migrations in order. A published migration never changes. The schema version is the number of applied migrations. Each migration is a
 * transaction, so split a long one, which would otherwise block a running relay.
 */
export const MIGRATIONS: readonly Migration[] = [{ sql: schema, readableBy: 1 }]

/** Arbitrary, but unique. Relays that start while another one migrates wait for this lock. */
const LOCK = 5_226_301_187
/** Time limit of a migration. It is high, because a migration may rewrite a long event log. */
const TIMEOUT_MS = 10 * 60_000
/**
 * Time to wait for a table. Everything that uses a table waits behind a migration that waits for it. PostgreSQL looks for a deadlock after a
 * second, and then breaks off either session. Before that, the migration gives way, so a relay that serves meanwhile never fails.
 */
const LOCK_TIMEOUT = "SET LOCAL lock_timeout = '500ms'"
/** Error codes of PostgreSQL after which a migration is tried again: `lock_not_available` and `deadlock_detected`. */
const LOCKED = ['55P03', '40P01']
/** Pause before the next try, in which the sessions that waited behind the migration go on. */
const PAUSE_MS = 250
/** Time after which the start fails because the tables are still in use. */
const PATIENCE_MS = 60_000

/** Each migration is recorded in its transaction. If several relays start at the same time, only one of them migrates. */
export async function migrate(url: string, migrations = MIGRATIONS): Promise<void> {
  const client = createConnection(url, TIMEOUT_MS)
  // Ignore errors of the connection here. If the connection breaks, the running statement fails too and reports the error.
  client.on('error', () => {})
  try {
    await client.connect()
    while (await whenFree(() => applyNext(client, migrations), client));
  } catch (error) {
    throw error instanceof NewerDataError ? error : new DatabaseError(error)
  } finally {
    // Ending the connection also rolls back an open transaction.
    await client.end().catch(() => {})
  }
}

/** Runs a transaction, and repeats it while other sessions use its tables. */
async function whenFree<T>(transaction: () => Promise<T>, client: Client): Promise<T> {
  const end = performance.now() + PATIENCE_MS
  for (;;)
    try {
      return await transaction()
    } catch (error) {
      if (!LOCKED.includes(String((error as { code?: unknown }).code))) throw error
      if (performance.now() >= end)
        throw new Error(
          'The tables cannot be upgraded, because another session has used them for a minute. If pg_dump runs, wait for its end, and start the relay again.',
          { cause: error },
        )
      await client.query('ROLLBACK')
      await sleep(PAUSE_MS)
    }
}

/** Applies the first migration that is missing. Returns false if none is. */
async function applyNext(client: Client, migrations: readonly Migration[]): Promise<boolean> {
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
  await client.query(`
    CREATE TABLE IF NOT EXISTS relay_schema (
      version integer PRIMARY KEY,
      readable_by integer NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`)
  const { rows } = await client.query<{ version: number; readable_by: number }>(
    'SELECT coalesce(max(version), 0) AS version, coalesce(max(readable_by), 0) AS readable_by FROM relay_schema',
  )
  const { version = 0, readable_by = 0 } = rows[0] ?? {}
  if (readable_by > migrations.length)
    throw new NewerDataError('The database', readable_by, migrations.length)
  const next = migrations[version]
  if (next !== undefined) {
    await client.query(LOCK_TIMEOUT)
    await client.query(next.sql)
    await client.query('INSERT INTO relay_schema (version, readable_by) VALUES ($1, $2)', [
      version + 1,
      next.readableBy,
    ])
  }
  await client.query('COMMIT')
  return next !== undefined
}
