import { readdirSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../../../../src-shared/platform/words/vocabulary.ts'

// Paths of a vault's files. All of an environment's data is in one folder, so that it can be moved as a whole.

/** Folder with one subfolder per environment. */
export const environmentsOf = (userData: string) => join(userData, 'environments')
export const databaseOf = (home: string) => join(home, 'vault.db')
/** SQLite's write-ahead log. */
export const logOf = (database: string) => `${database}-wal`
/** The history mark, a file that counts the vault's commits. */
export const markOf = (database: string) => `${database}-mark`
export const documentsOf = (home: string) => join(home, 'documents')

/** Prefix of temporary database copies in a vault's folder. */
export const COPY_PREFIX = 'copy-for-'

export function homeOf(root: string, environment: Environment): string {
  return join(root, environment)
}

/**
 * Returns the folder for the data of a vault that was replaced, for example by a backup. The app never opens or changes this data again.
 */
export function archivedOf(root: string, environment: Environment, stamp: string): string {
  return join(root, `${environment}-set-aside-${stamp}`)
}

/**
 * Returns the folder for copies of damaged files. The app makes these copies before it continues with the readable data. The app never
 * opens or changes the copies.
 */
export function damagedOf(root: string, environment: Environment, stamp: string): string {
  return join(root, `${environment}-damaged-${stamp}`)
}

export const rekeyingOf = (home: string) => join(home, 'rekeying')
/**
 * Folder with all files that a vault needs for a new key. As soon as the folder has this name, the key change is committed. When the vault
 * is opened next, the app moves the files into place.
 */
export const rekeyedOf = (home: string) => join(home, 'rekeyed')
/** A list, in the `rekeyed` folder, of document files that are no longer needed. Only the old key opens these files. */
export const replacedListOf = (rekeyed: string) => join(rekeyed, 'replaced-envelopes')
/**
 * Prefix of a folder within the `rekeyed` folder. It contains the remaining files of unreadable documents, the old key file, and a list of
 * the remaining files.
 */
export const UNREADABLE_PREFIX = 'unreadable-'
export const unreadableListOf = (folder: string) => join(folder, 'files')
/** Database copies made before updates. */
export const migrationCopiesOf = (home: string) => join(home, 'before-update')

/** Returns the folder for data that is being restored and is not complete yet. */
export function unpackingOf(root: string, environment: Environment, stamp: string): string {
  return join(root, `${environment}-unpacking-${stamp}`)
}

/** Returns the folder for restored data that was checked and is ready to be moved into place. */
export function restoredOf(root: string, environment: Environment, stamp: string): string {
  return join(root, `${environment}-restored-${stamp}`)
}

// The functions below are synchronous, because main's event loop is busy during the start. Each asynchronous call would wait for a full
// turn of the event loop.

/**
 * Marker file in the folder of a vault that came from a backup. The file exists until the vault itself records that it came from a backup.
 */
export const restoredMarkOf = (home: string) => join(home, 'restored')

export function waitingStamps(root: string, environment: Environment): string[] {
  const begin = restoredOf(root, environment, '').slice(join(root, '/').length)
  return namesIn(root)
    .filter((name) => name.startsWith(begin))
    .map((name) => name.slice(begin.length))
    .toSorted()
    .toReversed()
}

/** Flushes a folder, so that new file names in it survive a crash. Windows cannot open folders and does not need this. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Returns the size in bytes, or 0 for a missing or unreadable file. For a folder, returns 1 on all systems; on Windows, its size is 0. */
export function sizeOf(file: string): number {
  try {
    const found = statSync(file)
    return found.isDirectory() ? 1 : found.size
  } catch {
    return 0
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // A folder that is missing or unreadable has no data to find.
    return []
  }
}
