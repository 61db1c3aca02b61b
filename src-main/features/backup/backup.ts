import { basename, join } from 'node:path'
import { z } from 'zod'
import { type EnvironmentContext, notConfirmed } from '../../platform/environment/environment-context.ts'
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
  OlderCopies,
  VaultStatus,
} from '../../../src-shared/features/backup/vault-status.ts'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'
import {
  type AppError,
  ERROR_CODES,
  fail,
  ok,
  OUTCOMES,
  type Result,
} from '../../../src-shared/platform/base/errors.ts'
import { isMessage, type Message } from '../../../src-shared/platform/texts/message.ts'

const messageSchema = z.custom<Message>((value) => isMessage(value))

const FOLDER = 'backup_folder'
const LAST = 'backup_last'
const FAILED = 'backup_failed'
const STAMP = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)$/

const checkedBackupSchema = z.object({
  made_at: z.string(),
  path: z.string(),
  size: z.number(),
  deals: z.int(),
  documents: z.int(),
  missing: z.int(),
})
const failedBackupSchema = z.object({
  at: z.string(),
  error: z.object({
    code: z.enum(ERROR_CODES),
    message: messageSchema,
    outcome: z.enum(OUTCOMES),
    advice: messageSchema,
    retryable: z.boolean(),
    retry_after_s: z.number().optional(),
    fields: z.array(z.object({ path: z.string(), message: messageSchema })).optional(),
    deal_id: z.string().optional(),
  }),
})

export async function vaultStatus(
  vaultFiles: VaultFiles,
  { environment, vault }: EnvironmentContext,
): Promise<Result<VaultStatus>> {
  const keyFile = await vaultFiles.storage.readKeyFile(environment)
  if (!keyFile.ok) return keyFile
  const backups = await readBackups(vaultFiles, vault)
  if (!backups.ok) return backups
  return ok({
    environment,
    folder: vaultFiles.storage.folder(environment),
    recovery_code_made_at: keyFile.value?.recovery?.made_at ?? null,
    has_passphrase: vaultFiles.passphrase.isChosen(),
    ...backups.value,
  })
}

export async function readBackups(
  { default_backup_folder }: VaultFiles,
  vault: Vault,
): Promise<Result<Pick<VaultStatus, 'backup_folder' | 'last_backup' | 'failed_backup'>>> {
  const folder = await vault.getSetting(FOLDER)
  if (!folder.ok) return folder
  const last = await vault.getSetting(LAST)
  if (!last.ok) return last
  const failed = await vault.getSetting(FAILED)
  if (!failed.ok) return failed
  return ok({
    backup_folder: folder.value ?? default_backup_folder,
    last_backup: parsed(checkedBackupSchema, last.value),
    failed_backup: parsed(failedBackupSchema, failed.value),
  })
}

/** Asks the broker to pick another backup folder. Backups in the old folder remain there. */
export async function chooseBackupFolder(
  vaultFiles: VaultFiles,
  { vault }: EnvironmentContext,
): Promise<Result<void>> {
  const present = await readBackups(vaultFiles, vault)
  if (!present.ok) return present
  const picked = await vaultFiles.dialogs.pickBackupFolder(present.value.backup_folder)
  if (picked === null) return ok(undefined)
  const kept = await vault.commit([{ write: 'set_setting', key: FOLDER, value: picked }])
  return kept.ok ? ok(undefined) : kept
}

/**
 * Writes a backup and opens it to check it. If the backup is valid, deletes backups that are too old. If it is invalid, deletes only this
 * new backup and keeps all older ones. Stores the result for the settings screen and returns it.
 */
export function backUp(vaultFiles: VaultFiles, context: EnvironmentContext): Promise<Result<CheckedBackup>> {
  return oneAtATime(VAULT_FILES, async () => {
    const made = await writeAndCheck(vaultFiles, context)
    const at = vaultFiles.clock.now()
    const remembered = await context.vault.commit(
      made.ok
        ? [setting(LAST, made.value), setting(FAILED, null)]
        : [setting(FAILED, { at, error: made.error satisfies AppError })],
    )
    if (!made.ok) return made
    return remembered.ok ? made : remembered
  })
}

