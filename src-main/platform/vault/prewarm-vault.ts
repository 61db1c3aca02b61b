import { existsSync } from 'node:fs'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'
import { databaseOf, homeOf, rekeyedOf, sizeOf, waitingStamps } from './storage/places.ts'
import type { EarlyProcess } from './host-process.ts'
import type { OpenCall, VaultRequest } from './vault-protocol.ts'

interface Ahead {
  /** Folder with one subfolder per environment. */
  folder: string
  environment: Environment
  key: Promise<string | null> | undefined
  host: EarlyProcess
}

/** Id of a request to the vault's process. Main ignores the response to this request. */
const UNHEARD = 0

/**
 * Opens an existing vault in the vault's process, while main still loads its modules. Reads the key from the keychain. Creates and replaces
 * nothing, and reports no errors. When main has loaded, it opens the vault with `openVault`, which reports any errors.
 */
export async function prewarmVault({ folder, environment, key: asked, host }: Ahead): Promise<void> {
  try {
    const key = await asked
    const home = homeOf(folder, environment)
    const file = databaseOf(home)
    if (
      key === undefined ||
      !isVaultKey(key) ||
      sizeOf(file) === 0 ||
      existsSync(rekeyedOf(home)) ||
      waitingStamps(folder, environment).length > 0
    )
      return
    host.notify({
      id: UNHEARD,
      call: { method: 'open', args: [{ file, key, look: false } satisfies OpenCall] },
    } satisfies VaultRequest)
  } catch {
    // When main calls `openVault`, that call fails with the same error and reports it.
  }
}

/** True if a secret from the keychain is a vault key: 64 hex digits. */
export function isVaultKey(kept: string | null): kept is string {
  return kept !== null && /^[0-9a-f]{64}$/.test(kept)
}
