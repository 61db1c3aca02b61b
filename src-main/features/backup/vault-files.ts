import { Failure } from '../../platform/base/failure.ts'
import type { FileDialogs } from '../../platform/files/ports.ts'
import type { PassphraseLock, SecretStore } from '../../platform/keychain/secrets.ts'
import type { Place } from '../../platform/environment/data-paths.ts'
import { systemClock } from '../../platform/base/system-time.ts'
import type { Clock, Consent } from '../../platform/base/system.ts'
import { type KeyFile, newKeyFile } from '../../platform/vault/vault-storage.ts'
import type { FileVaultStorage } from '../../platform/vault/storage/file-vault-storage.ts'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'
import { appError } from '../../../src-shared/platform/base/errors.ts'
import { keychainAccount } from '../../../src-shared/platform/base/keychain-names.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

/** Name of the lock for work that copies, deletes, or moves a vault's files. */
export const VAULT_FILES = 'vault files'

/** The parts with which code copies, deletes, or restores a whole vault. They are also available while no vault is open. */
export interface VaultFiles {
  storage: FileVaultStorage
  secrets: SecretStore
  passphrase: PassphraseLock
  dialogs: FileDialogs
  consent: Consent
  clock: Clock
  app_version: string
  default_backup_folder: string
}

/** Adds the place of the data to the other parts. The place changes when a demo starts or ends. */
export function vaultFilesAt(
  places: { readonly now: Pick<Place, 'storage' | 'secrets' | 'backups'> },
  rest: Pick<VaultFiles, 'passphrase' | 'dialogs' | 'consent' | 'app_version'>,
): VaultFiles {
  return {
    ...rest,
    clock: systemClock,
    get storage() {
      return places.now.storage
    },
    get secrets() {
      return places.now.secrets
    },
    get default_backup_folder() {
      return places.now.backups
    },
  }
}

/** Returns an environment's key (64 hex digits) from the keychain. */
export async function vaultKey(
  { secrets }: Pick<VaultFiles, 'secrets'>,
  environment: Environment,
): Promise<string> {
  const key = await secrets.get(keychainAccount(environment, 'vault-key'))
  if (key === null) throw new Failure(keyMissing())
  return key
}

export async function keyFileOf(
  vaultFiles: VaultFiles,
  environment: Environment,
): Promise<{ key: string; file: KeyFile }> {
  const key = await vaultKey(vaultFiles, environment)
  const file = await vaultFiles.storage.readKeyFile(environment)
  return { key, file: file ?? newKeyFile(key) }
}

/** Formats a time for file names: `20261121-105000`. */
export function stampOf(instant: string): string {
  return instant.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
}

function keyMissing() {
  return appError('VAULT_KEY_MISSING', msg.errorsVault.keyGone, msg.errorsVault.startAndEnterCode)
}

/** The data in the file name of a backup. `made_at` is ISO 8601. */
export interface BackupName {
  name: string
  made_at: string
}

const DAYS_KEPT = 7
const WEEKS_KEPT = 4
const DAY_MS = 86_400_000
/** Number of days to add to a day number, so that weeks begin on Monday. Day 0, January 1, 1970, was a Thursday. */
const MONDAY_SHIFT_DAYS = 3

/**
 * Returns the backups to delete. Keeps the newest backup of each of the last 7 days, and of each of the last 4 weeks. Only days and weeks
 * with backups count, so a computer that was off for a year keeps its backups. Backups with a date after `now` come from a wrong clock.
 * They are counted separately, so that no backup with a correct date is deleted because of them.
 */
export function expiredBackups(backups: readonly BackupName[], now: string): BackupName[] {
  const isAhead = ({ made_at }: BackupName) => Date.parse(made_at) > Date.parse(now)
  return [...expiredOf(backups.filter(isAhead)), ...expiredOf(backups.filter((one) => !isAhead(one)))]
}

function expiredOf(backups: readonly BackupName[]): BackupName[] {
  const newestFirst = backups.toSorted((one, other) => Date.parse(other.made_at) - Date.parse(one.made_at))
  const kept = new Set([
    ...newestOfEach(newestFirst, dayOf, DAYS_KEPT),
    ...newestOfEach(
      newestFirst,
      (made_at) => Math.floor((dayOf(made_at) + MONDAY_SHIFT_DAYS) / 7),
      WEEKS_KEPT,
    ),
  ])
  return newestFirst.filter((backup) => !kept.has(backup))
}

function newestOfEach(
  newestFirst: readonly BackupName[],
  periodOf: (made_at: string) => number,
  count: number,
): BackupName[] {
  const newest = new Map<number, BackupName>()
  for (const backup of newestFirst) {
    const period = periodOf(backup.made_at)
    if (!newest.has(period)) newest.set(period, backup)
  }
  return [...newest.values()].slice(0, count)
}

function dayOf(made_at: string): number {
  return Math.floor(Date.parse(made_at) / DAY_MS)
}
