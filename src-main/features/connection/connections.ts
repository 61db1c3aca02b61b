import { Failure, must, resultOf } from '../../platform/base/failure.ts'
import type {
  ConnectionReport,
  Credentials,
  EnvironmentStatus,
} from '../../../src-shared/features/connection/environment.ts'
import type {
  NetworkSettings,
  ServiceSettingsView,
} from '../../../src-shared/features/connection/service-settings.ts'
import { standardEndpoints } from '../../../src-shared/platform/partner/standard-endpoints.ts'
import type { Environment, EnvironmentName } from '../../../src-shared/platform/words/vocabulary.ts'
import type { Consent } from '../../platform/base/system.ts'
import {
  environmentMismatch,
  type Environments,
  notConfirmed,
  type Platform,
} from '../../platform/environment/platform.ts'
import type { DataPaths } from '../../platform/environment/data-paths.ts'
import { peekVault } from '../../platform/vault/open-vault.ts'
import type { SecretStore } from '../../platform/keychain/secrets.ts'
import type { ConnectPartner } from '../../platform/partner/partner-api.ts'
import type { RelayClient } from '../../platform/relay/event-source.ts'
import type { SettingsReader } from '../../platform/vault/vault.ts'
import {
  confirmCertificates,
  confirmEndpoints,
  confirmRelay,
  confirmRestored,
  confirmService,
} from './confirm-changes.ts'
import { type ConnectionNeeds, readConnection } from './connection-settings.ts'
import { environmentStatus, forgetCredentials, saveCredentials, testConnection } from './credentials.ts'
import { forgetRelay, pairRelay, type RelayPairing } from './relay-link.ts'
import {
  keepEndpoints,
  parseEndpoints,
  type Peek,
  saveNetwork,
  serviceOf,
  viewServiceSettings,
} from './service-settings.ts'

type Context = ConnectionNeeds & Pick<Platform, 'clock'>

interface ConnectionsDeps {
  environments: Pick<
    Environments<{ context: Context }>,
    'open' | 'current' | 'openExpected' | 'choose' | 'reconnect'
  >
  secrets: SecretStore
  connectPartner: ConnectPartner
  relay: RelayClient
  peek: Peek
  isDemo(): boolean
  /** Asks the broker in a system dialog. A compromised page cannot confirm this dialog. */
  consent: Consent
}

/** Takes secrets and vaults from the place of the data, which changes when a demo starts or ends. */
export function connectionsAt(
  places: Pick<DataPaths, 'now' | 'isDemo' | 'vaultPlace'>,
  rest: Omit<ConnectionsDeps, 'secrets' | 'peek' | 'isDemo'>,
): Connections {
  return new Connections({
    ...rest,
    get secrets() {
      return places.now.secrets
    },
    peek: (environment, read) => peekVault(places.vaultPlace(environment), read),
    isDemo: () => places.isDemo,
  })
}

/**
 * Tests and changes how environments are connected to the partner and the relay. Each change disconnects and connects again. A change of an
 * expected environment fails with `ENVIRONMENT_CHANGED` if another environment is open.
 */
export class Connections {
  readonly #parts: ConnectionsDeps

  constructor(parts: ConnectionsDeps) {
    this.#parts = parts
  }

  async testConnection(credentials: Credentials): Promise<ConnectionReport> {
    const own = await this.#serviceOf(credentials.environment)
    const { secrets, connectPartner } = this.#parts
    const { service, proxyPassword, kept } = own
    const mayUseKept = kept?.base_url === credentials.base_url && kept.client_id === credentials.client_id
    return testConnection(secrets, connectPartner, { service, proxyPassword, mayUseKept }, credentials)
  }

