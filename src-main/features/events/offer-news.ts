import type { OfferNews } from '../../../src-shared/platform/webhook/event.ts'

/*
 * An offer becomes known in two ways that share no id: an event reports that there is an offer, and a list shows its details. Each offer
 * must be announced only once. If an event caused the announcement, the app therefore does not announce the matching list entry again. If a
 * list caused the announcement, the app does not announce the matching event again.
 */

/**
 * If an event's time is at most this much later than the app's request for an offer list, the list may already have contained the event's
 * offer. The clocks of the partner and this computer may differ.
 */
const CLOCK_TOLERANCE_MS = 5 * 60_000
/**
 * If complete offer lists show no new offer for this long after an event about an available offer, the event was about an offer that was
 * already known.
 */
const LIST_LAG_MS = 10 * 60_000

/**
 * Maximum number of entries of each kind that the app remembers per deal: offer ids, times of events, and times at which an offer was found
 * in a list. The app keeps the newest ones. Without this limit, a partner that invents new offers in each list would fill the disk.
 */
export const MAX_REMEMBERED = 1_000

/** Processes an event about an available offer. `is_new` is false if polling found that offer before. */
export function offerReported(news: OfferNews, timestamp: string): { news: OfferNews; is_new: boolean } {
  const found = news.found.toSorted(byInstant)
  // Use the earliest list that can match this event, so that the next event can still match a later list.
  const match = found.findIndex((at) => Date.parse(timestamp) <= Date.parse(at) + CLOCK_TOLERANCE_MS)
  if (match >= 0) return { news: { ...news, found: found.toSpliced(match, 1) }, is_new: false }
  return {
    news: { ...news, told: [...news.told, timestamp].toSorted(byInstant).slice(-MAX_REMEMBERED) },
    is_new: true,
  }
}

/**
 * Processes a list of offers that the app requested at `asked_at`. Returns the offers that were not announced yet (`fresh`). If events
 * already announced some offers, the same number of new list entries counts as announced (`announced`).
 */
export function offersFound(
  news: OfferNews,
  offer_ids: string[],
  asked_at: string,
  is_whole: boolean,
): { news: OfferNews; fresh: string[]; announced: string[] } {
  const unseen = [...new Set(offer_ids)].filter((offer_id) => !news.offer_ids.includes(offer_id))
  const told = news.told.slice(unseen.length)
  const fresh = unseen.slice(news.told.length)
  const announced = unseen.slice(0, news.told.length)
  const now = Date.parse(asked_at)
  return {
    news: {
      ...news,
      offer_ids: [...news.offer_ids, ...unseen].slice(-MAX_REMEMBERED),
      told: is_whole ? told.filter((at) => now - Date.parse(at) < LIST_LAG_MS) : told,
      found: [...news.found, ...fresh.map(() => asked_at)].slice(-MAX_REMEMBERED),
    },
    fresh,
    announced,
  }
}

function byInstant(one: string, other: string): number {
  return Date.parse(one) - Date.parse(other)
}
