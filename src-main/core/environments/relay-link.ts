import { appError, fail, type Result } from '../../../src-shared/errors.ts'
import { keychainAccount } from '../../../src-shared/keychain-names.ts'
import type { RelayClient } from '../ports/relay-client.ts'
import type { WebhookRegistration } from '../ports/partner-api.ts'
import type { Workspace } from '../workspace.ts'
import { readConnection, writeConnection } from './settings.ts'

/** Exchanges a pairing code for this device's token and keeps it in the keychain. */
export async function pairRelay(
  { environment, vault, secrets }: Workspace,
  relay: RelayClient,
  { url, code, device_name }: { url: string; code: string; device_name: string },
): Promise<Result<void>> {
  const paired = await relay.pair(url, code, device_name)
  if (!paired.ok) return paired
  if (paired.value.environment !== environment)
    return fail(
      appError(
        'RELAY_PAIRING_REFUSED',
        `This code is for the ${paired.value.environment} environment, and you are in ${environment}.`,
        'Nothing was changed here. Ask for a code of the right environment.',
      ),
    )
  const kept = await secrets.set(keychainAccount(environment, 'relay-token'), paired.value.device_token)
  if (!kept.ok) return kept
  // Another relay counts from its own beginning.
  const reset = await vault.commit([{ write: 'set_cursor', source: 'relay', seq: 0 }])
  if (!reset.ok) return reset
  return writeConnection(vault, { relay_url: url })
}

/** Forgets the relay on this computer. Its administrator should revoke the device as well. */
export async function forgetRelay({ environment, vault, secrets }: Workspace): Promise<Result<void>> {
  const gone = await secrets.delete(keychainAccount(environment, 'relay-token'))
  if (!gone.ok) return gone
  return writeConnection(vault, { relay_url: '', webhook_url: '' })
}

/**
 * Kinds of event to register for. `offer` is the specification's (section 2); which others exist is not shown, so
 * `application` is assumed, and a service that refuses it costs nothing but the status events.
 */
const REQUIRED_EVENT_TYPE = 'offer'
const ASSUMED_EVENT_TYPE = 'application'

/** Registers the relay's address at the partner for this office; what is registered already is kept. */
export async function registerWebhooks(workspace: Workspace, relay: RelayClient): Promise<Result<void>> {
  const { environment, vault, secrets, log } = workspace
  const settings = await readConnection(vault)
  if (!settings.ok) return settings
  const token = await secrets.get(keychainAccount(environment, 'relay-token'))
  if (!token.ok) return token
  if (settings.value.relay_url === '' || token.value === null)
    return fail(
      appError(
        'RELAY_DEVICE_REFUSED',
        'No relay is paired with this computer.',
        'Pair the relay first, under Settings.',
      ),
    )
  const device = await relay.getDevice(settings.value.relay_url, token.value)
  if (!device.ok) return device
  const webhook_url = device.value.inlet_urls[0]
  if (webhook_url === undefined)
    return fail(
      appError(
        'RELAY_UNEXPECTED_RESPONSE',
        'The relay has no address yet to which the service could send.',
        'Ask its administrator to run “relay inlet add” for this environment.',
      ),
    )
  const partner = await workspace.partner()
  if (!partner.ok) return partner
  const listed = await partner.value.listWebhooks()
  if (!listed.ok && listed.error.code !== 'PARTNER_NOT_OFFERED') return listed
  const present = listed.ok ? listed.value : []
  const stands = (event_type: string) => present.some((one) => isFor(one, event_type, webhook_url))
  if (!stands(REQUIRED_EVENT_TYPE)) {
    const created = await partner.value.createWebhook(REQUIRED_EVENT_TYPE, webhook_url)
    if (!created.ok) return created
  }
  if (!stands(ASSUMED_EVENT_TYPE)) {
    const created = await partner.value.createWebhook(ASSUMED_EVENT_TYPE, webhook_url)
    if (!created.ok) log.info('assumed event type not registered', { code: created.error.code })
  }
  return writeConnection(vault, { webhook_url })
}

function isFor(registration: WebhookRegistration, event_type: string, webhook_url: string): boolean {
  return (
    registration.is_active &&
    registration.event_type === event_type &&
    registration.webhook_url === webhook_url
  )
}
