import { must, failure } from '../../platform/base/failure.ts'
import { keychainAccount } from '../../../src-shared/platform/base/keychain-names.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { RelayClient } from '../../platform/relay/event-source.ts'
import { moveSecret } from './credentials.ts'
import {
  readConnection,
  writeConnection,
  RELAY_FLOOR,
  RELAY_CURSOR,
  type ConnectionNeeds,
} from './connection-settings.ts'

/** The relay's address, a pairing code from its administrator, and this computer's name at the relay. */
export interface RelayPairing {
  url: string
  code: string
  device_name: string
}

/** Exchanges a pairing code for this device's token. Stores the token in the keychain and the address in the vault. */
export async function pairRelay(
  { environment, vault, secrets }: ConnectionNeeds,
  relay: RelayClient,
  { url, code, device_name }: RelayPairing,
): Promise<void> {
  const account = keychainAccount(environment, 'relay-token')
  // A pairing code can be used for one pairing only. Make sure that the keychain is available before using the code.
  await secrets.get(account)
  const paired = must(await relay.pair(url, code, device_name))
  if (paired.environment !== environment)
    throw failure(
      'RELAY_PAIRING_REFUSED',
      msg.errorsRelay.otherEnvironment(paired.environment, environment),
      msg.errorsRelay.askRightCode,
    )
  const { relay_url } = await readConnection(vault)
  await moveSecret({
    secrets,
    account,
    secret: paired.device_token,
    leave: async () => (relay_url === url ? undefined : writeConnection(vault, { relay_url: '' })),
    comeBack: () => writeConnection(vault, { relay_url }),
  })
  // The new relay has its own sequence numbers. Therefore, reset the cursor (the position in the stream of events) and the floor (the
  // earliest credible arrival), which belong to the previous relay.
  await vault.commit([
    { write: 'set_cursor', source: RELAY_CURSOR, seq: 0 },
    { write: 'set_epoch', source: RELAY_CURSOR, epoch: '' },
    { write: 'set_setting', key: RELAY_FLOOR, value: null },
  ])
  return writeConnection(vault, { relay_url: url })
}

/** Returns the relay with its token, or fails with `RELAY_NOT_PAIRED`. */
export async function readRelay({
  environment,
  vault,
  secrets,
}: ConnectionNeeds): Promise<{ url: string; token: string }> {
  const settings = await readConnection(vault)
  const token = await secrets.get(keychainAccount(environment, 'relay-token'))
  // Another relay may have been paired between the two reads, so that the token belongs to another address. Read the address again to
  // detect this.
  const present = await readConnection(vault)
  const { relay_url: url } = settings
  if (url !== '' && token !== null && present.relay_url === url) return { url, token }
  throw failure('RELAY_NOT_PAIRED', msg.errorsRelay.notPaired, msg.errorsRelay.pairFirst)
}

/** Removes the relay from this computer. The relay's administrator should also revoke the device. */
export async function forgetRelay({ environment, vault, secrets }: ConnectionNeeds): Promise<void> {
  await secrets.delete(keychainAccount(environment, 'relay-token'))
  return writeConnection(vault, { relay_url: '', webhook_url: '' })
}
