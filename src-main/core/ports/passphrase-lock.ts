import type { Result } from '../../../src-shared/errors.ts'

/** The passphrase that protects secrets on a computer without a keychain. */
export interface PassphraseLock {
  isChosen(): boolean
  /** Returns whether one may be chosen: on Linux, while the keychain is unreachable. */
  mayBeChosen(): Promise<boolean>
  /** Protects secrets with a new passphrase. Allowed only if the keychain fails with `KEYCHAIN_UNAVAILABLE`. */
  choose(passphrase: string): Promise<Result<void>>
  /** Starts without secrets under a new passphrase. The file of the forgotten one is archived. */
  replaceForgotten(passphrase: string): Promise<Result<void>>
  /**
   * Replaces the passphrase and keeps the secrets. They are always protected by one of the two. Fails with `PASSPHRASE_WRONG` if
   * `present` is wrong.
   */
  change(present: string, passphrase: string): Promise<Result<void>>
  /** Opens the secrets, or fails with `PASSPHRASE_WRONG`. */
  enter(passphrase: string): Promise<Result<void>>
}
