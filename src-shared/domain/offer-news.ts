export const NO_OFFER_NEWS: OfferNews = { offer_ids: [], told: [], found: [] }

/**
 * Announced offers of a deal, so that each offer is announced once. It can become known by an event, which names no offer, or by
 * a list, which names no event. Times are ISO 8601 instants.
 */
export interface OfferNews {
  /** Every offer that a list ever showed. */
  offer_ids: string[]
  /** Timestamps of events that announced an offer that no list contains yet. */
  told: string[]
  /** When offers were found by asking whose event has not come yet. */
  found: string[]
  /** Offers that were ignored because another deal has them. The timeline names each once. */
  elsewhere?: string[]
}
