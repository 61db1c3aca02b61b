import keytar from 'keytar'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { SecretStore } from '../../core/ports/secret-store.ts'
import type { BegunRead } from './begun-read.ts'

/** A locked keychain asks the user and answers when they do; after this long the app says so instead of hanging. */
const ANSWER_TIMEOUT_MS = 20_000

/** The keychain of the operating system: Credential Manager, Keychain, or the Secret Service. Nothing is cached. */
export class KeytarSecretStore implements SecretStore {
  readonly #service: string
  readonly #reads = new Map<string, Promise<Result<string | null>>>()
  readonly #begun: Map<string, BegunRead['answer']>

  /** The first to ask what was `begun` gets its answer: one question, and so one prompt. */
  constructor(service: string, begun: readonly BegunRead[] = []) {
    this.#service = service
    this.#begun = new Map(begun.map(({ account, answer }) => [account, answer]))
  }

  /** Reads of one account that come at the same time share one question to the keychain, and so one prompt. */
  get(account: string): Promise<Result<string | null>> {
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

  set(account: string, secret: string): Promise<Result<void>> {
    this.#forget(account)
    return ask(() => keytar.setPassword(this.#service, account, secret))
  }

  async delete(account: string): Promise<Result<void>> {
    this.#forget(account)
    const deleted = await ask(() => keytar.deletePassword(this.#service, account))
    return deleted.ok ? ok(undefined) : deleted
  }

  /** What was asked before a change does not answer what is asked after it. */
  #forget(account: string): void {
    this.#reads.delete(account)
    this.#begun.delete(account)
  }
}

async function ask<T>(question: () => Promise<T>): Promise<Result<T>> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ANSWER_TIMEOUT_MS)
  })
  try {
    const answer = await Promise.race([question(), late])
    if (answer !== 'late') return ok(answer)
    return fail(
      appError('KEYCHAIN_LOCKED', words().errorsVault.keychainLocked, words().errorsVault.unlockUnchanged, {
        retryable: true,
      }),
    )
  } catch {
    // The library's words are left out: they are not for brokers, and nobody promises what they hold.
    return fail(
      appError('KEYCHAIN_UNAVAILABLE', words().errorsVault.keychainUnreachable, howTo(), {
        retryable: true,
      }),
    )
  } finally {
    clearTimeout(timer)
  }
}

function howTo(): string {
  if (process.platform === 'linux') return words().errorsVault.installKeyring
  return words().errorsVault.unlockAndStartNothingStored
}
