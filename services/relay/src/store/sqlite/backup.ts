import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
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

/**
 * Puts a backup in the place of what the data folder holds, which is kept beside it. What was revoked since the backup stays revoked, as
 * far as what is there can be read. No relay may run on it. When it throws, what was there is where it was.
 */
export function restoreFrom(
  file: string,
  dataFolder: string,
  at: string,
): BackupFacts & { kept: string | null; revoked: 'carried_over' | 'not_known' } {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`)
  const facts = checkDatabase(file)
  const into = join(dataFolder, 'relay.db')
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const isThere = existsSync(into)
  if (isThere) needUnused(into)
  const replaced = isThere ? readReplaced(into) : null
  const kept = `${into}.before-${at.replaceAll(/[:.]/g, '')}`
  // Made ready beside: a disk that is full or a backup of a newer relay must not leave a folder without a database, in which the
  // next start would begin an empty one.
  const beside = join(dataFolder, 'restoring')
  rmSync(beside, { recursive: true, force: true })
  mkdirSync(beside, { mode: 0o700 })
  try {
    copyFileSync(file, join(beside, 'relay.db'))
    makeReady(beside, replaced)
    checkDatabase(join(beside, 'relay.db'))
    // The journal too where it lies there alone: the engine would replay it into the backup.
    for (const suffix of ['', '-wal', '-shm'])
      if (existsSync(into + suffix)) renameSync(into + suffix, kept + suffix)
    renameSync(join(beside, 'relay.db'), into)
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
  return {
    ...facts,
    kept: isThere ? kept : null,
    revoked: replaced === null ? 'not_known' : 'carried_over',
  }
}

/** Brings the copy of a backup up to date and has it go on from what it replaces. */
function makeReady(folder: string, replaced: Replaced | null): void {
  const database = openDatabase(folder, 'The backup')
  try {
    inTransaction(database, () => {
      database.exec(
        "INSERT INTO sqlite_sequence SELECT 'events', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'events')",
      )
      database
        .prepare("UPDATE sqlite_sequence SET seq = max(seq, ?) + ? WHERE name = 'events'")
        .run(replaced?.lastSeq ?? 0, SEQ_LEAP)
      for (const [{ table, key }, rows] of replaced?.revoked ?? [])
        for (const { name, revoked_at } of rows)
          database
            .prepare(`UPDATE ${table} SET revoked_at = ? WHERE ${key} = ? AND revoked_at IS NULL`)
            .run(revoked_at, name)
      // What came since the backup is gone from here: each device is told of a gap, and asks the service itself.
      database.exec('UPDATE devices SET replay_from = acked_seq + 1 WHERE revoked_at IS NULL')
    })
    // One file by itself, so that to put it in place is one step.
    database.exec('PRAGMA journal_mode = DELETE')
  } finally {
    database.close()
  }
}

/** What can be revoked, and what it is known by. */
const REVOCABLE = [
  { table: 'devices', key: 'device_id' },
  { table: 'inlets', key: 'inlet' },
] as const
const revokedRows = z.array(z.object({ name: z.string(), revoked_at: z.string() }))

/** What a backup does not know of the database that it replaces. */
type Replaced = NonNullable<ReturnType<typeof readReplaced>>

/** Null where it is too damaged to say. */
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
      // Higher than the backup's and a leap where a backup was restored before.
      const sequence = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'events'").get()
      return { revoked, lastSeq: Number(sequence?.['seq'] ?? 0) }
    } finally {
      database.close()
    }
  } catch {
    return null
  }
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
