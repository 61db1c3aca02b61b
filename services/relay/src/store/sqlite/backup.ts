import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { UsageError } from '../../errors.ts'
import { inTransaction, openDatabase } from './open-database.ts'

/**
 * Number of database pages to copy per step. It is so high that one step copies all pages. With several steps, each write of a running
 * relay would restart the copy.
 */
const ALL_PAGES = 0x7fff_ffff
/**
 * Number that is added to the event numbers after a restore. Devices have already read events that were numbered after the backup was made.
 * If a new event got one of these numbers again, the devices would skip it.
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

/**
 * Checks a whole database.
 * @throws if it is damaged or does not belong to a relay
 */
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

/**
 * Rewrites the database of a data folder without its free space. From then on, the relay returns the space of deleted events itself. The
 * relay must not be running. The disk needs room for a second copy. Returns the sizes in bytes before and after.
 */
export function compact(dataFolder: string): { before: number; after: number } {
  const file = join(dataFolder, 'relay.db')
  if (!existsSync(file)) throw new UsageError(`There is no relay in ${dataFolder}.`)
  requireUnused(file)
  const before = statSync(file).size
  const database = openDatabase(dataFolder)
  try {
    database.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    database.close()
  }
  return { before, after: statSync(file).size }
}

export interface RestoreFacts extends BackupFacts {
  /** Path of the replaced database, or null if there was none. */
  kept: string | null
  /** Whether the restored data contains the revocations of the replaced data. `not_known`: the replaced data could not be read. */
  revoked: 'carried_over' | 'not_known'
  /** Devices and inlets in use that the backup lacks, because they were added after it. Null if the replaced data could not be read. */
  lost: Lost | null
}

/**
 * Replaces the database of a data folder with a backup. Renames the old database, so that it remains in the folder. If the old database is
 * readable, copies its revocations of devices and webhook addresses into the restored one. The relay must not be running. If this function
 * throws, the old database is unchanged.
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
  let lost: Lost | null
  try {
    copyFileSync(file, join(staging, 'relay.db'))
    lost = prepareBackup(staging, replaced)
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
    lost,
  }
}

/**
 * Updates the schema of the copied backup. Increases its event numbers beyond those of the replaced database. Copies the revocations of the
 * replaced database. Returns what the replaced database contained and the backup lacks.
 */
function prepareBackup(folder: string, replaced: Replaced | null): Lost | null {
  const database = openDatabase(folder, 'The backup')
  try {
    inTransaction(database, () => {
      // This concerns every log of every office. The highest number of all replaced logs is high enough for each of them.
      database
        .prepare('UPDATE environments SET last_seq = max(last_seq, ?) + ? WHERE office_id IS NOT NULL')
        .run(replaced?.lastSeq ?? 0, SEQ_LEAP)
      for (const [{ table, key }, rows] of replaced?.revoked ?? [])
        for (const { name, revoked_at } of rows)
          database
            .prepare(`UPDATE ${table} SET revoked_at = ? WHERE ${key} = ? AND revoked_at IS NULL`)
            .run(revoked_at, name)
      // The backup lacks the events that arrived after it was made. Request a replay for each device: the relay then reports missing events
      // to the device, and the device asks the partner directly.
      database.exec('UPDATE devices SET replay_from = acked_seq + 1 WHERE revoked_at IS NULL')
      // A device whose app knows the epoch gets the gap even if its replay request is lost.
      database.exec('UPDATE store_epoch SET epoch = lower(hex(randomblob(16)))')
    })
    // Make the database a single file, so that one rename is enough to install it.
    database.exec('PRAGMA journal_mode = DELETE')
    return replaced === null ? null : lostFrom(replaced.inUse, inUseOf(database))
  } finally {
    database.close()
  }
}

const namedRows = z.array(z.object({ id: z.string(), name: z.string(), environment: z.string() }))
type Named = z.infer<typeof namedRows>[number]

/** Devices and inlets that are not revoked. The `name` of an inlet is its path segment. */
interface Lost {
  devices: Named[]
  inlets: Named[]
}

function inUseOf(database: DatabaseSync): Lost {
  const rows = (text: string) => namedRows.parse(database.prepare(text).all())
  return {
    devices: rows('SELECT device_id AS id, name, environment FROM devices WHERE revoked_at IS NULL'),
    inlets: rows('SELECT inlet AS id, inlet AS name, environment FROM inlets WHERE revoked_at IS NULL'),
  }
}

function lostFrom(before: Lost, after: Lost): Lost {
  const missing = (old: Named[], present: Named[]) =>
    old.filter(({ id }) => !present.some((one) => one.id === id))
  return {
    devices: missing(before.devices, after.devices),
    inlets: missing(before.inlets, after.inlets),
  }
}

/** Tables whose rows can be revoked (`revoked_at`), with their key columns. */
const REVOCABLE = [
  { table: 'devices', key: 'device_id' },
  { table: 'inlets', key: 'inlet' },
] as const
const revokedRows = z.array(z.object({ name: z.string(), revoked_at: z.string() }))

/** Data that the replaced database contains and the backup lacks. */
type Replaced = NonNullable<ReturnType<typeof readReplaced>>

/** Reads the revocations and the last event number of the replaced database. Returns null if the database is too damaged to read. */
function readReplaced(file: string) {
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      const revoked = REVOCABLE.map((one) => {
        const { table, key } = one
        const rows = database
          .prepare(`SELECT ${key} AS name, revoked_at FROM ${table} WHERE revoked_at IS NOT NULL`)
          .all()
        return [one, revokedRows.parse(rows)] as const
      })
      // Read the last event number of the replaced database. It is higher than the backup's number if events arrived since the backup. It
      // is higher by at least SEQ_LEAP if another restore happened since the backup.
      return { revoked, lastSeq: lastSeqOf(database), inUse: inUseOf(database) }
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}

/** Returns the highest event number of a database. Before there were offices, all events were in one log. */
function lastSeqOf(database: DatabaseSync): number {
  const isOld = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'offices'").get() === undefined
  const highest = isOld
    ? database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'events'").get()
    : database.prepare('SELECT max(last_seq) AS seq FROM environments WHERE office_id IS NOT NULL').get()
  return Number(highest?.['seq'] ?? 0)
}

/** Returns false if a relay is running on this database. */
export function isUnused(file: string): boolean {
  try {
    requireUnused(file)
    return true
  } catch (error) {
    if (error instanceof UsageError) return false
    throw error
  }
}

/** Throws if a relay is running on this database. The relay would continue to write to the old file after this file was renamed. */
function requireUnused(file: string): void {
  const database = new DatabaseSync(file)
  try {
    // This statement fails while another process has the database open.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT')
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? error.errcode : null
    if (code === SQLITE_BUSY || code === SQLITE_LOCKED)
      throw new UsageError('A relay is running on this folder. Stop it first.', { cause: error })
    // Continue if the database is damaged: damage is the usual reason for a restore, and no process has the database open.
    if (code !== SQLITE_CORRUPT && code !== SQLITE_NOTADB) throw error
  } finally {
    database.close()
  }
}
