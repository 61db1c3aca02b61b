import type { OwnOffer } from '../../../src-shared/domain/own-offer.ts'

/** What the office keeps of its own about an offer. A null takes it away. */
export type OwnOfferWrite =
  | { write: 'put_offer_choice'; deal_id: string; offer_id: string; choice: OwnOffer['choice'] }
  | { write: 'put_acceptance'; deal_id: string; offer_id: string; acceptance: OwnOffer['acceptance'] }
