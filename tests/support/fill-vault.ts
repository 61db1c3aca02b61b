import { resultOf } from '../../src-main/platform/base/failure.ts'
import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { EncryptedDocumentStore } from '../../src-main/platform/vault/documents/encrypted-document-store.ts'
import { KeytarSecretStore } from '../../src-main/platform/keychain/keytar-secret-store.ts'
import { openVault } from '../../src-main/platform/vault/open-vault.ts'
import { writeConnection } from '../../src-main/features/connection/connection-settings.ts'
import type { VaultWrite } from '../../src-main/platform/vault/vault.ts'
import { keychainAccount, keychainService } from '../../src-shared/platform/base/keychain-names.ts'
import { putManyDeals } from './many-in-vault.ts'
import { storedDeal } from './stored-deal.ts'
import { startVaultHost } from './vault/start-host.ts'

const AT_ONCE = 500

/**
 * Creates and fills the vault of the sandbox environment in an app's data folder, before the app starts. Stores the vault's key in the
 * keychain, where the app will look for it. Calls `make` with the number of each deal. `papers` are the files to which these deals'
 * documents refer by SHA-256.
 */
export async function fillVault(
  data: string,
  deals: number,
  make: (number: number) => VaultWrite[] = numberedDeal,
  papers: readonly Uint8Array[] = [],
): Promise<void> {
  const { vault, documents } = await openFor(data)
  for (const paper of papers) await documents.addBytes(paper)
  for (let made = 0; made < deals; made += AT_ONCE) {
    const writes = Array.from({ length: Math.min(AT_ONCE, deals - made) }, (_, index) =>
      make(made + index),
    ).flat()
    const committed = await resultOf(vault.commit(writes))
    if (!committed.ok) throw new Error(committed.error.code)
  }
  await vault.close()
}

/**
 * Creates a vault like `fillVault` does, but with deals in every stage. Also stores credentials of a partner that cannot be reached. With
 * credentials, the app shows the pipeline instead of the first run.
 */
export async function fillPipeline(data: string, deals: number, { bare = false } = {}): Promise<void> {
  const { vault, secrets } = await openFor(data)
  await putManyDeals(vault, deals, { bare })
  await secrets.set(keychainAccount('sandbox', 'client-secret'), 'nobody')
  await writeConnection(vault, { base_url: 'http://127.0.0.1:9', client_id: 'nobody' })
  await vault.close()
}

async function openFor(data: string) {
  const profile = createHash('sha256').update(resolve(data)).digest('hex').slice(0, 12)
  const secrets = new KeytarSecretStore(keychainService(profile))
  const { vault, key, folder } = await openVault({
    folder: join(data, 'environments'),
    environment: 'sandbox',
    secrets,
    startHost: startVaultHost,
  })
  const documents = new EncryptedDocumentStore(join(folder, 'documents'), key)
  return { vault, secrets, documents }
}

function numberedDeal(number: number): VaultWrite[] {
  const at = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString()
  const deal = storedDeal({
    legal_name: `Merchant ${number} LLC`,
    reference: `M-${number}`,
    amount_cents: 1_000_000 + number * 100,
    created_at: at,
    updated_at: at,
  })
  return [{ write: 'create_deal', deal }]
}
