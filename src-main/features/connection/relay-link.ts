import { appError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { keychainAccount } from '../../../src-shared/platform/base/keychain-names.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { RelayClient } from '../../platform/relay/event-source.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import { moveSecret } from './credentials.ts'
import { readConnection, writeConnection, RELAY_FLOOR, RELAY_CURSOR } from './connection-settings.ts'

/** The relay's address, a pairing code from its administrator, and this computer's name at the relay. */
export interface RelayPairing {
  url: string
  code: string
  device_name: string
}

/** Exchanges a pairing code for this device's token. Stores the token in the keychain and the address in the vault. */
export async function pairRelay(
  { environment, vault, secrets }: EnvironmentContext,
  relay: RelayClient,
  { url, code, device_name }: RelayPairing,
): Promise<Result<void>> {
  const account = keychainAccount(environment, 'relay-token')
  // A pairing code can be used for one pairing only. Make sure that the keychain is available before using the code.
  const had = await secrets.get(account)
  if (!had.ok) return had
  const paired = await relay.pair(url, code, device_name)
  if (!paired.ok) return paired
  if (paired.value.environment !== environment)
    return fail(
      appError(
        'RELAY_PAIRING_REFUSED',
        msg.errorsRelay.otherEnvironment(paired.value.environment, environment),
        msg.errorsRelay.askRightCode,
      ),
    )
  const before = await readConnection(vault)
  if (!before.ok) return before
  const { relay_url } = before.value
  const kept = await moveSecret({
    secrets,
    account,
    secret: paired.value.device_token,
    leave: async () => (relay_url === url ? ok(undefined) : writeConnection(vault, { relay_url: '' })),
    comeBack: () => writeConnection(vault, { relay_url }),
  })
  if (!kept.ok) return kept
  // The new relay has its own sequence numbers. Therefore, reset the cursor (the position in the stream of events) and the floor (the
  // earliest credible arrival), which belong to the previous relay.
  const reset = await vault.commit([
    { write: 'set_cursor', source: RELAY_CURSOR, seq: 0 },
    { write: 'set_epoch', source: RELAY_CURSOR, epoch: '' },
    { write: 'set_setting', key: RELAY_FLOOR, value: null },
  ])
  if (!reset.ok) return reset
  return writeConnection(vault, { relay_url: url })
}

/** Returns the relay with its token, or fails with `RELAY_NOT_PAIRED`. */
export async function readRelay({
  environment,
  vault,
  secrets,
}: EnvironmentContext): Promise<Result<{ url: string; token: string }>> {
  const settings = await readConnection(vault)
  if (!settings.ok) return settings
  const token = await secrets.get(keychainAccount(environment, 'relay-token'))
  if (!token.ok) return token
  // Another relay may have been paired between the two reads, so that the token belongs to another address. Read the address again to
  // detect this.
  const present = await readConnection(vault)
  if (!present.ok) return present
  const { relay_url: url } = settings.value
  if (url !== '' && token.value !== null && present.value.relay_url === url)
    return ok({ url, token: token.value })
  return fail(appError('RELAY_NOT_PAIRED', msg.errorsRelay.notPaired, msg.errorsRelay.pairFirst))
}

/** Removes the relay from this computer. The relay's administrator should also revoke the device. */
export async function forgetRelay({
  environment,
  vault,
  secrets,
}: EnvironmentContext): Promise<Result<void>> {
  const gone = await secrets.delete(keychainAccount(environment, 'relay-token'))
  if (!gone.ok) return gone
  return writeConnection(vault, { relay_url: '', webhook_url: '' })
}
