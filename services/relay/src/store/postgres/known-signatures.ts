import { forgetSignaturesBefore, NO_OFFICE } from '../columns.ts'
import type { Query } from './connections.ts'

/** Maximum number of rows that are deleted per transaction. */
const PORTION = 5000

/** Deletes at most `limit` known ids of an office (null: all), and keeps their signatures without the office. Returns their number. */
export async function deleteKnownIds(query: Query, office_id: number, limit: number | null): Promise<number> {
  const [gone] = await query<{ rows: number }>(
    `WITH gone AS (
      DELETE FROM known_ids WHERE office_id = $1 AND ctid = ANY (ARRAY(
        SELECT ctid FROM known_ids WHERE office_id = $1 LIMIT $2::bigint))
      RETURNING signature_hash, body_hash, received_at
    ), kept AS (
      INSERT INTO known_ids (office_id, environment, id_hash, body_hash, received_at, signature_hash)
      SELECT $3::bigint, '', signature_hash, body_hash, received_at, signature_hash FROM gone
      WHERE signature_hash IS NOT NULL AND received_at > $4::timestamptz
      ON CONFLICT DO NOTHING
    )
    SELECT count(*) AS rows FROM gone`,
    [office_id, limit, NO_OFFICE, forgetSignaturesBefore()],
  )
  return gone?.rows ?? 0
}

/** Forgets the signatures of deleted offices that are not valid any more. If `stopping` aborts, stops early. */
export async function forgetSignatures(query: Query, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const gone = await query(
      `DELETE FROM known_ids WHERE office_id = $1 AND id_hash = ANY (ARRAY(
        SELECT id_hash FROM known_ids WHERE office_id = $1 AND received_at <= $2 LIMIT $3
      )) RETURNING 1`,
      [NO_OFFICE, forgetSignaturesBefore(), PORTION],
    )
    if (gone.length < PORTION) return
  }
}
