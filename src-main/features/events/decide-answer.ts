import { joinMessages, type Message } from '../../../src-shared/platform/texts/message.ts'
import { MAX_OFFERS, type Offer } from '../../../src-shared/features/offers/offer.ts'
import {
  decisiveStatus,
  shownOffers,
  statusOfOffer,
} from '../../../src-shared/features/offers/offer-status.ts'
import type { Announcement } from '../../../src-shared/features/today/notification.ts'
import { OFFER_STATUSES } from '../../../src-shared/platform/words/vocabulary.ts'
import { statusMessage } from '../../../src-shared/platform/words/status-labels.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { announce, isLateOffer, isOwnAcceptance, offersFound, withoutFutureTimes } from './decide-event.ts'
import { milestoneReached } from '../offers/decide-acceptance.ts'
import type { ServiceAnswer } from '../../platform/relay/event-source.ts'
import { isWhole, type Listing } from '../../platform/partner/partner-api.ts'
import type { Hint, NewsDeal, StoredDeal } from '../../platform/vault/records.ts'
import { timelineWrite, type VaultWrite } from '../../platform/vault/vault.ts'

/**
 * If the partner confirms a hint (unverified event) within this time after the hint's arrival, the app dates the reported milestone by the
 * arrival. Otherwise, the app dates the milestone by the poll.
 */
const HINT_DATES_MS = 2 * 24 * 3_600_000
/** Maximum time by which the partner's data may lag behind its notifications. */
const LAG_MS = 10 * 60_000

/** Effects of a partner's response to a poll. Without news, there are no writes. */
export interface AnswerDecision {
  writes: VaultWrite[]
  announcements: Announcement[]
  /** The amounts of offers that an event announced before without their amounts. */
  amounts_cents: number[]
  /** True if a status or an offer differs from the known one. */
  is_news: boolean
  /**
   * True if the response reports a different status that may not override the known status yet, because an event was received moments ago.
   */
  is_held: boolean
}

/**
 * Decides the effects of the partner's response to a poll of a deal. A change has the same effect as an event about the change would have,
 * and the timeline says that polling found it. Hints (unverified events) that agree with the response are confirmed. Only then do they take
 * effect, dated by their arrival. Offers missing from an incomplete list remain unchanged. If `mayOverrule` is false, the response may not
 * change a status. It is false briefly after an event, because a partner may announce a change before its own data shows the change. If a
 * hint agrees with the response, the response may change the status anyway.
 */
