import type { OfferNews } from './offer-news-schema.ts'

export type * from './offer-news-schema.ts'

export const NO_OFFER_NEWS: OfferNews = { offer_ids: [], told: [], found: [] }
