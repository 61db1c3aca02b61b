import type { Database } from 'better-sqlite3-multiple-ciphers'

/** So many writes fill a few megabytes of the log. */
const ENOUGH_WRITES = 1_000
/** Nobody has written for so long. */
const IDLE_MS = 250

/**
 * Carries what the log holds over into the database while nobody waits for a commit: in the middle of many, each checkpoint would
 * hold up the next one. The log is as durable as the database; when nobody pauses, SQLite does it at its own limit.
 */
export class Checkpoints {
  readonly #database: Database
  #writes = 0
  #timer: NodeJS.Timeout | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /** After each commit. */
  note(writes: number): void {
    this.#writes += writes
    if (this.#writes < ENOUGH_WRITES) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (!this.#database.open) return
      this.#writes = 0
      this.#database.pragma('wal_checkpoint(PASSIVE)')
    }, IDLE_MS)
    this.#timer.unref()
  }
}
