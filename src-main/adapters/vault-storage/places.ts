import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../../../src-shared/domain/vocabulary.ts'

// Where the files of a vault lie. All of an environment's data is in one folder, so that it can be moved as a whole.

/** Holds one folder an environment. */
export const environmentsOf = (userData: string) => join(userData, 'environments')
export const databaseOf = (home: string) => join(home, 'vault.db')
export const documentsOf = (home: string) => join(home, 'documents')

/** An environment’s own folder. */
export function homeOf(root: string, environment: Environment): string {
  return join(root, environment)
}

/** Data that was replaced; the app never opens or changes it again. */
export function setAsideOf(root: string, environment: Environment, stamp: string): string {
  return join(root, `${environment}-set-aside-${stamp}`)
}

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
