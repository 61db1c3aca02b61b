import type { OfferScenario } from '../../../src-shared/features/offers/offer-scenario.ts'

/** Writes of the broker's own data about an offer. Null removes the data. */
export type OfferScenarioWrite =
  | { write: 'put_offer_choice'; deal_id: string; offer_id: string; choice: OfferScenario['choice'] }
  | { write: 'put_acceptance'; deal_id: string; offer_id: string; acceptance: OfferScenario['acceptance'] }
  | { write: 'put_offer_sent'; deal_id: string; offer_id: string; sent: OfferScenario['sent'] }
  | { write: 'put_offer_declined'; deal_id: string; offer_id: string; declined: OfferScenario['declined'] }
