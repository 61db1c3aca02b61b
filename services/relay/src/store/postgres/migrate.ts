import { NewerDataError } from '../newer-data-error.ts'
import { createConnection, DatabaseError } from './connections.ts'
import { createLogAndDevices } from './migrations/0001-create-log-and-devices.ts'
import { shortIds } from './migrations/0002-short-ids.ts'

/** In order, and frozen once published. The schema version is the number of applied migrations. */
const MIGRATIONS: readonly string[] = [createLogAndDevices, shortIds]

/** Advisory lock of the migrating relay; other starting relays wait for it. The number is arbitrary but must be unique. */
const LOCK = 5_226_301_187
/** A migration may rewrite a long log. */
const TIMEOUT_MS = 10 * 60_000

/** Updates the schema in one transaction. If several relays start together, one of them does the work. */
export async function migrate(url: string): Promise<void> {
  const client = createConnection(url, TIMEOUT_MS)
  // A broken connection also fails the running statement, which reports the error.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    await client.query(`
      CREATE TABLE IF NOT EXISTS relay_schema (
        version integer PRIMARY KEY,
        applied_at timestamptz NOT NULL DEFAULT now()
      )`)
    const { rows } = await client.query<{ version: number }>(
      'SELECT coalesce(max(version), 0) AS version FROM relay_schema',
    )
    const version = rows[0]?.version ?? 0
    if (version > MIGRATIONS.length) throw new NewerDataError('The database', version, MIGRATIONS.length)
    for (const [index, migration] of MIGRATIONS.entries()) {
      if (index < version) continue
      // One after another, because they build on each other.
      // oxlint-disable-next-line no-await-in-loop
      await client.query(migration)
      // oxlint-disable-next-line no-await-in-loop
      await client.query('INSERT INTO relay_schema (version) VALUES ($1)', [index + 1])
    }
    await client.query('COMMIT')
  } catch (error) {
    throw error instanceof NewerDataError ? error : new DatabaseError(error)
  } finally {
    // Also rolls back an open transaction.
    await client.end().catch(() => {})
  }
}
