import type { SQLOutputValue } from 'node:sqlite'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { Environment } from '../../../../../src-shared/domain/vocabulary.ts'
import type { ForgetUpTo, PurgeUpTo } from '../relay-store.ts'
import { idHash } from './open-database.ts'
import type { prepareAll } from './sqlite-store.ts'

type Statements = ReturnType<typeof prepareAll>
type Row = Record<string, SQLOutputValue>

const purgeRow = z.object({ place: z.int(), received_at: z.string() })

/** Implements `purgeEvents` of the store within one transaction. */
export function purgeEvents(
  statements: Statements,
  environment: Environment,
  upTo: PurgeUpTo,
  limit: number,
): number {
  const oldest = statements.oldestEvents.all(environment, limit)
  const last = 'seq' in upTo ? lastUpTo(oldest, upTo.seq) : lastOfRun(oldest, upTo.received_before)
  if (last === null) return 0
  const deleted = statements.deleteEvents.run(environment, last)
  statements.setPurgedThrough.run(last, environment)
  return Number(deleted.changes)
}

/** Implements `purgeEventIds` of the store within one transaction. */
export function purgeEventIds(
  statements: Statements,
  environment: Environment,
  upTo: ForgetUpTo,
  limit: number,
): number {
  const oldest = statements.oldestIds.all(environment, limit)
  const last = 'arrival' in upTo ? lastUpTo(oldest, upTo.arrival) : lastOfRun(oldest, upTo.received_before)
  return last === null ? 0 : Number(statements.deleteIds.run(environment, last).changes)
}

/** Number of ids counted per turn of the event loop. */
const PORTION = 1000

/** Implements `excessIds` of the store. Counts in portions, so that a long list never blocks incoming events. */
export async function excessIds(
  statements: Statements,
  environment: Environment,
  keep: number,
): Promise<number> {
  const before = (arrival: number, offset: number) =>
    Number(statements.idBefore.get(environment, arrival, offset)?.['arrival'] ?? 0)
  let oldestKept = Number.MAX_SAFE_INTEGER
  for (let left = keep; left > 0; left -= PORTION) {
    oldestKept = before(oldestKept, Math.min(left, PORTION) - 1)
    if (oldestKept === 0) return 0
    // oxlint-disable-next-line no-await-in-loop
    await endOfTurn()
  }
  const excess = before(oldestKept, 0)
  const event_id = statements.oldestEventId.get(environment)?.['event_id']
  const inLog =
    event_id === undefined ? undefined : statements.arrivalOf.get(idHash(environment, String(event_id)))
  return inLog === undefined ? excess : Math.min(excess, Number(inLog['arrival']) - 1)
}

/**
 * Returns the number of the last row that is old enough to delete; rows are oldest first. Only a contiguous run from the oldest row is
 * deleted, because readers detect missing events by a single boundary. A row counts as old if a later row is old, even if a fast clock gave
 * it a later time.
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
