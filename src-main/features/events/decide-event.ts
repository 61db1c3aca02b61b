import { isAhead, plausibleTime } from './arrival.ts'
import { milestoneReached } from '../offers/decide-acceptance.ts'
import type { EventState, InboxEvent, NewsDeal } from '../../platform/vault/records.ts'
import type { VaultWrite } from '../../platform/vault/vault.ts'
import type { Announcement } from '../../../src-shared/features/today/notification.ts'
import { statusMessage } from '../../../src-shared/platform/words/status-labels.ts'
import { MESSAGE_TYPES } from '../../../src-shared/platform/words/vocabulary.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { OfferNews } from '../../../src-shared/platform/webhook/event.ts'
import type { NewsAmount } from '../../../src-shared/features/today/news-amount.ts'

/** Effects of a verified event: the writes of one commit, and the announcement after the commit. */
export interface EventDecision {
  /** The deal after these effects. Null if the event belongs to no known deal. */
  deal: NewsDeal | null
  writes: VaultWrite[]
  state: EventState
  announcement: Announcement | null
}

/**
 * If the same status is reported twice within this time, the second report is not news: one of the two reports came from polling, or the
 * partner sent the status twice.
 */
const SAME_NEWS_MS = 5 * 60_000

/**
 * Decides the effects of an event on the deal's state at `now`. Events may arrive out of order, so an event older than the known state is
 * only added to the timeline. If two events have the same time, the alphabetically last status wins, so that every order of arrival has the
 * same result. Unknown statuses and message types are shown and stored. An event without a deal waits, because it may have arrived before
 * the response that contains the application's id. A hint (unverified event) is only recorded, and the partner is polled. An event changes
 * only statuses. The details of an offer come only from a response of the partner.
 */
export function decideEvent(deal: NewsDeal | null, event: InboxEvent, now: string): EventDecision {
  if (deal === null) return { deal, writes: [], state: 'waiting', announcement: null }
  const at = plausibleTime(event.timestamp, event.received_at, deal.submitted_at)
  if (event.verification === 'hint')
    return {
      deal: { ...deal, hints: deal.hints + 1 },
      writes: record(deal, event, at, ''),
      state: 'asking',
      announcement: null,
    }
  if (!isOfKnownType(event)) return decideOther(deal, event, at)
  const isOffer = event.message_type === 'offer_event'
  const known = orderable(
    isOffer
      ? { status: deal.offer_status, at: deal.offer_status_at }
      : { status: deal.application_status, at: deal.application_status_at },
    now,
  )
  const dated = { status: event.status, at, by_arrival: at !== event.timestamp }
  const isNewer = isLater(dated, known)
  const reported = isOffer && event.status === 'offer_available' ? offerReported(deal.offer_news, at) : null
  const changes = {
    ...withoutFutureTimes(deal, event.received_at, now),
    ...(isOffer
      ? { offer_status: event.status, offer_status_at: at }
      : { application_status: event.status, application_status_at: at }),
  }
  const { outOfOrder, lateOffer } = msg.history
  const writes = record(
    deal,
    event,
    at,
    isLateOffer(deal, event.status) ? lateOffer : isNewer ? '' : outOfOrder,
  )
  if (isNewer)
    writes.unshift({
      write: 'update_deal',
      deal_id: deal.deal_id,
      changes: { ...changes, updated_at: event.received_at },
    })
  if (isNewer && deal.hints > 0) {
    const { application_id, message_type } = event
    writes.push({ write: 'supersede_hints', application_id, message_type })
  }
  writes.push(...milestoneReached(deal.deal_id, event.status, at, event.raw_body))
  if (reported !== null) writes.push({ write: 'set_offer_news', deal_id: deal.deal_id, news: reported.news })
  // A report about an available offer may arrive after this offer was rescinded or accepted. Such a report is not news.
  const isNews =
    reported === null
      ? isNewer && !isSameNews(dated, known)
      : reported.is_new && (isNewer || deal.offer_status === 'offer_available')
  const announcement = isNews ? announce(deal, event.status) : null
  if (announcement !== null)
    writes.push({ write: 'insert_news', item: { ...announcement, at: event.received_at } })
  return {
    deal: {
      ...deal,
      ...(isNewer ? changes : {}),
      ...(reported === null ? {} : { offer_news: reported.news }),
    },
    writes,
    state: isNewer ? 'applied' : 'superseded',
    announcement,
  }
}

