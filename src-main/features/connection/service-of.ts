import { ASSUMED_REQUESTS_PER_SECOND } from '../../../src-shared/features/connection/service-settings.ts'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { standardEndpoints } from '../../../src-shared/platform/partner/standard-endpoints.ts'
import type { PartnerConnection } from '../../platform/partner/partner-api.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import { proxyPassword, readNetwork, readServiceSettings } from './service-settings.ts'
import { readConnection, type ConnectionSettings } from './connection-settings.ts'

/** Connection settings of an environment's partner, and the connection its secret was stored for. */
interface Service extends Pick<PartnerConnection, 'service' | 'proxyPassword'> {
  kept: ConnectionSettings | null
}

/** Opens the vault of an environment that is not open, reads from it, and closes it again. Returns null if the environment has no vault. */
export type Peek = <T>(
  environment: Environment,
  read: (vault: Vault) => Promise<Result<T>>,
) => Promise<Result<T | null>>

/**
 * Returns the connection settings of an environment's partner. For an environment that was never opened, uses the network settings and the
 * proxy password of the open environment.
 */
export async function serviceOf(
  environment: Environment,
  open: EnvironmentContext,
  peek: Peek,
): Promise<Result<Service>> {
  const isOpen = environment === open.environment
  const own = isOpen ? await readService(open.vault) : await peek(environment, readService)
  if (!own.ok) return own
  if (own.value !== null) {
    const { network } = own.value.service
    const password = (vault: Vault) => proxyPassword({ environment, vault, secrets: open.secrets }, network)
    const known = () => (isOpen ? password(open.vault) : peek(environment, password))
    return ok({ ...own.value, proxyPassword: known })
  }
  const network = await readNetwork(open.vault)
  if (!network.ok) return network
  const requests_per_second = ASSUMED_REQUESTS_PER_SECOND
  return ok({
    service: { endpoints: standardEndpoints, requests_per_second, network: network.value },
    proxyPassword: () => proxyPassword(open, network.value),
    kept: null,
  })
}

async function readService(vault: Vault): Promise<Result<Omit<Service, 'proxyPassword'>>> {
  const [service, kept] = await Promise.all([readServiceSettings(vault), readConnection(vault)])
  if (!service.ok) return service
  return kept.ok ? ok({ service: service.value, kept: kept.value }) : kept
}
