import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as endOfTurn } from 'node:timers/promises'

/** Number of pages that one step returns (4 MB). The limit ensures that no step blocks incoming events for long. */
const STEP_PAGES = 1000
/** Number of steps between two checkpoints. It keeps the write-ahead log at about 16 MB. */
const STEPS_PER_CHECKPOINT = 4
/**
 * Free pages that the database keeps for new events: this part of all pages, and at least `STEP_PAGES`. Retention runs every hour, and would
 * otherwise return pages that the next hour needs again.
 */
const KEPT_PART = 0.1

/** Returns free pages to the operating system, and truncates the write-ahead log. */
export async function reclaim(database: DatabaseSync, stopping?: AbortSignal): Promise<void> {
  const read = (name: string) => Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0])
  const kept = Math.max(STEP_PAGES, read('page_count') * KEPT_PART)
  let free = read('freelist_count')
  for (let step = 1; free > kept && !stopping?.aborted; step += 1) {
    database.exec(`PRAGMA incremental_vacuum(${STEP_PAGES})`)
    const left = read('freelist_count')
    if (left >= free) break
    free = left
    if (step % STEPS_PER_CHECKPOINT === 0) checkpoint(database, 'PASSIVE')
    await endOfTurn()
  }
  checkpoint(database, 'TRUNCATE')
}

/** Copies the write-ahead log into the database. Does not wait for readers in other processes, such as a backup; the next run does the rest. */
function checkpoint(database: DatabaseSync, kind: 'PASSIVE' | 'TRUNCATE'): void {
  const timeout = database.prepare('PRAGMA busy_timeout').get()?.['timeout']
  database.exec('PRAGMA busy_timeout = 0')
  try {
    database.exec(`PRAGMA wal_checkpoint(${kind})`)
  } finally {
    database.exec(`PRAGMA busy_timeout = ${Number(timeout)}`)
  }
}
