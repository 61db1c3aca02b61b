/** A broker's trial values within an offer's bounds; `upsell` is a factor. */
export interface Scenario {
  amount_cents: number
  upsell: string
}

/**
 * States of an offer's acceptance. `sending`: the request is in flight. `unknown`: the request was sent and no response arrived.
 * `still_open`: a later read showed the offer as available, so the broker may send the acceptance again. `accepted`: the partner
 * confirmed the acceptance.
 */
const ACCEPTANCE_STATES = ['sending', 'unknown', 'still_open', 'accepted'] as const
export interface Acceptance {
  state: (typeof ACCEPTANCE_STATES)[number]
  /** When the acceptance was sent. */
  at: string
  /** Set on an accepted offer until a response or a read from the partner shows it as accepted. */
  is_unseen?: true
}

/** This office's own data about an offer: the trial values and the acceptance sent from here. */
export interface OfferScenario {
  offer_id: string
  choice: Scenario | null
  acceptance: Acceptance | null
}

/** Data of the offers screen in addition to a deal's offers. */
export interface OffersView {
  own: OfferScenario[]
  /** `assumed`: the endpoint profile names an operation for accepting, and the partner has not refused that operation yet. */
  accepting: 'assumed' | 'not_offered'
  /** The name on the last printed comparison. */
  broker_name: string
}
