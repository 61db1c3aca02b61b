import type { Database } from 'better-sqlite3-multiple-ciphers'

const HASHES_AT_ONCE = 5000
/** Between two such slices whatever else is asked of the vault has its turn. */
const PURGED_AT_ONCE = 20

/**
 * Deletes for good what went to the bin before that instant, with the rows of all tables that name it and the events of its
 * application; `forget` is told each number. To be called in a transaction. Answers how many deals went: 0 when none is left,
 * since a slice is all that goes at once.
 */
export function purgeBin(database: Database, before: string, forget: (number: number) => void): number {
  const deals = database
    .prepare(
      `SELECT deal_id, number, application_id FROM deals WHERE deleted_at < ? AND state NOT IN ('sending', 'queued')
         AND NOT EXISTS (SELECT 1 FROM documents WHERE documents.deal_id = deals.deal_id AND documents.state IN ('sending', 'queued'))
       LIMIT ${PURGED_AT_ONCE}`,
    )
    .all(before) as { deal_id: string; number: number; application_id: string | null }[]
  // Rows may refer to each other in any order; at the commit nothing may point into the void.
  database.pragma('defer_foreign_keys = ON')
  const ofDeal = [...tablesOfADeal(database), 'deals'].map((table) =>
    database.prepare(`DELETE FROM "${table}" WHERE deal_id = ?`),
  )
  for (const { deal_id, number } of deals) {
    forget(number)
    for (const rows of ofDeal) rows.run(deal_id)
  }
  database
    .prepare(
      `DELETE FROM events WHERE application_id IN (SELECT value FROM json_each(?))
         AND application_id NOT IN (SELECT application_id FROM deals WHERE application_id IS NOT NULL)`,
    )
    .run(JSON.stringify(deals.flatMap(({ application_id }) => application_id ?? [])))
  return deals.length
}

/** The contents that documents refer to, by SHA-256 in their order, a page after `after` (empty for the first). */
export function contentInUse(database: Database, after: string): string[] {
  return database
    .prepare(`SELECT DISTINCT sha256 FROM documents WHERE sha256 > ? ORDER BY sha256 LIMIT ${HASHES_AT_ONCE}`)
    .pluck()
    .all(after) as string[]
}

/** Whatever a later version adds to a deal goes with it: tables are found by their column. */
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
