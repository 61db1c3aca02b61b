import Driver, { type Database } from 'better-sqlite3-multiple-ciphers'
import { flush } from '../files/disk.ts'

/** Thrown if the write-ahead log could not be emptied. In this case, the database file without the log is not complete. */
export class BusyLog extends Error {
  readonly code = 'SQLITE_BUSY'
}

/**
 * Opens an encrypted database. `key` is 64 hex digits. With `readonly`, nothing on disk changes. Throws the driver's error: SQLITE_NOTADB
 * for a wrong key or a damaged file header.
 */
export function openEncrypted(file: string, key: string, { readonly = false } = {}): Database {
  const database = new Driver(file, { readonly, fileMustExist: readonly })
  try {
    giveKey(database, key)
    database.pragma('busy_timeout = 2000')
    if (!readonly) {
      // This statement is the first one that reads the file, so it fails if the key is wrong.
      database.pragma('journal_mode = WAL')
      database.pragma('synchronous = FULL')
      database.pragma('foreign_keys = ON')
      // Caches 16 MB of decrypted pages, which is enough for 10,000 deals.
      database.pragma('cache_size = -16384')
      // Only history.ts runs checkpoints (which copy the log into the database), because the history mark (a file that counts the vault's
      // commits) must record each checkpoint.
      database.pragma('wal_autocheckpoint = 0')
    }
    // Prevents SQLite from writing search and sort data to an unencrypted temporary file.
    database.pragma('temp_store = MEMORY')
    // Read a page, so that a wrong key causes an error here, even if no statement above accessed the file.
    database.pragma('user_version')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Passes the key to the driver. With `rekey`, the driver encrypts all content again with this key. The cipher is AEGIS-256: each written
 * page gets a 256-bit nonce and a 256-bit tag (ADR 13).
 */
function giveKey(database: Database, key: string, as: 'key' | 'rekey' = 'key'): void {
  database.pragma("cipher = 'aegis'")
  database.pragma(`${as} = "raw:${key}"`)
}

/**
 * Encrypts a closed database with another key. No other process may have the database open. A crash during this step destroys the file, so
 * use this function on a copy.
 */
export function rekeyDatabase(file: string, key: string, newKey: string): void {
  const database = openEncrypted(file, key)
  try {
    // The driver cannot change the key of a database that has a write-ahead log, so switch to another journal mode.
    if (database.pragma('journal_mode = DELETE', { simple: true }) !== 'delete') throw new BusyLog()
    giveKey(database, newKey, 'rekey')
  } finally {
    database.close()
  }
  flush(file)
}