/**
 * Corrects status times that are so far in the future that no later event could change the status. The clock of this
 * computer may have been ahead when they were stored.
 */
export function withoutFutureTimes(
  { application_status_at, offer_status_at }: NewsDeal,
  arrival: string,
  now: string,
): Partial<Pick<NewsDeal, 'application_status_at' | 'offer_status_at'>> {
  return {
    ...(isAhead(application_status_at, now) && { application_status_at: arrival }),
    ...(isAhead(offer_status_at, now) && { offer_status_at: arrival }),
  }
}

/** Treats a known status time far in the future as missing, so that the next event counts as newer. */
function orderable(known: KnownStatus, now: string): KnownStatus {
  return isAhead(known.at, now) ? { ...known, at: null } : known
}

function isOfKnownType({ message_type }: InboxEvent): boolean {
  return (MESSAGE_TYPES as readonly string[]).includes(message_type)
}

/** Decides the effects of an event with an unknown message type: the app only records and announces the event. */
function decideOther(deal: NewsDeal, event: InboxEvent, at: string): EventDecision {
  const announcement = announce(deal, event.status)
  const writes = record(deal, event, at, '')
  if (announcement !== null)
    writes.push({ write: 'insert_news', item: { ...announcement, at: event.received_at } })
  return { deal, writes, state: 'applied', announcement }
}

/** Returns the writes that record an event of any type in the deal's proof and timeline. */
function record(deal: NewsDeal, event: InboxEvent, at: string, detail: Message): VaultWrite[] {
  const { deal_id } = deal
  const { event_id, received_at, status, verification } = event
  const proof = {
    write: 'append_proof',
    deal_id,
    at: received_at,
    fact: { what: 'event', event_id },
  } as const
  if (isOwnAcceptance(deal, status)) return [proof]
  return [
    proof,
    {
      write: 'append_timeline',
      entry: { deal_id, at, kind: 'event', title: statusMessage(status), detail, verification },
      event_id,
    },
  ]
}

/** True if a status only repeats that the broker accepted an offer in this app. The acceptance has its own line in the timeline. */
export const isOwnAcceptance = ({ is_accepted_here }: NewsDeal, status: string) =>
  status === 'offer_accepted' && is_accepted_here === 1

/**
 * Creates a notification, or returns null for a deal in the trash, for an acceptance that the broker just sent himself, and for an offer
 * after the funding. Every other status matters to a broker, including unknown ones. `offer_cents` is
 * the amount of the offer that the news is about. It is null if the app does not know it yet, because an event contains no amount.
 */
export function announce(
  deal: NewsDeal,
  status: string,
  offer_cents: number | null = null,
): Announcement | null {
  if (deal.deleted_at !== null || isOwnAcceptance(deal, status) || isLateOffer(deal, status)) return null
  return {
    deal_id: deal.deal_id,
    status,
    title: statusMessage(status),
    body: deal.legal_name || deal.reference || msg.history.unnamedDeal,
    amount: amountOf(deal, status, offer_cents),
  }
}

/** True for an offer that arrives after the deal was funded. Nobody can take it, so it is only in the timeline. */
export const isLateOffer = ({ application_status }: NewsDeal, status: string) =>
  application_status === 'app_funded' && status === 'offer_available'

/** Statuses that are about the deal's accepted offer. */
const ABOUT_ACCEPTED: readonly string[] = [
  'offer_accepted',
  'app_documentation_pending',
  'app_final_approval',
  'app_funded',
]

function amountOf(deal: NewsDeal, status: string, offer_cents: number | null): NewsAmount | null {
  const offered = offer_cents ?? (ABOUT_ACCEPTED.includes(status) ? deal.offer_cents : null)
  if (offered !== null) return { cents: offered, of: 'offer' }
  return deal.amount_cents === null ? null : { cents: deal.amount_cents, of: 'requested' }
}

interface KnownStatus {
  status: string | null
  at: string | null
}

