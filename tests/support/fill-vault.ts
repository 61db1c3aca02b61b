import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { KeytarSecretStore } from '../../src-main/adapters/keychain/keytar-secret-store.ts'
import { forkUnderNode } from '../../src-main/adapters/vault-sqlite/host-process.ts'
import { openVault } from '../../src-main/adapters/vault-sqlite/open-vault.ts'
import type { StoredDeal, VaultWrite } from '../../src-main/core/ports/vault.ts'
import { keychainService } from '../../src-shared/keychain-names.ts'
import { storedDeal } from './stored-deal.ts'

const hostFile = fileURLToPath(new URL('../../src-main/adapters/vault-sqlite/vault-host.ts', import.meta.url))
const AT_ONCE = 500

/**
 * Makes the sandbox's vault of an app that will start on this folder, under the key that it will find in the keychain. `make`
 * is asked for each of the deals, by number.
 */
export async function fillVault(
  data: string,
  deals: number,
  make: (number: number) => StoredDeal = numberedDeal,
): Promise<void> {
  const profile = createHash('sha256').update(resolve(data)).digest('hex').slice(0, 12)
  const opened = await openVault({
    folder: join(data, 'environments'),
    environment: 'sandbox',
    secrets: new KeytarSecretStore(keychainService(profile)),
    startHost: forkUnderNode(hostFile, process.execPath),
  })
  if (!opened.ok) throw new Error(opened.error.message)
  const { vault } = opened.value
  for (let made = 0; made < deals; made += AT_ONCE) {
    const writes = Array.from({ length: Math.min(AT_ONCE, deals - made) }, (_, index): VaultWrite => ({
      write: 'create_deal',
      deal: make(made + index),
    }))
    const committed = await vault.commit(writes)
    if (!committed.ok) throw new Error(committed.error.message)
  }
  await vault.close()
}

function numberedDeal(number: number): StoredDeal {
  const at = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString()
  return storedDeal({
    legal_name: `Merchant ${number} LLC`,
    reference: `M-${number}`,
    amount_cents: 1_000_000 + number * 100,
    created_at: at,
    updated_at: at,
  })
}
