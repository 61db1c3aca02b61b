import { failureOf, resultOf, failure } from '../../platform/base/failure.ts'
import { basename } from 'node:path'
import type { PickedBackup, Restored } from '../../../src-shared/features/backup/vault-status.ts'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'
import {
  keychainAccount,
  replacedKeyAccount,
  restoredKeyAccount,
} from '../../../src-shared/platform/base/keychain-names.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { FileRegistry } from '../../platform/ipc/file-registry.ts'
import { isKeyOf, type KeyFile } from '../../platform/vault/vault-storage.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import { archiveKey } from '../../platform/keychain/secrets.ts'
import type { SettingsReader } from '../../platform/vault/vault.ts'
import { stampOf, VAULT_FILES, vaultKey, type VaultFiles } from './vault-files.ts'
import { readRecoveryCode, unwrapKey } from './recovery-code.ts'

/** Closes the open environment, runs `work`, and then opens the given environment. */
export type Reopen = <T>(environment: Environment, work: () => Promise<T>) => Promise<T>

/** Lets the user pick a backup. Returns the data about the backup from its header, or null if the user cancels. */
export async function pickBackup(
  vaultFiles: VaultFiles,
  registry: FileRegistry,
): Promise<PickedBackup | null> {
  const path = await vaultFiles.dialogs.pickBackup()
  if (path === null) return null
  const { environment, made_at, size, key_file } = await vaultFiles.storage.readBackupHeader(path)
  const [file] = registry.register([path])
  return {
    file_id: file?.file_id ?? '',
    name: basename(path),
    environment,
    made_at,
    size,
    needs_code: (await keptKey(vaultFiles, environment, key_file)) === null,
    has_recovery_code: key_file.recovery !== null,
  }
}

/** Asks the broker whether the restored vault may use the connections (to the partner and the relay) that the backup contains. */
export type ConfirmRestored = (environment: Environment, restored: SettingsReader) => Promise<void>

/**
 * Restores a backup. Unpacks and checks it next to the existing data, and then moves it into place. The previous data is archived together
 * with its key, and never changes again. If anything fails before the move, nothing changes.
 */
export async function restoreBackup(
  vaultFiles: VaultFiles,
  registry: FileRegistry,
  { reopen, agree }: { reopen: Reopen; agree: ConfirmRestored },
  { file_id, code }: { file_id: string; code?: string | undefined },
): Promise<Restored> {
  // Read the storage and the keychain access from `vaultFiles` now. If a demo starts while this function runs, `vaultFiles` returns those
  // of the demo, but the restored data belongs to the office.
  const { storage, secrets } = vaultFiles
  const path = registry.look(file_id)
  if (path === null)
    throw failure('FILE_NOT_FOUND', msg.errorsVault.backupNotAvailable, msg.errorsVault.pickBackupAgain)
  const { environment, key_file } = await storage.readBackupHeader(path)
  const key = await keyFor(vaultFiles, environment, key_file, code)
  const stamp = stampOf(vaultFiles.clock.now())
  const account = restoredKeyAccount(environment, stamp)
  await secrets.set(account, key)
  const unpacked = await resultOf(
    storage.unpackBackup(path, key, stamp, (restored) => agree(environment, restored)),
  )
  if (!unpacked.ok) {
    await resultOf(secrets.delete(account))
    throw failureOf(unpacked.error)
  }
  // The restored data is moved into place only when the environment is opened here. If the app crashes before that, nothing changes.
  await oneAtATime(VAULT_FILES, () => reopen(environment, async () => null))
  const { deals, documents, missing } = unpacked.value
  return {
    environment,
    deals,
    documents,
    missing,
    archived_folder: storage.archiveFolder(environment, stamp),
  }
}

/** Creates a new vault if the old one cannot be opened. Archives the old vault's folder and, if it exists, its key. */
export function startNewVault(
  { storage, secrets, clock }: VaultFiles,
  reopen: Reopen,
  environment: Environment,
): Promise<{ archived_folder: string | null }> {
  const stamp = stampOf(clock.now())
  return reopen(environment, async () => {
    await archiveKey(secrets, environment, stamp)
    const archived = await storage.archive(environment, stamp)
    await secrets.delete(keychainAccount(environment, 'vault-key'))
    return { archived_folder: archived }
  })
}

/** Opens a vault that lost its newest commits, with the data that remains. Makes a copy of the damaged files first. */
export function continueShortened(
  vaultFiles: VaultFiles,
  reopen: Reopen,
  environment: Environment,
): Promise<{ damaged_files: string }> {
  return reopen(environment, async () => {
    const key = await vaultKey(vaultFiles, environment)
    const stamp = stampOf(vaultFiles.clock.now())
    const copies = await vaultFiles.storage.continueShortened(environment, key, stamp)
    return { damaged_files: copies }
  })
}

async function keyFor(
  vaultFiles: VaultFiles,
  environment: Environment,
  key_file: KeyFile,
  code: string | undefined,
): Promise<string> {
  const kept = await keptKey(vaultFiles, environment, key_file)
  if (kept !== null) return kept
  const entropy = await readRecoveryCode(code ?? '')
  return unwrapKey(key_file, entropy)
}

async function keptKey(
  { secrets }: VaultFiles,
  environment: Environment,
  file: KeyFile,
): Promise<string | null> {
  // Also try a replaced key. It encrypts the backups that were made before the recovery code was changed.
  for (const account of [
    keychainAccount(environment, 'vault-key'),
    replacedKeyAccount(environment, file.check),
  ]) {
    // Without the keychain, the broker types the recovery code.
    const key = await resultOf(secrets.get(account))
    if (key.ok && key.value !== null && isKeyOf(file, key.value)) return key.value
  }
  return null
}
