import type { OwnOffer } from '../../../src-shared/domain/own-offer.ts'

/** The office's own data about an offer. Null removes it. */
export type OwnOfferWrite =
  | { write: 'put_offer_choice'; deal_id: string; offer_id: string; choice: OwnOffer['choice'] }
  | { write: 'put_acceptance'; deal_id: string; offer_id: string; acceptance: OwnOffer['acceptance'] }
