import { Failure, failureOf, must, resultOf } from '../base/failure.ts'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'
import { appError } from '../../../src-shared/platform/base/errors.ts'
import { keychainAccount } from '../../../src-shared/platform/base/keychain-names.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { setVaultKey, type SecretStore } from '../keychain/secrets.ts'
import { isKeyOf, type KeyFile, newKeyFile } from './vault-storage.ts'
import { RESTORED } from './records.ts'
import type { Vault } from './vault.ts'
import { FileVaultStorage } from './storage/file-vault-storage.ts'
import { readKeyFile, archiveKeyFile, writeKeyFile } from './storage/key-file-store.ts'
import { databaseOf, homeOf, restoredMarkOf, sizeOf } from './storage/places.ts'
import { putRekeyedInPlace, putRestoredInPlace } from './storage/put-in-place.ts'
import type { StartHost } from './host-process.ts'
import { isVaultKey } from './prewarm-vault.ts'
import { createVaultClient, type VaultClient } from './vault-client.ts'
import { damaged, folderUnusable } from './vault-errors.ts'

export interface VaultPlace {
  /** Folder with one subfolder per environment. */
  folder: string
  environment: Environment
  secrets: SecretStore
  startHost: StartHost
}

/**
 * Opens an environment's vault. The first time, creates a vault with a random 256-bit key in the keychain. Never changes a vault that
 * cannot be opened. Fails with `VAULT_KEY_MISSING`, `VAULT_KEY_WRONG`, `VAULT_DAMAGED`, `VAULT_NEWER_VERSION`, or the keychain's errors. To
 * save time, the function `alongside` sends the first read requests before the vault is open. If opening fails, these requests fail too.
 */
export async function openVault<T = void>(
  { folder, environment, secrets, startHost }: VaultPlace,
  alongside: (vault: Vault) => Promise<T> = () => Promise.resolve(undefined as T),
): Promise<{ vault: VaultClient; key: Buffer; folder: string; read: T }> {
  await putRekeyedInPlace(folder, environment, secrets)
  await putRestoredInPlace(folder, environment, secrets)
  const home = homeOf(folder, environment)
  const file = databaseOf(home)
  const found = await readKeyFile(home)
  const size = sizeOf(file)
  // The app writes the key file only after a vault was opened successfully. If the key file exists but the database is empty, the data was
  // lost.
  if (found !== null && size === 0) throw failureOf(damaged())
  const key = await readKey(secrets, keychainAccount(environment, 'vault-key'), size > 0)
  const keyFile = await dropOlderKeyFile({ folder, environment, startHost }, found, key)
  if (size === 0 && !(await makeFolder(home))) throw failureOf(folderUnusable(home))
  const vault = createVaultClient(startHost, file, key)
  const opening = vault.open()
  // If the vault is unusable, the result of `alongside` is ignored.
  const reading = resultOf(alongside(vault))
  try {
    await opening
    await acquireMark(vault, home)
    if (keyFile === null) await writeKeyFile(home, newKeyFile(key))
    return { vault, key: Buffer.from(key, 'hex'), folder: home, read: must(await reading) }
  } catch (thrown) {
    await vault.close()
    throw explained(thrown, keyFile)
  }
}

/**
 * Returns the key file (which identifies the vault key) if it belongs to this key. A copied folder or a restored disk may contain an older
 * key file. If the key still opens the database, the older file is archived. A new key file without a recovery code then replaces it.
 */
async function dropOlderKeyFile(
  { folder, environment, startHost }: Omit<VaultPlace, 'secrets'>,
  file: KeyFile | null,
  key: string,
): Promise<KeyFile | null> {
  if (file === null || isKeyOf(file, key)) return file
  await new FileVaultStorage(folder, startHost).tryKey(environment, key)
  await archiveKeyFile(homeOf(folder, environment))
  return null
}

async function makeFolder(home: string): Promise<boolean> {
  return mkdir(home, { recursive: true, mode: 0o700 }).then(
    () => true,
    () => false,
  )
}

/** If a marker file shows that the vault was restored from a backup, records this in the vault and deletes the marker file. */
async function acquireMark(vault: Vault, home: string): Promise<void> {
  const mark = restoredMarkOf(home)
  if (!existsSync(mark)) return
  await vault.commit([{ write: 'set_setting', key: RESTORED, value: 'true' }])
  // If the marker file cannot be removed, the next start records the restore again. The only effect is that queued tasks are reconciled
  // once more.
  await rm(mark, { force: true }).catch(() => {})
}

/**
 * Returns the error to report when the vault cannot be opened. The database reports the same error for a wrong key and a damaged header. If
 * the key file proves that the key is correct, the header must be damaged.
 */
function explained(thrown: unknown, keyFile: KeyFile | null): unknown {
  const isWrong = thrown instanceof Failure && thrown.error.code === 'VAULT_KEY_WRONG'
  return isWrong && keyFile !== null ? failureOf(damaged()) : thrown
}

/** Opens the vault of an environment that is not open, reads from it, and closes it again. Returns null if the environment has no vault. */
export async function peekVault<T>(place: VaultPlace, read: (vault: Vault) => Promise<T>): Promise<T | null> {
  if (!existsSync(databaseOf(homeOf(place.folder, place.environment)))) return null
  const { vault } = await openVault(place)
  try {
    return await read(vault)
  } finally {
    await vault.close()
  }
}

async function readKey(secrets: SecretStore, account: string, vaultExists: boolean): Promise<string> {
  const kept = await secrets.get(account)
  if (isVaultKey(kept)) return kept
  const { keyNotHere, unchanged, unlockAndStart } = msg.errorsVault
  if (vaultExists || kept !== null) throw failureOf(appError('VAULT_KEY_MISSING', keyNotHere, unchanged))
  const key = randomBytes(32).toString('hex')
  await setVaultKey(secrets, account, key, unlockAndStart)
  return key
}
