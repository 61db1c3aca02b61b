import type { Environment } from '../../../../../src-shared/domain/vocabulary.ts'
import type { ForgetUpTo, PurgeUpTo } from '../relay-store.ts'
import type { Query } from './connections.ts'

/** Condition that a row of `events` is visible: retention has not hidden it. `$1` is the office, `$2` the environment. */
export const VISIBLE = 'seq > (SELECT purged_through FROM environments WHERE office_id = $1 AND name = $2)'

/**
 * Implements `expireEvents` of the store. Hides the events and leaves their rows where they are. The partition that contains them is
 * dropped later.
 */
export async function expireEvents(
  query: Query,
  office_id: number,
  environment: Environment,
  received_before: string,
  limit: number,
): Promise<number> {
  return (await hideOldest(query, office_id, environment, { received_before }, limit))?.events ?? 0
}

/** Implements `purgeEvents` of the store. Hides the events, and then deletes their rows. */
export async function purgeEvents(
  query: Query,
  office_id: number,
  environment: Environment,
  upTo: PurgeUpTo,
  limit: number,
): Promise<number> {
  const run = await hideOldest(query, office_id, environment, upTo, limit)
  if (run === null) return 0
  await query('DELETE FROM events WHERE office_id = $1 AND environment = $2 AND seq > $3 AND seq <= $4', [
    office_id,
    environment,
    run.before,
    run.last,
  ])
  return run.events
}

interface Run {
  /** Newest event that was hidden before. */
  before: number
  /** Newest event of the run. */
  last: number
  events: number
  bytes: number
}

/**
 * Hides the run of the oldest visible events that shall go, and returns it. The row of the log is locked only while one short statement
 * runs, because appends wait for it, and a process that froze in between would keep it locked. If another process purged meanwhile, the
 * statement changes nothing, and this one looks again.
 */
async function hideOldest(
  query: Query,
  office_id: number,
  environment: Environment,
  upTo: PurgeUpTo,
  limit: number,
): Promise<Run | null> {
  for (;;) {
    const run = await oldestRun(query, office_id, environment, upTo, limit)
    if (run === null) return null
    const changed = await query(
      `UPDATE environments SET purged_through = $1, stored_bytes = stored_bytes - $2
      WHERE office_id = $3 AND name = $4 AND purged_through = $5 RETURNING 1`,
      [run.last, run.bytes, office_id, environment, run.before],
    )
    if (changed.length > 0) return run
  }
}

/**
 * Returns the run of the oldest visible events that shall go: at most `limit`, and only a contiguous range that starts at the oldest event.
 * The reason: readers learn only one number, the seq up to which all events were deleted.
 */
async function oldestRun(
  query: Query,
  office_id: number,
  environment: Environment,
  upTo: PurgeUpTo,
  limit: number,
): Promise<Run | null> {
  const [run] = await query<Omit<Run, 'last'> & { last: number | null }>(
    `WITH oldest AS MATERIALIZED (
      SELECT seq, received_at, octet_length(raw_body) + octet_length(signature) AS bytes FROM events
      WHERE office_id = $1 AND environment = $2 AND ${VISIBLE} ORDER BY seq LIMIT $5
    ), newest AS (
      SELECT max(seq) FILTER (WHERE seq <= $3 OR received_at < $4) AS last FROM oldest
    )
    SELECT max(last) AS last, count(*) AS events, coalesce(sum(bytes), 0) AS bytes,
      (SELECT purged_through FROM environments WHERE office_id = $1 AND name = $2) AS before
    FROM oldest, newest WHERE seq <= last`,
    [
      office_id,
      environment,
      'seq' in upTo ? upTo.seq : 0,
      'seq' in upTo ? null : upTo.received_before,
      limit,
    ],
  )
  return run === undefined || run.last === null ? null : { ...run, last: run.last }
}

/** Implements `deleteHidden` of the store. */
export async function deleteHidden(
  query: Query,
  office_id: number,
  environment: Environment,
  limit: number,
): Promise<number> {
  const gone = await query(
    `DELETE FROM events WHERE office_id = $1 AND environment = $2 AND seq = ANY (ARRAY(
      SELECT seq FROM events WHERE office_id = $1 AND environment = $2 AND NOT (${VISIBLE}) ORDER BY seq LIMIT $3
    )) RETURNING 1`,
    [office_id, environment, limit],
  )
  return gone.length
}

/** Implements `purgeEventIds` of the store within one transaction. */
export async function purgeEventIds(
  query: Query,
  office_id: number,
  environment: Environment,
  upTo: ForgetUpTo,
  limit: number,
): Promise<number> {
  const byArrival = 'arrival' in upTo
  const [run] = await query<{ last: number | null }>(
    `SELECT max(arrival) FILTER (WHERE arrival <= $3 OR received_at < $4) AS last FROM (
      SELECT arrival, received_at FROM known_ids
      WHERE office_id = $1 AND environment = $2 ORDER BY arrival LIMIT $5
    ) AS oldest`,
    [office_id, environment, byArrival ? upTo.arrival : 0, byArrival ? null : upTo.received_before, limit],
  )
  if (run === undefined || run.last === null) return 0
  const gone = await query(
    'DELETE FROM known_ids WHERE office_id = $1 AND environment = $2 AND arrival <= $3 RETURNING 1',
    [office_id, environment, run.last],
  )
  return gone.length
}

/** Implements `excessIds` of the store. */
export async function excessIds(
  query: Query,
  office_id: number,
  environment: Environment,
  keep: number,
): Promise<number> {
  const [excess] = await query<{ arrival: number }>(
    `SELECT arrival FROM known_ids WHERE office_id = $1 AND environment = $2
    ORDER BY arrival DESC OFFSET $3 LIMIT 1`,
    [office_id, environment, keep],
  )
  if (excess === undefined) return 0
  const [inLog] = await query<{ arrival: number }>(
    `SELECT arrival FROM known_ids WHERE office_id = $1 AND id_hash = (
      SELECT id_hash(environment, event_id) FROM events
      WHERE office_id = $1 AND environment = $2 AND ${VISIBLE} ORDER BY seq LIMIT 1
    )`,
    [office_id, environment],
  )
  return inLog === undefined ? excess.arrival : Math.min(excess.arrival, inLog.arrival - 1)
}
