import { closeSync, copyFileSync, fsyncSync, openSync, renameSync } from 'node:fs'
import Driver, { type Database } from 'better-sqlite3-multiple-ciphers'

/** How the pages are encrypted and authenticated, and how the driver takes 64 hex digits as the key itself. */
interface Scheme {
  cipher: string
  literal: (key: string) => string
}

/** AEGIS-256: a nonce of 256 bits for each page that is written, a tag of 256 bits on it (ADR 13). */
const AEGIS: Scheme = { cipher: 'aegis', literal: (key) => `"raw:${key}"` }
/** In which the first versions of the app wrote. */
const SQLCIPHER: Scheme = { cipher: 'sqlcipher', literal: (key) => `"x'${key}'"` }

/** The write-ahead log could not be emptied, so the file alone is not the whole database. */
export class BusyLog extends Error {
  readonly code = 'SQLITE_BUSY'
}

/**
 * Opens an encrypted database. `key` is 64 hex digits; it is handed to the driver and kept nowhere. One of an earlier app is brought
 * to the present scheme first; with `readonly` nothing on disk changes. Throws the driver's own error: SQLITE_NOTADB for a
 * wrong key or a damaged beginning.
 */
export function openEncrypted(file: string, key: string, { readonly = false } = {}): Database {
  try {
    return open(file, key, AEGIS, readonly)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'SQLITE_NOTADB') throw error
    const database = open(file, key, SQLCIPHER, readonly)
    if (readonly) return database
    moveToAegis(database, file, key)
    return open(file, key, AEGIS, readonly)
  }
}

function open(file: string, key: string, scheme: Scheme, readonly: boolean): Database {
  const database = new Driver(file, { readonly, fileMustExist: readonly })
  try {
    giveKey(database, key, scheme)
    database.pragma('busy_timeout = 2000')
    if (!readonly) {
      // The first read: a wrong key fails here.
      database.pragma('journal_mode = WAL')
      database.pragma('synchronous = FULL')
      database.pragma('foreign_keys = ON')
      // 16 MB of pages that need not be decrypted again: as much as 10,000 deals take.
      database.pragma('cache_size = -16384')
      // Checkpoints run in one place alone (history.ts): the mark must know of each.
      database.pragma('wal_autocheckpoint = 0')
    }
    // What is searched and sorted must not land in a plain temporary file.
    database.pragma('temp_store = MEMORY')
    // Reads a page, so that a wrong key fails here also where nothing was set.
    database.pragma('user_version')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** To read and write by; with `rekey` all that is there is written anew by it. */
function giveKey(
  database: Database,
  key: string,
  { cipher, literal }: Scheme,
  as: 'key' | 'rekey' = 'key',
): void {
  database.pragma(`cipher = '${cipher}'`)
  database.pragma(`${as} = ${literal(key)}`)
}

/** Encrypts a closed database under another key. Nobody else may have it open; a crash here spoils it, so give it a copy. */
export function rekeyDatabase(file: string, key: string, newKey: string): void {
  const database = openEncrypted(file, key)
  try {
    // The driver rekeys no database that has a write-ahead log.
    if (database.pragma('journal_mode = DELETE', { simple: true }) !== 'delete') throw new BusyLog()
    giveKey(database, newKey, AEGIS, 'rekey')
  } finally {
    database.close()
  }
  flush(file)
}

/** Writes all of it anew beside it and puts that in its place: at every moment the one or the other stands there, whole. */
function moveToAegis(database: Database, file: string, key: string): void {
  try {
    // Nobody else has it open then, and the file alone is all of it.
    if (database.pragma('journal_mode = DELETE', { simple: true }) !== 'delete') throw new BusyLog()
  } finally {
    database.close()
  }
  const fresh = `${file}.new`
  copyFileSync(file, fresh)
  const copy = new Driver(fresh)
  try {
    giveKey(copy, key, SQLCIPHER)
    copy.pragma('temp_store = MEMORY')
    giveKey(copy, key, AEGIS, 'rekey')
  } finally {
    copy.close()
  }
  flush(fresh)
  renameSync(fresh, file)
}

/** A file that was copied is on the disk once this returns. */
export function flush(path: string): void {
  const handle = openSync(path, 'r+')
  fsyncSync(handle)
  closeSync(handle)
}
