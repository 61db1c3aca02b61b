import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../../../src-shared/domain/vocabulary.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { keychainAccount } from '../../../src-shared/keychain-names.ts'
import type { SecretStore } from '../../core/ports/secret-store.ts'
import type { Vault } from '../../core/ports/vault.ts'
import type { StartHost } from './host-process.ts'
import { VaultClient } from './vault-client.ts'

interface VaultPlace {
  /** The folder that holds one folder an environment. */
  folder: string
  environment: Environment
  secrets: SecretStore
  startHost: StartHost
}

/**
 * Opens an environment's vault; the first time it makes one, with a random 256-bit key in the keychain. A vault that is
 * there and can't be opened is never touched: `VAULT_KEY_MISSING`, `VAULT_KEY_WRONG`, `VAULT_NEWER_VERSION`, or the
 * keychain's own errors.
 */
export async function openVault({
  folder,
  environment,
  secrets,
  startHost,
}: VaultPlace): Promise<Result<{ vault: VaultClient; key: Buffer; folder: string }>> {
  const home = join(folder, environment)
  const file = join(home, 'vault.db')
  const key = await readKey(secrets, keychainAccount(environment, 'vault-key'), existsSync(file))
  if (!key.ok) return key
  await mkdir(home, { recursive: true, mode: 0o700 })
  const vault = new VaultClient(startHost, file, key.value)
  const opened = await vault.open()
  if (opened.ok) return ok({ vault, key: Buffer.from(key.value, 'hex'), folder: home })
  await vault.close()
  return opened
}

/** Reads in the vault of an environment that is not open, and closes it again; null when there is none yet. */
export async function peekVault<T>(
  place: VaultPlace,
  read: (vault: Vault) => Promise<Result<T>>,
): Promise<Result<T | null>> {
  if (!existsSync(join(place.folder, place.environment, 'vault.db'))) return ok(null)
  const opened = await openVault(place)
  if (!opened.ok) return opened
  const { vault } = opened.value
  try {
    return await read(vault)
  } finally {
    await vault.close()
  }
}

async function readKey(secrets: SecretStore, account: string, vaultExists: boolean): Promise<Result<string>> {
  const kept = await secrets.get(account)
  if (!kept.ok) return kept
  if (kept.value !== null && /^[0-9a-f]{64}$/.test(kept.value)) return ok(kept.value)
  if (vaultExists || kept.value !== null)
    return fail(
      appError(
        'VAULT_KEY_MISSING',
        'Your data is here, but the key to it is not in the keychain of this computer.',
        'Nothing was changed or deleted. Sign in as the user who set up Funding Desk, or restore the keychain.',
      ),
    )
  const key = randomBytes(32).toString('hex')
  const stored = await secrets.set(account, key)
  if (!stored.ok) return stored
  // Read back before anything is encrypted with it: a key that did not arrive would lock the data for good.
  const back = await secrets.get(account)
  if (!back.ok) return back
  return back.value === key
    ? ok(key)
    : fail(
        appError(
          'KEYCHAIN_UNAVAILABLE',
          'The keychain did not keep a key.',
          'Unlock the keychain and start the app again.',
        ),
      )
}
