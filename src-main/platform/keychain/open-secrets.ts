import { join } from 'node:path'
import { keychainService, SECRETS_FILE } from '../../../src-shared/platform/base/keychain-names.ts'
import { EnvironmentSecretStore } from './environment-secret-store.ts'
import { KeytarSecretStore } from './keytar-secret-store.ts'
import type { PrefetchedSecret } from './prefetch-secrets.ts'

/** Opens the app's secrets: in the keychain, or in an encrypted file of the data folder. `profile` is null in the packaged app. */
export const openSecrets = (profile: string | null, userData: string, prefetched: PrefetchedSecret[]) =>
  new EnvironmentSecretStore(
    new KeytarSecretStore(keychainService(profile), prefetched),
    join(userData, SECRETS_FILE),
  )
