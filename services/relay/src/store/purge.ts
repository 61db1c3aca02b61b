import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { Environment } from '../../../../src-shared/platform/words/vocabulary.ts'
import { forgetSignaturesBefore, NO_OFFICE } from './columns.ts'
import type { ForgetUpTo, LogId, PurgeUpTo } from './relay-store.ts'
import { changes, type Engine, first, idHash, rows, type Steps } from './sql.ts'

/** Condition that no purge has begun to delete a row of `events`. `$1` is the office, `$2` the environment. */
export const VISIBLE = 'seq > (SELECT purged_through FROM environments WHERE office_id = $1 AND name = $2)'

interface Run {
  /** Newest event that was purged before. */
  before: number
  /** Newest event of the run. */
  last: number
  events: number
  bytes: number
}

/**
 * Hides the run of the oldest visible events that shall go, then deletes their rows and those that an interrupted purge left. Returns the number
 * of hidden events. The row of the log is locked only while one short statement runs, because appends wait for it, and a process that froze
 * in between would keep it locked. If another process purged meanwhile, the statement changes nothing, and this one looks again.
 */
export function* purgeOldest(
  { office_id, environment }: LogId,
  upTo: PurgeUpTo,
  limit: number,
): Steps<number> {
  for (;;) {
    const run = yield* oldestRun({ office_id, environment }, upTo, limit)
    if (run === null) return 0
    const changed = yield* changes(
      `UPDATE environments SET purged_through = $1, stored_bytes = stored_bytes - $2
      WHERE office_id = $3 AND name = $4 AND purged_through = $5 RETURNING 1`,
      [run.last, run.bytes, office_id, environment, run.before],
    )
    if (changed === 0) continue
    yield* rows('DELETE FROM events WHERE office_id = $1 AND environment = $2 AND seq <= $3', [
      office_id,
      environment,
      run.last,
    ])
    return run.events
  }
}

/**
 * Returns the run of the oldest visible events that shall go: at most `limit`, and only a contiguous range that starts at the oldest event.
 * The reason: readers learn only one number, the seq up to which all events were deleted. An event is therefore also deleted if its own time
 * is too recent, but an event that arrived after it is old enough. This happens if a wrong clock dated the earlier one too late.
 */
function* oldestRun({ office_id, environment }: LogId, upTo: PurgeUpTo, limit: number): Steps<Run | null> {
  const run = yield* first<Omit<Run, 'last'> & { last: number | null }>(
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

export function* purgeEventIds(
  { office_id, environment }: LogId,
  upTo: ForgetUpTo,
  limit: number,
): Steps<number> {
  const byArrival = 'arrival' in upTo
  const run = yield* first<{ last: number | null }>(
    `SELECT max(arrival) FILTER (WHERE arrival <= $3 OR received_at < $4) AS last FROM (
      SELECT arrival, received_at FROM known_ids
      WHERE office_id = $1 AND environment = $2 ORDER BY arrival LIMIT $5
    ) AS oldest`,
    [office_id, environment, byArrival ? upTo.arrival : 0, byArrival ? null : upTo.received_before, limit],
  )
  if (run === undefined || run.last === null) return 0
  return yield* changes(
    'DELETE FROM known_ids WHERE office_id = $1 AND environment = $2 AND arrival <= $3 RETURNING 1',
    [office_id, environment, run.last],
  )
}

/** Implements `excessIds` of the office. Counts in portions, so that a large number of ids never blocks incoming events. */
export async function excessIds(
  engine: Engine,
  office_id: number,
  environment: Environment,
  keep: number,
): Promise<number> {
  const before = async (arrival: number, offset: number) => {
    const [found] = await engine.query<{ arrival: number }>(
      `SELECT arrival FROM known_ids WHERE office_id = $1 AND environment = $2 AND arrival < $3
      ORDER BY arrival DESC LIMIT 1 OFFSET $4`,
      [office_id, environment, arrival, offset],
    )
    return found?.arrival ?? 0
  }
  const { counted } = engine
  let oldestKept = Number.MAX_SAFE_INTEGER
  for (let left = keep; left > 0; left -= counted) {
    oldestKept = await before(oldestKept, Math.min(left, counted) - 1)
    if (oldestKept === 0) return 0
    await endOfTurn()
  }
  const excess = await before(oldestKept, 0)
  const [oldest] = await engine.query<{ event_id: string }>(
    `SELECT event_id FROM events WHERE office_id = $1 AND environment = $2 AND ${VISIBLE} ORDER BY seq LIMIT 1`,
    [office_id, environment],
  )
  if (oldest === undefined) return excess
  const [inLog] = await engine.query<{ arrival: number }>(
    'SELECT arrival FROM known_ids WHERE office_id = $1 AND id_hash = $2',
    [office_id, Buffer.from(idHash(environment, oldest.event_id))],
  )
  return inLog === undefined ? excess : Math.min(excess, inLog.arrival - 1)
}

/** Deletes at most `limit` known ids of an office, and keeps their signatures without the office. Returns their number. */
export function* deleteKnownIds(office_id: number, limit: number): Steps<number> {
  const some = 'SELECT id_hash FROM known_ids WHERE office_id = $1 ORDER BY id_hash LIMIT $2'
  yield* rows(
    `INSERT INTO known_ids (office_id, environment, id_hash, body_hash, received_at, signature_hash)
    SELECT ${NO_OFFICE}, '', signature_hash, body_hash, received_at, signature_hash FROM known_ids
    WHERE office_id = $1 AND id_hash IN (${some}) AND signature_hash IS NOT NULL AND received_at > $3
    ON CONFLICT DO NOTHING`,
    [office_id, limit, forgetSignaturesBefore()],
  )
  return yield* changes(`DELETE FROM known_ids WHERE office_id = $1 AND id_hash IN (${some}) RETURNING 1`, [
    office_id,
    limit,
  ])
}

/** Forgets the signatures of deleted offices that are not valid any more. If `stopping` aborts, stops early. */
export async function forgetSignatures(engine: Engine, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const gone = await engine.query(
      `DELETE FROM known_ids WHERE office_id = $1 AND id_hash IN (
        SELECT id_hash FROM known_ids WHERE office_id = $1 AND received_at <= $2 LIMIT $3
      ) RETURNING 1`,
      [NO_OFFICE, forgetSignaturesBefore(), engine.portion],
    )
    if (gone.length < engine.portion) return
    await endOfTurn()
  }
}
