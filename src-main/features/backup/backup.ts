import { Failure, failureOf, must, resultOf } from '../../platform/base/failure.ts'
import { basename, join } from 'node:path'
import { type Platform, notConfirmed } from '../../platform/environment/platform.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import { BACKUP_EXTENSION } from '../../platform/vault/vault-storage.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { replacedChecks } from './replace-key.ts'
import {
  type BackupName,
  expiredBackups,
  keyFileOf,
  stampOf,
  VAULT_FILES,
  type VaultFiles,
} from './vault-files.ts'
import type {
  CheckedBackup,
  FailedBackup,
  OlderCopies,
  VaultStatus,
} from '../../../src-shared/features/backup/vault-status.ts'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'

const FOLDER = 'backup_folder'
const LAST = 'backup_last'
const FAILED = 'backup_failed'
const STAMP = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)$/

export async function vaultStatus(
  vaultFiles: VaultFiles,
  { environment, vault }: Pick<Platform, 'environment' | 'vault'>,
): Promise<VaultStatus> {
  const keyFile = await vaultFiles.storage.readKeyFile(environment)
  const backups = await readBackups(vaultFiles, vault)
  return {
    environment,
    folder: vaultFiles.storage.folder(environment),
    recovery_code_made_at: keyFile?.recovery?.made_at ?? null,
    has_passphrase: vaultFiles.passphrase.isChosen(),
    ...backups,
  }
}

export async function readBackups(
  { default_backup_folder }: VaultFiles,
  vault: Vault,
): Promise<Pick<VaultStatus, 'backup_folder' | 'last_backup' | 'failed_backup'>> {
  const folder = await vault.getSetting(FOLDER)
  const last = await vault.getSetting(LAST)
  const failed = await vault.getSetting(FAILED)
  return {
    backup_folder: folder ?? default_backup_folder,
    last_backup: last === null ? null : (JSON.parse(last) as CheckedBackup),
    failed_backup: failed === null ? null : (JSON.parse(failed) as FailedBackup),
  }
}

/** Asks the broker to pick another backup folder. Backups in the old folder remain there. */
export async function chooseBackupFolder(
  vaultFiles: VaultFiles,
  { vault }: Pick<Platform, 'vault'>,
): Promise<void> {
  const present = await readBackups(vaultFiles, vault)
  const picked = await vaultFiles.dialogs.pickBackupFolder(present.backup_folder)
  if (picked === null) return
  await vault.commit([{ write: 'set_setting', key: FOLDER, value: picked }])
}

/**
 * Writes a backup and opens it to check it. If the backup is valid, deletes backups that are too old. If it is invalid, deletes only this
 * new backup and keeps all older ones. Stores the result for the settings screen and returns it.
 */
export function backUp(
  vaultFiles: VaultFiles,
  context: Pick<Platform, 'environment' | 'vault'>,
): Promise<CheckedBackup> {
  return oneAtATime(VAULT_FILES, async () => {
    const made = await resultOf(writeAndCheck(vaultFiles, context))
    const at = vaultFiles.clock.now()
    const noted = await resultOf(
      context.vault.commit(
        made.ok
          ? [setting(LAST, made.value), setting(FAILED, null)]
          : [setting(FAILED, { at, error: made.error } satisfies FailedBackup)],
      ),
    )
    if (!made.ok) throw failureOf(made.error)
    must(noted)
    return made.value
  })
}

async function writeAndCheck(
  vaultFiles: VaultFiles,
  { environment, vault }: Pick<Platform, 'environment' | 'vault'>,
): Promise<CheckedBackup> {
  const { storage, clock, app_version } = vaultFiles
  const keyFile = await keyFileOf(vaultFiles, environment)
  const backups = await readBackups(vaultFiles, vault)
  const { key, file } = keyFile
  const made_at = clock.now()
  const begin = beginOfName(environment, file.check)
  const folder = backups.backup_folder
  const path = join(folder, `${begin}${stampOf(made_at)}.${BACKUP_EXTENSION}`)
  await storage.writeBackup(path, key, { environment, made_at, app_version, key_file: file })
  const facts = await resultOf(storage.checkBackup(path, key))
  if (!facts.ok) {
    await resultOf(storage.removeFile(path))
    throw failureOf(facts.error)
  }
  await rotate(vaultFiles, folder, begin, { name: basename(path), made_at })
  return { made_at, path, ...facts.value }
}

