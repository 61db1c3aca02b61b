import { ok, type Result } from '../../../src-shared/errors.ts'
import type { Vault } from '../ports/vault.ts'

/** What the vault remembers of its environment's connection; the secrets that belong to it lie in the keychain. */
export interface ConnectionSettings {
  base_url: string
  client_id: string
  relay_url: string
  webhook_url: string
}

const KEYS = [
  'base_url',
  'client_id',
  'relay_url',
  'webhook_url',
] as const satisfies (keyof ConnectionSettings)[]

/** Reads them; what was never set is empty. */
export async function readConnection(vault: Vault): Promise<Result<ConnectionSettings>> {
  const settings: ConnectionSettings = { base_url: '', client_id: '', relay_url: '', webhook_url: '' }
  const kept = await Promise.all(KEYS.map(async (key) => ({ key, value: await vault.getSetting(key) })))
  for (const { key, value } of kept) {
    if (!value.ok) return value
    settings[key] = value.value ?? ''
  }
  return ok(settings)
}

/** Keeps some of them. */
export async function writeConnection(
  vault: Vault,
  settings: Partial<ConnectionSettings>,
): Promise<Result<void>> {
  const writes = Object.entries(settings).map(([key, value]) => ({
    write: 'set_setting' as const,
    key,
    value: value || null,
  }))
  if (writes.length === 0) return ok(undefined)
  const committed = await vault.commit(writes)
  return committed.ok ? ok(undefined) : committed
}
