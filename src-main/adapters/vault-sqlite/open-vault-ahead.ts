import { existsSync } from 'node:fs'
import type { Environment } from '../../../src-shared/domain/vocabulary.ts'
import { databaseOf, homeOf, rekeyedOf, sizeOf, waitingStamps } from '../vault-storage/places.ts'
import type { StartedAhead } from './host-process.ts'
import type { VaultRequest } from './vault-protocol.ts'

interface Ahead {
  /** Holds one folder an environment. */
  folder: string
  environment: Environment
  /** What the keychain has for it. */
  key: Promise<string | null> | undefined
  host: StartedAhead
}

/** The id of a request whose answer nobody awaits. */
const UNHEARD = 0

/**
 * Has the vault's process open what main will ask it for, while main still reads its modules: a vault that is there, with its
 * key from the keychain. Nothing is made, replaced or told: main opens it in earnest afterwards (`openVault`), and whatever
 * stands in the way is told then.
 */
export async function openVaultAhead({ folder, environment, key: asked, host }: Ahead): Promise<void> {
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
    host.tell({
      id: UNHEARD,
      call: { method: 'open', args: [{ file, key, look: false }] },
    } satisfies VaultRequest)
  } catch {
    // Told when it is opened in earnest.
  }
}

/** As keys of vaults are kept: 64 hex digits. */
export function isVaultKey(kept: string | null): kept is string {
  return kept !== null && /^[0-9a-f]{64}$/.test(kept)
}
