import type { Environment } from '../../../../../src-shared/domain/vocabulary.ts'
import type { ForgetUpTo, PurgeUpTo } from '../relay-store.ts'
import type { Query } from './connections.ts'

/**
 * Implements `purgeEvents` of the store within one transaction. Deletes only a contiguous range that starts at the oldest event. The
 * reason: readers learn only one number, the seq up to which all events were deleted.
 */
export async function purgeEvents(
  query: Query,
  office_id: number,
  environment: Environment,
  upTo: PurgeUpTo,
  limit: number,
): Promise<number> {
  const [run] = await query<{ last: number | null }>(
    `SELECT max(seq) FILTER (WHERE seq <= $3 OR received_at < $4) AS last FROM (
      SELECT seq, received_at FROM events WHERE office_id = $1 AND environment = $2 ORDER BY seq LIMIT $5
    ) AS oldest`,
    [
      office_id,
      environment,
      'seq' in upTo ? upTo.seq : 0,
      'seq' in upTo ? null : upTo.received_before,
      limit,
    ],
  )
  if (run === undefined || run.last === null) return 0
  const gone = await query<{ bytes: number }>(
    `DELETE FROM events WHERE office_id = $1 AND environment = $2 AND seq <= $3
    RETURNING octet_length(raw_body) + octet_length(signature) AS bytes`,
    [office_id, environment, run.last],
  )
  const bytes = gone.reduce((sum, event) => sum + event.bytes, 0)
  await query(
    `UPDATE environments
    SET purged_through = greatest(purged_through, $1), stored_bytes = stored_bytes - $2
    WHERE office_id = $3 AND name = $4`,
    [run.last, bytes, office_id, environment],
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
      WHERE office_id = $1 AND environment = $2 ORDER BY seq LIMIT 1
    )`,
    [office_id, environment],
  )
  return inLog === undefined ? excess.arrival : Math.min(excess.arrival, inLog.arrival - 1)
}
