import type { EnvironmentPreset } from '../../../src-shared/features/connection/contract.ts'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { readConnection, writeConnection } from './connection-settings.ts'

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
