import type { OfferNews } from '../../../src-shared/domain/offer-news.ts'

/*
 * An offer becomes known in two ways, and neither names the other: an event tells that there is one, a list shows which. So that
 * each offer is announced once, what one way announced is kept until the other way catches up with it.
 */

/** An event is that much later than the reading of a list which showed its offer, at most: clocks differ. */
const CLOCK_TOLERANCE_MS = 5 * 60_000
/** A whole list that has not shown a told offer for so long won't: the event told of an offer that was known. */
const LIST_LAG_MS = 10 * 60_000

/** Ids and instants that are remembered at most, the newest: a partner that names new offers in each list fills no disk. */
export const MOST_REMEMBERED = 1_000

/** An event told of an available offer. `is_new` is false where asking had found that offer before. */
export function offerTold(news: OfferNews, timestamp: string): { news: OfferNews; is_new: boolean } {
  const found = news.found.toSorted(byInstant)
  // The earliest that fits, so that a later event still finds its own.
  const match = found.findIndex((at) => Date.parse(timestamp) <= Date.parse(at) + CLOCK_TOLERANCE_MS)
  if (match >= 0) return { news: { ...news, found: found.toSpliced(match, 1) }, is_new: false }
  return {
    news: { ...news, told: [...news.told, timestamp].toSorted(byInstant).slice(-MOST_REMEMBERED) },
    is_new: true,
  }
}

/**
 * A list showed these offers when it was read at `asked_at`. Answers those which nobody has heard of yet, the offers that
 * events told of being taken for the first new ones.
 */
export function offersFound(
  news: OfferNews,
  offer_ids: string[],
  asked_at: string,
  is_whole: boolean,
): { news: OfferNews; fresh: string[] } {
  const unseen = [...new Set(offer_ids)].filter((offer_id) => !news.offer_ids.includes(offer_id))
  const told = news.told.slice(unseen.length)
  const fresh = unseen.slice(news.told.length)
  const now = Date.parse(asked_at)
  return {
    news: {
      ...news,
      offer_ids: [...news.offer_ids, ...unseen].slice(-MOST_REMEMBERED),
      told: is_whole ? told.filter((at) => now - Date.parse(at) < LIST_LAG_MS) : told,
      found: [...news.found, ...fresh.map(() => asked_at)].slice(-MOST_REMEMBERED),
    },
    fresh,
  }
}

function byInstant(one: string, other: string): number {
  return Date.parse(one) - Date.parse(other)
}