export function decideAnswer(
  deal: NewsDeal,
  known_offers: Offer[],
  hints: Hint[],
  answer: ServiceAnswer,
  mayOverrule: boolean,
): AnswerDecision {
  const { deal_id, asked_at } = answer
  const changes: Partial<Omit<StoredDeal, 'deal_id'>> = {}
  const writes: VaultWrite[] = []
  const announcements: Announcement[] = []
  let is_news = false
  const notify = (status: string, detail: Message, isAnnounced = true, offer_cents: number | null = null) => {
    is_news = true
    if (isOwnAcceptance(deal, status)) return
    const details = isLateOffer(deal, status) ? joinMessages([detail, msg.history.lateOffer]) : detail
    writes.push(timelineWrite(deal_id, asked_at, 'found', statusMessage(status), details))
    const announcement = isAnnounced ? announce(deal, status, offer_cents) : null
    if (announcement === null) return
    announcements.push(announcement)
    writes.push({ write: 'insert_news', item: { ...announcement, at: asked_at } })
  }

  const listed = eachOnce(answer.offers?.entries ?? [])
  const found =
    answer.offers === null
      ? null
      : offersFound(deal.offer_news, idsOf(listed), asked_at, isWhole(answer.offers))
  const freshIds = new Set(found?.fresh)
  const fresh = listed.filter((offer) => freshIds.has(offer.offer_id) && isAvailable(offer))

  const open = newestOfEachType(hints).filter((hint) => isOpenTo(hint, answer))
  const further = furtherOffers(hints, open, answer).slice(0, Math.max(0, fresh.length - 1))
  const agreed = [...open.filter((hint) => agrees(hint, answer)), ...further]
  const isAgreed = (isOffer: boolean) =>
    agreed.some(({ message_type }) => (message_type === 'offer_event') === isOffer)
  const mayChange = { application: mayOverrule || isAgreed(false), offer: mayOverrule || isAgreed(true) }

  const kept = answer.offers === null ? known_offers : withListed(known_offers, answer.offers)
  const reported = statusesOf(answer, kept, deal.offer_status, fresh.length > 0)
  const hasOther = reported.application !== null && reported.application !== deal.application_status
  if (mayChange.application && hasOther && reported.application !== null) {
    Object.assign(changes, { application_status: reported.application, application_status_at: asked_at })
    notify(reported.application, msg.history.foundByPolling)
  }
  const hasOtherOffer = reported.offer !== null && reported.offer !== deal.offer_status
  if (mayChange.offer && hasOtherOffer)
    Object.assign(changes, { offer_status: reported.offer, offer_status_at: asked_at })
  // Announce each offer that a hint is about. Announce the other offers together, because a response may contain many.
  const groups = fresh.slice(0, further.length).map((offer) => [offer])
  groups.push(fresh.slice(further.length))
  for (const offers of groups)
    if (offers.length > 0) {
      const amounts = offers.flatMap(({ amount_cents }) => amount_cents ?? [])
      notify('offer_available', msg.history.offersFound(offers.length, amounts), true, highestAmount(offers))
    }
  if (fresh.length === 0 && mayChange.offer && hasOtherOffer && reported.offer !== null)
    // Do not announce that a known offer is available again, because it is not a new offer.
    notify(reported.offer, msg.history.foundByPolling, reported.offer !== 'offer_available')
  const reached = [
    changes.application_status,
    changes.offer_status,
    fresh.length > 0 ? 'offer_available' : null,
  ]
  for (const status of new Set(reached)) {
    if (status !== undefined && status !== null) writes.push(...milestoneReached(deal_id, status, asked_at))
  }

  // A wrong clock may have stored times far in the future; see `withoutFutureTimes`.
  for (const [column, at] of Object.entries(withoutFutureTimes(deal, asked_at, asked_at)))
    changes[column as keyof ReturnType<typeof withoutFutureTimes>] ??= at
  if (is_news) changes.updated_at = asked_at
  if (!isSame(kept, known_offers)) changes.offers = kept
  if (Object.keys(changes).length > 0) writes.unshift({ write: 'update_deal', deal_id, changes })
  if (found !== null && !isSame(found.news, deal.offer_news))
    writes.push({ write: 'set_offer_news', deal_id, news: found.news })
  for (const { status, received_at } of agreed) {
    const isRecent = Date.parse(asked_at) - Date.parse(received_at) < HINT_DATES_MS
    writes.push(...milestoneReached(deal_id, status, isRecent ? received_at : asked_at))
  }
  const amounts_cents = listed.flatMap(({ offer_id, amount_cents }) =>
    found?.announced.includes(offer_id) ? (amount_cents ?? []) : [],
  )
  if (amounts_cents.length > 0) writes.push({ write: 'set_news_amounts', deal_id, amounts_cents })
  const event_ids = agreed.map(({ event_id }) => event_id)
  if (event_ids.length > 0) writes.push({ write: 'confirm_events', event_ids, at: asked_at })
  writes.push(...settleHints(hints, open, agreed, answer))
  const is_held =
    (!mayChange.application && hasOther) || (!mayChange.offer && hasOtherOffer && fresh.length === 0)
  return { writes, announcements, amounts_cents, is_news, is_held }
}

function highestAmount(offers: readonly Offer[]): number | null {
  const amounts = offers.flatMap(({ amount_cents }) => amount_cents ?? [])
  return amounts.length === 0 ? null : Math.max(...amounts)
}

/**
 * True if a response may still confirm the hint (unverified event). A contradicted hint remains open for a while, because the partner's
 * data may lag behind its notifications. After that time, the same status in a response counts as separate news.
 */
function isOpenTo({ state, taken_at }: Hint, { asked_at }: ServiceAnswer): boolean {
  if (state !== 'contradicted') return true
  return Date.parse(asked_at) - Date.parse(taken_at) < LAG_MS
}

/**
 * Returns the newest hint (unverified event) of each type. `hints` are sorted newest first. Older hints are not compared with the response,
 * because they may be outdated.
 */
function newestOfEachType(hints: Hint[]): Hint[] {
  return hints.filter(
    ({ message_type }, at) => hints.findIndex((hint) => hint.message_type === message_type) === at,
  )
}

