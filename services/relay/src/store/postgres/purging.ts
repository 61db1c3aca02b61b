import type { Environment } from '../../../../../src-shared/domain/vocabulary.ts'
import type { PurgeUpTo } from '../relay-store.ts'
import type { Query } from './connections.ts'

/**
 * As the store's, within one transaction. Only a run from the beginning goes: what is missing must lie before one point, or no reader
 * could be told of it.
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
