import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3-multiple-ciphers'
import { isSamePoint, MarkFile, type HistoryMark, type HistoryPoint } from './history-mark.ts'
import { versionOf } from './migrations/migrate.ts'
import { Statements } from './statements.ts'
import { LogFollower } from './write-ahead-log.ts'

/**
 * Number of frames (changed pages) in a log of about 64 MB. If the log is longer, a checkpoint runs even without a pause between commits.
 */
const LONGEST_LOG_FRAMES = 16_000

/**
 * Counts the commits of an open database and updates its history mark (a file that counts the vault's commits). The mark never contains a
 * commit that the database lacks, because the mark is written after the commit is on disk. All checkpoints (which copy the log into the
 * database) run here. After a checkpoint, SQLite may overwrite the log. Before that, the mark must record that the database no longer needs
 * the log.
 */
export class History {
  readonly #database: Database
  readonly #statements: Statements
  readonly #marks: MarkFile
  readonly #log: LogFollower
  #mark: HistoryMark | null
  /** True if the mark could not be written after a commit or checkpoint. The next commit calls `catchUp` first. */
  #isBehind = false

  /** `mark` is the database's history mark. The database must contain all commits that the mark recorded. */
  constructor(database: Database, file: string, key: string, mark: HistoryMark | null) {
    this.#database = database
    this.#statements = new Statements(database)
    this.#mark = mark
    this.#marks = new MarkFile(file, key)
    this.#log = new LogFollower(file)
    try {
      // The log of an earlier process may end in an incomplete commit. A checkpoint starts a new log, so that the incomplete commit is not
      // confused with new commits.
      this.checkpoint()
      this.#log.begin(this.#framesInLog())
    } catch (error) {
      this.close()
      throw error
    }
  }

  /**
   * Runs a checkpoint, which writes the history mark, if the last attempt to write the mark failed. If this method throws, no commit may
   * start. While another process reads the database, the checkpoint is incomplete and does not write the mark. The mark then lacks the last
   * commit until `note` writes it after the next commit.
   */
  catchUp(): void {
    if (this.#isBehind) this.checkpoint()
  }

  /** Adds a commit to the history (the number and hash of all commits). Call this within the transaction of the commit. */
  advance(content: string): void {
    const { commits, chain } = readPoint(this.#statements)
    const next = createHash('sha256').update(chain).update(content).digest()
    this.#statements
      .of('UPDATE history SET commits = ?, chain = ?, at = ? WHERE id = 1')
      .run(commits + 1, next, new Date().toISOString())
  }

  /**
   * Updates the history mark after a transaction. If this fails, the commit is still valid, but `catchUp` must run before the next
   * commit.
   */
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

  /**
   * Copies the write-ahead log into the database file and empties the log. If another process is reading an older state of the database,
   * SQLite copies only a part of the log, and the log is not emptied.
   */
  checkpoint(): void {
    this.#isBehind = true
    const { log, checkpointed } = this.#runCheckpoint('PASSIVE')
    // `log` and `checkpointed` are -1 if no checkpoint could start.
    if (log >= 0 && log === checkpointed) {
      const point = readPoint(this.#statements)
      const isReported = this.#mark !== null && this.#mark.log === null && isSamePoint(this.#mark, point)
      if (!isReported) this.#marks.writeDurably((this.#mark = { ...point, log: null }))
      // The log may be emptied only now: the mark on disk now says that the database no longer needs the log.
      if (log > 0) this.#emptyLog()
    }
    this.#isBehind = false
  }

  close(): void {
    this.#log.close()
    this.#marks.close()
  }

  #emptyLog(): void {
    // While another process reads the database, the log cannot be emptied. Do not wait for that process, because the next checkpoint tries
    // again.
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

/** Returns the number and hash of an open database's commits, or null if the database is new. */
export function pointOf(database: Database): HistoryPoint | null {
  return versionOf(database) === 0 ? null : readPoint(new Statements(database))
}

function readPoint(statements: Statements): HistoryPoint {
  return statements.of('SELECT commits, chain, at FROM history').get() as HistoryPoint
}