  async #serviceOf(environment: Environment) {
    const opened = must(await this.#parts.environments.open())
    return serviceOf(environment, opened.context, this.#parts.peek)
  }

  /** Tests credentials, switches to their environment if necessary, saves them, and reconnects. */
  async saveCredentials(credentials: Credentials): Promise<EnvironmentStatus> {
    const { environments, consent } = this.#parts
    const isDemo = this.#parts.isDemo()
    const own = await this.#serviceOf(credentials.environment)
    // In a demo there is no previous address to confirm, because the broker did not choose the demo's own address.
    const before = isDemo ? '' : (own.kept?.base_url ?? '')
    await confirmService(before, credentials.base_url, consent)
    await this.testConnection(credentials)
    const opening = async () => {
      // Does not switch to the environment if a demo started or ended while the broker confirmed the change or the credentials were tested.
      if (this.#parts.isDemo() !== isDemo) throw new Failure(environmentMismatch())
      return must(await environments.choose(credentials.environment))
    }
    const save = async ({ context }: { context: Context }) => {
      // Another address may have been saved during the confirmation or the test. The broker did not agree to replace that address.
      const now = await readConnection(context.vault)
      const isLeft = now.base_url !== before && now.base_url !== credentials.base_url
      if (isLeft && !isDemo) throw new Failure(notConfirmed())
      return saveCredentials(context, credentials)
    }
    return environments.reconnect(opening, save, ({ context }) => environmentStatus(context))
  }

  forgetCredentials(expected: EnvironmentName): Promise<EnvironmentStatus> {
    return this.#change(expected, forgetCredentials, environmentStatus)
  }

  /**
   * Pairs another relay after the broker confirmed the new relay. In a demo, the app itself starts the relay, so the broker need not
   * confirm it.
   */
  async pairRelay(pairing: RelayPairing, expected: EnvironmentName): Promise<EnvironmentStatus> {
    const { environments, relay, consent } = this.#parts
    const { context } = must(await environments.openExpected(expected))
    if (expected !== 'demo') await confirmRelay(context, pairing.url, consent)
    return this.#change(expected, (now) => pairRelay(now, relay, pairing), environmentStatus)
  }

  forgetRelay(expected: EnvironmentName): Promise<EnvironmentStatus> {
    return this.#change(expected, forgetRelay, environmentStatus)
  }

  /** Changes the partner's settings. The relay also reconnects, because it uses the same network settings. */
  changeService(
    work: (context: Context) => Promise<void>,
    expected: EnvironmentName,
  ): Promise<ServiceSettingsView> {
    return this.#change(expected, work, viewServiceSettings)
  }

  /** Changes the network settings after the broker confirmed new trusted certificates. */
  async changeNetwork(
    network: NetworkSettings,
    proxy_password: string | undefined,
    expected: EnvironmentName,
  ): Promise<ServiceSettingsView> {
    const { context } = must(await this.#parts.environments.openExpected(expected))
    await confirmCertificates(context, network, this.#parts.consent)
    return this.changeService((now) => saveNetwork(now, network, proxy_password), expected)
  }

  /** Changes the endpoint profile after the broker confirmed the change. Null restores the standard profile. */
  async changeEndpoints(
    profile_json: string | null,
    expected: EnvironmentName,
  ): Promise<ServiceSettingsView> {
    const profile = profile_json === null ? standardEndpoints : parseEndpoints(profile_json)
    const { context } = must(await this.#parts.environments.openExpected(expected))
    await confirmEndpoints(context, profile, this.#parts.consent)
    return this.changeService((now) => keepEndpoints(now, profile), expected)
  }

  /** Asks the broker to confirm the connections of a restored vault. */
  async confirmRestored(environment: Environment, restored: SettingsReader): Promise<void> {
    const { environments, consent, peek } = this.#parts
    const opened = await environments.current()
    const agree = (present: SettingsReader | null) => confirmRestored(present, restored, consent)
    if (opened?.context.environment === environment) return agree(opened.context.vault)
    let agreed: Promise<void> | null = null
    // `peek` does not call its callback if this computer has no data of that environment or cannot open it. In that case, `agreed` remains
    // null, and the broker confirms all connections of the restored vault.
    await resultOf(peek(environment, (present) => (agreed = agree(present))))
    return agreed ?? agree(null)
  }

  #change<T>(
    expected: EnvironmentName,
    work: (context: Context) => Promise<void>,
    view: (context: Context) => Promise<T>,
  ): Promise<T> {
    const { environments } = this.#parts
    return environments.reconnect(
      () => must(environments.openExpected(expected)),
      ({ context }) => work(context),
      ({ context }) => view(context),
    )
  }
}
