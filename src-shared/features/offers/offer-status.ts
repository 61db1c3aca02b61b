import { endsIn, isAccepted, isStillAccepted, type Offer, standingOf, wordOf } from './offer.ts'
import type { OfferScenario } from './offer-scenario.ts'
import { FINAL_STATUSES } from '../../platform/words/vocabulary.ts'

/**
 * Returns an offer's status, converted to one of the statuses that events use (spec section 3). This is necessary because the specification
 * does not show the statuses in a list of offers. An offer without a status counts as available. The result does not depend on the
 * expiration date.
 */
export function statusOfOffer(offer: Offer): string {
  const standing = standingOf({ ...offer, expires_at: null }, 0)
  if (standing === 'open') return 'offer_available'
  if (standing === 'accepted' || standing === 'rescinded') return `offer_${standing}`
  const word = wordOf(offer.status ?? '')
  return word.startsWith('offer_') ? word : `offer_${word}`
}

/** The status of an open or expired offer that the merchant declined. It is the app's own status; the partner does not know it. */
const MERCHANT_DECLINED = 'merchant_declined'
/** The status of an available offer that the broker sent to the merchant. It is the app's own status, too. */
const SENT_TO_MERCHANT = 'sent_to_merchant'

/**
 * Returns the statuses of a deal's stored offers. An offer that this app accepted counts as accepted, even if the partner's offer list
 * does not show the acceptance yet. An open or expired offer that the merchant declined counts as declined. An available offer that the
 * broker sent to the merchant counts as sent, and so does one that expired before the broker sent another one.
 */
export function storedStatuses(offers: readonly Offer[], own: readonly OfferScenario[]): string[] {
  const lastSent =
    own
      .map(({ sent }) => sent?.on ?? '')
      .toSorted()
      .at(-1) ?? ''
  return offers.map((offer) => {
    const mine = own.find(({ offer_id }) => offer_id === offer.offer_id)
    if (mine !== undefined && isStillAccepted(mine, [offer])) return 'offer_accepted'
    const standing = standingOf(offer, 0)
    const isUnused = standing === 'open' || standing === 'expired'
    if (isUnused && (mine?.declined ?? null) !== null) return MERCHANT_DECLINED
    const status = statusOfOffer(offer)
    const isSent = (mine?.sent ?? null) !== null || (offer.expires_at ?? '~') < lastSent
    return status === 'offer_available' && isSent ? SENT_TO_MERCHANT : status
  })
}

/**
 * Returns one status for several offers: accepted if any offer is accepted, otherwise available if any is available, otherwise rescinded if
 * any is rescinded, otherwise null.
 */
export function decisiveStatus(stored: readonly string[]): string | null {
  return (
    ['offer_accepted', 'offer_available', 'offer_rescinded'].find((status) => stored.includes(status)) ?? null
  )
}

export interface ShownOffers {
  offer_status: string | null
  has_offer: boolean
}

/**
 * Decides which offer status a deal shows, and whether it has an open offer. `reported` is the newest offer status that the partner
 * reported for the deal. `stored` contains the statuses of its stored offers. A stored open offer counts even if no status was reported,
 * but not after an acceptance. An event about a rescission names no offer. Therefore, one of the open offers counts as rescinded until the
 * partner's list shows which offer was rescinded. A reported status that this version does not know is returned unchanged.
 */
export function shownOffers(reported: string | null, statuses: readonly string[]): ShownOffers {
  const stored = statuses.map((status) => (status === SENT_TO_MERCHANT ? 'offer_available' : status))
  const decisive = decisiveStatus(stored)
  // The partner reports an available offer, but the merchant declined every offer that is still available. The application's status decides.
  const isDeclined =
    stored.includes(MERCHANT_DECLINED) && (decisive === null || decisive === 'offer_rescinded')
  if (reported === 'offer_available' && isDeclined) return { offer_status: null, has_offer: false }
  if (reported === 'offer_available' && decisive !== 'offer_accepted')
    return { offer_status: reported, has_offer: true }
  if (reported === 'offer_accepted') return { offer_status: reported, has_offer: false }
  if (reported === 'offer_rescinded') {
    const open = stored.filter((status) => status === 'offer_available').length
    const has_offer = open > (stored.includes('offer_rescinded') ? 0 : 1)
    return { offer_status: has_offer ? 'offer_available' : reported, has_offer }
  }
  const isKnown = reported === null || reported === 'offer_available'
  return { offer_status: isKnown ? decisive : reported, has_offer: decisive === 'offer_available' }
}

/** The data of a deal that decides the standings of its offers. */
export interface OfferedDeal {
  offers: Offer[]
  own_offers: OfferScenario[]
  latest_status: string | null
  has_offer: boolean
}

/** Returns a stored deal's offers, its newest status, and whether it has an open offer. `own_offers` are the broker's data about them. */
export function offeredDeal(
  deal: Statuses & Pick<OfferedDeal, 'offers'>,
  own_offers: OfferScenario[],
): OfferedDeal {
  const { offers } = deal
  const { offer_status, has_offer } = shownOffers(deal.offer_status, storedStatuses(offers, own_offers))
  return { offers, own_offers, latest_status: newestStatus({ ...deal, offer_status }), has_offer }
}

/**
 * Returns the accepted offer, which decides the deal's amount and commission. It is the only offer with an accepted or funded status. If
 * the partner reports no statuses, returns the offer that this app accepted (`own_offer_id`), or else the only offer. Returns null in case
 * of doubt, because a wrong commission would be worse than a missing one.
 */
export function acceptedOffer(offers: readonly Offer[], own_offer_id: string | null): Offer | null {
  const accepted = offers.filter((offer) => isAccepted(offer) || endsIn(offer.status ?? '', ['funded']))
  if (accepted.length > 0) return accepted.length === 1 ? (accepted[0] ?? null) : null
  if (own_offer_id !== null)
    return offers.find(({ offer_id, status }) => offer_id === own_offer_id && status === null) ?? null
  const [only, ...others] = offers
  return only !== undefined && others.length === 0 && only.status === null ? only : null
}

/** The two statuses of a deal, each with the timestamp of the event that reported it. */
export interface Statuses {
  application_status: string | null
  application_status_at: string | null
  offer_status: string | null
  offer_status_at: string | null
}

/**
 * Returns the newer one of a deal's application status and offer status. An offer status without a date counts as newer, unless the
 * application status is final. If both have the same date, a final application status counts as newer, otherwise the offer status. A funded
 * deal stays funded, because the specification does not say that an offer can follow, and the money is already with the merchant.
 */
export function newestStatus({
  application_status,
  application_status_at,
  offer_status,
  offer_status_at,
}: Statuses): string | null {
  if (offer_status === null) return application_status
  if (application_status === null) return offer_status
  if (application_status === 'app_funded') return application_status
  const isFinal = FINAL_STATUSES.includes(application_status)
  if (offer_status_at === null) return isFinal ? application_status : offer_status
  if (application_status_at === null) return offer_status
  const difference = Date.parse(offer_status_at) - Date.parse(application_status_at)
  return difference > 0 || (difference === 0 && !isFinal) ? offer_status : application_status
}
