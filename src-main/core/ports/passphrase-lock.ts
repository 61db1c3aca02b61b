import type { Result } from '../../../src-shared/errors.ts'

/** The passphrase that holds the secrets where there is no keychain. */
export interface PassphraseLock {
  /** Whether one was chosen on this computer. */
  isChosen(): boolean
  /** Whether one may be chosen: on Linux, while the keychain cannot be reached. */
  mayBeChosen(): Promise<boolean>
  /** From now on secrets lie under it. `KEYCHAIN_UNAVAILABLE` is the only state it may be chosen in. */
  choose(passphrase: string): Promise<Result<void>>
  /** Begins with no secrets under a new passphrase; what lay under the forgotten one is kept beside. */
  replaceForgotten(passphrase: string): Promise<Result<void>>
  /**
   * Puts another passphrase in the place of the present one; the secrets stay. They lie under either the one or the other, never
   * under none. `PASSPHRASE_WRONG` when the present one is another.
   */
  change(present: string, passphrase: string): Promise<Result<void>>
  /** `PASSPHRASE_WRONG` when it is another one. */
  enter(passphrase: string): Promise<Result<void>>
}
