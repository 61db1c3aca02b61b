import type { Database } from 'better-sqlite3-multiple-ciphers'
import { constants, copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { flush } from '../../files/flush.ts'
import { BusyLog } from '../encrypted-database.ts'
import {
  byArrival,
  calls,
  deals,
  draftSteps,
  inbox,
  money,
  news,
  proof,
  purge,
  search,
  submissionQueue,
} from './0001-to-0011.ts'
import {
  commissionSplits,
  deletedIds,
  eventLimits,
  history,
  offerStatuses,
  oneIdOneDeal,
  openDeals,
  ownOffers,
  pipeline,
  reading,
  unreadByArrival,
} from './0012-to-0022.ts'
import { applicationStatus } from './0023-application-status.ts'
import { ownOfferFacts } from './0024-own-offer-facts.ts'
import { followUps } from './0025-follow-ups.ts'
import { originals } from './0026-originals.ts'
import { merchants } from './0027-merchants.ts'
import { statements } from './0028-statements.ts'
import { cursorEpoch } from './0029-cursor-epoch.ts'
import { migrationCopiesOf } from '../storage/places.ts'

/** All migrations in order: the n-th migration changes the database from version n - 1 to version n. */
export const MIGRATIONS: readonly string[] = [
  deals,
  calls,
  proof,
  inbox,
  draftSteps,
  news,
  submissionQueue,
  search,
  purge,
  byArrival,
  money,
  ownOffers,
  reading,
  pipeline,
  openDeals,
  unreadByArrival,
  oneIdOneDeal,
  history,
  eventLimits,
  deletedIds,
  offerStatuses,
  commissionSplits,
  applicationStatus,
  ownOfferFacts,
  followUps,
  originals,
  merchants,
  statements,
  cursorEpoch,
]

export const VAULT_VERSION = MIGRATIONS.length
/** The first database version that counts commits. */
export const HISTORY_VERSION = MIGRATIONS.indexOf(history) + 1

export class NewerVault extends Error {}

/** Returns the version of a database, 0 for a new one. Throws `NewerVault` if a newer version of the app wrote the database. */
export function versionOf(database: Database): number {
  const version = database.pragma('user_version', { simple: true }) as number
  if (version > VAULT_VERSION) throw new NewerVault()
  return version
}

/**
 * Migrates a database to the current version. Each migration is one transaction that also sets the version. Before the first migration of
 * an existing database, calls `keepCopy` with the database's old version, so that the caller can copy the database.
 */
export function migrate(database: Database, keepCopy: (version: number) => void): void {
  const version = versionOf(database)
  if (version > 0 && version < VAULT_VERSION) keepCopy(version)
  for (let next = version; next < VAULT_VERSION; next++) {
    database.transaction(() => {
      database.exec(MIGRATIONS[next] as string)
      database.pragma(`user_version = ${next + 1}`)
    })()
  }
}

const COPIES_KEPT = 3
const COPY_NAME = /^vault-v(\d+)\.db$/

/**
 * Copies the database before a newer version of the app changes it. The copy is `before-update/vault-vN.db` in the vault's folder,
 * encrypted with the same key. Throws if the copy cannot be written. In that case, the database remains unchanged.
 */
export function keepMigrationCopy(database: Database, file: string, version: number): void {
  const [log] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
  if (log?.busy !== 0) throw new BusyLog()
  const folder = migrationCopiesOf(dirname(file))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const temporary = join(folder, 'copy.new')
  copyFileSync(file, temporary, constants.COPYFILE_FICLONE)
  flush(temporary)
  renameSync(temporary, join(folder, `vault-v${version}.db`))
  const versions = readdirSync(folder)
    .flatMap((name) => COPY_NAME.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((one, other) => other - one)
  for (const old of versions.slice(COPIES_KEPT)) rmSync(join(folder, `vault-v${old}.db`), { force: true })
}
