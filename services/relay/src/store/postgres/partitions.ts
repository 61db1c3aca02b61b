import type { Connections, Query } from './connections.ts'

/** Longest retention for which there are partitions, in days. The function `expires_on` of the database has the same limit. */
const MOST_DAYS = 400
/** Partitions without a week. Events that retention has hidden there are deleted row by row. */
const UNDATED = ['events_for_ever', 'events_default'] as const
const PORTION = 5000
/**
 * Time to wait for a lock. Everything that uses the events waits behind this lock, for example while `pg_dump` reads the table. After a
 * timeout, nothing has changed, and the next run tries again.
 */
const LOCK_TIMEOUT = "SET LOCAL lock_timeout = '2s'"

const nameOf = (monday: string) => `events_w${monday.replaceAll('-', '')}`

/**
 * Creates the partitions for this week and the next one, for each period for which an office keeps its events. Also tells the database how
 * long offices without their own period keep them: `keep_days`, or null for ever.
 */
export async function preparePartitions(connections: Connections, keep_days: number | null): Promise<void> {
  const { query } = connections
  await query('UPDATE store_retention SET keep_days = $1 WHERE keep_days IS DISTINCT FROM $1', [keep_days])
  const missing = await query<{ monday: string }>(
    `SELECT DISTINCT monday::text FROM (
      SELECT keep_days FROM offices WHERE office_id IS NOT NULL UNION SELECT keep_days FROM store_retention
    ) AS periods CROSS JOIN generate_series(-1, 7, 4) AS ahead CROSS JOIN LATERAL (
      SELECT date_trunc('week', (now() AT TIME ZONE 'UTC')::date + ahead + keep_days::integer)::date AS monday
    ) AS weeks
    WHERE keep_days BETWEEN 1 AND $1 AND to_regclass('events_w' || to_char(monday, 'YYYYMMDD')) IS NULL
    ORDER BY 1`,
    [MOST_DAYS],
  )
  // One after the other: each locks the same table.
  for (const { monday } of missing)
    await connections.transaction((run) => create(run, nameOf(monday), monday))
}

/** Creates the partition of one week, and moves the events there that arrived too early for it. */
async function create(query: Query, name: string, monday: string): Promise<void> {
  const week = `expires_on >= '${monday}' AND expires_on < date '${monday}' + 7`
  await query(LOCK_TIMEOUT)
  await query(`CREATE TABLE IF NOT EXISTS ${name} (LIKE events, PRIMARY KEY (office_id, environment, seq))`)
  await query('LOCK TABLE events_default IN ACCESS EXCLUSIVE MODE')
  await query(
    `WITH moved AS (DELETE FROM events_default WHERE ${week} RETURNING *) INSERT INTO ${name} SELECT * FROM moved`,
  )
  const [end] = await query<{ day: string }>(`SELECT (date '${monday}' + 7)::text AS day`)
  await query(`ALTER TABLE events ATTACH PARTITION ${name} FOR VALUES FROM ('${monday}') TO ('${end?.day}')`)
}

/**
 * Drops the partitions of past weeks in which retention has hidden every event. Then deletes hidden events from the partitions that
 * have no week. If `stopping` aborts, stops early.
 */
export async function removeHiddenEvents(connections: Connections, stopping?: AbortSignal): Promise<void> {
  const past = await connections.query<{ name: string }>(
    `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'events'::regclass AND relname ~ '^events_w[0-9]{8}$'
      AND to_date(right(relname, 8), 'YYYYMMDD') + 7 <= (now() AT TIME ZONE 'UTC')::date`,
  )
  for (const { name } of past) {
    if (stopping?.aborted) return
    if (await hasVisible(connections.query, name)) continue
    await connections.transaction(async (query) => {
      await query(LOCK_TIMEOUT)
      // Events are inserted only through the table as a whole, so nothing can arrive between the check and the removal.
      await query('LOCK TABLE ONLY events IN ACCESS EXCLUSIVE MODE')
      if (!(await hasVisible(query, name))) await query(`DROP TABLE ${name}`)
    })
  }
  for (const table of UNDATED)
    while (!stopping?.aborted) if ((await sweep(connections.query, table)) < PORTION) break
}

async function hasVisible(query: Query, name: string): Promise<boolean> {
  const [found] = await query(
    `SELECT 1 FROM environments WHERE EXISTS (
      SELECT 1 FROM ${name} AS rows
      WHERE rows.office_id = environments.office_id AND rows.environment = environments.name
        AND rows.seq > environments.purged_through
    ) LIMIT 1`,
  )
  return found !== undefined
}

async function sweep(query: Query, table: string): Promise<number> {
  const gone = await query(
    `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT hidden.ctid FROM environments CROSS JOIN LATERAL (
        SELECT ctid FROM ${table} AS rows
        WHERE rows.office_id = environments.office_id AND rows.environment = environments.name
          AND rows.seq <= environments.purged_through
        LIMIT $1
      ) AS hidden LIMIT $1
    )) RETURNING 1`,
    [PORTION],
  )
  return gone.length
}
