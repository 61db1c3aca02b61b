import type { Offer } from '../offers/offer.ts'
import type { Renewal } from './money-view.ts'
import { addBusinessDays, dayText, readDay } from '../../platform/entry/business-days.ts'
import { figuresOf, paymentsOf } from '../offers/figures.ts'
import { frequencyOf, type Frequency } from '../../platform/partner/offer-words.ts'
import { readTerm } from '../offers/term.ts'
import { addDays, dayOf } from '../../platform/base/days.ts'
import { fundedCents, type MoneyFacts } from './ledger.ts'

/**
 * Maximum number of days after its due date at which the app still announces a renewal (a funded deal that can get new funding). Without a
 * limit, the app could announce a hundred old renewals together, for example after a backup is restored.
 */
const TELL_WITHIN_DAYS = 30

/** A hundred years in days. No payment schedule is longer, and the end of a longer one may be outside the range of valid dates. */
const LONGEST_DAYS = 36_525

/** Calendar days between two payments. Daily payments are the exception: they are made on each business day. */
const EVERY: Record<Frequency, number | 'business_day'> = {
  daily: 'business_day',
  weekly: 7,
  biweekly: 14,
  semimonthly: 365.25 / 24,
  monthly: 365.25 / 12,
}
const DAYS_OF_UNIT = { days: 1, weeks: 7, months: 365.25 / 12, years: 365.25 }

/**
 * Estimates the day by which half of an offer's payments are made, counted from the day of funding. Uses the number and frequency of
 * payments or, if these are unknown, half of the term. Returns null if neither is known.
 */
export function halfPaidOn(funded_on: string, offer: Offer): string | null {
  const by_term = offer.payments === null ? halfOfTerm(funded_on, offer.term) : null
  return by_term ?? halfOfPayments(funded_on, offer) ?? halfOfTerm(funded_on, offer.term)
}

function halfOfPayments(funded_on: string, offer: Offer): string | null {
  const frequency = frequencyOf(offer.payment_frequency)
  const payments = paymentsOf(offer)
  if (payments === null || payments < 1 || frequency === null) return null
  return dayOfPayment(funded_on, frequency, Math.ceil(payments / 2))
}

/** Returns the day of the n-th payment, from 1. Null if the day is not a valid date. */
function dayOfPayment(funded_on: string, frequency: Frequency, n: number): string | null {
  const every = EVERY[frequency]
  return every === 'business_day' ? afterBusinessDays(funded_on, n) : later(funded_on, n * every)
}

/**
 * Estimates what the merchant still owes on a funded offer on the day `today`: its payback less the payments that were due until then.
 * Returns null if the offer does not report its payments.
 */
export function remainingCents(funded_on: string, offer: Offer, today: string): number | null {
  const { payback_cents, payment_cents } = figuresOf(offer)
  const frequency = frequencyOf(offer.payment_frequency)
  const payments = paymentsOf(offer)
  if (payback_cents === null || payment_cents === null || payments === null || frequency === null) return null
  let due = 0
  while (due < payments && (dayOfPayment(funded_on, frequency, due + 1) ?? '9999') <= today) due++
  return due >= payments ? 0 : Math.max(0, payback_cents - due * payment_cents)
}

/** Returns the day on which half of an offer's term has passed. A term without a unit counts as months. */
function halfOfTerm(funded_on: string, text: string | null): string | null {
  const term = readTerm(text) ?? readTerm(`${text ?? ''} months`)
  if (term === null || term.unit === 'payments') return null
  if (term.unit === 'business_days') return afterBusinessDays(funded_on, Math.ceil(term.count / 2))
  return later(funded_on, (term.count * DAYS_OF_UNIT[term.unit]) / 2)
}

function afterBusinessDays(day: string, days: number): string | null {
  const from = readDay(day)
  return from === null || days > LONGEST_DAYS ? null : dayText(addBusinessDays(from, days))
}

function later(day: string, days: number): string | null {
  return days > LONGEST_DAYS ? null : addDays(day, Math.round(days))
}

/** Returns the renewal of a funded deal, with its state on the day `today`. Returns null for a deal that was not funded. */
export function renewalOf(facts: MoneyFacts, today: string): Renewal | null {
  const { deal_id, legal_name, funded_at, offer, hand, renewed_as } = facts
  if (funded_at === null) return null
  const funded_on = dayOf(funded_at)
  const due_on = hand.renewal_on ?? (offer === null ? null : halfPaidOn(funded_on, offer))
  return {
    deal_id,
    legal_name,
    funded_on,
    amount_cents: fundedCents(facts),
    due_on,
    is_estimate: hand.renewal_on === null && due_on !== null,
    state: stateOf(hand.renewal_off, renewed_as, due_on, today),
    renewed_as,
  }
}

function stateOf(
  is_off: boolean,
  renewed_as: string | null,
  due_on: string | null,
  today: string,
): Renewal['state'] {
  if (renewed_as !== null) return 'started'
  if (is_off) return 'off'
  if (due_on === null) return 'undated'
  return due_on <= today ? 'due' : 'upcoming'
}

/** Returns the renewals of all deals, with their states on the day `today`. The earliest is first; those without a date are last. */
export function renewalsOf(facts: readonly MoneyFacts[], today: string): Renewal[] {
  const key = ({ due_on }: Renewal) => due_on ?? '9999'
  return facts
    .flatMap((one) => renewalOf(one, today) ?? [])
    .toSorted((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))))
}

/** Returns the due renewals that were not announced yet. If the broker postpones a renewal, it is announced again on its new day. */
export function renewalsToAnnounce(facts: readonly MoneyFacts[], today: string): Renewal[] {
  return facts.flatMap((one) => {
    const renewal = renewalOf(one, today)
    if (renewal === null || renewal.state !== 'due' || renewal.due_on === null) return []
    const { due_on } = renewal
    const wasReported = one.renewal_told_on !== null && one.renewal_told_on >= due_on
    return !wasReported && addDays(due_on, TELL_WITHIN_DAYS) >= today ? [renewal] : []
  })
}
