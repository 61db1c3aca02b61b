import { join } from 'node:path'
import { keychainService, SECRETS_FILE } from '../../../src-shared/platform/base/keychain-names.ts'
import { developmentPreset } from '../electron/development-settings.ts'
import { EnvironmentSecretStore } from '../keychain/environment-secret-store.ts'
import { KeytarSecretStore } from '../keychain/keytar-secret-store.ts'
import type { PrefetchedSecret } from '../keychain/prefetch-secrets.ts'
import type { StartHost } from '../vault/host-process.ts'
import { DataPaths } from './data-paths.ts'

export interface PlaceParts {
  /** Id that separates the secrets of a development build from those of the packaged app. Null in the packaged app. */
  profile: string | null
  startVault: StartHost
  prefetched: PrefetchedSecret[]
}

/** Opens the broker's secrets, in the keychain or in an encrypted file of the data folder, and the places of the broker's data. */
export function openPlaces(userData: string, { profile, startVault, prefetched }: PlaceParts) {
  const keychain = new KeytarSecretStore(keychainService(profile), prefetched)
  const secrets = new EnvironmentSecretStore(keychain, join(userData, SECRETS_FILE))
  return { secrets, places: new DataPaths(userData, secrets, developmentPreset(), startVault) }
}
