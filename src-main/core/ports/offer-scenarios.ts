import type { OfferScenario } from '../../../src-shared/domain/offer-scenario.ts'

/** The office's own data about an offer. Null removes it. */
export type OfferScenarioWrite =
  | { write: 'put_offer_choice'; deal_id: string; offer_id: string; choice: OfferScenario['choice'] }
  | { write: 'put_acceptance'; deal_id: string; offer_id: string; acceptance: OfferScenario['acceptance'] }
