import { compareInstants } from '../../../src-shared/domain/instants.ts'
import type { Announcement } from '../../../src-shared/domain/notification.ts'
import { MESSAGE_TYPES } from '../../../src-shared/domain/vocabulary.ts'
import { statusLabel } from '../../../src-shared/domain/status-labels.ts'
import { milestoneReached } from '../money/milestones.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { offerTold } from '../offers/offer-news.ts'
import { eventFact } from '../proof/proof-facts.ts'
import type { InboxEvent, NewsDeal, VaultWrite } from '../ports/vault.ts'

/** What a verified event does here: the writes that go into one commit, and what the broker is told after it. */
export interface EventDecision {
  /** The deal as it is afterwards; null with no deal. */
  deal: NewsDeal | null
  writes: VaultWrite[]
  state: InboxEvent['state']
  announcement: Announcement | null
}

/** The same status so soon again is the same news: it was found by asking, or told twice. */
const SAME_NEWS_MS = 5 * 60_000

/**
 * Decides an event by the deal as it stands. An event that is older than what is known is kept on the timeline and changes
 * no status (events may come out of order); of two of one instant the status that sorts last stands, so that any order ends
 * the same. Unknown statuses are shown and kept; so are unknown message types, whose statuses are of something else than the
 * application or an offer. With no deal the event waits: it may have overtaken the answer to the create. An event never changes
 * anything but statuses: what an offer is, only the service's own answer says.
 */
export function decideEvent(deal: NewsDeal | null, event: InboxEvent): EventDecision {
  if (deal === null) return { deal, writes: [], state: 'waiting', announcement: null }
  if (!isOfKnownType(event)) return decideOther(deal, event)
  const isOffer = event.message_type === 'offer_event'
  const known = isOffer
    ? { status: deal.offer_status, at: deal.offer_status_at }
    : { status: deal.partner_status, at: deal.partner_status_at }
  const isNewer = isLater(event, known)
  const told =
    isOffer && event.status === 'offer_available' ? offerTold(deal.offer_news, event.timestamp) : null
  const changes = isOffer
    ? { offer_status: event.status, offer_status_at: event.timestamp }
    : { partner_status: event.status, partner_status_at: event.timestamp }
  const writes = record(deal, event, isNewer ? '' : words().history.olderNews)
  if (isNewer)
    writes.unshift({
      write: 'update_deal',
      deal_id: deal.deal_id,
      changes: { ...changes, updated_at: event.received_at },
    })
  // Money rests on what was signed: what nothing binds to its body counts when the service's own answer says the same.
  const milestone =
    event.verification === 'body'
      ? milestoneReached(deal.deal_id, event.status, event.timestamp, event.raw_body)
      : null
  if (milestone !== null) writes.push(milestone)
  if (told !== null) writes.push({ write: 'set_offer_news', deal_id: deal.deal_id, news: told.news })
  // One of several offers may come late; one that was rescinded or accepted meanwhile is no news.
  const isNews =
    told === null
      ? isNewer && !isSameNews(event, known)
      : told.is_new && (isNewer || deal.offer_status === 'offer_available')
  const announcement = isNews ? announce(deal, event.status) : null
  if (announcement !== null)
    writes.push({ write: 'insert_inbox_item', item: { ...announcement, at: event.received_at } })
  return {
    deal: { ...deal, ...(isNewer ? changes : {}), ...(told === null ? {} : { offer_news: told.news }) },
    writes,
    state: isNewer ? 'applied' : 'superseded',
    announcement,
  }
}

function isOfKnownType({ message_type }: InboxEvent): boolean {
  return (MESSAGE_TYPES as readonly string[]).includes(message_type)
}

/** Told, and nothing more. */
function decideOther(deal: NewsDeal, event: InboxEvent): EventDecision {
  const announcement = announce(deal, event.status)
  const writes = record(deal, event, '')
  if (announcement !== null)
    writes.push({ write: 'insert_inbox_item', item: { ...announcement, at: event.received_at } })
  return { deal, writes, state: 'applied', announcement }
}

/** What is kept of every event of a deal. */
function record({ deal_id }: NewsDeal, event: InboxEvent, detail: string): VaultWrite[] {
  const { event_id, received_at, status, timestamp, verification } = event
  return [
    { write: 'append_proof', deal_id, at: received_at, fact: eventFact(event) },
    {
      write: 'append_timeline',
      entry: { deal_id, at: timestamp, kind: 'event', title: statusLabel(status), detail, verification },
      event_id,
    },
  ]
}

/** Every status tells a broker something, also one the service learned since; of a deal in the bin nobody wants to hear. */
export function announce(deal: NewsDeal, status: string): Announcement | null {
  if (deal.deleted_at !== null) return null
  return {
    deal_id: deal.deal_id,
    status,
    title: statusLabel(status),
    body: deal.legal_name || deal.reference || words().history.unnamedDeal,
  }
}

interface KnownStatus {
  status: string | null
  at: string | null
}

function isLater(event: InboxEvent, { status, at }: KnownStatus): boolean {
  if (status === null || at === null) return true
  const difference = compareInstants(event.timestamp, at)
  return difference > 0 || (difference === 0 && event.status >= status)
}

function isSameNews(event: InboxEvent, { status, at }: KnownStatus): boolean {
  return status === event.status && at !== null && compareInstants(event.timestamp, at) <= SAME_NEWS_MS
}
