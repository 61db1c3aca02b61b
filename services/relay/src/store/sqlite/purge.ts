import { setImmediate as endOfTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { Environment } from '../../../../../src-shared/domain/vocabulary.ts'
import type { ForgetUpTo, PurgeUpTo } from '../relay-store.ts'
import { idHash } from './open-database.ts'
import type { Row } from './rows.ts'
import type { Statements } from './statements.ts'

const purgeRow = z.object({ place: z.int(), received_at: z.string() })

/** Implements `purgeEvents` of the store within one transaction. */
export function purgeEvents(
  statements: Statements,
  office_id: number,
  environment: Environment,
  upTo: PurgeUpTo,
  limit: number,
): number {
  const oldest = statements.oldestEvents.all(office_id, environment, limit)
  const last = 'seq' in upTo ? lastUpTo(oldest, upTo.seq) : lastOfRun(oldest, upTo.received_before)
  if (last === null) return 0
  const size = Number(statements.bytesUpTo.get(office_id, environment, last)?.['bytes'])
  const deleted = statements.deleteEvents.run(office_id, environment, last)
  statements.setPurgedThrough.run(last, size, office_id, environment)
  return Number(deleted.changes)
}

/** Implements `purgeEventIds` of the store within one transaction. */
export function purgeEventIds(
  statements: Statements,
  office_id: number,
  environment: Environment,
  upTo: ForgetUpTo,
  limit: number,
): number {
  const oldest = statements.oldestIds.all(office_id, environment, limit)
  const last = 'arrival' in upTo ? lastUpTo(oldest, upTo.arrival) : lastOfRun(oldest, upTo.received_before)
  return last === null ? 0 : Number(statements.deleteIds.run(office_id, environment, last).changes)
}

/** Number of event ids that are counted per turn of the event loop. */
const PORTION = 1000

/** Implements `excessIds` of the store. Counts in portions, so that a large number of ids never blocks incoming events. */
export async function excessIds(
  statements: Statements,
  office_id: number,
  environment: Environment,
  keep: number,
): Promise<number> {
  const before = (arrival: number, offset: number) =>
    Number(statements.idBefore.get(office_id, environment, arrival, offset)?.['arrival'] ?? 0)
  let oldestKept = Number.MAX_SAFE_INTEGER
  for (let left = keep; left > 0; left -= PORTION) {
    oldestKept = before(oldestKept, Math.min(left, PORTION) - 1)
    if (oldestKept === 0) return 0
    await endOfTurn()
  }
  const excess = before(oldestKept, 0)
  const event_id = statements.oldestEventId.get(office_id, environment)?.['event_id']
  const inLog =
    event_id === undefined
      ? undefined
      : statements.arrivalOf.get(office_id, idHash(environment, String(event_id)))
  return inLog === undefined ? excess : Math.min(excess, Number(inLog['arrival']) - 1)
}

/**
 * Returns the number of the newest row to delete, or null. `oldest` contains the oldest rows, oldest first. Rows are deleted only as a
 * contiguous range from the oldest row on. The reason: readers learn only one number, that of the event up to which everything was deleted.
 * A row is therefore also deleted if its own time is too recent, but a row that arrived after it is old enough. This happens if a wrong
 * clock dated the earlier row too late.
 */
function lastOfRun(oldest: Row[], received_before: string): number | null {
  const rows = purgeRow.array().parse(oldest)
  return rows.findLast((row) => row.received_at < received_before)?.place ?? null
}

function lastUpTo(oldest: Row[], seq: number): number | null {
  return (
    purgeRow
      .array()
      .parse(oldest)
      .findLast(({ place }) => place <= seq)?.place ?? null
  )
}
