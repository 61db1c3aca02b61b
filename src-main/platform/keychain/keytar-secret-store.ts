import type { Message } from '../../../src-shared/platform/texts/message.ts'
import keytar from 'keytar'
import { appError } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { Failure, failure } from '../base/failure.ts'
import type { SecretStore } from './secrets.ts'
import type { PrefetchedSecret } from './prefetch-secrets.ts'

/**
 * Maximum time in milliseconds to wait for the keychain. A locked keychain asks the user for a password before it responds. After this
 * time, the app reports an error instead of hanging.
 */
const ANSWER_TIMEOUT_MS = 20_000

/**
 * Maximum size of a secret in Windows' Credential Manager. The app uses this limit on every system, so that the user can restore a backup
 * on a different system.
 */
const MAX_SECRET_BYTES = 2_560

/**
 * Accesses the operating system's keychain: Credential Manager (Windows), Keychain (macOS), or Secret Service (Linux). Does not cache
 * secrets.
 */
export class KeytarSecretStore implements SecretStore {
  readonly #service: string
  readonly #reads = new Map<string, Promise<string | null>>()
  readonly #begun: Map<string, PrefetchedSecret['answer']>

  /**
   * `begun` contains reads that are already in progress. The first `get` of each of these secrets uses the read in progress, so that the
   * keychain asks the user only once.
   */
  constructor(service: string, begun: readonly PrefetchedSecret[] = []) {
    this.#service = service
    this.#begun = new Map(begun.map(({ account, answer }) => [account, answer]))
  }

  /** Reads a secret. Concurrent reads of one account share one request to the keychain, so that the keychain asks the user only once. */
  get(account: string): Promise<string | null> {
    const underWay = this.#reads.get(account)
    if (underWay !== undefined) return underWay
    const begun = this.#begun.get(account)
    this.#begun.delete(account)
    const read = ask(() => begun ?? keytar.getPassword(this.#service, account)).finally(() =>
      this.#reads.delete(account),
    )
    this.#reads.set(account, read)
    return read
  }

  /** Stores a secret. Fails with `INVALID_INPUT` if the secret is longer than 2,560 bytes. */
  async set(account: string, secret: string): Promise<void> {
    if (Buffer.byteLength(secret) > MAX_SECRET_BYTES) throw new Failure(tooLong())
    this.#forget(account)
    return ask(() => keytar.setPassword(this.#service, account, secret))
  }

  async delete(account: string): Promise<void> {
    this.#forget(account)
    await ask(() => keytar.deletePassword(this.#service, account))
  }

  /** Discards a read in progress. After a secret was changed, `get` must not return the result of a read that started before the change. */
  #forget(account: string): void {
    this.#reads.delete(account)
    this.#begun.delete(account)
  }
}

function tooLong() {
  const { secretTooLong, checkSecret } = msg.errorsVault
  return appError('INVALID_INPUT', secretTooLong(MAX_SECRET_BYTES), checkSecret)
}

async function ask<T>(question: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ANSWER_TIMEOUT_MS)
  })
  const { keychainLocked, keychainUnreachable, unlockUnchanged } = msg.errorsVault
  let answer: T | 'late'
  try {
    answer = await Promise.race([question(), late])
  } catch {
    // The error omits the keychain library's message, because it is not written for brokers and may contain anything.
    throw failure('KEYCHAIN_UNAVAILABLE', keychainUnreachable, howTo(), { retryable: true })
  } finally {
    clearTimeout(timer)
  }
  if (answer !== 'late') return answer
  throw failure('KEYCHAIN_LOCKED', keychainLocked, unlockUnchanged, { retryable: true })
}

function howTo(): Message {
  if (process.platform === 'linux') return msg.errorsVault.installKeyring
  return msg.errorsVault.unlockAndStartNothingStored
}
