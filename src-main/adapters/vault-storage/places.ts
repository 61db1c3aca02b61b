import { readdirSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../../../src-shared/domain/vocabulary.ts'

// Where the files of a vault lie. All of an environment's data is in one folder, so that it can be moved as a whole.

/** Holds one folder an environment. */
export const environmentsOf = (userData: string) => join(userData, 'environments')
export const databaseOf = (home: string) => join(home, 'vault.db')
export const documentsOf = (home: string) => join(home, 'documents')

/** Files in a vault's folder that begin like this are temporary copies of the database. */
export const COPY_PREFIX = 'copy-for-'

/** An environment’s own folder. */
export function homeOf(root: string, environment: Environment): string {
  return join(root, environment)
}

/** Data that was replaced; the app never opens or changes it again. */
export function setAsideOf(root: string, environment: Environment, stamp: string): string {
  return join(root, `${environment}-set-aside-${stamp}`)
}

/** Copies of damaged files, kept before the app went on with what is left. The app never opens or changes them. */
export function damagedOf(root: string, environment: Environment, stamp: string): string {
  return join(root, `${environment}-damaged-${stamp}`)
}

/** A vault's files under a new key that are not complete yet. */
export const rekeyingOf = (home: string) => join(home, 'rekeying')
/** A vault's files under a new key, complete. This name is the decision: the next opening puts them in place. */
export const rekeyedOf = (home: string) => join(home, 'rekeyed')
/** The names of the documents' files that the old key opens and nothing needs, in such a folder. */
export const replacedListOf = (rekeyed: string) => join(rekeyed, 'replaced-envelopes')
/** What is left of unreadable documents, in such a folder: the old key file, and the names of their files. */
export const UNREADABLE_PREFIX = 'unreadable-'
export const unreadableListOf = (folder: string) => join(folder, 'files')
/** The databases of before updates. */
export const migrationCopiesOf = (home: string) => join(home, 'before-update')

/** Restored data that is not whole yet. */
export function unpackingOf(root: string, environment: Environment, stamp: string): string {
  return join(root, `${environment}-unpacking-${stamp}`)
}

/** Restored data that was checked and waits to be put in its place. */
export function restoredOf(root: string, environment: Environment, stamp: string): string {
  return join(root, `${environment}-restored-${stamp}`)
}

// Looked at in one go: at a start each wait would cost main a turn of its busy loop.

/** Lies in a vault's folder that came from a backup, until the vault says so itself. */
export const restoredMarkOf = (home: string) => join(home, 'restored')

/** Of restored data that waits, the newest first. */
export function waitingStamps(root: string, environment: Environment): string[] {
  const begin = restoredOf(root, environment, '').slice(join(root, '/').length)
  return namesIn(root)
    .filter((name) => name.startsWith(begin))
    .map((name) => name.slice(begin.length))
    .toSorted()
    .toReversed()
}

/** Makes names in a folder durable. Windows opens no folders and needs none of this. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** In bytes; 0 for a file that is not there or can't be looked at. */
export function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
