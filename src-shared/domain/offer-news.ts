export const NO_OFFER_NEWS: OfferNews = { offer_ids: [], told: [], found: [] }

/**
 * What was told of a deal's offers, so that an offer is announced once, whichever way it becomes known: an event names no
 * offer, and a list of offers names no event. Times are ISO 8601 instants.
 */
export interface OfferNews {
  /** Every offer that a list ever showed. */
  offer_ids: string[]
  /** Timestamps of events that told of an offer which no list has shown yet. */
  told: string[]
  /** When offers were found by asking whose event has not come yet. */
  found: string[]
  /** Offers that were set aside because another deal has them; the timeline names each once. */
  elsewhere?: string[]
}
