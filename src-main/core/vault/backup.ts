import { basename, join } from 'node:path'
import type { z } from 'zod'
import type { CheckedBackup, VaultStatus } from '../../../src-shared/domain/vault-care.ts'
import { checkedBackupSchema, failedBackupSchema } from '../../../src-shared/domain/vault-care-schema.ts'
import type { Environment } from '../../../src-shared/domain/vocabulary.ts'
import { ok, type AppError, type Result } from '../../../src-shared/errors.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { KeyFile } from '../ports/key-file.ts'
import type { Vault } from '../ports/vault.ts'
import { BACKUP_EXTENSION } from '../ports/vault-storage.ts'
import type { Workspace } from '../workspace.ts'
import { keyFileOf, stampOf, type VaultCare } from './care.ts'
import { expiredBackups, type BackupName } from './rotation.ts'

const FOLDER = 'backup_folder'
const LAST = 'backup_last'
const FAILED = 'backup_failed'
const STAMP = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)$/

/** Copying files out, clearing files away and moving them must not meet. */
export const VAULT_FILES = 'vault files'

/** How well the open environment's data is looked after. */
export async function vaultStatus(
  care: VaultCare,
  { environment, vault }: Workspace,
): Promise<Result<VaultStatus>> {
  const keyFile = await care.storage.readKeyFile(environment)
  if (!keyFile.ok) return keyFile
  const backups = await readBackups(care, vault)
  if (!backups.ok) return backups
  return ok({
    environment,
    folder: care.storage.folder(environment),
    recovery_code_made_at: keyFile.value?.recovery?.made_at ?? null,
    has_passphrase: care.passphrase.isChosen(),
    ...backups.value,
  })
}

/** What the vault remembers of its backups. */
export async function readBackups(
  { default_backup_folder }: VaultCare,
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

/** Asks for another folder for backups; those in the old one stay. */
export async function chooseBackupFolder(care: VaultCare, { vault }: Workspace): Promise<Result<void>> {
  const present = await readBackups(care, vault)
  if (!present.ok) return present
  const picked = await care.dialogs.pickBackupFolder(present.value.backup_folder)
  if (picked === null) return ok(undefined)
  const kept = await vault.commit([{ write: 'set_setting', key: FOLDER, value: picked }])
  return kept.ok ? ok(undefined) : kept
}

/**
 * Writes a backup, opens it to see that it is whole, and lets go of the ones that are too old. How it ended is remembered and
 * answered; a backup that proves bad is taken away, and no older one is touched then.
 */
export function backUp(care: VaultCare, workspace: Workspace): Promise<Result<CheckedBackup>> {
  return oneAtATime(VAULT_FILES, async () => {
    const made = await writeAndCheck(care, workspace)
    const at = care.clock.now()
    const remembered = await workspace.vault.commit(
      made.ok
        ? [setting(LAST, made.value), setting(FAILED, null)]
        : [setting(FAILED, { at, error: made.error satisfies AppError })],
    )
    if (!made.ok) return made
    return remembered.ok ? made : remembered
  })
}

async function writeAndCheck(
  care: VaultCare,
  { environment, vault }: Workspace,
): Promise<Result<CheckedBackup>> {
  const { storage, clock, app_version } = care
  const keyFile = await keyFileOf(care, environment)
  if (!keyFile.ok) return keyFile
  const backups = await readBackups(care, vault)
  if (!backups.ok) return backups
  const { key, file } = keyFile.value
  const made_at = clock.now()
  const begin = beginOfName(environment, file)
  const folder = backups.value.backup_folder
  const path = join(folder, `${begin}${stampOf(made_at)}.${BACKUP_EXTENSION}`)
  const written = await storage.writeBackup(path, key, { environment, made_at, app_version, key_file: file })
  if (!written.ok) return written
  const facts = await storage.checkBackup(path, key)
  if (!facts.ok) {
    await storage.removeFile(path)
    return facts
  }
  const rotated = await rotate(care, folder, begin, basename(path))
  return rotated.ok ? ok({ made_at, path, ...facts.value }) : rotated
}

/** Only files that this very vault wrote are ever removed, whatever else lies in the folder. */
async function rotate(
  { storage }: VaultCare,
  folder: string,
  begin: string,
  newest: string,
): Promise<Result<void>> {
  const names = await storage.listFiles(folder)
  if (!names.ok) return names
  const backups = names.value.flatMap((name) => readName(name, begin) ?? [])
  const unfinished = names.value.filter(
    (name) => readName(name.replace(/\.new$/, ''), begin) && name.endsWith('.new'),
  )
  for (const name of [...expiredBackups(backups).map((backup) => backup.name), ...unfinished]) {
    if (name === newest) continue
    const removed = await storage.removeFile(join(folder, name))
    if (!removed.ok) return removed
  }
  return ok(undefined)
}

/** Two offices, or two computers of one, may share a folder: the name says whose backup it is. */
function beginOfName(environment: Environment, { check }: KeyFile): string {
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
