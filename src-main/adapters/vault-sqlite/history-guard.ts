import { randomUUID } from 'node:crypto'
import { constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3-multiple-ciphers'
import { COPY_PREFIX, sizeOf } from '../vault-storage/places.ts'
import { openEncrypted } from './encrypted-database.ts'
import { pointOf } from './history.ts'
import { isAtLeast, markOf, readMark, type HistoryMark, type HistoryPoint } from './history-mark.ts'
import { framesWritten, holdsLog, logOf } from './write-ahead-log.ts'

/** What is known to be missing; null where it is not known. */
export interface Missing {
  commits: number | null
  /** The newest commit that is there. */
  since: string | null
  /** The newest commit that was there. */
  until: string | null
}

/** The database or its log holds less than it is known to have held. */
export class ShortenedHistory extends Error {
  readonly missing: Missing

  constructor(missing: Missing) {
    super('the history is shortened')
    this.missing = missing
  }
}

/** There was a database, and now there is an empty file or none. */
export class DatabaseGone extends Error {}

/**
 * Compares the files of a closed database with the mark beside it, and answers the mark. SQLite drops what it cannot read
 * of a log without a word and may delete the rest, so it opens nothing before this. Where the files alone do not settle
 * it, a copy is opened. Throws `ShortenedHistory`, `DatabaseGone`, or the driver's error for the copy; no file is changed then.
 */
export function guardHistory(file: string, key: string): HistoryMark | null {
  if (existsSync(markOf(file))) expectDatabase(file)
  const mark = readMark(file, key)
  if (mark !== null && mark.log !== null) {
    if (holdsLog(file, mark.log)) return mark
    throw new ShortenedHistory(missingOf(mark, lookAtCopy(file, key).point))
  }
  if (sizeOf(logOf(file)) === 0) return mark
  if (mark === null) {
    const copy = lookAtCopy(file, key)
    // Without a mark a torn end cannot be told from a damaged one. A database that never had a mark is let be.
    if (copy.point === null || copy.framesRead === framesWritten(file)) return null
    throw new ShortenedHistory({ commits: null, since: copy.point.at, until: null })
  }
  const together = lookIfSound(file, key)
  if (isAtLeast(together, mark)) return mark
  const alone = lookAtCopy(file, key, { withLog: false })
  if (!isAtLeast(alone.point, mark)) throw new ShortenedHistory(missingOf(mark, together))
  // The database holds everything, and the log would put older pages over it.
  renameSync(logOf(file), `${logOf(file)}.damaged-${Date.now()}`)
  return mark
}

/** Throws `DatabaseGone` where SQLite would begin with an empty database. */
export function expectDatabase(file: string): void {
  if (sizeOf(file) === 0) throw new DatabaseGone()
}

/** The same of a database that is open and has no log. */
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
  /** How many frames of the log SQLite finds whole. */
  framesRead: number
}

/** Null where pages of the log and of the database contradict each other. The mark proved the key already. */
function lookIfSound(file: string, key: string): HistoryPoint | null {
  try {
    return lookAtCopy(file, key).point
  } catch (error) {
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { code?: unknown }).code))) return null
    throw error
  }
}

/** Opens a copy, so that SQLite touches no file of the original. */
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