/**
 * Returns the hints about an available offer that are older than the newest hint about offers, if this one says the same. Each may be about
 * another offer: a partner may report several offers of a deal within one second.
 */
function furtherOffers(hints: Hint[], newest: Hint[], answer: ServiceAnswer): Hint[] {
  const first = newest.find(({ message_type }) => message_type === 'offer_event')
  if (first?.status !== 'offer_available' || !agrees(first, answer)) return []
  return hints.filter((hint) => hint !== first && hint.status === first.status && isOpenTo(hint, answer))
}

/**
 * Closes the hints (unverified events) that the response contradicts (`contradicted`) and those that a newer hint replaced (`superseded`).
 */
function settleHints(hints: Hint[], newest: Hint[], agreed: Hint[], answer: ServiceAnswer): VaultWrite[] {
  return hints.flatMap((hint): VaultWrite[] => {
    const { event_id, state, taken_at, message_type } = hint
    const isOpen = state === 'asking' || state === 'unconfirmed'
    // If the partner was polled before the hint arrived, the response says nothing about the hint.
    const isAnswered = Date.parse(answer.asked_at) >= Date.parse(taken_at)
    if (!isOpen || !isAnswered || agreed.includes(hint) || !isReadable(message_type, answer)) return []
    return [{ write: 'settle_event', event_id, state: newest.includes(hint) ? 'contradicted' : 'superseded' }]
  })
}

/** True if the response is complete enough to confirm or contradict messages of this type. */
function isReadable(message_type: string, { status, offers }: ServiceAnswer): boolean {
  if (message_type === 'offer_event') return offers !== null && isWhole(offers)
  return message_type === 'application_event' && status !== null
}

/** Returns the statuses of the application and its offers, as far as the response reports them. */
function statusesOf(
  { status, offers }: ServiceAnswer,
  kept: Offer[],
  reportedStatus: string | null,
  hasFresh: boolean,
) {
  const isOfOffer = status !== null && (OFFER_STATUSES as readonly string[]).includes(status)
  const ofListed = ofOffers(offers?.entries ?? [], reportedStatus, hasFresh)
  // An incomplete list may lack known offers. Use the overall status of the listed offers only if the missing offers would not change it.
  const ofAll = ofListed === ofOffers(kept, reportedStatus, hasFresh) ? ofListed : null
  const knowsNone = offers === null || kept.length === 0
  return { application: isOfOffer ? null : status, offer: ofAll ?? (isOfOffer && knowsNone ? status : null) }
}

/**
 * Returns the overall status of a list of offers. If the entries have no statuses, they cannot show an acceptance or rescission. In that
 * case, the status that an event reported remains valid until the list contains a new offer.
 */
function ofOffers(offers: Offer[], reportedStatus: string | null, hasFresh: boolean): string | null {
  const statuses = offers.map(statusOfOffer)
  if (offers.some(({ status }) => status !== null)) return decisiveStatus(statuses)
  if (offers.length === 0) return null
  if (hasFresh && reportedStatus === 'offer_rescinded') return 'offer_available'
  return shownOffers(reportedStatus, statuses).offer_status
}

/**
 * Returns the deal's offers after a new list arrived. A complete list replaces all offers; an incomplete list only adds and updates offers.
 */
function withListed(known: Offer[], listed: Listing<Offer>): Offer[] {
  return eachOnce(isWhole(listed) ? listed.entries : [...known, ...listed.entries]).slice(-MAX_OFFERS)
}

/**
 * Keeps only the last entry for each offer id. If an offer moves to the next page while the app reads the pages, the list contains it
 * twice.
 */
function eachOnce(offers: Offer[]): Offer[] {
  return [...new Map(offers.map((offer) => [offer.offer_id, offer])).values()]
}

function isAvailable(offer: Offer): boolean {
  return statusOfOffer(offer) === 'offer_available'
}

function agrees({ message_type, status }: Hint, answer: ServiceAnswer): boolean {
  if (message_type !== 'offer_event' || answer.offers === null) return answer.status === status
  return answer.offers.entries.some((offer) => statusOfOffer(offer) === status)
}

const idsOf = (offers: Offer[]) => offers.map(({ offer_id }) => offer_id)

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
