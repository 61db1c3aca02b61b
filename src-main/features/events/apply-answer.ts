import { failureOf, must, resultOf, failure } from '../../platform/base/failure.ts'
import { doubtedOffers, settled } from '../offers/decide-acceptance.ts'
import type { EventNeeds } from './event-effects.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { PartnerAccess } from '../connection/partner-link.ts'
import { announce, MAX_REMEMBERED } from './decide-event.ts'
import { type AnswerDecision, decideAnswer } from './decide-answer.ts'
import { endedByNews } from '../follow-ups/follow-ups.ts'
import { NEWS } from './receive-events.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { ServiceAnswer } from '../../platform/relay/event-source.ts'
import type { NewsDeal, StoredDeal } from '../../platform/vault/records.ts'
import { timelineWrite, type VaultWrite } from '../../platform/vault/vault.ts'
import type { Announcement } from '../../../src-shared/features/today/notification.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { Offer } from '../../../src-shared/features/offers/offer.ts'
import { loadDeal } from '../deals/load-deal.ts'
import { isWhole, type Listing, type PartnerApi } from '../../platform/partner/partner-api.ts'

type Taken = Pick<AnswerDecision, 'is_news' | 'is_held'> & {
  /** Ids of the offers that were removed because they belong to another deal. */
  elsewhere: string[]
}

/**
 * Commits the changes from a partner's response to a poll, and then notifies the broker once. Returns whether the response contained
 * something new (`is_news`) and whether it may not override a recent event yet (`is_held`). Calls `mayOverrule` only when this job's turn
 * in the queue `NEWS` has come, because an event may be stored while the job waits. If the broker asked for the response and it is on the
 * screen (`isShown`), no notification repeats it.
 */
export function applyAnswer(
  context: EventNeeds,
  answer: ServiceAnswer,
  mayOverrule: () => boolean,
  isShown = false,
): Promise<Taken> {
  return oneAtATime(NEWS, async () => {
    const { vault, notifier, emit } = context
    const { application_id } = answer
    const [scope, hints, stored, own] = await Promise.all([
      vault.newsContext([], [application_id]),
      vault.unconfirmedHints(application_id),
      vault.getDeal(answer.deal_id),
      vault.offerScenarios(answer.deal_id),
    ])
    const found = scope.deals.find(({ deal_id }) => deal_id === answer.deal_id)
    if (found === undefined || stored === null) return { is_news: false, is_held: false, elsewhere: [] }
    const foreign = await offersElsewhere(vault, stored, answer)
    const {
      deal,
      answer: cleared,
      writes: quarantineWrites,
    } = quarantineForeignOffers(found, answer, foreign)
    const decision = decideAnswer(deal, stored.offers, hints, cleared, mayOverrule())
    const { deal_id, offers, asked_at } = cleared
    const read = offers === null ? null : { deal_id, offers, own }
    const acceptances = read === null ? [] : settled(read, asked_at)
    const inDoubt =
      read === null ? [] : doubtedOffers(read, asked_at).flatMap(() => announceDoubt(deal) ?? [])
    const announcements = [...(isShown ? [] : decision.announcements), ...inDoubt]
    const writes = [
      ...quarantineWrites,
      ...decision.writes,
      ...acceptances,
      ...decision.announcements.slice(-1).map(({ title }) => endedByNews(deal_id, asked_at, title)),
      ...inDoubt.map((item) => ({ write: 'insert_news' as const, item: { ...item, at: asked_at } })),
    ]
    const taken = { is_news: decision.is_news, is_held: decision.is_held, elsewhere: foreign }
    if (writes.length > 0) await vault.commit(writes)
    for (const announcement of announcements) notifier.notify(announcement)
    if (read !== null) notifier.offersRead(deal_id, decision.amounts_cents)
    if (writes.length === 0) return taken
    if (decision.announcements.length + inDoubt.length > 0 || decision.amounts_cents.length > 0)
      context.emit('today.changed', {})
    emit('deal.changed', { deal_id })
    return taken
  })
}

/** Returns the offers in the response that belong to another deal. Offers of this deal need no lookup. */
async function offersElsewhere(
  vault: Platform['vault'],
  { deal_id, offers }: StoredDeal,
  answer: ServiceAnswer,
): Promise<string[]> {
  const known = new Set(offers.map(({ offer_id }) => offer_id))
  const unknown = (answer.offers?.entries ?? [])
    .map(({ offer_id }) => offer_id)
    .filter((id) => !known.has(id))
  return unknown.length === 0 ? [] : vault.offersElsewhere(deal_id, [...new Set(unknown)])
}

