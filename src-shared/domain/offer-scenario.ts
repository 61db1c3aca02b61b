/** What the broker tried out within an offer's bounds; `upsell` is a factor. */
export interface Scenario {
  amount_cents: number
  upsell: string
}

/**
 * Where the acceptance of an offer stands. `sending`: it is leaving. `unknown`: it left and no answer came. `still_open`: a
 * later reading showed the offer as still available, so the broker may decide to send it again. `accepted`: the service said so.
 */
const ACCEPTANCE_STATES = ['sending', 'unknown', 'still_open', 'accepted'] as const
export interface Acceptance {
  state: (typeof ACCEPTANCE_STATES)[number]
  /** When it was sent. */
  at: string
  /** Of one that was taken: neither the service's answer nor a reading has shown the offer as accepted yet. */
  is_unseen?: true
}

/** What this office has of its own about an offer: what was tried out, and whether it was accepted from here. */
export interface OfferScenario {
  offer_id: string
  choice: Scenario | null
  acceptance: Acceptance | null
}

/** Beside a deal's offers, what their screen needs to know. */
export interface OffersView {
  own: OfferScenario[]
  /** `assumed`: the profile names an operation, and the service has not refused it yet. */
  accepting: 'assumed' | 'not_offered'
  /** As it stood on the last printed comparison. */
  broker_name: string
}
