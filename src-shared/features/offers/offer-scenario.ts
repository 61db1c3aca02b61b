/** Other terms of an offer, which the broker tries out within the ranges that the offer allows. `upsell` is a factor. */
export interface Scenario {
  amount_cents: number
  upsell: string
}

/**
 * States of the acceptance of an offer. `sending`: the request is being sent. `unknown`: the request was sent, but no response arrived.
 * `still_open`: after that, the partner's list showed the offer as not accepted, so the broker may send the acceptance again. `accepted`:
 * the partner confirmed the acceptance.
 */
const ACCEPTANCE_STATES = ['sending', 'unknown', 'still_open', 'accepted'] as const
export interface Acceptance {
  state: (typeof ACCEPTANCE_STATES)[number]
  /** When the acceptance was sent. */
  at: string
  /**
   * True if the partner's response reported success, but neither this response nor a later list of offers has shown the offer as accepted
   * yet.
   */
  is_unseen?: true
}

export const SENT_BY = ['email', 'text', 'phone', 'in_person', 'other'] as const

/** The broker's note that the offer was sent to the merchant. `on` is a date such as `2026-05-04`. */
export interface SentToMerchant {
  by: (typeof SENT_BY)[number]
  on: string
}

/** Usual reasons for which a merchant declines an offer. */
export const DECLINE_REASONS = [
  'cost',
  'payment',
  'amount',
  'term',
  'conditions',
  'other_offer',
  'no_need',
  'other',
] as const

/** The broker's note that the merchant declined the offer. `note` is the broker's own text, or empty. */
export interface MerchantDecline {
  reason: (typeof DECLINE_REASONS)[number]
  note: string
  at: string
}

/**
 * The data that this app itself has about an offer. The partner never receives it, except the acceptance: the terms that the broker tries
 * out, the acceptance that was sent, and what the broker noted about the merchant.
 */
export interface OfferScenario {
  offer_id: string
  choice: Scenario | null
  acceptance: Acceptance | null
  sent: SentToMerchant | null
  declined: MerchantDecline | null
}

export function untouchedOffer(offer_id: string): OfferScenario {
  return { offer_id, choice: null, acceptance: null, sent: null, declined: null }
}

/** Data of the offers screen in addition to a deal's offers. */
export interface OffersView {
  own: OfferScenario[]
  /**
   * Whether the app can accept offers at the partner. `assumed`: the endpoint profile contains an assumed request for it, and the partner
   * has not refused this request so far.
   */
  accepting: 'assumed' | 'not_offered'
  /** The broker's name on the last printed comparison, as the default for the next one; empty if none was printed. */
  broker_name: string
}