/** Announces that the partner may not have received the acceptance of an offer, although the acceptance counted as received. */
function announceDoubt(deal: NewsDeal): Announcement | null {
  const announcement = announce(deal, 'offer_available')
  return announcement && { ...announcement, title: msg.history.acceptanceNotShown }
}

/** Maximum number of offer ids that a timeline entry names. Further offers are only counted. */
const MOST_NAMED = 3

/**
 * Removes from a response the offers that belong to another deal. Otherwise, a partner that ignores a list's filter would add one offer's
 * money to two deals. The timeline mentions each removed offer once. A list from which offers were removed counts as incomplete.
 */
export function quarantineForeignOffers(
  deal: NewsDeal,
  answer: ServiceAnswer,
  foreign: readonly string[],
): { deal: NewsDeal; answer: ServiceAnswer; writes: VaultWrite[] } {
  const { offers, asked_at } = answer
  if (offers === null || foreign.length === 0) return { deal, answer, writes: [] }
  const entries = offers.entries.filter(({ offer_id }) => !foreign.includes(offer_id))
  const unread = offers.unread + offers.entries.length - entries.length
  const cleared = { ...answer, offers: { ...offers, entries, unread } }
  const reported = deal.offer_news.elsewhere ?? []
  const fresh = foreign.filter((offer_id) => !reported.includes(offer_id))
  if (fresh.length === 0) return { deal, answer: cleared, writes: [] }
  const { deal_id } = deal
  const news = { ...deal.offer_news, elsewhere: [...reported, ...fresh].slice(-MAX_REMEMBERED) }
  const title = msg.history.offersQuarantined(fresh.length)
  const detail = msg.history.offersElsewhere(fresh.slice(0, MOST_NAMED).join(', '))
  return {
    deal: { ...deal, offer_news: news },
    answer: cleared,
    writes: [
      { write: 'set_offer_news', deal_id, news },
      timelineWrite(deal_id, asked_at, 'found', title, detail),
    ],
  }
}

/**
 * Fetches a deal's offers from the partner, stores them, and returns them. Fails with `PARTNER_NOT_OFFERED` if the partner has no endpoint
 * that lists offers.
 */
export async function refreshOffers(context: EventNeeds & PartnerAccess, deal_id: string): Promise<Offer[]> {
  const { application_id } = await loadDeal(context, deal_id)
  if (application_id === null)
    throw failure('DEAL_NOT_FOUND', msg.errorsDeals.notAtPartner, msg.errorsDeals.submitFirst)
  const partner = must(await context.partner())
  const asked_at = context.clock.now()
  const offers = await partner.listOffers(application_id)
  if (!offers.ok) {
    context.log.info('offers not read', { code: offers.error.code })
    throw failureOf(offers.error)
  }
  const single = isWhole(offers.value) ? [] : await readUnshown(context, partner, deal_id, offers.value)
  const listed = { ...offers.value, entries: [...offers.value.entries, ...single] }
  const answer = { deal_id, application_id, asked_at, status: null, offers: listed }
  const taken = await applyAnswer(context, answer, () => true, true)
  return listed.entries.filter(({ offer_id }) => !taken.elsewhere.includes(offer_id))
}

/**
 * The partner may send only a part of its list of offers. Fetches each missing offer individually if its acceptance has an unknown outcome.
 */
async function readUnshown(
  { vault }: Pick<Platform, 'vault'>,
  partner: PartnerApi,
  deal_id: string,
  { entries }: Listing<Offer>,
): Promise<Offer[]> {
  const own = await resultOf(vault.offerScenarios(deal_id))
  if (!own.ok) return []
  const unshown = own.value.filter(
    ({ offer_id, acceptance }) =>
      acceptance?.state === 'unknown' && entries.every((one) => one.offer_id !== offer_id),
  )
  const read = await Promise.all(unshown.map(({ offer_id }) => partner.readOffer(offer_id)))
  return read.flatMap((one, at) =>
    one.ok && one.value.offer_id === unshown[at]?.offer_id ? [one.value] : [],
  )
}
