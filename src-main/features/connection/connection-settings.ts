import type { SettingsReader, Vault } from '../../platform/vault/vault.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { EnvironmentPreset } from '../../../src-shared/features/connection/contract.ts'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'

export type ConnectionNeeds = Pick<Platform, 'environment' | 'vault' | 'secrets'>

/** Connection settings in the vault. Their secrets are in the keychain. */
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

/** Reads the settings. An unset setting is an empty string. */
export async function readConnection(vault: SettingsReader): Promise<ConnectionSettings> {
  const settings: ConnectionSettings = { base_url: '', client_id: '', relay_url: '', webhook_url: '' }
  const kept = await Promise.all(KEYS.map(async (key) => ({ key, value: await vault.getSetting(key) })))
  for (const { key, value } of kept) {
    settings[key] = value ?? ''
  }
  return settings
}

/**
 * Name of the setting that stores when the current address and credentials of the partner were saved. The app sent all earlier requests to
 * another address or with other credentials.
 */
const SERVICE_SINCE = 'service_since'

/** Returns true if the partner's address or the credentials have changed since a request was sent at `sent_at`. */
export async function addressChanged(vault: Vault, sent_at: string): Promise<boolean> {
  const since = await vault.getSetting(SERVICE_SINCE)
  return since !== null && Date.parse(sent_at) < Date.parse(since)
}

/** Saves the partner's address and client id, and the time of the change. */
export async function writeService(
  vault: Vault,
  { base_url, client_id }: Pick<ConnectionSettings, 'base_url' | 'client_id'>,
  now: string,
): Promise<void> {
  const before = await readConnection(vault)
  if (before.base_url !== base_url || before.client_id !== client_id) {
    await vault.commit([{ write: 'set_setting', key: SERVICE_SINCE, value: now }])
  }
  return writeConnection(vault, { base_url, client_id })
}

export async function writeConnection(vault: Vault, settings: Partial<ConnectionSettings>): Promise<void> {
  const writes = Object.entries(settings).map(([key, value]) => ({
    write: 'set_setting' as const,
    key,
    value: value || null,
  }))
  if (writes.length === 0) return
  await vault.commit(writes)
}

/**
 * Name of the setting that stores the floor: the earliest credible arrival of further events at the relay. Processed events and
 * `ArrivalFloor` move the floor forward.
 */
export const RELAY_FLOOR = 'relay_floor'

/** The name under which the vault stores the cursor (the position in the relay's stream of events). */
export const RELAY_CURSOR = 'relay'

/**
 * Saves the address, client id, relay, rate limit, and undo time of a preset (settings with which a development build starts). Saves each
 * of them only if the vault has none yet. A preset never contains a secret.
 */
export async function applyPreset(
  vault: Vault,
  environment: Environment,
  preset: EnvironmentPreset | null,
): Promise<void> {
  if (preset === null || preset.environment !== environment) return
  const present = await readConnection(vault)
  const { base_url, client_id, relay_url = '' } = preset
  // These settings have the same names in the preset and in the vault.
  for (const key of ['requests_per_second', 'undo_seconds'] as const) {
    const number = preset[key]
    if (number === undefined) continue
    if ((await vault.getSetting(key)) !== null) continue
    await vault.commit([{ write: 'set_setting', key, value: String(number) }])
  }
  await writeConnection(vault, {
    ...(present.base_url === '' ? { base_url, client_id } : {}),
    ...(present.relay_url === '' ? { relay_url } : {}),
  })
}
