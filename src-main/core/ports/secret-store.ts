import type { Environment } from '../../../src-shared/domain/vocabulary.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import { keychainAccount, archivedKeyAccount } from '../../../src-shared/keychain-names.ts'

/**
 * The operating system's keychain. `account` comes from `keychainAccount`. Fails with `KEYCHAIN_UNAVAILABLE` if it cannot be reached, or
 * `KEYCHAIN_LOCKED` if the user does not unlock it. `null` means that it has no such secret.
 */
export interface SecretStore {
  get(account: string): Promise<Result<string | null>>
  set(account: string, secret: string): Promise<Result<void>>
  delete(account: string): Promise<Result<void>>
}

/** Saves a vault's current key under the name of the archived folder that it opens, so that the app never loses a key. */
export async function archiveKey(
  secrets: SecretStore,
  environment: Environment,
  stamp: string,
): Promise<Result<void>> {
  const key = await secrets.get(keychainAccount(environment, 'vault-key'))
  if (!key.ok) return key
  return key.value === null ? ok(undefined) : secrets.set(archivedKeyAccount(environment, stamp), key.value)
}
