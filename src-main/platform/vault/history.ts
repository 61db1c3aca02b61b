import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fdatasyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3-multiple-ciphers'
import { openEncrypted } from './encrypted-database.ts'
import { versionOf } from './migrations/migrate.ts'
import { Statements } from './rows.ts'
import { COPY_PREFIX, logOf, markOf, sizeOf } from './storage/places.ts'

// SQLite silently ignores the unreadable end of its log. The history mark, a file next to the database, therefore says how many commits the
// database and its log contain together (ADR 27).

interface HistoryPoint {
  commits: number
  /** Time of the latest commit. Empty if there is none. */
  at: string
}

interface HistoryMark extends HistoryPoint {
  /** False if the database file contains all commits without the log. */
  needs_log: boolean
}

/** The number of commits that a database lost, and the times between which they were made. A value is null if it is unknown. */
export interface Missing {
  commits: number | null
  /** Time of the newest commit that the database still contains. */
  since: string | null
  /** Time of the newest missing commit. */
  until: string | null
}

/** Thrown if the database and its log together contain fewer commits than the history mark. */
export class ShortenedHistory extends Error {
  readonly missing: Missing

  constructor(mark: HistoryMark, left: HistoryPoint | null) {
    super('the history is incomplete')
    const commits = mark.commits - (left?.commits ?? 0)
    this.missing = { commits: commits > 0 ? commits : null, since: left?.at || null, until: mark.at || null }
  }
}

/** Thrown if a database existed here before, but its file is now empty or missing. */
export class DatabaseMissing extends Error {}

/** Throws `DatabaseMissing` if the file is empty or missing. SQLite would silently start with an empty database. */
export function expectDatabase(file: string): void {
  if (sizeOf(file) === 0) throw new DatabaseMissing()
}

/**
 * Compares the files of a closed database with its history mark, and returns the mark. SQLite may delete a damaged log when it opens the
 * database, so this check opens a copy. Throws `ShortenedHistory`, `DatabaseMissing`, or the driver's error for the copy. In these cases, no
 * file is changed.
 */
export function guardHistory(file: string, key: string): HistoryMark | null {
  if (existsSync(markOf(file))) expectDatabase(file)
  const mark = readMark(file, key)
  if (mark === null || (sizeOf(logOf(file)) === 0 && !mark.needs_log)) return mark
  let left: HistoryPoint | null = null
  try {
    const { point, frames } = lookAtCopy(file, key)
    // Without any frame (changed page) of its log, an interrupted checkpoint may have left the newest number of commits, but not their pages.
    if (isEnough(point, mark) && (frames > 0 || !mark.needs_log)) return mark
    left = point
  } catch (error) {
    // Pages of an old log and of the database can contradict each other.
    if (mark.needs_log) throw error
  }
  if (mark.needs_log || !isEnough(lookAtCopy(file, key, { withLog: false }).point, mark))
    throw new ShortenedHistory(mark, left)
  // The database is complete. The log would replace newer pages of it with older ones.
  renameSync(logOf(file), `${logOf(file)}.damaged-${Date.now()}`)
  return mark
}

/** Compares an open database with its history mark. Throws `ShortenedHistory`. */
export function guardOpened(database: Database, mark: HistoryMark | null): void {
  const point = pointOf(database)
  if (mark !== null && !isEnough(point, mark)) throw new ShortenedHistory(mark, point)
}

function isEnough(point: HistoryPoint | null, mark: HistoryPoint): boolean {
  return point !== null && point.commits >= mark.commits
}

/** Returns the history of an open database, or null if the database is new. */
function pointOf(database: Database): HistoryPoint | null {
  return versionOf(database) === 0 ? null : readPoint(new Statements(database))
}

function readPoint(statements: Statements): HistoryPoint {
  return statements.of('SELECT commits, at FROM history').get() as HistoryPoint
}

