import type { Announcement } from '../../../src-shared/domain/notification.ts'
import { statusLabel } from '../../../src-shared/domain/status-labels.ts'
import { eventFact } from '../proof/proof-facts.ts'
import type { InboxEvent, StoredDeal, VaultWrite } from '../ports/vault.ts'

/** What a verified event does here: the writes that go into one commit, and what the broker is told after it. */
export interface EventDecision {
  writes: VaultWrite[]
  state: InboxEvent['state']
  announcement: Announcement | null
}

/**
 * Decides an event by the deal as it stands. An event that is older than what is known is kept on the timeline and changes
 * no status (events may come out of order). Unknown statuses and message types are shown and kept. With no deal the event
 * waits: it may have overtaken the answer to the create.
 */
export function decideEvent(deal: StoredDeal | null, event: InboxEvent): EventDecision {
  if (deal === null) return { writes: [], state: 'waiting', announcement: null }
  const isOffer = event.message_type === 'offer_event'
  const known = isOffer ? deal.offer_status_at : deal.partner_status_at
  const isNewer = known === null || Date.parse(event.timestamp) >= Date.parse(known)
  const changes: Partial<StoredDeal> = isOffer
    ? { offer_status: event.status, offer_status_at: event.timestamp }
    : { partner_status: event.status, partner_status_at: event.timestamp }
  const writes: VaultWrite[] = [
    { write: 'append_proof', deal_id: deal.deal_id, at: event.received_at, fact: eventFact(event) },
    {
      write: 'append_timeline',
      entry: {
        deal_id: deal.deal_id,
        at: event.timestamp,
        kind: 'event',
        title: statusLabel(event.status),
        detail: isNewer ? '' : 'Arrived after a newer event, so the status stays as it was.',
        verification: event.verification,
      },
    },
  ]
  if (isNewer)
    writes.unshift({
      write: 'update_deal',
      deal_id: deal.deal_id,
      changes: { ...changes, updated_at: event.received_at },
    })
  // Every status tells a broker something, also one the service learned since; of a deal in the bin nobody wants to hear.
  const announcement: Announcement | null =
    isNewer && deal.deleted_at === null
      ? {
          deal_id: deal.deal_id,
          status: event.status,
          title: statusLabel(event.status),
          body: deal.legal_name || deal.reference || 'A deal without a name',
        }
      : null
  if (announcement !== null)
    writes.push({
      write: 'insert_inbox_item',
      item: { ...announcement, at: event.received_at },
    })
  return { writes, state: isNewer ? 'applied' : 'superseded', announcement }
}
