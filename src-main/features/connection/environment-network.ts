import { SYSTEM_NETWORK } from '../../../src-shared/features/connection/service-settings.ts'
import { ok } from '../../../src-shared/platform/base/errors.ts'
import { resultOf } from '../../platform/base/failure.ts'
import { resolveSystemProxy } from '../../platform/electron/network-state.ts'
import type { Environments } from '../../platform/environment/platform.ts'
import type { EnvironmentNetwork } from '../../platform/net/network.ts'
import type { ConnectionNeeds } from './connection-settings.ts'
import { proxyPassword, readNetwork } from './service-settings.ts'

/** Returns the network settings of the chosen environment, which it opens if necessary. */
export async function networkOf(
  environments: Pick<Environments<{ context: ConnectionNeeds }>, 'open'>,
): Promise<EnvironmentNetwork> {
  const opened = await environments.open()
  return environmentNetwork(opened.ok ? opened.value.context : null)
}

/** Returns the network settings for connections to a relay. While no environment is open, these are the system's settings. */
export async function environmentNetwork(context: ConnectionNeeds | null): Promise<EnvironmentNetwork> {
  const read = context === null ? null : await resultOf(readNetwork(context.vault))
  const settings = read?.ok ? read.value : SYSTEM_NETWORK
  return {
    settings,
    proxyPassword: async () => (context === null ? ok(null) : resultOf(proxyPassword(context, settings))),
    resolveProxy: resolveSystemProxy,
  }
}
