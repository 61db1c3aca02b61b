import { developmentPreset } from '../electron/development-settings.ts'
import { openSecrets } from '../keychain/open-secrets.ts'
import type { PrefetchedSecret } from '../keychain/prefetch-secrets.ts'
import type { StartHost } from '../vault/host-process.ts'
import { DataPaths } from './data-paths.ts'

export interface PlaceParts {
  /** Id that separates the secrets of a development build from those of the packaged app. Null in the packaged app. */
  profile: string | null
  startVault: StartHost
  prefetched: PrefetchedSecret[]
}

/** Opens the broker's secrets, and the places of the broker's data. */
export function openPlaces(userData: string, { profile, startVault, prefetched }: PlaceParts) {
  const secrets = openSecrets(profile, userData, prefetched)
  return { secrets, places: new DataPaths(userData, secrets, developmentPreset(), startVault) }
}
