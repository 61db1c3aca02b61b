import type { NetworkSettings, ServiceSettingsView } from '../../../src-shared/domain/service-settings.ts'
import type { ShownOffice } from '../../../src-shared/domain/vocabulary.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import { standardEndpoints } from '../../../src-shared/profile/standard-endpoints.ts'
import type { Consent } from '../ports/consent.ts'
import { eraseDeals } from '../vault/erase-deals.ts'
import type { Workspace } from '../workspace.ts'
import { agreeToCertificates, agreeToEndpoints } from './agree.ts'
import type { Office } from './office.ts'
import { parseEndpoints, resetEndpoints, saveEndpoints, saveNetwork } from './service-settings.ts'

/** Changes of settings and deletions that the broker must confirm in a system dialog. */
export class OfficeSettings {
  readonly #office: Office
  readonly #consent: Consent

  constructor(office: Office, consent: Consent) {
    this.#office = office
    this.#consent = consent
  }

  /** Changes the network settings after the broker confirmed new trusted certificates. */
  changeNetwork(
    network: NetworkSettings,
    proxy_password: string | undefined,
    shown: ShownOffice,
  ): Promise<Result<ServiceSettingsView>> {
    return this.#change(
      shown,
      (workspace) => agreeToCertificates(workspace, network, this.#consent),
      (workspace) => saveNetwork(workspace, network, proxy_password),
    )
  }

  /** Changes the endpoint profile after the broker confirmed it. Null restores the standard profile. */
  async changeEndpoints(
    profile_json: string | null,
    shown: ShownOffice,
  ): Promise<Result<ServiceSettingsView>> {
    const profile = profile_json === null ? ok(standardEndpoints) : parseEndpoints(profile_json)
    if (!profile.ok) return profile
    return this.#change(
      shown,
      (workspace) => agreeToEndpoints(workspace, profile.value, this.#consent),
      (workspace) =>
        profile_json === null ? resetEndpoints(workspace) : saveEndpoints(workspace, profile_json),
    )
  }

  /** Permanently deletes deals of the bin after the broker confirmed it. */
  async eraseDeals(
    deal_ids: string[],
    shown: ShownOffice,
  ): Promise<Result<{ erased: number; kept: number }>> {
    const opened = await this.#office.openAs(shown)
    return opened.ok ? eraseDeals(opened.value.workspace, this.#consent, deal_ids) : opened
  }

  async #change(
    shown: ShownOffice,
    agree: (workspace: Workspace) => Promise<Result<void>>,
    save: (workspace: Workspace) => Promise<Result<void>>,
  ): Promise<Result<ServiceSettingsView>> {
    const opened = await this.#office.openAs(shown)
    if (!opened.ok) return opened
    const agreed = await agree(opened.value.workspace)
    return agreed.ok ? this.#office.changeService(save, shown) : agreed
  }
}
