import { constants, existsSync } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import { appError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { PassphraseLock, SecretStore } from './secrets.ts'
import { replaceFile } from '../files/write-atomically.ts'
import { newSecretsKey, openSecrets, sealSecrets, type SecretsKey } from './passphrase-file.ts'

interface OpenSecrets {
  key: SecretsKey
  secrets: Map<string, string>
}

/** Name of a keychain entry that the app reads to test whether the keychain is reachable. The entry does not need to exist. */
const PROBE = 'probe'

/**
 * Stores this computer's secrets in the operating system's keychain. On Linux without a keychain, the user can choose a file protected by a
 * passphrase that is required at each start. Secrets are never unencrypted on disk.
 */
export class EnvironmentSecretStore implements SecretStore, PassphraseLock {
  readonly #keychain: SecretStore
  readonly #file: string
  readonly #platform: NodeJS.Platform
  #open: OpenSecrets | null = null
  #saving: Promise<unknown> = Promise.resolve()

  constructor(keychain: SecretStore, file: string, platform: NodeJS.Platform = process.platform) {
    this.#keychain = keychain
    this.#file = file
    this.#platform = platform
  }

  async get(account: string): Promise<Result<string | null>> {
    if (!this.isChosen()) return this.#keychain.get(account)
    return this.#open === null ? fail(passphraseNeeded()) : ok(this.#open.secrets.get(account) ?? null)
  }

  async set(account: string, secret: string): Promise<Result<void>> {
    if (!this.isChosen()) return this.#keychain.set(account, secret)
    return this.#change((secrets) => void secrets.set(account, secret))
  }

  async delete(account: string): Promise<Result<void>> {
    if (!this.isChosen()) return this.#keychain.delete(account)
    return this.#change((secrets) => void secrets.delete(account))
  }

  isChosen(): boolean {
    return existsSync(this.#file)
  }

  async mayBeChosen(): Promise<boolean> {
    if (this.#platform !== 'linux' || this.isChosen()) return false
    const asked = await this.#keychain.get(PROBE)
    return !asked.ok && asked.error.code === 'KEYCHAIN_UNAVAILABLE'
  }

  async choose(passphrase: string): Promise<Result<void>> {
    return (await this.mayBeChosen()) ? this.#begin(passphrase) : fail(notNeeded())
  }

  replaceForgotten(passphrase: string): Promise<Result<void>> {
    return this.#inTurn(async () => {
      // If secrets are already available, in the keychain or in an open passphrase file, never replace them.
      if (!this.isChosen() || this.#open !== null) return fail(notNeeded())
      const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
      try {
        await copyFile(this.#file, `${this.#file}.set-aside-${stamp}`, constants.COPYFILE_EXCL)
      } catch {
        return fail(unwritable())
      }
      return this.#begin(passphrase)
    })
  }

  enter(passphrase: string): Promise<Result<void>> {
    return this.#inTurn(async () => {
      const opened = await this.#openWith(passphrase)
      // If the passphrase is wrong, secrets that are already open remain open.
      if (opened.ok) this.#open = opened.value
      return opened.ok ? ok(undefined) : opened
    })
  }

  change(present: string, passphrase: string): Promise<Result<void>> {
    return this.#inTurn(async () => {
      const opened = await this.#openWith(present)
      if (!opened.ok) return opened
      const rewrapped = { key: await newSecretsKey(passphrase), secrets: opened.value.secrets }
      const kept = await this.#save(rewrapped)
      if (kept.ok) this.#open = rewrapped
      return kept
    })
  }

  async #openWith(passphrase: string): Promise<Result<OpenSecrets>> {
    try {
      const opened = await openSecrets(await readFile(this.#file, 'utf8'), passphrase)
      return opened === null ? fail(passphraseWrong()) : ok(opened)
    } catch {
      return fail(
        appError('KEYCHAIN_UNAVAILABLE', msg.errorsVault.secretsUnreadable, msg.errorsVault.restoreSecrets),
      )
    }
  }

  async #begin(passphrase: string): Promise<Result<void>> {
    const opened = { key: await newSecretsKey(passphrase), secrets: new Map<string, string>() }
    const kept = await this.#save(opened)
    if (kept.ok) this.#open = opened
    return kept
  }

  /** Changes the secrets. The change takes effect in memory only after it was written to disk. */
  #change(change: (secrets: Map<string, string>) => void): Promise<Result<void>> {
    return this.#inTurn(async () => {
      if (this.#open === null) return fail(passphraseNeeded())
      const changed = { key: this.#open.key, secrets: new Map(this.#open.secrets) }
      change(changed.secrets)
      const kept = await this.#save(changed)
      if (kept.ok) this.#open = changed
      return kept
    })
  }

  /** Runs changes one after another, so that no change is lost. */
  #inTurn(work: () => Promise<Result<void>>): Promise<Result<void>> {
    const done = this.#saving.then(work)
    this.#saving = done
    return done
  }

  async #save({ key, secrets }: OpenSecrets): Promise<Result<void>> {
    try {
      await replaceFile(this.#file, sealSecrets(key, secrets))
      return ok(undefined)
    } catch {
      return fail(unwritable())
    }
  }
}

function notNeeded() {
  return appError('INVALID_INPUT', msg.errorsVault.passphraseNotNeeded, msg.errorsVault.startAgain)
}

function unwritable() {
  return appError('KEYCHAIN_UNAVAILABLE', msg.errorsVault.secretsNotWritten, msg.errorsVault.checkDiskFull, {
    retryable: true,
  })
}

function passphraseWrong() {
  return appError('PASSPHRASE_WRONG', msg.errorsVault.passphraseWrong, msg.errorsVault.checkCapsLock)
}

function passphraseNeeded() {
  return appError('PASSPHRASE_NEEDED', msg.errorsVault.enterPassphrase, msg.errorsVault.askedEachStart)
}