async function writeAndCheck(
  vaultFiles: VaultFiles,
  { environment, vault }: EnvironmentContext,
): Promise<Result<CheckedBackup>> {
  const { storage, clock, app_version } = vaultFiles
  const keyFile = await keyFileOf(vaultFiles, environment)
  if (!keyFile.ok) return keyFile
  const backups = await readBackups(vaultFiles, vault)
  if (!backups.ok) return backups
  const { key, file } = keyFile.value
  const made_at = clock.now()
  const begin = beginOfName(environment, file.check)
  const folder = backups.value.backup_folder
  const path = join(folder, `${begin}${stampOf(made_at)}.${BACKUP_EXTENSION}`)
  const written = await storage.writeBackup(path, key, { environment, made_at, app_version, key_file: file })
  if (!written.ok) return written
  const facts = await storage.checkBackup(path, key)
  if (!facts.ok) {
    await storage.removeFile(path)
    return facts
  }
  const rotated = await rotate(vaultFiles, folder, begin, { name: basename(path), made_at })
  return rotated.ok ? ok({ made_at, path, ...facts.value }) : rotated
}

/** Deletes backups of this vault that are too old. Does not touch any other file in the folder. */
async function rotate(
  { storage }: VaultFiles,
  folder: string,
  begin: string,
  newest: BackupName,
): Promise<Result<void>> {
  const names = await storage.listFiles(folder)
  if (!names.ok) return names
  const backups = names.value.flatMap((name) => readName(name, begin) ?? [])
  const unfinished = names.value.filter(
    (name) => readName(name.replace(/\.new$/, ''), begin) && name.endsWith('.new'),
  )
  for (const name of [
    ...expiredBackups(backups, newest.made_at).map((backup) => backup.name),
    ...unfinished,
  ]) {
    if (name === newest.name) continue
    const removed = await storage.removeFile(join(folder, name))
    if (!removed.ok) return removed
  }
  return ok(undefined)
}

/** Returns true if a backup is encrypted with the vault's current key. Also returns true if the key file is unreadable. */
export async function isUnderPresentKey(
  { storage }: VaultFiles,
  environment: Environment,
  path: string,
): Promise<boolean> {
  const file = await storage.readKeyFile(environment)
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
  { environment, vault }: EnvironmentContext,
): Promise<Result<OlderCopies>> {
  const older = await olderBackups(vaultFiles, environment, vault)
  if (!older.ok) return older
  const { folder: backup_folder, names, checks } = older.value
  const archived = await vaultFiles.storage.archivedFolders(environment)
  if (!archived.ok) return archived
  const folders = archived.value.filter(({ check }) => check !== null && checks.includes(check))
  return ok({ backup_folder, backups: names.length, folders: folders.map(({ folder }) => folder) })
}

/**
 * Makes a backup with the vault's current key, checks it, and then deletes the backups with earlier keys. Asks the broker in a system
 * dialog first. Fails with `CHANGE_NOT_CONFIRMED` if the broker refuses.
 */
export async function replaceOlderBackups(
  vaultFiles: VaultFiles,
  context: EnvironmentContext,
): Promise<Result<OlderCopies>> {
  const { environment, vault } = context
  const asked = await olderBackups(vaultFiles, environment, vault)
  if (!asked.ok) return asked
  const { folder, names } = asked.value
  if (names.length > 0 && !(await vaultFiles.consent.deleteBackups({ count: names.length, folder })))
    return fail(notConfirmed())
  const made = await backUp(vaultFiles, context)
  if (!made.ok) return made
  return oneAtATime(VAULT_FILES, async () => {
    for (const name of names) {
      const removed = await vaultFiles.storage.removeFile(join(folder, name))
      if (!removed.ok) return removed
    }
    return olderCopies(vaultFiles, context)
  })
}

async function olderBackups(
  vaultFiles: VaultFiles,
  environment: Environment,
  vault: Vault,
): Promise<Result<{ folder: string; names: string[]; checks: string[] }>> {
  const keyFile = await keyFileOf(vaultFiles, environment)
  if (!keyFile.ok) return keyFile
  const checks = await replacedChecks(vault, keyFile.value.file.check)
  if (!checks.ok) return checks
  const backups = await readBackups(vaultFiles, vault)
  if (!backups.ok) return backups
  const folder = backups.value.backup_folder
  const listed = await vaultFiles.storage.listFiles(folder)
  if (!listed.ok) return listed
  const begins = checks.value.map((check) => beginOfName(environment, check))
  const names = listed.value.filter((name) => begins.some((begin) => readName(name, begin) !== null))
  return ok({ folder, names, checks: checks.value })
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

function parsed<T>(schema: z.ZodType<T>, text: string | null): T | null {
  if (text === null) return null
  const read = schema.safeParse(JSON.parse(text))
  return read.success ? read.data : null
}
