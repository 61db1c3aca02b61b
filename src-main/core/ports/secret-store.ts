import type { Result } from '../../../src-shared/errors.ts'

/**
 * The OS keychain. `account` comes from `keychainAccount`. A store that can't be reached answers `KEYCHAIN_UNAVAILABLE` or,
 * when it waits for an unlock that nobody gives, `KEYCHAIN_LOCKED`; `null` means it was reached and holds no such secret.
 */
export interface SecretStore {
  get(account: string): Promise<Result<string | null>>
  set(account: string, secret: string): Promise<Result<void>>
  delete(account: string): Promise<Result<void>>
}
