import type { Log, Timers } from '../../platform/base/system.ts'
import { systemTimers } from '../../platform/base/system-time.ts'
import { drop, logged } from '../../platform/base/log-lines.ts'
import { Failure, resultOf } from '../../platform/base/failure.ts'
import { type ConnectionSettings, readConnection } from './connection-settings.ts'
import { proxyPassword, readServiceSettings } from './service-settings.ts'
import { PartnerReach } from './partner-reach.ts'
import type { ConnectPartner, Jwks, PartnerApi } from '../../platform/partner/partner-api.ts'
import type { SecretStore } from '../../platform/keychain/secrets.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { ServiceCall } from '../../../src-shared/features/calls/service-call.ts'
import type { ServiceSettings } from '../../../src-shared/features/connection/service-settings.ts'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { keychainAccount } from '../../../src-shared/platform/base/keychain-names.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { SIGNING_KEYS } from '../../../src-shared/platform/webhook/key-source.ts'

export interface PartnerAccess {
  /** Returns the client of the configured partner. Fails with `ENVIRONMENT_NOT_CONFIGURED` if the credentials are missing. */
  partner(): Promise<Result<PartnerApi>>
}

type Service = Pick<ConnectionSettings, 'base_url' | 'client_id'>
type LinkSettings = Service & { service: ServiceSettings; keys_address: string }

/**
 * Keeps the only client for the partner's API in an environment until the credentials change, so that all callers share its tokens and
 * connections.
 */
export class PartnerLink {
  readonly #environment: Environment
  readonly #vault: Vault
  readonly #secrets: SecretStore
  readonly #connect: ConnectPartner
  readonly #log: Log
  readonly reach: PartnerReach
  #held: { api: PartnerApi; keys_address: string } | null = null
  #settings: LinkSettings | null = null
  /** Number of calls of `reset`. If this number changes while the settings are being read, they may be outdated, so they are read again. */
  #resets = 0
  /** Resolves when the discarded clients have closed their connections. */
  #closing: Promise<unknown> = Promise.resolve()

  constructor(
    environment: Environment,
    vault: Vault,
    secrets: SecretStore,
    connect: ConnectPartner,
    log: Log,
    timers: Timers = systemTimers,
  ) {
    this.#environment = environment
    this.#vault = vault
    this.#secrets = secrets
    this.#connect = connect
    this.#log = log
    this.reach = new PartnerReach(() => drop(log, this.publishedKeys()), timers)
  }

  /** Returns the client for the partner's API. Fails with `ENVIRONMENT_NOT_CONFIGURED` if the base address or client id is missing. */
  async get(): Promise<Result<PartnerApi>> {
    const held = await this.#connected()
    return held.ok ? ok(held.value.api) : held
  }

  /** Fetches the keys that the partner publishes. Returns them with the address they were fetched from. */
  async publishedKeys(): Promise<Result<{ address: string; keys: Jwks }>> {
    const held = await this.#connected()
    if (!held.ok) return held
    const { api, keys_address: address } = held.value
    const keys = await api.getJwks()
    return keys.ok ? ok({ address, keys: keys.value }) : keys
  }

  async #connected(): Promise<Result<{ api: PartnerApi; keys_address: string }>> {
    if (this.#held !== null) return ok(this.#held)
    const settings = await this.#read()
    if (!settings.ok) return settings
    // Another call may have connected in the meantime. A second client would never be closed.
    if (this.#held !== null || settings.value !== this.#settings) return this.#connected()
    const { base_url, client_id, service, keys_address } = settings.value
    if (base_url === '' || client_id === '') return fail(notConfigured())
    const api = this.#connect({
      base_url,
      client_id,
      clientSecret: () => resultOf(this.#clientSecret({ base_url, client_id })),
      service,
      proxyPassword: () =>
        resultOf(
          proxyPassword(
            { environment: this.#environment, vault: this.#vault, secrets: this.#secrets },
            service.network,
          ),
        ),
      onCall: (call, wasAnswered) => {
        this.reach.note(wasAnswered, call.at)
        drop(this.#log, appendCall(this.#vault, call))
      },
    })
    if (!api.ok) return api
    this.#held = { api: api.value, keys_address }
    return ok(this.#held)
  }

  /** Returns the pattern for the names of notification signing keys from the endpoint profile. Fails if the profile is unreadable. */
  async signingKeys(): Promise<Result<string>> {
    const settings = await this.#read()
    return settings.ok ? ok(settings.value.service.endpoints.signing_keys ?? SIGNING_KEYS) : settings
  }

  /** Returns the address of the partner's public keys, even without credentials. Returns an empty string before a partner is configured. */
  async keysAddress(): Promise<Result<string>> {
    const settings = await this.#read()
    return settings.ok ? ok(settings.value.keys_address) : settings
  }

  async #read(): Promise<Result<LinkSettings>> {
    if (this.#settings !== null) return ok(this.#settings)
    const resets = this.#resets
    const read = await resultOf(Promise.all([readConnection(this.#vault), readServiceSettings(this.#vault)]))
    if (!read.ok) return read
    if (resets !== this.#resets) return this.#read()
    const [{ base_url, client_id }, service] = read.value
    const path = service.endpoints.endpoints['jwks.read']?.path ?? ''
    this.#settings = { base_url, client_id, service, keys_address: base_url === '' ? '' : base_url + path }
    return ok(this.#settings)
  }

  /** Discards the client for the partner's API, its tokens, and the profile data. Call this after the credentials or settings changed. */
  reset(): void {
    if (this.#held !== null)
      this.#closing = Promise.all([this.#closing, logged(this.#log, this.#held.api.close())])
    this.#held = null
    this.#settings = null
    this.#resets++
    this.reach.forget()
  }

  /** Like `reset`. Resolves when all clients of this link have closed their connections. */
  async close(): Promise<void> {
    this.reach.stop()
    this.reset()
    await this.#closing
  }

  /**
   * Returns the client secret only if it was stored for this connection. Otherwise, a client that is still in use after a change of the
   * connection would send the new secret to the old address.
   */
  async #clientSecret({ base_url, client_id }: Service): Promise<string> {
    const secret = await this.#secrets.get(keychainAccount(this.#environment, 'client-secret'))
    // Read the connection after the secret. `saveCredentials` stores a new secret only after it removed the previous connection. A
    // connection that is still the same therefore proves that the secret belongs to it.
    const present = await readConnection(this.#vault)
    const isOurs = present.base_url === base_url && present.client_id === client_id
    if (secret === null || !isOurs) throw new Failure(notConfigured())
    return secret
  }
}

function notConfigured() {
  return appError(
    'ENVIRONMENT_NOT_CONFIGURED',
    msg.errorsPartner.noCredentials,
    msg.errorsPartner.enterCredentials,
    { outcome: 'not_received' },
  )
}

const KEPT_FOR_MS = 30 * 86_400_000

/** Adds an entry to the call log and deletes entries older than 30 days. */
export async function appendCall(vault: Vault, call: ServiceCall): Promise<void> {
  const forget_before = new Date(Date.parse(call.at) - KEPT_FOR_MS).toISOString()
  await vault.commit([{ write: 'append_call', call, forget_before }])
}
