import { z } from 'zod'
import { promisify } from 'node:util'
import { createCipheriv, createDecipheriv, randomBytes, scrypt, type ScryptOptions } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import { appError } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { Failure, resultOf, failure } from '../base/failure.ts'
import { oneAtATime } from '../base/one-at-a-time.ts'
import type { PassphraseLock, SecretStore } from './secrets.ts'
import { replaceFile } from '../files/write-atomically.ts'
import {
  SCRYPT_COST,
  scryptCostShape,
  scryptOptions,
} from '../../../src-shared/platform/base/scrypt-cost-schema.ts'

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

  constructor(keychain: SecretStore, file: string, platform: NodeJS.Platform = process.platform) {
    this.#keychain = keychain
    this.#file = file
    this.#platform = platform
  }

  async get(account: string): Promise<string | null> {
    if (!this.isChosen()) return this.#keychain.get(account)
    if (this.#open === null) throw new Failure(passphraseNeeded())
    return this.#open.secrets.get(account) ?? null
  }

  async set(account: string, secret: string): Promise<void> {
    if (!this.isChosen()) return this.#keychain.set(account, secret)
    return this.#change((secrets) => secrets.set(account, secret))
  }

  async delete(account: string): Promise<void> {
    if (!this.isChosen()) return this.#keychain.delete(account)
    return this.#change((secrets) => secrets.delete(account))
  }

  isChosen(): boolean {
    return existsSync(this.#file)
  }

  async mayBeChosen(): Promise<boolean> {
    if (this.#platform !== 'linux' || this.isChosen()) return false
    const asked = await resultOf(this.#keychain.get(PROBE))
    return !asked.ok && asked.error.code === 'KEYCHAIN_UNAVAILABLE'
  }

  async choose(passphrase: string): Promise<void> {
    if (!(await this.mayBeChosen())) throw new Failure(notNeeded())
    return this.#begin(passphrase)
  }

  replaceForgotten(passphrase: string): Promise<void> {
    return this.#inTurn(async () => {
      // If secrets are already available, in the keychain or in an open passphrase file, never replace them.
      if (!this.isChosen() || this.#open !== null) throw new Failure(notNeeded())
      const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
      try {
        await copyFile(this.#file, `${this.#file}.set-aside-${stamp}`, constants.COPYFILE_EXCL)
      } catch {
        throw new Failure(unwritable())
      }
      return this.#begin(passphrase)
    })
  }

  enter(passphrase: string): Promise<void> {
    return this.#inTurn(async () => {
      // If the passphrase is wrong, secrets that are already open remain open.
      this.#open = await this.#openWith(passphrase)
    })
  }

  change(present: string, passphrase: string): Promise<void> {
    return this.#inTurn(async () => {
      const { secrets } = await this.#openWith(present)
      await this.#save({ key: await newSecretsKey(passphrase), secrets })
    })
  }

  async #openWith(passphrase: string): Promise<OpenSecrets> {
    const { secretsUnreadable, restoreSecrets } = msg.errorsVault
    let opened: OpenSecrets | null
    try {
      opened = await openSecrets(await readFile(this.#file, 'utf8'), passphrase)
    } catch {
      throw failure('KEYCHAIN_UNAVAILABLE', secretsUnreadable, restoreSecrets)
    }
    if (opened === null) throw new Failure(passphraseWrong())
    return opened
  }

  async #begin(passphrase: string): Promise<void> {
    await this.#save({ key: await newSecretsKey(passphrase), secrets: new Map() })
  }

  #change(change: (secrets: Map<string, string>) => unknown): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#open === null) throw new Failure(passphraseNeeded())
      const changed = { key: this.#open.key, secrets: new Map(this.#open.secrets) }
      change(changed.secrets)
      await this.#save(changed)
    })
  }

  /** Runs changes one after another, so that no change is lost. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    return oneAtATime(this.#file, work)
  }

  /** A change takes effect in memory only after it was written to disk. */
  async #save(changed: OpenSecrets): Promise<void> {
    try {
      await replaceFile(this.#file, sealSecrets(changed.key, changed.secrets))
    } catch {
      throw new Failure(unwritable())
    }
    this.#open = changed
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

/**
 * Secrets protected by a passphrase: scrypt derives a key, and AES-256-GCM encrypts the secrets with it. The file contains the scrypt
 * parameters, so that a later version of the app can use higher parameters and still read older files.
 */
const base64 = z.base64().max(1_000_000)
const passphraseFileSchema = z.strictObject({
  format: z.literal('funding-desk-secrets'),
  version: z.literal(1),
  kdf: z.strictObject({ name: z.literal('scrypt'), ...scryptCostShape, salt: base64 }),
  nonce: base64,
  sealed: base64,
})
type PassphraseFile = z.infer<typeof passphraseFileSchema>
type Kdf = PassphraseFile['kdf']

const TAG_BYTES = 16
const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

interface SecretsKey {
  kdf: Kdf
  key: Buffer
}

async function newSecretsKey(passphrase: string): Promise<SecretsKey> {
  const kdf: Kdf = { name: 'scrypt', ...SCRYPT_COST, salt: randomBytes(32).toString('base64') }
  return { kdf, key: await keyOf(passphrase, kdf) }
}

/** Encrypts secrets and returns the content of the file, with a new nonce each time. */
function sealSecrets({ kdf, key }: SecretsKey, secrets: ReadonlyMap<string, string>): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(JSON.stringify(kdf)))
  const plain = Buffer.from(JSON.stringify(Object.fromEntries(secrets)))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  const file: PassphraseFile = {
    format: 'funding-desk-secrets',
    version: 1,
    kdf,
    nonce: nonce.toString('base64'),
    sealed: sealed.toString('base64'),
  }
  return JSON.stringify(file, null, 2)
}

/**
 * Decrypts the file's secrets. Returns null if the passphrase is wrong or the file was changed. Throws if the file has a different format.
 */
async function openSecrets(
  text: string,
  passphrase: string,
): Promise<{ key: SecretsKey; secrets: Map<string, string> } | null> {
  const { kdf, nonce, sealed } = passphraseFileSchema.parse(JSON.parse(text))
  const key = await keyOf(passphrase, kdf)
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(JSON.stringify(kdf)))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const plain = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
    const secrets = z.record(z.string(), z.string()).parse(JSON.parse(plain.toString()))
    return { key: { kdf, key }, secrets: new Map(Object.entries(secrets)) }
  } catch {
    return null
  }
}

/** Derives the key. Normalizes the passphrase, because keyboards produce different character codes for the same accented letter. */
function keyOf(passphrase: string, { salt, ...cost }: Kdf): Promise<Buffer> {
  return derive(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), 32, scryptOptions(cost))
}
