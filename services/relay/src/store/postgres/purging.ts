import type { Environment } from '../../../../../src-shared/domain/vocabulary.ts'
import type { ForgetUpTo, PurgeUpTo } from '../relay-store.ts'
import type { Query } from './connections.ts'

/**
 * Implements `purgeEvents` of the store within one transaction. Deletes only a contiguous run from the oldest event. Readers detect missing
 * events by a single boundary.
 */
export async function purgeEvents(
  query: Query,
  environment: Environment,
  upTo: PurgeUpTo,
  limit: number,
): Promise<number> {
  const [run] = await query<{ last: number | null }>(
    `SELECT max(seq) FILTER (WHERE seq <= $2 OR received_at < $3) AS last FROM (
      SELECT seq, received_at FROM events WHERE environment = $1 ORDER BY seq LIMIT $4
    ) AS oldest`,
    [environment, 'seq' in upTo ? upTo.seq : 0, 'seq' in upTo ? null : upTo.received_before, limit],
  )
  if (run === undefined || run.last === null) return 0
  const gone = await query('DELETE FROM events WHERE environment = $1 AND seq <= $2 RETURNING 1', [
    environment,
    run.last,
  ])
  await query('UPDATE environments SET purged_through = greatest(purged_through, $1) WHERE name = $2', [
    run.last,
    environment,
  ])
  return gone.length
}

/** Implements `purgeEventIds` of the store within one transaction. */
export async function purgeEventIds(
  query: Query,
  environment: Environment,
  upTo: ForgetUpTo,
  limit: number,
): Promise<number> {
  const byArrival = 'arrival' in upTo
  const [run] = await query<{ last: number | null }>(
    `SELECT max(arrival) FILTER (WHERE arrival <= $2 OR received_at < $3) AS last FROM (
      SELECT arrival, received_at FROM known_ids WHERE environment = $1 ORDER BY arrival LIMIT $4
    ) AS oldest`,
    [environment, byArrival ? upTo.arrival : 0, byArrival ? null : upTo.received_before, limit],
  )
  if (run === undefined || run.last === null) return 0
  const gone = await query('DELETE FROM known_ids WHERE environment = $1 AND arrival <= $2 RETURNING 1', [
    environment,
    run.last,
  ])
  return gone.length
}

/** Implements `excessIds` of the store. */
export async function excessIds(query: Query, environment: Environment, keep: number): Promise<number> {
  const [excess] = await query<{ arrival: number }>(
    'SELECT arrival FROM known_ids WHERE environment = $1 ORDER BY arrival DESC OFFSET $2 LIMIT 1',
    [environment, keep],
  )
  if (excess === undefined) return 0
  const [inLog] = await query<{ arrival: number }>(
    `SELECT arrival FROM known_ids WHERE id_hash = (
      SELECT id_hash(environment, event_id) FROM events WHERE environment = $1 ORDER BY seq LIMIT 1
    )`,
    [environment],
  )
  return inLog === undefined ? excess.arrival : Math.min(excess.arrival, inLog.arrival - 1)
}
