import type { OfferScenario } from './offer-scenario.ts'
import { acceptedOffer, type OfferedDeal } from './offer-status.ts'
import { isAccepted, isStillAccepted, standingOf, type Offer, type OfferStanding } from './offer.ts'
import { FINAL_STATUSES } from '../../platform/words/vocabulary.ts'

/**
 * The standing of an offer within its deal. `declined`: the broker noted that the merchant declined the offer. `closed`: the partner still
 * lists the offer as open, but the deal no longer needs it.
 */
export type DealOfferStanding = OfferStanding | 'declined' | 'closed'

type PartnerData = Omit<OfferedDeal, 'own_offers'>

/** Statuses that the partner reports only after an offer was accepted (spec section 3). */
const AFTER_ACCEPTANCE: readonly string[] = [
  'offer_accepted',
  'app_documentation_pending',
  'app_final_approval',
]

/**
 * Returns the standing of each of a deal's offers, in the order of `deal.offers`. After an offer was accepted, or after the application was
 * funded or declined, no other offer is open. `own` contains the broker's own data about the offers. `now` is in milliseconds.
 */
export function offerStandings(
  deal: PartnerData,
  own: readonly OfferScenario[],
  now: number,
): DealOfferStanding[] {
  const accepted = acceptedIds(deal, own)
  const isDecided = accepted.size > 0 || isDecidedByStatus(deal)
  return deal.offers.map((offer) => {
    const standing = standingOf(offer, now)
    if (standing !== 'rescinded' && accepted.has(offer.offer_id)) return 'accepted'
    if (standing !== 'open' && standing !== 'expired') return standing
    const mine = own.find(({ offer_id }) => offer_id === offer.offer_id)
    // A declined offer stays declined after it expires, so that the broker still sees the reason.
    if ((mine?.declined ?? null) !== null) return 'declined'
    return standing === 'open' && isDecided ? 'closed' : standing
  })
}

/**
 * Returns a deal's offers in the order in which every screen lists them: open offers, then accepted ones, then those that nobody can take any
 * more. `at` is the place of an offer among the deal's offers, and with it its number, which stays.
 */
export function listedOffers(
  offers: readonly Offer[],
  standings: readonly DealOfferStanding[],
): { offer: Offer; at: number; standing: DealOfferStanding }[] {
  const rank = (standing: DealOfferStanding) => (standing === 'open' ? 0 : standing === 'accepted' ? 1 : 2)
  return offers
    .map((offer, at) => ({ offer, at, standing: standings[at] ?? 'other' }))
    .toSorted((one, other) => rank(one.standing) - rank(other.standing))
}

export function offersOfStanding(
  deal: OfferedDeal,
  wanted: readonly DealOfferStanding[],
  now: number,
): Offer[] {
  const standings = offerStandings(deal, deal.own_offers, now)
  return deal.offers.filter((_, at) => wanted.includes(standings[at] ?? 'other'))
}

function isDecidedByStatus({ latest_status, has_offer }: PartnerData): boolean {
  if (latest_status === null) return false
  return FINAL_STATUSES.includes(latest_status) || (!has_offer && AFTER_ACCEPTANCE.includes(latest_status))
}

/** Returns the ids of the accepted offers: those that the partner lists as accepted, and those that the broker accepted in this app. */
function acceptedIds(deal: PartnerData, own: readonly OfferScenario[]): ReadonlySet<string> {
  const { offers, latest_status } = deal
  const listed = offers.filter(isAccepted)
  const here = own.filter((one) => isStillAccepted(one, offers))
  const only = isDecidedByStatus(deal) && latest_status !== 'app_declined_closed' ? onlyOffer(offers) : []
  return new Set([...listed, ...here, ...only].map(({ offer_id }) => offer_id))
}

/** Returns the only offer of a deal whose list has no statuses. If the deal's status says that an offer was accepted, it is this one. */
function onlyOffer(offers: readonly Offer[]): Offer[] {
  const offer = acceptedOffer(offers, null)
  return offer === null ? [] : [offer]
}
