import { failureOf, resultOf } from '../../../src-main/platform/base/failure.ts'
import { value } from '../core/value.ts'
import { isDeepStrictEqual } from 'node:util'
import { cp, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { EncryptedDocumentStore } from '../../../src-main/platform/vault/documents/encrypted-document-store.ts'
import { PreferencesFile } from '../../../src-main/platform/electron/preferences-file.ts'
import { readOpening } from '../../../src-main/platform/electron/opening.ts'
import { EnvironmentSecretStore } from '../../../src-main/platform/keychain/environment-secret-store.ts'
import { FileLog } from '../../../src-main/platform/base/file-log.ts'
import type { HostProcess } from '../../../src-main/platform/vault/host-process.ts'
import { openVault } from '../../../src-main/platform/vault/open-vault.ts'
import { createVaultClient, type VaultClient } from '../../../src-main/platform/vault/vault-client.ts'
import { FileVaultStorage } from '../../../src-main/platform/vault/storage/file-vault-storage.ts'
import {
  newRecoveryCode,
  readRecoveryCode,
  unwrapKey,
  wrapKey,
} from '../../../src-main/features/backup/recovery-code.ts'
import type { SecretStore } from '../../../src-main/platform/keychain/secrets.ts'
import type { StoredDeal } from '../../../src-main/platform/vault/records.ts'
import { restoredKeyAccount } from '../../../src-shared/platform/base/keychain-names.ts'
import { appError, type Result } from '../../../src-shared/platform/base/errors.ts'
import { storedDeal } from '../stored-deal.ts'
import { startVaultHost } from '../vault/start-host.ts'

const DEALS = 6
const PASSPHRASE = 'correct horse battery'
const MADE_AT = '2026-05-04T10:00:00.000Z'

/**
 * Result of a round, in which the test damaged one file. `whole`: all data is there. `reported`: the app reported the damage. `lost`: data
 * is missing or different, and the app did not report it. `stuck`: the vault does not open, regardless of what the broker does.
 */
export interface Outcome {
  verdict: 'whole' | 'reported' | 'lost' | 'stuck'
  why: string
}

class Lost extends Error {}

/**
 * A data folder with everything that the app stores, and the content that the test expects in it. The app's own modules write all files.
 */
export class StoredEnvironment {
  readonly folder: string
  readonly #secrets = new Map<string, string>()
  readonly #deals: StoredDeal[] = []
  #inBackup = 0
  readonly #documents: { sha256: string; content: Buffer }[] = []
  #code: string[] = []
  #host: { process: HostProcess; ended: Promise<void> } | null = null

  constructor(folder: string) {
    this.folder = folder
  }

  /** Fills the folder. `ending` determines whether the vault process is then killed or exits normally. */
  async fill(ending: 'killed' | 'closed'): Promise<void> {
    const { vault, key, folder: home } = value(await this.#open(this.folder))
    const documents = new EncryptedDocumentStore(join(home, 'documents'), key)
    await this.#addDeals(vault)
    for (const content of [Buffer.alloc(70_000, 'statement '), Buffer.alloc(900, 'application ')]) {
      const { sha256 } = value(await documents.addBytes(content))
      this.#documents.push({ sha256, content })
      const document_id = crypto.randomUUID()
      const [deal] = this.#deals as [StoredDeal]
      await vault.commit([
        {
          write: 'put_document',
          document: {
            document_id,
            deal_id: deal.deal_id,
            name: 'statement.pdf',
            kind: 'bank_statement',
            size: content.length,
            pages: 1,
            sha256,
            state: 'attached',
            error: null,
            added_at: MADE_AT,
            sent_at: null,
            reading: null,
          },
        },
      ])
    }
    this.#code = await newRecoveryCode()
    const file = wrapKey(key.toString('hex'), value(await readRecoveryCode(this.#code.join(' '))), MADE_AT)
    const storage = this.#storage(this.folder)
    value(await storage.writeKeyFile('sandbox', file))
    await vault.close()
    await mkdir(join(home, 'before-update'))
    await cp(join(home, 'vault.db'), join(home, 'before-update', 'vault-v17.db'))
    const again = value(await this.#open(this.folder)).vault
    const header = { environment: 'sandbox' as const, made_at: MADE_AT, app_version: '0.0.0', key_file: file }
    value(
      await storage.writeBackup(join(this.folder, 'backups', 'one.fdbackup'), key.toString('hex'), header),
    )
    this.#inBackup = this.#deals.length
    await this.#addDeals(again)
    if (ending === 'closed') await again.close()
    else await this.#kill()
    await new PreferencesFile(join(this.folder, 'preferences.json')).change({
      environment: 'production',
      told_that_it_listens: true,
    })
    const secrets = this.#passphraseStore(this.folder)
    value(await secrets.choose(PASSPHRASE))
    value(await secrets.set('kept', 'a secret'))
    newLog(join(this.folder, 'logs', 'app.jsonl')).info('started')
  }

  /** Returns the files that the test can damage, as paths relative to the folder. */
  async files(): Promise<string[]> {
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.folder.length + 1))
      .toSorted()
  }

  /** Opens a copy of the folder in which `file` was damaged, as the app would open it. Compares its content with the expected content. */
  async check(folder: string, file: string): Promise<Outcome> {
    const reports: string[] = []
    try {
      const opened = await this.#checkVault(folder, reports)
      if (!opened) return { verdict: 'stuck', why: reports.join('; ') }
      await this.#checkOtherFiles(folder, file, reports)
    } catch (error) {
      if (error instanceof Lost) return { verdict: 'lost', why: error.message }
      throw error
    } finally {
      await this.#kill()
    }
    return { verdict: reports.length > 0 ? 'reported' : 'whole', why: reports.join('; ') }
  }

  /**
   * Opens the vault and compares its content. If it does not open, does what the broker could do. Returns false if the vault still does not
   * open.
   */
  async #checkVault(folder: string, reports: string[]): Promise<boolean> {
    const first = await resultOf(this.#open(folder))
    if (first.ok) return this.#checkContent(folder, first.value, reports, this.#deals)
    reports.push(first.error.code)
    const again = await resultOf(this.#open(folder))
    if (again.ok || again.error.code !== first.error.code) reports.push('another answer the second time')
    const storage = this.#storage(folder)
    const key = this.#secrets.get('sandbox/vault-key') as string
    if (first.error.code === 'VAULT_SHORTENED') {
      const copies = await resultOf(storage.continueShortened('sandbox', key, '20260504-110000'))
      if (copies.ok) {
        const left = value(await this.#open(folder))
        await left.vault.close()
        return true
      }
      reports.push(copies.error.code)
    }
    // For a vault that does not open, the screen lets the broker restore a backup. Do this.
    const stamp = '20260504-120000'
    const agree = async () => {}
    this.#secrets.set(restoredKeyAccount('sandbox', stamp), key)
    const backup = join(folder, 'backups', 'one.fdbackup')
    const unpacked = await resultOf(storage.unpackBackup(backup, key, stamp, agree))
    if (!unpacked.ok) reports.push(unpacked.error.code)
    const restored = unpacked.ok ? await resultOf(this.#open(folder)) : unpacked
    if (!restored.ok) return false
    return this.#checkContent(folder, restored.value, reports, this.#deals.slice(0, this.#inBackup))
  }

  async #checkContent(
    folder: string,
    opened: { vault: VaultClient; key: Buffer; folder: string },
    reports: string[],
    deals: StoredDeal[],
  ): Promise<boolean> {
    const { vault, key, folder: home } = opened
    for (const deal of deals) {
      const found = await resultOf(vault.getDeal(deal.deal_id))
      if (!found.ok) reports.push(found.error.code)
      else if (!isDeepStrictEqual(found.value, deal)) throw new Lost('a deal')
    }
    const documents = new EncryptedDocumentStore(join(home, 'documents'), key)
    for (const { sha256, content } of this.#documents) {
      const read = await documents.open(sha256)
      const bytes = read.ok ? await buffer(read.value).catch(() => null) : null
      if (bytes === null) reports.push(read.ok ? 'the document breaks off' : read.error.code)
      else if (!bytes.equals(content)) throw new Lost('a document')
    }
    const file = await resultOf(this.#storage(folder).readKeyFile('sandbox'))
    if (!file.ok) reports.push(file.error.code)
    else {
      const entropy = value(await readRecoveryCode(this.#code.join(' ')))
      const unwrapped = file.value === null ? null : unwrapKey(file.value, entropy)
      if (unwrapped !== key.toString('hex')) throw new Lost('the recovery code')
    }
    await vault.close()
    return true
  }

  /** Reads the damaged file if it does not belong to the vault itself, and compares its content. */
  async #checkOtherFiles(folder: string, file: string, reports: string[]): Promise<void> {
    const path = join(folder, file)
    const key = this.#secrets.get('sandbox/vault-key') as string
    const report = <T>(result: Result<T>): T | null => {
      if (!result.ok) reports.push(result.error.code)
      return result.ok ? result.value : null
    }
    if (file.startsWith('backups')) {
      const facts = report(await resultOf(this.#storage(folder).checkBackup(path, key)))
      if (facts !== null && (facts.deals !== this.#inBackup || facts.missing !== 0))
        throw new Lost('a backup')
    } else if (file.includes('before-update')) {
      const look = createVaultClient(this.#start, path, key, { look: true })
      const facts = report(await resultOf(look.open().then(() => look.check())))
      await look.close()
      if (facts !== null && facts.deals !== DEALS) throw new Lost('the copy of before an update')
    } else if (file.startsWith('preferences')) {
      const preferences = join(folder, 'preferences.json')
      const { environment, told_that_it_listens } = new PreferencesFile(preferences).get()
      if (readOpening(preferences).environment !== 'production') throw new Lost('the chosen environment')
      if (environment !== 'production' || !told_that_it_listens) throw new Lost('the preferences')
    } else if (file === 'secrets.json') {
      const store = this.#passphraseStore(folder)
      const secret = report(await resultOf(store.enter(PASSPHRASE).then(() => store.get('kept'))))
      if (secret !== null && secret !== 'a secret') throw new Lost('a secret')
    } else if (file.startsWith('logs')) {
      // A damaged line of the log may be lost, but the log must still accept and return new lines.
      const log = newLog(path)
      log.info('goes on')
      if (!(await log.lastLines(1)).join('').includes('goes on')) throw new Lost('the log goes on')
    }
  }

  readonly #start = () => {
    const host = startVaultHost()
    this.#host = { process: host, ended: new Promise((resolve) => host.onExit(resolve)) }
    return host
  }

  #open(folder: string) {
    const root = join(folder, 'environments')
    return openVault({ folder: root, environment: 'sandbox', secrets: this.#store(), startHost: this.#start })
  }

  #storage(folder: string) {
    return new FileVaultStorage(join(folder, 'environments'), startVaultHost)
  }

  #store(): SecretStore {
    return {
      get: async (account) => this.#secrets.get(account) ?? null,
      set: async (account, secret) => void this.#secrets.set(account, secret),
      delete: async (account) => void this.#secrets.delete(account),
    }
  }

  #passphraseStore(folder: string) {
    const none = async () =>
      Promise.reject(
        failureOf(appError('KEYCHAIN_UNAVAILABLE', 'There is no keychain.', 'Choose a passphrase.')),
      )
    return new EnvironmentSecretStore(
      { get: none, set: none, delete: none },
      join(folder, 'secrets.json'),
      'linux',
    )
  }

  async #addDeals(vault: VaultClient): Promise<void> {
    for (let number = 0; number < DEALS; number++) {
      const deal = storedDeal({ reference: `R-${this.#deals.length}` })
      value(await vault.commit([{ write: 'create_deal', deal }]))
      this.#deals.push(deal)
    }
  }

  async #kill(): Promise<void> {
    this.#host?.process.kill()
    await this.#host?.ended
    this.#host = null
  }
}

function newLog(file: string): FileLog {
  return new FileLog(
    file,
    (at, level, message) => ({ at, level, message }),
    () => MADE_AT,
  )
}
