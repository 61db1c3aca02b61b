import { environmentNetwork } from '../connection/environment-network.ts'
import type { PartnerLink } from '../connection/partner-link.ts'
import { readPollingInterval } from '../connection/service-settings.ts'
import { EventSync } from '../events/event-sync.ts'
import { PollingEventSource } from '../events/polling-event-source.ts'
import { RelayEventSource } from '../events/relay-event-source.ts'
import { verifyBy } from '../events/verify-event.ts'
import { noteFault } from '../../platform/base/log-lines.ts'
import type { RelayClient } from '../../platform/relay/event-source.ts'
import { createPartnerKeys } from './partner-keys.ts'
import { viewWebhooks } from './webhooks.ts'

/** Creates the event sync of an open environment. Its events come from the relay if one is paired, and otherwise from asking the partner. */
export function followPartner(
  context: ConstructorParameters<typeof EventSync>[0] & Parameters<typeof viewWebhooks>[0],
  link: PartnerLink,
  relay: RelayClient,
): EventSync {
  const { log, vault } = context
  const keys = createPartnerKeys(link, vault, {
    now: Date.now,
    onProblem: (what, detail) => log.warn('public keys', { what, detail }),
  })
  const eventSync = new EventSync(context, {
    connect: (url, device_token) =>
      new RelayEventSource(url, device_token, () => environmentNetwork(context), log),
    createPolling: () =>
      new PollingEventSource({
        partner: () => link.get(),
        intervalMinutes: () => readPollingInterval(vault),
        onProblem: (error) => noteFault(log, 'polling failed', error),
      }),
    registrations: () => viewWebhooks(context, relay),
    verify: verifyBy(keys),
  })
  link.reach.onChange = (lostAt) => eventSync.setPartnerLostAt(lostAt)
  return eventSync
}
