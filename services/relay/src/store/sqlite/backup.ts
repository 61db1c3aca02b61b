import {
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { UsageError } from '../../errors.ts'
import { inTransaction, openDatabase } from './open-database.ts'
import { carryOver, type Comparison, readReplaced, type Replaced } from './replaced-data.ts'

/** One step copies all pages. With several steps, each write of a running relay would restart the copy. */
const ALL_PAGES = 0x7fff_ffff
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

/** Copies the database of a data folder into a new file and checks the copy. The relay may run meanwhile. */
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
    // Make the copy a single file that needs no journal next to it.
    const copy = new DatabaseSync(partial)
    copy.exec('PRAGMA journal_mode = DELETE')
    copy.close()
    const facts = checkDatabase(partial)
    renameSync(partial, file)
    return { ...facts, file }
  } catch (error) {
    // Delete the partial copy, because on a full disk it would use space that the relay needs.
    rmSync(partial, { force: true })
    throw error
  }
}

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

export interface RestoreFacts extends BackupFacts, Comparison {
  /** Path of the replaced database, or null if there was none. */
  kept: string | null
  /** `not_known`: the replaced data could not be read. */
  revoked: 'carried_over' | 'not_known'
}

/**
 * Replaces the database of a data folder with a backup. Renames the old database, so that it remains in the folder. If the old database is
 * readable, copies its revocations of devices and webhook addresses, and the states of its offices, into the restored one. The relay must not
 * be running. If this function throws, the old database is unchanged.
 */
export function restoreFrom(file: string, dataFolder: string, at: string): RestoreFacts {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`)
  const facts = checkDatabase(file)
  const into = join(dataFolder, 'relay.db')
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const isThere = existsSync(into)
  if (isThere) requireUnused(into)
  const replaced = isThere ? readReplaced(into) : null
  const kept = `${into}.before-${at.replaceAll(/[:.]/g, '')}`
  // Prepare the backup in a separate folder. If this fails, for example because the disk is full, the old database is still in the data
  // folder. In a data folder without a database, the next start would create an empty one.
  const staging = join(dataFolder, 'restoring')
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { mode: 0o700 })
  let compared: Comparison
  try {
    copyFileSync(file, join(staging, 'relay.db'))
    compared = prepareBackup(staging, replaced)
    checkDatabase(join(staging, 'relay.db'))
    // Also move journal files (`-wal`, `-shm`) without a database file. Otherwise, SQLite would apply them to the restored backup.
    for (const suffix of ['', '-wal', '-shm'])
      if (existsSync(into + suffix)) renameSync(into + suffix, kept + suffix)
    renameSync(join(staging, 'relay.db'), into)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
  return {
    ...facts,
    kept: isThere ? kept : null,
    revoked: replaced === null ? 'not_known' : 'carried_over',
    ...compared,
  }
}

/** Updates the schema of the copied backup, and carries over what must survive from the replaced database. Compares both. */
function prepareBackup(folder: string, replaced: Replaced | null): Comparison {
  const database = openDatabase(folder, 'The backup')
  try {
    const compared = inTransaction(database, () => {
      const result = carryOver(database, replaced)
      // The backup lacks the events that arrived after it was made. Request a replay for each device: the relay then reports missing events
      // to the device, and the device asks the partner directly.
      database.exec('UPDATE devices SET replay_from = acked_seq + 1 WHERE revoked_at IS NULL')
      // A device whose app knows the epoch gets the gap even if its replay request is lost.
      database.exec('UPDATE store_epoch SET epoch = lower(hex(randomblob(16)))')
      return result
    })
    // Make the database a single file, so that one rename is enough to install it.
    database.exec('PRAGMA journal_mode = DELETE')
    return compared
  } finally {
    database.close()
  }
}

/** Opens a database that no relay uses, and keeps others from opening it until it is closed. */
export function openUnused(file: string): DatabaseSync {
  const database = new DatabaseSync(file)
  try {
    // This statement fails while another process has the database open.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT')
    return database
  } catch (error) {
    database.close()
    if ([SQLITE_BUSY, SQLITE_LOCKED].includes(codeOf(error)))
      throw new UsageError('A relay is running on this folder. Stop it first.', { cause: error })
    throw error
  }
}

/** Throws if a relay is running on this database. The relay would continue to write to the old file after this file was renamed. */
function requireUnused(file: string): void {
  try {
    openUnused(file).close()
  } catch (error) {
    // Continue if the database is damaged: damage is the usual reason for a restore, and no process has the database open.
    if (![SQLITE_CORRUPT, SQLITE_NOTADB].includes(codeOf(error))) throw error
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) : NaN

/** File in the data folder that contains the time of the last backup, as an ISO 8601 instant. */
const fileIn = (dataFolder: string) => join(dataFolder, 'last-backup')

export function recordBackup(dataFolder: string, at: Date): void {
  const file = fileIn(dataFolder)
  writeFileSync(`${file}.partial`, `${at.toISOString()}\n`)
  renameSync(`${file}.partial`, file)
}

/** Returns the seconds since the last backup of a data folder. Returns infinity if there was none, or if its time cannot be read. */
export function backupAgeSeconds(dataFolder: string, now: number): number {
  try {
    const at = Date.parse(readFileSync(fileIn(dataFolder), 'utf8').trim())
    return Number.isNaN(at) ? Infinity : Math.max(0, (now - at) / 1000)
  } catch {
    return Infinity
  }
}
