import { readConnection, writeConnection } from '../features/connection/connection-settings.ts'
import type { EnvironmentManager } from './environments.ts'
import { RATE_LIMIT } from '../features/connection/service-settings.ts'
import type { Vault } from '../platform/vault/vault.ts'
import type { Environment } from '../../src-shared/platform/words/vocabulary.ts'
import type { EnvironmentPreset } from '../../src-shared/features/connection/contract.ts'
import { UNDO } from '../features/submission/submission-commands.ts'

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
  for (const [key, number] of [
    [RATE_LIMIT, preset.requests_per_second],
    [UNDO, preset.undo_seconds],
  ] as const) {
    if (number === undefined) continue
    if ((await vault.getSetting(key)) !== null) continue
    await vault.commit([{ write: 'set_setting', key, value: String(number) }])
  }
  await writeConnection(vault, {
    ...(present.base_url === '' ? { base_url, client_id } : {}),
    ...(present.relay_url === '' ? { relay_url } : {}),
  })
}

/**
 * Opens the environment when the app starts. This also starts event sync. If opening fails and no window exists, as after a start at login,
 * opens a window that shows the problem. Otherwise the user would not notice that no events arrive.
 */
export async function openAtStart(
  environmentManager: Pick<EnvironmentManager, 'open' | 'failed'>,
  windows: { handle(): object | null; show(): void },
): Promise<void> {
  await environmentManager.open()
  if (environmentManager.failed !== null && windows.handle() === null) windows.show()
}
