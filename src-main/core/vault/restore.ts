import { basename } from 'node:path'
import type { PickedBackup, Restored } from '../../../src-shared/domain/vault-status.ts'
import type { Environment } from '../../../src-shared/domain/vocabulary.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import {
  keychainAccount,
  replacedKeyAccount,
  restoredKeyAccount,
} from '../../../src-shared/keychain-names.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import type { FileRegistry } from '../documents/file-registry.ts'
import { isKeyOf, type KeyFile } from '../ports/vault-storage.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { archiveKey } from '../ports/secrets.ts'
import type { SettingsReader } from '../ports/vault.ts'
import { stampOf, VAULT_FILES, vaultKey, type VaultFiles } from './vault-files.ts'
import { readRecoveryCode, unwrapKey } from './recovery-code.ts'

/** Closes the open environment, runs `work`, and then opens the given environment. */
export type Reopen = <T>(environment: Environment, work: () => Promise<Result<T>>) => Promise<Result<T>>

/** Lets the user pick a backup and returns its header data, or null if the user cancels. */
export async function pickBackup(
  vaultFiles: VaultFiles,
  registry: FileRegistry,
): Promise<Result<PickedBackup | null>> {
  const path = await vaultFiles.dialogs.pickBackup()
  if (path === null) return ok(null)
  const header = await vaultFiles.storage.readBackupHeader(path)
  if (!header.ok) return header
  const { environment, made_at, size, key_file } = header.value
  const [file] = registry.register([path])
  return ok({
    file_id: file?.file_id ?? '',
    name: basename(path),
    environment,
    made_at,
    size,
    needs_code: (await keptKey(vaultFiles, environment, key_file)) === null,
    has_recovery_code: key_file.recovery !== null,
  })
}

/** Asks the broker whether a restored vault may include its connections. */
export type ConfirmRestored = (environment: Environment, restored: SettingsReader) => Promise<Result<void>>

/**
 * Restores a backup: unpacks and checks it next to the existing data, then moves it into place. The previous data is archived with its
 * key and never changed again. A failure before the move changes nothing.
 */
export async function restoreBackup(
  vaultFiles: VaultFiles,
  registry: FileRegistry,
  { reopen, agree }: { reopen: Reopen; agree: ConfirmRestored },
  { file_id, code }: { file_id: string; code?: string | undefined },
): Promise<Result<Restored>> {
  // Read the dependencies now. If a demo starts in the meantime, `vaultFiles` returns the demo's dependencies, but this data belongs to the
  // office.
  const { storage, secrets } = vaultFiles
  const path = registry.look(file_id)
  if (path === null)
    return fail(
      appError('FILE_NOT_FOUND', msg.errorsVault.backupNotAvailable, msg.errorsVault.pickBackupAgain),
    )
  const header = await storage.readBackupHeader(path)
  if (!header.ok) return header
  const { environment, key_file } = header.value
  const key = await keyFor(vaultFiles, environment, key_file, code)
  if (!key.ok) return key
  const stamp = stampOf(vaultFiles.clock.now())
  const account = restoredKeyAccount(environment, stamp)
  const kept = await secrets.set(account, key.value)
  if (!kept.ok) return kept
  const unpacked = await storage.unpackBackup(path, key.value, stamp, (restored) =>
    agree(environment, restored),
  )
  if (!unpacked.ok) {
    await secrets.delete(account)
    return unpacked
  }
  // Only the opening of the environment moves the restored data into place. A crash before the opening therefore changes nothing.
  const opened = await oneAtATime(VAULT_FILES, () => reopen(environment, async () => ok(null)))
  if (!opened.ok) return opened
  const { deals, documents, missing } = unpacked.value
  return ok({
    environment,
    deals,
    documents,
    missing,
    archived_folder: storage.archiveFolder(environment, stamp),
  })
}

/** Creates a new vault if the data cannot be opened. Archives the old folder, with its key if one exists. */
export function startNewVault(
  { storage, secrets, clock }: VaultFiles,
  reopen: Reopen,
  environment: Environment,
): Promise<Result<{ archived_folder: string | null }>> {
  const stamp = stampOf(clock.now())
  return reopen(environment, async () => {
    const kept = await archiveKey(secrets, environment, stamp)
    if (!kept.ok) return kept
    const archived = await storage.archive(environment, stamp)
    if (!archived.ok) return archived
    const gone = await secrets.delete(keychainAccount(environment, 'vault-key'))
    return gone.ok ? ok({ archived_folder: archived.value }) : gone
  })
}

/** Opens the remaining data of a vault that lost commits, after copying its damaged files. */
export function continueShortened(
  vaultFiles: VaultFiles,
  reopen: Reopen,
  environment: Environment,
): Promise<Result<{ damaged_files: string }>> {
  return reopen(environment, async () => {
    const key = await vaultKey(vaultFiles, environment)
    if (!key.ok) return key
    const stamp = stampOf(vaultFiles.clock.now())
    const copies = await vaultFiles.storage.continueShortened(environment, key.value, stamp)
    return copies.ok ? ok({ damaged_files: copies.value }) : copies
  })
}

async function keyFor(
  vaultFiles: VaultFiles,
  environment: Environment,
  key_file: KeyFile,
  code: string | undefined,
): Promise<Result<string>> {
  const kept = await keptKey(vaultFiles, environment, key_file)
  if (kept !== null) return ok(kept)
  const entropy = await readRecoveryCode(code ?? '')
  return entropy.ok ? unwrapKey(key_file, entropy.value) : entropy
}

async function keptKey(
  { secrets }: VaultFiles,
  environment: Environment,
  file: KeyFile,
): Promise<string | null> {
  // A backup from before a change of the recovery code is encrypted with the replaced key.
  for (const account of [
    keychainAccount(environment, 'vault-key'),
    replacedKeyAccount(environment, file.check),
  ]) {
    const key = await secrets.get(account)
    if (key.ok && key.value !== null && isKeyOf(file, key.value)) return key.value
  }
  return null
}
