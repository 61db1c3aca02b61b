import type { OfferScenario } from './offer-scenario.ts'
import type { OFFER_FIELDS } from '../../platform/partner/offer-fields.ts'

/**
 * Maximum number of offers that the app reads from one response and stores per deal. A limit is needed because incomplete lists add offers and
 * never remove any.
 */
export const MAX_OFFERS = 500

export function bareOffer(offer_id: string): Offer {
  return {
    offer_id,
    status: null,
    amount_cents: null,
    payback_cents: null,
    payment_cents: null,
    payment_frequency: null,
    payments: null,
    term: null,
    factor_rate: null,
    commission_cents: null,
    net_to_merchant_cents: null,
    expires_at: null,
    created_at: null,
    funding_date: null,
    first_payment_date: null,
    minimum_amount_cents: null,
    maximum_amount_cents: null,
    buy_rate: null,
    upsell: null,
    maximum_upsell: null,
    apr: null,
    fees: null,
    total_fees_cents: null,
    existing_balance_cents: null,
    holdback_percent: null,
    position: null,
    commission_points: null,
    stipulations: null,
    prepayment_discounts: null,
    doubts: [],
  }
}

/**
 * Returns when an offer expires, in milliseconds. A date without a time means the end of that day. Returns null for an offer without an
 * expiration.
 */
export function expiryOf(expires_at: string | null): number | null {
  if (expires_at === null) return null
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(expires_at)
  const at =
    day === null
      ? Date.parse(expires_at)
      : new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3]) + 1).getTime() - 1
  return Number.isNaN(at) ? null : at
}

/** The state of an offer as the broker sees it, independent of the partner's words for it. */
export type OfferStanding = 'open' | 'expired' | 'rescinded' | 'accepted' | 'other'

/**
 * Returns the state of an offer at the time `now` (milliseconds). Recognizes several words for each state, because the specification does
 * not show the statuses in a list of offers.
 */
export function standingOf({ status, expires_at }: Offer, now: number): OfferStanding {
  const word = wordOf(status ?? 'available')
  if (isAccepted({ status })) return 'accepted'
  if (word.includes('rescind') || word.includes('withdraw')) return 'rescinded'
  if (word.includes('expire')) return 'expired'
  if (!endsIn(word, STANDS)) return 'other'
  const end = expiryOf(expires_at)
  return end !== null && end <= now ? 'expired' : 'open'
}

/** If a status ends with one of these words, the offer can be accepted. */
const STANDS = ['available', 'open', 'active', 'pending', 'new']
/** Words that negate the word after them: "not yet accepted", "no longer available", "to be funded". */
const DENIALS = ['not', 'no', 'never', 'cannot', 'be']

/** Returns true if the partner reports the offer as accepted. Returns false for a status such as "pending acceptance". */
export function isAccepted({ status }: Pick<Offer, 'status'>): boolean {
  const words = wordOf(status ?? '').split('_')
  const at = words.indexOf('accepted')
  return at >= 0 && !isDenied(words, at)
}

/** Returns true if the last word of a status is one of `wanted` and no word before it negates it. */
export function endsIn(status: string, wanted: readonly string[]): boolean {
  const words = wordOf(status).split('_')
  return wanted.includes(words.at(-1) ?? '') && !isDenied(words, words.length - 1)
}

function isDenied(words: readonly string[], at: number): boolean {
  return words.slice(0, at).some((word) => DENIALS.includes(word))
}

/** Converts an offer's status to the notation that events use: "Offer available" becomes `offer_available`. */
export function wordOf(status: string): string {
  return status
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
}

/**
 * Returns true if this app accepted the offer and the partner has not rescinded it since. After a rescission, the broker may accept another
 * offer.
 */
export function isStillAccepted({ offer_id, acceptance }: OfferScenario, offers: readonly Offer[]): boolean {
  const shown = offers.find((offer) => offer.offer_id === offer_id)
  return acceptance?.state === 'accepted' && (shown === undefined || standingOf(shown, 0) !== 'rescinded')
}

export interface OfferFee {
  label: string
  /** Percentage of the amount, `3.00` for three percent; null for a fixed fee. */
  percentage: string | null
  amount_cents: number | null
}

export interface Stipulation {
  label: string
  /** The kind of document that meets this condition of the offer, if the partner names it. */
  document_kind: string | null
}

export interface OfferDoubt {
  field: (typeof OFFER_FIELDS)[number]
  /** Name and value as the partner sent them, such as `points: 0.05`. */
  raw: string
}

/**
 * An offer from the partner's list of offers. The fields are assumed: comparable services use them. A field is null if the partner does not
 * send it. Money is in integer cents. Factors (`1.2500`) and
 * percentages (`5.00`) are decimal strings.
 */
export interface Offer {
  offer_id: string
  status: string | null
  amount_cents: number | null
  payback_cents: number | null
  payment_cents: number | null
  payment_frequency: string | null
  payments: number | null
  term: string | null
  factor_rate: string | null
  commission_cents: number | null
  net_to_merchant_cents: number | null
  expires_at: string | null
  created_at: string | null
  /** The next two fields are dates such as `2026-05-04`. */
  funding_date: string | null
  first_payment_date: string | null
  minimum_amount_cents: number | null
  maximum_amount_cents: number | null
  /**
   * The following three fields are factors, for example a buy rate of `1.2100`, an upsell of `0.0800`, and a maximum upsell of `0.1200`.
   */
  buy_rate: string | null
  upsell: string | null
  maximum_upsell: string | null
  apr: string | null
  fees: OfferFee[] | null
  total_fees_cents: number | null
  /** Balance of open advances that this offer pays off. */
  existing_balance_cents: number | null
  holdback_percent: string | null
  position: number | null
  /** The commission in percent of the offer's amount. */
  commission_points: string | null
  stipulations: Stipulation[] | null
  prepayment_discounts:
    | {
        within_days: number
        payback_cents: number
      }[]
    | null
  /**
   * Values that the app could not parse or that are implausible. The fields of these values are null, and the broker should ask the funder.
   */
  doubts: OfferDoubt[]
}