/** A status with the time by which it is ordered. */
interface DatedStatus {
  status: string
  at: string
  /**
   * True if `at` is the arrival time, because the event's own timestamp is implausible. If the known status has the same time as such an
   * event, the event is considered newer.
   */
  by_arrival: boolean
}

function isLater(event: DatedStatus, { status, at }: KnownStatus): boolean {
  if (status === null || at === null) return true
  const difference = compareInstants(event.at, at)
  return difference > 0 || (difference === 0 && (event.by_arrival || event.status >= status))
}

function isSameNews(event: DatedStatus, { status, at }: KnownStatus): boolean {
  return status === event.status && at !== null && compareInstants(event.at, at) <= SAME_NEWS_MS
}

/**
 * Compares two ISO 8601 date-times, which may have different time zones, including all digits of the fractional seconds. `Date` stores only
 * milliseconds, and the partner's times have more digits (spec section 6). Returns a negative number if `one` is earlier.
 */
export function compareInstants(one: string, other: string): number {
  const difference = Date.parse(one) - Date.parse(other)
  if (difference !== 0) return difference
  return Number(beyondMilliseconds(one)) - Number(beyondMilliseconds(other))
}

function beyondMilliseconds(instant: string): string {
  const fraction = /[.,](\d+)/.exec(instant)?.[1] ?? ''
  return `0.${fraction.slice(3)}0`
}

/*
 * An offer becomes known in two ways that share no id: an event reports that there is an offer, and a list shows its details. Each offer
 * must be announced only once. If an event caused the announcement, the app therefore does not announce the matching list entry again. If a
 * list caused the announcement, the app does not announce the matching event again.
 */

/**
 * If an event's time is at most this much later than the app's request for an offer list, the list may already have contained the event's
 * offer. The clocks of the partner and this computer may differ.
 */
const CLOCK_TOLERANCE_MS = 5 * 60_000
/**
 * If complete offer lists show no new offer for this long after an event about an available offer, the event was about an offer that was
 * already known.
 */
const LIST_LAG_MS = 10 * 60_000

/**
 * Maximum number of entries of each kind that the app remembers per deal: offer ids, times of events, and times at which an offer was found
 * in a list. The app keeps the newest ones. Without this limit, a partner that invents new offers in each list would fill the disk.
 */
export const MAX_REMEMBERED = 1_000

/** Processes an event about an available offer. `is_new` is false if polling found that offer before. */
function offerReported(news: OfferNews, timestamp: string): { news: OfferNews; is_new: boolean } {
  const found = news.found.toSorted(byInstant)
  // Use the earliest list that can match this event, so that the next event can still match a later list.
  const match = found.findIndex((at) => Date.parse(timestamp) <= Date.parse(at) + CLOCK_TOLERANCE_MS)
  if (match >= 0) return { news: { ...news, found: found.toSpliced(match, 1) }, is_new: false }
  return {
    news: { ...news, told: [...news.told, timestamp].toSorted(byInstant).slice(-MAX_REMEMBERED) },
    is_new: true,
  }
}

/**
 * Processes a list of offers that the app requested at `asked_at`. Returns the offers that were not announced yet (`fresh`). If events
 * already announced some offers, the same number of new list entries counts as announced (`announced`).
 */
export function offersFound(
  news: OfferNews,
  offer_ids: string[],
  asked_at: string,
  is_whole: boolean,
): { news: OfferNews; fresh: string[]; announced: string[] } {
  const unseen = [...new Set(offer_ids)].filter((offer_id) => !news.offer_ids.includes(offer_id))
  const told = news.told.slice(unseen.length)
  const fresh = unseen.slice(news.told.length)
  const announced = unseen.slice(0, news.told.length)
  const now = Date.parse(asked_at)
  return {
    news: {
      ...news,
      offer_ids: [...news.offer_ids, ...unseen].slice(-MAX_REMEMBERED),
      told: is_whole ? told.filter((at) => now - Date.parse(at) < LIST_LAG_MS) : told,
      found: [...news.found, ...fresh.map(() => asked_at)].slice(-MAX_REMEMBERED),
    },
    fresh,
    announced,
  }
}

function byInstant(one: string, other: string): number {
  return Date.parse(one) - Date.parse(other)
}
