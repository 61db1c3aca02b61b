import type { Database } from '../../platform/vault/rows.ts'

/** Number of deals that one call deletes. Between two calls, the vault serves other requests. */
const PURGED_AT_ONCE = 20

/** SQL condition for a deal that was ever sent: the deal has a proof, or a state, date, or id that only a submission sets. */
export const WAS_SUBMITTED = `(state IN ('sending', 'received', 'refused', 'unknown') OR submitted_at IS NOT NULL
  OR application_id IS NOT NULL OR EXISTS (SELECT 1 FROM proof WHERE proof.deal_id = deals.deal_id)
  OR EXISTS (SELECT 1 FROM timeline WHERE timeline.deal_id = deals.deal_id AND kind = 'application_sent'))`

const MAY_GO = `deleted_at IS NOT NULL AND state NOT IN ('sending', 'queued')
  AND NOT EXISTS (SELECT 1 FROM documents
                  WHERE documents.deal_id = deals.deal_id AND documents.state IN ('sending', 'queued'))`

interface GoingDeal {
  deal_id: string
  number: number
  application_id: string | null
}

/**
 * Deletes up to `PURGED_AT_ONCE` deals from the trash: deals that were never submitted and were moved to the trash before `before`. Unless
 * `submitted_before` is null, also deletes submitted deals that were moved to the trash and last changed before `submitted_before`. Returns
 * the number of deleted deals, 0 when none is left. Calls `forget` with the row number of each deleted deal. Call this within a
 * transaction.
 */
export function purgeTrash(
  database: Database,
  before: string,
  submitted_before: string | null,
  forget: (number: number) => void,
): number {
  const deals = database
    .prepare(
      `SELECT deal_id, number, application_id FROM deals
       WHERE deleted_at < @before AND ${MAY_GO} AND iif(${WAS_SUBMITTED},
         @submitted_before IS NOT NULL AND max(deleted_at, updated_at) < @submitted_before, true)
       LIMIT ${PURGED_AT_ONCE}`,
    )
    .all({ before, submitted_before }) as GoingDeal[]
  erase(database, deals, forget)
  return deals.length
}

/** Deletes the given deals, except those that are not in the trash or are being sent. Call this within a transaction. */
export function eraseDeals(
  database: Database,
  deal_ids: readonly string[],
  forget: (number: number) => void,
): number {
  const deals = database
    .prepare(
      `SELECT deal_id, number, application_id FROM deals
       WHERE deal_id IN (SELECT value FROM json_each(?)) AND ${MAY_GO}`,
    )
    .all(JSON.stringify(deal_ids)) as GoingDeal[]
  erase(database, deals, forget)
  return deals.length
}

/**
 * Deletes deals with their rows in all tables and the events of their applications. Stores the application_ids of these deals in a separate
 * table, so that no other deal can use them.
 */
function erase(database: Database, deals: readonly GoingDeal[], forget: (number: number) => void): void {
  // Checks foreign keys only at the commit, so that rows that reference each other can be deleted in any order.
  database.pragma('defer_foreign_keys = ON')
  const ofDeal = [...tablesOfADeal(database), 'deals'].map((table) =>
    database.prepare(`DELETE FROM "${table}" WHERE deal_id = ?`),
  )
  for (const { deal_id, number } of deals) {
    forget(number)
    for (const rows of ofDeal) rows.run(deal_id)
  }
  const ids = JSON.stringify(deals.flatMap(({ application_id }) => application_id ?? []))
  database.prepare('INSERT OR IGNORE INTO deleted_application_ids SELECT value FROM json_each(?)').run(ids)
  database
    .prepare(
      `DELETE FROM events WHERE application_id IN (SELECT value FROM json_each(?))
         AND application_id NOT IN (SELECT application_id FROM deals WHERE application_id IS NOT NULL)`,
    )
    .run(ids)
}

/**
 * Returns the tables that contain rows of a deal. Identifies these tables by their columns, so that tables that later versions of the app
 * add are included.
 */
function tablesOfADeal(database: Database): string[] {
  return database
    .prepare(
      `SELECT name FROM sqlite_schema
       WHERE type = 'table' AND name <> 'deals'
         AND EXISTS (SELECT 1 FROM pragma_table_info(sqlite_schema.name) WHERE pragma_table_info.name = 'deal_id')`,
    )
    .pluck()
    .all() as string[]
}
