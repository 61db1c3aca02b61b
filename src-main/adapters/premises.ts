import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../../src-shared/domain/vocabulary.ts'
import { ok } from '../../src-shared/errors.ts'
import type { EnvironmentPreset } from '../../src-shared/ipc/contract.ts'
import type { SecretStore } from '../core/ports/secret-store.ts'
import type { VaultStorage } from '../core/ports/vault-storage.ts'
import type { StartHost } from './vault-sqlite/host-process.ts'
import type { VaultPlace } from './vault-sqlite/open-vault.ts'
import { environmentsOf } from './vault-storage/places.ts'
import { FileVaultStorage } from './vault-storage/file-vault-storage.ts'

/** Where an office keeps what is its own. */
export interface Place {
  /** Holds one folder an environment. */
  environments: string
  backups: string
  secrets: SecretStore
  storage: VaultStorage
  preset: EnvironmentPreset | null
}

/** What runs beside us on loopback needs no politeness. */
const DEMO_PRESET: EnvironmentPreset = {
  environment: 'sandbox',
  base_url: '',
  client_id: '',
  requests_per_second: 0,
}

/**
 * The office's place, and that of a demo: a folder of its own, with secrets that are in memory only. What is tried out never
 * meets a real credential, and can be read by nobody once the app has ended.
 */
export class Premises {
  readonly #office: Place
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
    this.#office = { environments, backups: join(userData, 'backups'), secrets, storage, preset }
    this.#demoFolder = join(userData, 'demo')
    this.#startHost = startHost
  }

  get now(): Place {
    return this.#demo ?? this.#office
  }

  /** Where an environment's vault lies, and what opens it. */
  vaultPlace(environment: Environment): VaultPlace {
    const { environments: folder, secrets } = this.now
    return { folder, environment, secrets, startHost: this.#startHost }
  }

  get isDemo(): boolean {
    return this.#demo !== null
  }

  /** Clears what an earlier demo left; answers where the services of the next one keep their data. */
  async prepareDemo(): Promise<string> {
    await this.clearDemo()
    const services = join(this.#demoFolder, 'services')
    await mkdir(services, { recursive: true, mode: 0o700 })
    return services
  }

  async clearDemo(): Promise<void> {
    await rm(this.#demoFolder, { recursive: true, force: true, maxRetries: 5 })
  }

  /** To be called while no vault is open. */
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

  /** To be called while no vault is open. */
  leaveDemo(): void {
    this.#demo = null
  }
}

function memorySecrets(): SecretStore {
  const kept = new Map<string, string>()
  return {
    get: async (account) => ok(kept.get(account) ?? null),
    set: async (account, secret) => ok(void kept.set(account, secret)),
    delete: async (account) => ok(void kept.delete(account)),
  }
}
