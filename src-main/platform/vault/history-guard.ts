import { randomUUID } from 'node:crypto'
import { constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3-multiple-ciphers'
import { COPY_PREFIX, sizeOf } from './storage/places.ts'
import { openEncrypted } from './encrypted-database.ts'
import { pointOf } from './history.ts'
import { isAtLeast, markOf, readMark, type HistoryMark, type HistoryPoint } from './history-mark.ts'
import { framesWritten, matchesLog, logOf } from './write-ahead-log.ts'

/** The number of commits that a database lost, and the times between which they were made. A value is null if it is unknown. */
export interface Missing {
  commits: number | null
  /** Time of the newest commit that the database still contains. */
  since: string | null
  /** Time of the newest missing commit. */
  until: string | null
}

/**
 * Thrown if the database and its log together contain fewer commits than the history mark (a file that counts the vault's commits)
 * recorded.
 */
export class ShortenedHistory extends Error {
  readonly missing: Missing

  constructor(missing: Missing) {
    super('the history is incomplete')
    this.missing = missing
  }
}

/** Thrown if a database existed here before, but its file is now empty or missing. */
export class DatabaseMissing extends Error {}

/**
 * Compares the files of a closed database with its history mark (a file that counts the vault's commits), and returns the mark. When SQLite
 * opens a database, it silently ignores unreadable parts of the log and may delete the log. This check must therefore run before SQLite
 * opens any of the files. If the files alone are not conclusive, the check opens a copy of them. Throws `ShortenedHistory`,
 * `DatabaseMissing`, or the driver's error for the copy. In these cases, no original file is changed.
 */
export function guardHistory(file: string, key: string): HistoryMark | null {
  if (existsSync(markOf(file))) expectDatabase(file)
  const mark = readMark(file, key)
  if (mark !== null && mark.log !== null) {
    if (matchesLog(file, mark.log)) return mark
    throw new ShortenedHistory(missingOf(mark, lookAtCopy(file, key).point))
  }
  if (sizeOf(logOf(file)) === 0) return mark
  if (mark === null) {
    const copy = lookAtCopy(file, key)
    // Without a mark, an incomplete commit at the end of the log looks like a damaged commit. The database is accepted only if its version
    // never had a mark, or if SQLite can read the whole log.
    if (copy.point === null || copy.framesRead === framesWritten(file)) return null
    throw new ShortenedHistory({ commits: null, since: copy.point.at, until: null })
  }
  const together = readIfIntact(file, key)
  if (isAtLeast(together, mark)) return mark
  const alone = lookAtCopy(file, key, { withLog: false })
  if (!isAtLeast(alone.point, mark)) throw new ShortenedHistory(missingOf(mark, together))
  // The database file alone contains everything that the mark recorded. Applying the log would overwrite newer pages of the file with older
  // pages, so the log is renamed.
  renameSync(logOf(file), `${logOf(file)}.damaged-${Date.now()}`)
  return mark
}

/** Throws `DatabaseMissing` if the file is empty or missing. SQLite would silently start with an empty database. */
export function expectDatabase(file: string): void {
  if (sizeOf(file) === 0) throw new DatabaseMissing()
}

/**
 * Compares an open database, which has no log, with its history mark (a file that counts the vault's commits). Throws `ShortenedHistory`.
 */
export function guardOpened(database: Database, mark: HistoryMark | null): void {
  const point = pointOf(database)
  if (mark !== null && !isAtLeast(point, mark)) throw new ShortenedHistory(missingOf(mark, point))
}

function missingOf(mark: HistoryMark, left: HistoryPoint | null): Missing {
  const commits = mark.commits - (left?.commits ?? 0)
  return { commits: commits > 0 ? commits : null, since: left?.at || null, until: mark.at || null }
}

interface Look {
  point: HistoryPoint | null
  /** Number of frames (changed pages in the log) that SQLite accepts. */
  framesRead: number
}

/**
 * Opens a copy of the database and returns its history point (the number and hash of its commits). Returns null if pages of the log and the
 * database contradict each other. A wrong key cannot be the cause, because the signature of the mark already proved that the key is
 * correct.
 */
function readIfIntact(file: string, key: string): HistoryPoint | null {
  try {
    return lookAtCopy(file, key).point
  } catch (error) {
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { code?: unknown }).code))) return null
    throw error
  }
}

/** Reads a copy of the database, so that SQLite does not change the original files. */
function lookAtCopy(file: string, key: string, { withLog = true } = {}): Look {
  const copy = join(dirname(file), `${COPY_PREFIX}check-${randomUUID()}.db`)
  try {
    copyFileSync(file, copy, constants.COPYFILE_FICLONE)
    if (withLog && existsSync(logOf(file))) copyFileSync(logOf(file), logOf(copy))
    const database = openEncrypted(copy, key)
    try {
      const [log] = database.pragma('wal_checkpoint(PASSIVE)') as { log: number }[]
      return { point: pointOf(database), framesRead: Math.max(0, log?.log ?? 0) }
    } finally {
      database.close()
    }
  } finally {
    for (const suffix of ['', '-wal', '-shm', '.new']) rmSync(`${copy}${suffix}`, { force: true })
  }
}
