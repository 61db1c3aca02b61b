import type { SQLOutputValue } from 'node:sqlite'
import { z } from 'zod'
import type { Environment } from '../../../../../src-shared/domain/vocabulary.ts'
import type { PurgeUpTo } from '../relay-store.ts'
import type { prepareAll } from './statements.ts'

type Statements = ReturnType<typeof prepareAll>
type Row = Record<string, SQLOutputValue>

const purgeRow = z.object({ place: z.int(), received_at: z.string() })

/** As the store's, within one transaction. */
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

/**
 * Number of the last of the rows, oldest first, that is old enough to go. Only a run from the beginning goes: what is missing
 * must lie before one point, or no reader could be told of it. A row is as old as one that came after it, whatever a clock that was
 * ahead wrote on it.
 */
export function lastOfRun(oldest: Row[], received_before: string): number | null {
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
