import type { Environment } from '../../../src-shared/domain/vocabulary.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import { keychainAccount, setAsideKeyAccount } from '../../../src-shared/keychain-names.ts'

/**
 * The OS keychain. `account` comes from `keychainAccount`. A store that can't be reached answers `KEYCHAIN_UNAVAILABLE` or,
 * when it waits for an unlock that nobody gives, `KEYCHAIN_LOCKED`; `null` means it was reached and holds no such secret.
 */
export interface SecretStore {
  get(account: string): Promise<Result<string | null>>
  set(account: string, secret: string): Promise<Result<void>>
  delete(account: string): Promise<Result<void>>
}

/** Keeps a vault's present key under the name of the folder that it will open: no key is ever lost by what the app does. */
export async function keepKeyAside(
  secrets: SecretStore,
  environment: Environment,
  stamp: string,
): Promise<Result<void>> {
  const key = await secrets.get(keychainAccount(environment, 'vault-key'))
  if (!key.ok) return key
  return key.value === null ? ok(undefined) : secrets.set(setAsideKeyAccount(environment, stamp), key.value)
}
