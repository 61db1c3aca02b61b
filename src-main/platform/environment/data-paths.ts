import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'
import type { EnvironmentPreset } from '../../../src-shared/features/connection/contract.ts'
import type { SecretStore } from '../keychain/secrets.ts'
import type { StartHost } from '../vault/host-process.ts'
import type { VaultPlace } from '../vault/open-vault.ts'
import { environmentsOf } from '../vault/storage/places.ts'
import { FileVaultStorage } from '../vault/storage/file-vault-storage.ts'
import { removeFolder } from '../files/disk.ts'

export interface Place {
  /** Folder with one subfolder per environment. */
  environments: string
  backups: string
  secrets: SecretStore
  storage: FileVaultStorage
  preset: EnvironmentPreset | null
}

/** Settings of the demo environment. The simulated partner runs on this computer and needs no rate limit. */
const DEMO_PRESET: EnvironmentPreset = {
  environment: 'sandbox',
  base_url: '',
  client_id: '',
  requests_per_second: 0,
}

/**
 * Locations of the broker's own data, and of the data of a demo (a simulated partner with sample deals). A demo has its own folder and
 * stores its secrets only in memory. A demo never uses real credentials. After the app has exited, the demo's data cannot be decrypted.
 */
export class DataPaths {
  readonly #own: Place
  readonly #demoFolder: string
  readonly #startHost: StartHost
  #demo: Place | null = null

  constructor(
    userData: string,
    secrets: SecretStore,
    preset: EnvironmentPreset | null,
    startHost: StartHost,
  ) {
    const environments = environmentsOf(userData)
    const storage = new FileVaultStorage(environments, startHost)
    this.#own = { environments, backups: join(userData, 'backups'), secrets, storage, preset }
    this.#demoFolder = join(userData, 'demo')
    this.#startHost = startHost
  }

  get now(): Place {
    return this.#demo ?? this.#own
  }

  /**
   * Returns the location of an environment's vault. Also returns what is needed to open the vault: the secret store, and a function that
   * starts the vault's process.
   */
  vaultPlace(environment: Environment): VaultPlace {
    const { environments: folder, secrets } = this.now
    return { folder, environment, secrets, startHost: this.#startHost }
  }

  get isDemo(): boolean {
    return this.#demo !== null
  }

  /** Removes the data of an earlier demo. Returns the folder for the next demo's services. */
  async prepareDemo(): Promise<string> {
    await this.clearDemo()
    const services = join(this.#demoFolder, 'services')
    await mkdir(services, { recursive: true, mode: 0o700 })
    return services
  }

  async clearDemo(): Promise<void> {
    await removeFolder(this.#demoFolder)
  }

  /** Switches to the locations of the demo's data. Call only while no vault is open. */
  enterDemo(): void {
    const environments = join(this.#demoFolder, 'environments')
    this.#demo = {
      environments,
      backups: join(this.#demoFolder, 'backups'),
      secrets: memorySecrets(),
      storage: new FileVaultStorage(environments, this.#startHost),
      preset: DEMO_PRESET,
    }
  }

  /** Switches back to the locations of the broker's own data. Call only while no vault is open. */
  leaveDemo(): void {
    this.#demo = null
  }
}

function memorySecrets(): SecretStore {
  const kept = new Map<string, string>()
  return {
    get: async (account) => kept.get(account) ?? null,
    set: async (account, secret) => {
      kept.set(account, secret)
    },
    delete: async (account) => {
      kept.delete(account)
    },
  }
}
