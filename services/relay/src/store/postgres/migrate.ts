import { NewerDataError } from '../newer-data-error.ts'
import { createConnection, DatabaseError } from './connections.ts'
import { createLogAndDevices } from './migrations/0001-create-log-and-devices.ts'
import { shortIds } from './migrations/0002-short-ids.ts'

/** In order, frozen once published: the schema version is how many of them were applied. */
const MIGRATIONS: readonly string[] = [createLogAndDevices, shortIds]

/** Held by the relay that migrates, while others that start wait for it. Any number will do that nobody else locks. */
const LOCK = 5_226_301_187
/** A migration may rewrite a long log. */
const TIMEOUT_MS = 10 * 60_000

/** Brings the schema up to date in one transaction; of several relays that start at once, one does the work. */
export async function migrate(url: string): Promise<void> {
  const client = createConnection(url, TIMEOUT_MS)
  // What breaks the connection fails the statement under way as well.
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
      // One after another, as they build on each other.
      // oxlint-disable-next-line no-await-in-loop
      await client.query(migration)
      // oxlint-disable-next-line no-await-in-loop
      await client.query('INSERT INTO relay_schema (version) VALUES ($1)', [index + 1])
    }
    await client.query('COMMIT')
  } catch (error) {
    throw error instanceof NewerDataError ? error : new DatabaseError(error)
  } finally {
    // Ends the transaction too, where it stands open.
    await client.end().catch(() => {})
  }
}
