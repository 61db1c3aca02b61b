import type {
  NetworkSettings,
  ServiceSettingsView,
} from '../../../src-shared/features/connection/service-settings.ts'
import type { EnvironmentName } from '../../../src-shared/platform/words/vocabulary.ts'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { standardEndpoints } from '../../../src-shared/platform/partner/standard-endpoints.ts'
import type { Consent } from '../../platform/base/system.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import { confirmCertificates, confirmEndpoints } from './confirm-changes.ts'
import { parseEndpoints, resetEndpoints, saveEndpoints, saveNetwork } from './service-settings.ts'

/** Opens environments and changes their connection. Both fail with `ENVIRONMENT_CHANGED` if another environment is open. */
export interface ServiceChanges {
  openExpected(expected: unknown): Promise<Result<{ context: EnvironmentContext }>>
  /** Changes the connection and returns its new settings. */
  changeService(
    work: (context: EnvironmentContext) => Promise<Result<void>>,
    expected: EnvironmentName,
  ): Promise<Result<ServiceSettingsView>>
}

/** Changes settings after the broker confirmed this in a system dialog. */
export class EnvironmentSettings {
  readonly #environmentManager: ServiceChanges
  readonly #consent: Consent

  constructor(environmentManager: ServiceChanges, consent: Consent) {
    this.#environmentManager = environmentManager
    this.#consent = consent
  }

  /** Changes the network settings after the broker confirmed new trusted certificates. */
  changeNetwork(
    network: NetworkSettings,
    proxy_password: string | undefined,
    expected: EnvironmentName,
  ): Promise<Result<ServiceSettingsView>> {
    return this.#change(
      expected,
      (context) => confirmCertificates(context, network, this.#consent),
      (context) => saveNetwork(context, network, proxy_password),
    )
  }

  /** Changes the endpoint profile after the broker confirmed the change. Null restores the standard profile. */
  async changeEndpoints(
    profile_json: string | null,
    expected: EnvironmentName,
  ): Promise<Result<ServiceSettingsView>> {
    const profile = profile_json === null ? ok(standardEndpoints) : parseEndpoints(profile_json)
    if (!profile.ok) return profile
    return this.#change(
      expected,
      (context) => confirmEndpoints(context, profile.value, this.#consent),
      (context) => (profile_json === null ? resetEndpoints(context) : saveEndpoints(context, profile_json)),
    )
  }

  async #change(
    expected: EnvironmentName,
    agree: (context: EnvironmentContext) => Promise<Result<void>>,
    save: (context: EnvironmentContext) => Promise<Result<void>>,
  ): Promise<Result<ServiceSettingsView>> {
    const opened = await this.#environmentManager.openExpected(expected)
    if (!opened.ok) return opened
    const agreed = await agree(opened.value.context)
    return agreed.ok ? this.#environmentManager.changeService(save, expected) : agreed
  }
}
