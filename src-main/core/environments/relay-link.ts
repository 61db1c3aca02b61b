import { appError, fail, type Result } from '../../../src-shared/errors.ts'
import { keychainAccount } from '../../../src-shared/keychain-names.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { RELAY_CURSOR } from '../events/receive-events.ts'
import type { RelayClient } from '../ports/relay-client.ts'
import type { Workspace } from '../workspace.ts'
import { writeConnection } from './settings.ts'

/** The relay's address, a code that its administrator gave, and the name that this computer gets there. */
export interface RelayPairing {
  url: string
  code: string
  device_name: string
}

/** Exchanges a pairing code for this device's token and keeps it in the keychain. */
export async function pairRelay(
  { environment, vault, secrets }: Workspace,
  relay: RelayClient,
  { url, code, device_name }: RelayPairing,
): Promise<Result<void>> {
  const paired = await relay.pair(url, code, device_name)
  if (!paired.ok) return paired
  if (paired.value.environment !== environment)
    return fail(
      appError(
        'RELAY_PAIRING_REFUSED',
        words().errorsRelay.otherEnvironment(paired.value.environment, environment),
        words().errorsRelay.askRightCode,
      ),
    )
  const kept = await secrets.set(keychainAccount(environment, 'relay-token'), paired.value.device_token)
  if (!kept.ok) return kept
  // Another relay counts from its own beginning.
  const reset = await vault.commit([{ write: 'set_cursor', source: RELAY_CURSOR, seq: 0 }])
  if (!reset.ok) return reset
  return writeConnection(vault, { relay_url: url })
}

/** Forgets the relay on this computer. Its administrator should revoke the device as well. */
export async function forgetRelay({ environment, vault, secrets }: Workspace): Promise<Result<void>> {
  const gone = await secrets.delete(keychainAccount(environment, 'relay-token'))
  if (!gone.ok) return gone
  return writeConnection(vault, { relay_url: '', webhook_url: '' })
}
