import keytar from 'keytar'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { SecretStore } from '../../core/ports/secret-store.ts'

/** A locked keychain asks the user and answers when they do; after this long the app says so instead of hanging. */
const ANSWER_TIMEOUT_MS = 20_000

/** The keychain of the operating system: Credential Manager, Keychain, or the Secret Service. Nothing is cached. */
export class KeytarSecretStore implements SecretStore {
  readonly #service: string
  readonly #reads = new Map<string, Promise<Result<string | null>>>()

  constructor(service: string) {
    this.#service = service
  }

  /** Reads of one account that come at the same time share one question to the keychain, and so one prompt. */
  get(account: string): Promise<Result<string | null>> {
    const underWay = this.#reads.get(account)
    if (underWay !== undefined) return underWay
    const read = ask(() => keytar.getPassword(this.#service, account)).finally(() =>
      this.#reads.delete(account),
    )
    this.#reads.set(account, read)
    return read
  }

  set(account: string, secret: string): Promise<Result<void>> {
    this.#reads.delete(account)
    return ask(() => keytar.setPassword(this.#service, account, secret))
  }

  async delete(account: string): Promise<Result<void>> {
    this.#reads.delete(account)
    const deleted = await ask(() => keytar.deletePassword(this.#service, account))
    return deleted.ok ? ok(undefined) : deleted
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
