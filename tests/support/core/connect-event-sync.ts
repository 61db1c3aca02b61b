import { createRelayClient } from '../../../src-main/platform/relay/relay-http.ts'
import { PollingEventSource } from '../../../src-main/features/events/polling-event-source.ts'
import { verifyBy } from '../../../src-main/features/events/verify-event.ts'
import { RelayEventSource } from '../../../src-main/features/events/relay-event-source.ts'
import { writeConnection } from '../../../src-main/features/connection/connection-settings.ts'
import { viewWebhooks } from '../../../src-main/features/webhooks/webhooks.ts'
import { EventSync } from '../../../src-main/features/events/event-sync.ts'
import { keySetStore } from '../../../src-main/features/webhooks/partner-keys.ts'
import type { PartnerApi } from '../../../src-main/platform/partner/partner-api.ts'
import { appError, fail, type Result } from '../../../src-shared/platform/base/errors.ts'
import { keychainAccount } from '../../../src-shared/platform/base/keychain-names.ts'
import { createKeySource } from '../../../src-shared/platform/webhook/key-source.ts'
import { directly } from '../relay/listen.ts'
import type { Cleanup } from '../cleanup.ts'
import { value, type App } from './composed-app.ts'

interface Connections {
  relay_url: string
  device_token: string
  jwks_url: string
  /** Returns the partner that the app asks while the relay is unreachable. By default, there is no partner. */
  partner?: () => Promise<Result<PartnerApi>>
  /** Minimum time between two fetches of the public keys that verify events. The default is the app's usual value. */
  cooldownMs?: number
}

const noService = async () =>
  fail(appError('PARTNER_UNREACHABLE', 'No service is part of this.', 'No action needed.'))

/**
 * Creates the real event sync (the code that reads events from the relay) for an app, connected to the given relay and to the app's vault.
 * Does not start it.
 */
export async function connectEventSync(
  cleanup: Cleanup,
  app: App,
  { relay_url, device_token, jwks_url, partner = noService, cooldownMs }: Connections,
): Promise<EventSync> {
  value(await app.context.secrets.set(keychainAccount('sandbox', 'relay-token'), device_token))
  value(await writeConnection(app.vault, { relay_url }))
  const keys = createKeySource({
    fetchKeySet: async () => (await fetch(jwks_url)).json(),
    now: Date.now,
    store: keySetStore(app.vault, jwks_url),
    ...(cooldownMs === undefined ? {} : { cooldownMs }),
  })
  // The check of the registrations runs in the background. It has its own object for the keychain, so that a test can replace the function
  // with which only the start reads the token.
  const secrets = { ...app.context.secrets }
  const eventSync: EventSync = new EventSync(
    { ...app.context, askSoon: (question) => eventSync.askSoon(question) },
    {
      connect: (url, token) => new RelayEventSource(url, token, directly, app.context.log),
      registrations: () => viewWebhooks({ ...app.context, secrets, partner }, createRelayClient(directly)),
      createPolling: () => new PollingEventSource({ partner, intervalMinutes: async () => 1 }),
      verify: verifyBy(keys),
    },
  )
  cleanup.add(() => eventSync.stop())
  return eventSync
}
