import Driver, { type Database } from 'better-sqlite3-multiple-ciphers'

/**
 * Opens an encrypted database. `key` is 64 hex digits; it is handed to the driver and kept nowhere. With `readonly` nothing on
 * disk changes. Throws the driver's own error: SQLITE_NOTADB for a wrong key or a damaged beginning.
 */
export function openEncrypted(file: string, key: string, { readonly = false } = {}): Database {
  const database = new Driver(file, { readonly, fileMustExist: readonly })
  try {
    database.pragma("cipher = 'sqlcipher'")
    database.pragma(`key = "x'${key}'"`)
    database.pragma('busy_timeout = 2000')
    if (!readonly) {
      // The first read: a wrong key fails here.
      database.pragma('journal_mode = WAL')
      database.pragma('synchronous = FULL')
      database.pragma('foreign_keys = ON')
      // 16 MB of pages that need not be decrypted again: as much as 10,000 deals take.
      database.pragma('cache_size = -16384')
      // 64 MB, reached only when nobody ever pauses (checkpoints.ts).
      database.pragma('wal_autocheckpoint = 16000')
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
