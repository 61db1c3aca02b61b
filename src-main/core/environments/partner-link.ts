import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { keychainAccount } from '../../../src-shared/keychain-names.ts'
import type { Environment } from '../../../src-shared/domain/vocabulary.ts'
import { SIGNING_KEYS } from '../../../src-shared/webhook/key-source.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { ConnectPartner, PartnerApi } from '../ports/partner-api.ts'
import type { SecretStore } from '../ports/secret-store.ts'
import type { Vault } from '../ports/vault.ts'
import { appendCall } from './call-log.ts'
import { proxyPassword, readServiceSettings } from './service-settings.ts'
import { readConnection, type ConnectionSettings } from './settings.ts'

type Service = Pick<ConnectionSettings, 'base_url' | 'client_id'>

/** Holds the one client of an environment, so that its tokens and connections are shared, until the credentials change. */
export class PartnerLink {
  readonly #environment: Environment
  readonly #vault: Vault
  readonly #secrets: SecretStore
  readonly #connect: ConnectPartner
  #api: PartnerApi | null = null
  #signingKeys: string | null = null
  /** Grows with each reset: what was read before it is not what holds after it. */
  #resets = 0

  constructor(environment: Environment, vault: Vault, secrets: SecretStore, connect: ConnectPartner) {
    this.#environment = environment
    this.#vault = vault
    this.#secrets = secrets
    this.#connect = connect
  }

  /** The client; `ENVIRONMENT_NOT_CONFIGURED` while base address or client id are missing. */
  async get(): Promise<Result<PartnerApi>> {
    if (this.#api !== null) return ok(this.#api)
    const resets = this.#resets
    const settings = await readConnection(this.#vault)
    if (!settings.ok) return settings
    const { base_url, client_id } = settings.value
    if (base_url === '' || client_id === '') return fail(notConfigured())
    const service = await readServiceSettings(this.#vault)
    if (!service.ok) return service
    if (resets !== this.#resets) return this.get()
    this.#api ??= this.#connect({
      base_url,
      client_id,
      clientSecret: () => this.#clientSecret({ base_url, client_id }),
      service: service.value,
      proxyPassword: () =>
        proxyPassword(
          { environment: this.#environment, vault: this.#vault, secrets: this.#secrets },
          service.value.network,
        ),
      onCall: (call) => void appendCall(this.#vault, call),
    })
    return ok(this.#api)
  }

  /** The names of the service's keys that sign notifications, by its profile. One that cannot be read is not guessed. */
  async signingKeys(): Promise<Result<string>> {
    if (this.#signingKeys !== null) return ok(this.#signingKeys)
    const resets = this.#resets
    const service = await readServiceSettings(this.#vault)
    if (!service.ok) return service
    if (resets !== this.#resets) return this.signingKeys()
    this.#signingKeys = service.value.endpoints.signing_keys ?? SIGNING_KEYS
    return ok(this.#signingKeys)
  }

  /** Forgets the client with its tokens, and what the profile says: the credentials or the settings changed. */
  reset(): void {
    void this.#api?.close()
    this.#api = null
    this.#signingKeys = null
    this.#resets++
  }

  /** The secret for a connection, as long as it is the one that the secret was kept for: a client may outlive its own. */
  async #clientSecret({ base_url, client_id }: Service): Promise<Result<string>> {
    const secret = await this.#secrets.get(keychainAccount(this.#environment, 'client-secret'))
    if (!secret.ok) return secret
    // Read after it: `saveCredentials` keeps no secret while the connection of another one stands.
    const present = await readConnection(this.#vault)
    if (!present.ok) return present
    const isOurs = present.value.base_url === base_url && present.value.client_id === client_id
    return secret.value === null || !isOurs ? fail(notConfigured()) : ok(secret.value)
  }
}

function notConfigured() {
  return appError(
    'ENVIRONMENT_NOT_CONFIGURED',
    words().errorsPartner.noCredentials,
    words().errorsPartner.enterCredentials,
    { outcome: 'not_received' },
  )
}