/** Deletes backups of this vault that are too old. Does not touch any other file in the folder. */
async function rotate(
  { storage }: VaultFiles,
  folder: string,
  begin: string,
  newest: BackupName,
): Promise<void> {
  const names = await storage.listFiles(folder)
  const backups = names.flatMap((name) => readName(name, begin) ?? [])
  const unfinished = names.filter(
    (name) => readName(name.replace(/\.new$/, ''), begin) && name.endsWith('.new'),
  )
  for (const name of [
    ...expiredBackups(backups, newest.made_at).map((backup) => backup.name),
    ...unfinished,
  ]) {
    if (name === newest.name) continue
    await storage.removeFile(join(folder, name))
  }
}

/** Returns true if a backup is encrypted with the vault's current key. Also returns true if the key file is unreadable. */
export async function isUnderPresentKey(
  { storage }: VaultFiles,
  environment: Environment,
  path: string,
): Promise<boolean> {
  const file = await resultOf(storage.readKeyFile(environment))
  return (
    !file.ok || file.value === null || basename(path).startsWith(beginOfName(environment, file.value.check))
  )
}

/**
 * Finds backups and archived folders that are encrypted with earlier keys of this vault. The earlier recovery codes still open them.
 * Returns the number of these backups and the list of these folders.
 */
export async function olderCopies(
  vaultFiles: VaultFiles,
  { environment, vault }: Pick<Platform, 'environment' | 'vault'>,
): Promise<OlderCopies> {
  const { folder: backup_folder, names, checks } = await olderBackups(vaultFiles, environment, vault)
  const archived = await vaultFiles.storage.archivedFolders(environment)
  const folders = archived.filter(({ check }) => check !== null && checks.includes(check))
  return { backup_folder, backups: names.length, folders: folders.map(({ folder }) => folder) }
}

/**
 * Makes a backup with the vault's current key, checks it, and then deletes the backups with earlier keys. Asks the broker in a system
 * dialog first. Fails with `CHANGE_NOT_CONFIRMED` if the broker refuses.
 */
export async function replaceOlderBackups(
  vaultFiles: VaultFiles,
  context: Pick<Platform, 'environment' | 'vault'>,
): Promise<OlderCopies> {
  const { environment, vault } = context
  const { folder, names } = await olderBackups(vaultFiles, environment, vault)
  if (names.length > 0 && !(await vaultFiles.consent.deleteBackups({ count: names.length, folder })))
    throw new Failure(notConfirmed())
  await backUp(vaultFiles, context)
  return oneAtATime(VAULT_FILES, async () => {
    for (const name of names) {
      await vaultFiles.storage.removeFile(join(folder, name))
    }
    return olderCopies(vaultFiles, context)
  })
}

async function olderBackups(
  vaultFiles: VaultFiles,
  environment: Environment,
  vault: Vault,
): Promise<{ folder: string; names: string[]; checks: string[] }> {
  const keyFile = await keyFileOf(vaultFiles, environment)
  const checks = await replacedChecks(vault, keyFile.file.check)
  const backups = await readBackups(vaultFiles, vault)
  const folder = backups.backup_folder
  const listed = await vaultFiles.storage.listFiles(folder)
  const begins = checks.map((check) => beginOfName(environment, check))
  const names = listed.filter((name) => begins.some((begin) => readName(name, begin) !== null))
  return { folder, names, checks }
}

/**
 * Returns the beginning of the file names of a vault's backups. It identifies the vault, because several offices or computers may use the
 * same backup folder.
 */
function beginOfName(environment: Environment, check: string): string {
  return `funding-desk-${environment}-${check.slice(0, 8)}-`
}

function readName(name: string, begin: string): BackupName | null {
  if (!name.startsWith(begin) || !name.endsWith(`.${BACKUP_EXTENSION}`)) return null
  const stamp = STAMP.exec(name.slice(begin.length, -BACKUP_EXTENSION.length - 1))
  if (stamp === null) return null
  const [, year, month, day, hour, minute, second] = stamp
  return { name, made_at: `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z` }
}

function setting(key: string, value: unknown) {
  return { write: 'set_setting' as const, key, value: value === null ? null : JSON.stringify(value) }
}
