import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { failure } from '../base/failure.ts'
import { archivedKeyAccount, keychainAccount } from '../../../src-shared/platform/base/keychain-names.ts'

/**
 * The operating system's keychain. `account` comes from `keychainAccount`. Fails with `KEYCHAIN_UNAVAILABLE` if the keychain cannot be
 * reached, or `KEYCHAIN_LOCKED` if the user does not unlock it. `null` means that the keychain has no such secret.
 */
export interface SecretStore {
  get(account: string): Promise<string | null>
  set(account: string, secret: string): Promise<void>
  delete(account: string): Promise<void>
}

/**
 * Saves the current key of a vault that the app is about to archive. The name of the saved key contains `stamp`, like the name of the
 * archived folder. The app can therefore still open that folder.
 */
export async function archiveKey(
  secrets: SecretStore,
  environment: Environment,
  stamp: string,
): Promise<void> {
  const key = await secrets.get(keychainAccount(environment, 'vault-key'))
  if (key !== null) await secrets.set(archivedKeyAccount(environment, stamp), key)
}

/**
 * Stores a vault key and reads it back before anything is encrypted with it. A key that the keychain did not store would make the data
 * unreadable.
 */
export async function setVaultKey(
  secrets: SecretStore,
  account: string,
  key: string,
  advice: Message,
): Promise<void> {
  await secrets.set(account, key)
  if ((await secrets.get(account)) !== key)
    throw failure('KEYCHAIN_UNAVAILABLE', msg.errorsVault.keychainKeptNothing, advice)
}

/** The passphrase that protects secrets on a computer without a keychain. */
export interface PassphraseLock {
  isChosen(): boolean
  /** Returns whether the user may choose a passphrase: on Linux, while the keychain is unreachable. */
  mayBeChosen(): Promise<boolean>
  /** Protects secrets with a new passphrase. Allowed only if the keychain fails with `KEYCHAIN_UNAVAILABLE`. */
  choose(passphrase: string): Promise<void>
  /** Chooses a new passphrase and starts without secrets. Archives the secrets file of the forgotten passphrase. */
  replaceForgotten(passphrase: string): Promise<void>
  /**
   * Replaces the passphrase and keeps the secrets. The old or the new passphrase protects them at all times. Fails with
   * `PASSPHRASE_WRONG` if `present` is wrong.
   */
  change(present: string, passphrase: string): Promise<void>
  /** Unlocks the secrets. Fails with `PASSPHRASE_WRONG` if the passphrase is wrong. */
  enter(passphrase: string): Promise<void>
}