/** Reads a copy of the database, and counts the frames (changed pages) that SQLite accepts in the copy's log. */
function lookAtCopy(
  file: string,
  key: string,
  { withLog = true } = {},
): { point: HistoryPoint | null; frames: number } {
  const copy = join(dirname(file), `${COPY_PREFIX}check-${randomUUID()}.db`)
  try {
    copyFileSync(file, copy, constants.COPYFILE_FICLONE)
    if (withLog && existsSync(logOf(file))) copyFileSync(logOf(file), logOf(copy))
    const database = openEncrypted(copy, key)
    try {
      return { point: pointOf(database), frames: Math.max(0, checkpointOf(database, 'PASSIVE').log) }
    } finally {
      database.close()
    }
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${copy}${suffix}`, { force: true })
  }
}

/** Copies pages of the log into the database file. `log` is the number of frames, or -1 if another process prevents the checkpoint. */
function checkpointOf(database: Database, mode: 'PASSIVE' | 'TRUNCATE') {
  const [answer] = database.pragma(`wal_checkpoint(${mode})`) as { log: number; checkpointed: number }[]
  return answer as { log: number; checkpointed: number }
}

/** Size of a mark, in one sector of the disk, which a disk writes completely or not at all. */
const MARK_BYTES = 128

/** The hash contains the vault's key, so that a mark of another vault does not count. */
function encode({ commits, at, needs_log }: HistoryMark, key: string): string {
  const body = JSON.stringify({ commits, at, needs_log })
  return `${createHash('sha256').update(`${key} ${body}`).digest('base64')} ${body}`.padEnd(MARK_BYTES)
}

/** Returns the mark, or null if there is none that was written with this key. */
export function readMark(file: string, key: string): HistoryMark | null {
  try {
    const bytes = Buffer.alloc(MARK_BYTES)
    const handle = openSync(markOf(file), 'r')
    try {
      readSync(handle, bytes, 0, MARK_BYTES, 0)
    } finally {
      closeSync(handle)
    }
    const text = bytes.toString('latin1')
    const mark = JSON.parse(text.slice(text.indexOf(' '))) as HistoryMark
    return encode(mark, key) === text ? mark : null
  } catch {
    // A missing or damaged mark only means that this opening cannot be checked.
    return null
  }
}

/** If the log is longer, a checkpoint runs even without a pause between commits. */
const LONGEST_LOG_BYTES = 64 * 1024 * 1024

/** Counts the commits of an open database, keeps its history mark, and runs all checkpoints (which copy the log into the database). */
export class History {
  readonly #database: Database
  readonly #statements: Statements
  readonly #file: string
  readonly #key: string
  readonly #handle: number
  #written: string
  /** True if the mark could not be written after a commit or checkpoint. The next commit calls `catchUp` first. */
  #isBehind = false

  /** `mark` is the database's history mark. The database must contain all commits that the mark recorded. */
  constructor(database: Database, file: string, key: string, mark: HistoryMark | null) {
    this.#database = database
    this.#statements = new Statements(database)
    this.#file = file
    this.#key = key
    this.#written = mark === null ? '' : encode(mark, key)
    const path = markOf(file)
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
      renameSync(path, `${path}.damaged-${Date.now()}`)
    this.#handle = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
    try {
      this.checkpoint()
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** Writes the history mark if the last attempt failed. If this method throws, no commit may start. */
  catchUp(): void {
    if (this.#isBehind) this.checkpoint()
  }

  /** Counts a commit. Call this within its transaction. */
  advance(): void {
    this.#statements.of('UPDATE history SET commits = commits + 1, at = ?').run(new Date().toISOString())
  }

  /** Updates the history mark after a commit. If this fails, the commit is still valid, but `catchUp` must run before the next one. */
  note(): void {
    try {
      // The operating system now has the mark, so it survives the end of this process. The next checkpoint flushes it.
      this.#write(true)
      if (sizeOf(logOf(this.#file)) > LONGEST_LOG_BYTES) this.checkpoint()
    } catch {
      // The next commit reports the error, because it writes the mark first.
      this.#isBehind = true
    }
  }

  /** Copies the log into the database file and empties the log, unless another process is reading an older state of the database. */
  checkpoint(): void {
    this.#isBehind = true
    const { log, checkpointed } = checkpointOf(this.#database, 'PASSIVE')
    const needs_log = log < 0 || log !== checkpointed
    this.#write(needs_log)
    if (!needs_log) {
      // The log may be emptied only after the mark on disk says that the database no longer needs the log.
      fdatasyncSync(this.#handle)
      if (log > 0) this.#emptyLog()
    }
    this.#isBehind = false
  }

  close(): void {
    closeSync(this.#handle)
  }

  #emptyLog(): void {
    // Do not wait for another process that reads, because the next checkpoint tries again.
    this.#database.pragma('busy_timeout = 0')
    try {
      checkpointOf(this.#database, 'TRUNCATE')
    } finally {
      this.#database.pragma('busy_timeout = 2000')
    }
  }

  #write(needs_log: boolean): void {
    const text = encode({ ...readPoint(this.#statements), needs_log }, this.#key)
    if (text === this.#written) return
    if (writeSync(this.#handle, text, 0, 'latin1') !== MARK_BYTES)
      throw Object.assign(new Error('the mark is truncated'), { code: 'ENOSPC' })
    this.#written = text
  }
}
