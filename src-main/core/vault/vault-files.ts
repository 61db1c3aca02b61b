import type { Environment } from '../../../src-shared/domain/vocabulary.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { keychainAccount } from '../../../src-shared/keychain-names.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import type { Clock, Consent } from '../ports/system.ts'
import type { FileDialogs } from '../ports/files.ts'
import { type KeyFile, newKeyFile, type VaultStorage } from '../ports/vault-storage.ts'
import type { PassphraseLock, SecretStore } from '../ports/secrets.ts'

/** Lock name for work that copies, deletes, or moves a vault's files. */
export const VAULT_FILES = 'vault files'

/** Dependencies for work on whole vaults, whether or not one is open. */
export interface VaultFiles {
  storage: VaultStorage
  secrets: SecretStore
  passphrase: PassphraseLock
  dialogs: FileDialogs
  consent: Consent
  clock: Clock
  app_version: string
  default_backup_folder: string
}

/** Returns an environment's key (64 hex digits) from the keychain. */
export async function vaultKey(
  { secrets }: Pick<VaultFiles, 'secrets'>,
  environment: Environment,
): Promise<Result<string>> {
  const key = await secrets.get(keychainAccount(environment, 'vault-key'))
  if (!key.ok) return key
  return key.value === null ? fail(keyMissing()) : ok(key.value)
}

/** Returns the key file of an open vault with its key. */
export async function keyFileOf(
  vaultFiles: VaultFiles,
  environment: Environment,
): Promise<Result<{ key: string; file: KeyFile }>> {
  const key = await vaultKey(vaultFiles, environment)
  if (!key.ok) return key
  const file = await vaultFiles.storage.readKeyFile(environment)
  return file.ok ? ok({ key: key.value, file: file.value ?? newKeyFile(key.value) }) : file
}

/** Formats a time for file names: `20261121-105000`. */
export function stampOf(instant: string): string {
  return instant.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
}

function keyMissing() {
  return appError('VAULT_KEY_MISSING', msg.errorsVault.keyGone, msg.errorsVault.startAndEnterCode)
}
