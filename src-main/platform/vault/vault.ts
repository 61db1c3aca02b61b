import type { Served, WriteOf, Statements } from './rows.ts'
import type { NewTimelineEntry } from './records.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
/** The rows of all rooms. `app/vault-rows.ts`, which opens them, adds its type here, because the vault knows no room. */
export interface VaultRows {}

/** Opens the rows of a database, and the reads of a database that is open for reading only. */
export interface RowOpeners {
  openRows(db: Statements): VaultRows
  openReads(db: Statements): Pick<VaultRows['reads'], 'getSetting' | 'contentInUse'>
}

/** One write to the vault. A commit contains several writes and is atomic. */
export type VaultWrite = WriteOf<VaultRows['writes']>

/** Returns the write that adds a line to a deal's timeline. Only news from the partner has a verification. */
export function timelineWrite(
  deal_id: string,
  at: string,
  kind: NewTimelineEntry['kind'],
  title: Message,
  detail: Message = '',
): VaultWrite {
  return { write: 'append_timeline', entry: { deal_id, at, kind, title, detail, verification: null } }
}

/** The functions of the vault's process that belong to no rows. */
export interface VaultCommits {
  /**
   * Performs the writes in one durable transaction. Returns `duplicate` if an inserted event already exists, or `stale` if a cursor does
   * not have the expected value (`from`). In both cases, nothing is written. Fails with `DEAL_NOT_FOUND` if an updated deal does not exist.
   * Fails with `APPLICATION_ID_TAKEN` if the application_id belongs to another deal, or belonged to a permanently deleted deal.
   */
  commit(writes: VaultWrite[]): 'committed' | 'duplicate' | 'stale'
  /**
   * Like `commit`, but accepts the `VaultWrite[]` as base64 of gzipped JSON. The main process only forwards this string. The largest import
   * has 7 MB of JSON. Processing that JSON would block the main process for a third of a second.
   */
  commitCompressed(writes: string): 'committed' | 'duplicate' | 'stale'
  /**
   * Copies the write-ahead log into the database file, so that later damage to the log loses nothing. The vault also does this
   * automatically when there are no commits for a while.
   */
  checkpoint(): void
}

/** Everything that the vault's process does for main while a vault is open. */
export type VaultFunctions = VaultRows['reads'] & VaultRows['erasures'] & VaultCommits

/**
 * The broker's data of one environment, encrypted on disk. Its reads and writes are defined in the rooms' files of rows. Every method fails
 * with `VAULT_UNAVAILABLE` if the vault's process ended. The next call restarts the process.
 */
export interface Vault extends Served<VaultFunctions> {
  close(): Promise<void>
}

export type SettingsReader = Pick<Vault, 'getSetting'>
