import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3-multiple-ciphers'
import { isSamePoint, MarkFile, type HistoryMark, type HistoryPoint } from './history-mark.ts'
import { HISTORY_VERSION, versionOf } from './migrations/migrate.ts'
import { Statements } from './statements.ts'
import { LogFollower } from './write-ahead-log.ts'

/** About 64 MB of log. A checkpoint then runs even if commits never pause. */
const LONGEST_LOG_FRAMES = 16_000

/**
 * Counts the commits of an open database, and keeps the mark beside it up to date. The mark never runs ahead of the
 * database: it is written after the commit is on the disk. No checkpoint runs but here, because SQLite may start the log
 * over after one, and the mark must say so first.
 */
export class History {
  readonly #database: Database
  readonly #statements: Statements
  readonly #marks: MarkFile
  readonly #log: LogFollower
  #mark: HistoryMark | null
  /** The mark could not be written after a commit or checkpoint. No commit begins until it is. */
  #isBehind = false

  /** `mark` is what lies beside the database, which must hold at least as much. */
  constructor(database: Database, file: string, key: string, mark: HistoryMark | null) {
    this.#database = database
    this.#statements = new Statements(database)
    this.#mark = mark
    this.#marks = new MarkFile(file, key)
    this.#log = new LogFollower(file)
    try {
      // A log from before may end in a torn commit. Starting over leaves nothing to confuse with the commits to come.
      this.checkpoint()
      this.#log.begin(this.#framesInLog())
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** Makes up for a mark that could not be written. Throws what the disk throws; then nothing may be committed. */
  catchUp(): void {
    if (this.#isBehind) this.checkpoint()
  }

  /** Adds a commit to the history, inside its transaction. */
  advance(content: string): void {
    const { commits, chain } = readPoint(this.#statements)
    const next = createHash('sha256').update(chain).update(content).digest()
    this.#statements
      .of('UPDATE history SET commits = ?, chain = ?, at = ? WHERE id = 1')
      .run(commits + 1, next, new Date().toISOString())
  }

  /** Moves the mark on, after the transaction. The commit stands, whatever becomes of the mark. */
  note(): void {
    try {
      const log = this.#log.next()
      this.#mark = { ...readPoint(this.#statements), log }
      this.#marks.write(this.#mark)
      if (log.bytes > LONGEST_LOG_FRAMES * 4096) this.checkpoint()
    } catch {
      this.#isBehind = true
    }
  }

  /** Moves what the log holds into the database, and empties the log. Does what it can while another process reads. */
  checkpoint(): void {
    this.#isBehind = true
    const { log, checkpointed } = this.#runCheckpoint('PASSIVE')
    // Both are -1 where no checkpoint could begin.
    if (log >= 0 && log === checkpointed) {
      const point = readPoint(this.#statements)
      const isTold = this.#mark !== null && this.#mark.log === null && isSamePoint(this.#mark, point)
      if (!isTold) this.#marks.writeDurably((this.#mark = { ...point, log: null }))
      // Only now may the log go: the mark on the disk says that the database needs it no more.
      if (log > 0) this.#emptyLog()
    }
    this.#isBehind = false
  }

  close(): void {
    this.#log.close()
    this.#marks.close()
  }

  #emptyLog(): void {
    // A reader keeps the log. That is no reason to wait, since the next checkpoint tries again.
    this.#database.pragma('busy_timeout = 0')
    try {
      this.#runCheckpoint('TRUNCATE')
    } finally {
      this.#database.pragma('busy_timeout = 2000')
    }
  }

  #framesInLog(): number {
    return Math.max(0, this.#runCheckpoint('PASSIVE').log)
  }

  #runCheckpoint(mode: 'PASSIVE' | 'TRUNCATE'): { log: number; checkpointed: number } {
    const [answer] = this.#database.pragma(`wal_checkpoint(${mode})`) as {
      log: number
      checkpointed: number
    }[]
    return answer as { log: number; checkpointed: number }
  }
}

/** How far an open database has come; null for one of an app that did not count yet. */
export function pointOf(database: Database): HistoryPoint | null {
  return versionOf(database) < HISTORY_VERSION ? null : readPoint(new Statements(database))
}

function readPoint(statements: Statements): HistoryPoint {
  return statements.of('SELECT commits, chain, at FROM history').get() as HistoryPoint
}
