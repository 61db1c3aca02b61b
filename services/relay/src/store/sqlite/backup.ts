import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { UsageError } from '../../usage-error.ts'
import { inTransaction, openDatabase } from './open-database.ts'

/** All pages in one step, so that a relay which goes on writing cannot make it begin again and again. */
const ALL_PAGES = 0x7fff_ffff
/**
 * After a restore numbers go on from so much higher: those given out since the backup are known to devices, and one that
 * was given again would be passed over.
 */
const SEQ_LEAP = 1_000_000

const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

export interface BackupFacts {
  file: string
  bytes: number
  events: number
  devices: number
}

/** Copies the database of a data folder into a new file while a relay may be writing to it, and checks the copy. */
export async function backUp(dataFolder: string, file: string): Promise<BackupFacts> {
  const from = join(dataFolder, 'relay.db')
  if (!existsSync(from)) throw new UsageError(`There is no relay in ${dataFolder}.`)
  if (existsSync(file)) throw new UsageError(`${file} is there already. Give the backup another name.`)
  const partial = `${file}.partial`
  rmSync(partial, { force: true })
  try {
    const source = new DatabaseSync(from, { readOnly: true })
    try {
      await backup(source, partial, { rate: ALL_PAGES })
    } finally {
      source.close()
    }
    // One file by itself, which needs no journal beside it.
    const copy = new DatabaseSync(partial)
    copy.exec('PRAGMA journal_mode = DELETE')
    copy.close()
    const facts = checkDatabase(partial)
    renameSync(partial, file)
    return { ...facts, file }
  } catch (error) {
    // On a full disk it would take the space that the relay needs.
    rmSync(partial, { force: true })
    throw error
  }
}

/** Reads a database to its end. Throws when it is damaged, or none of a relay. */
export function checkDatabase(file: string): BackupFacts {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const found = database
      .prepare('PRAGMA quick_check')
      .all()
      .map((row) => String(Object.values(row)[0]))
    if (found.length !== 1 || found[0] !== 'ok')
      throw new Error(`${file} is damaged: ${found[0] ?? 'unreadable'}`)
    const count = (table: string) =>
      Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows'])
    return { file, bytes: statSync(file).size, events: count('events'), devices: count('devices') }
  } finally {
    database.close()
  }
}

/** Puts a backup in the place of what the data folder holds, which is kept beside it. No relay may run on it. */
export function restoreFrom(
  file: string,
  dataFolder: string,
  at: string,
): BackupFacts & { kept: string | null } {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`)
  const facts = checkDatabase(file)
  const into = join(dataFolder, 'relay.db')
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  if (existsSync(into)) needUnused(into)
  const kept = existsSync(into) ? `${into}.before-${at.replaceAll(/[:.]/g, '')}` : null
  if (kept !== null)
    for (const suffix of ['', '-wal', '-shm'])
      if (existsSync(into + suffix)) renameSync(into + suffix, kept + suffix)
  copyFileSync(file, into)
  const database = openDatabase(dataFolder)
  try {
    inTransaction(database, () => {
      database.exec(
        "INSERT INTO sqlite_sequence SELECT 'events', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'events')",
      )
      database.exec(`UPDATE sqlite_sequence SET seq = seq + ${SEQ_LEAP} WHERE name = 'events'`)
      // What came since the backup is gone from here: each device is told of a gap, and asks the service itself.
      database.exec('UPDATE devices SET replay_from = acked_seq + 1 WHERE revoked_at IS NULL')
    })
  } finally {
    database.close()
  }
  return { ...facts, kept }
}

/** A running relay would go on writing into the file that was moved away. */
function needUnused(file: string): void {
  const database = new DatabaseSync(file)
  try {
    // Refused while anybody else has the database open.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT')
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? error.errcode : null
    if (code === SQLITE_BUSY || code === SQLITE_LOCKED)
      throw new UsageError('A relay is running on this folder. Stop it first.', { cause: error })
    // What is damaged is the very thing to be replaced, and nobody has it open.
    if (code !== SQLITE_CORRUPT && code !== SQLITE_NOTADB) throw error
  } finally {
    database.close()
  }
}
