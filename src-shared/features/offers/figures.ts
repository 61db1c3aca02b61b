import type { Offer, OfferFee } from './offer.ts'
import type { Scenario } from './offer-scenario.ts'
import { readDay, today } from '../../platform/entry/business-days.ts'
import { estimateApr, type AprEstimate, type Schedule } from './apr.ts'
import {
  divided,
  percentOf,
  rateOf,
  ratioOf,
  rateText,
  timesRate,
  type Rate,
} from '../../platform/base/exact.ts'
import { frequencyOf } from '../../platform/partner/offer-words.ts'
import { paymentsInTerm, readTerm } from './term.ts'

/**
 * The figures of an offer for the amount and upsell that the broker chose. The app uses the same formulas as comparable services. A figure
 * is null if the offer reports too little to calculate it.
 */
export interface Figures {
  amount_cents: number | null
  factor_rate: string | null
  payback_cents: number | null
  payments: number | null
  payment_cents: number | null
  /** The last payment. It can differ from the other payments, because the sum of all payments is the payback. */
  last_payment_cents: number | null
  fees_cents: number | null
  net_to_merchant_cents: number | null
  apr: string | null
  apr_estimate: AprEstimate | null
}

/**
 * Figures that the partner may report. If it reports one of them, all other calculations use the reported value instead of a calculated
 * one.
 */
type Reported = Pick<Offer, 'factor_rate' | 'payback_cents' | 'payment_cents' | 'total_fees_cents'>

/**
 * Returns the figures for the offer's original amount and upsell. Where the partner reports a figure, calculations use the reported value.
 */
export function figuresOf(offer: Offer): Figures {
  return figure(offer, offer.amount_cents, factorAsMade(offer), offer)
}

/**
 * Calculates the figures for another amount and upsell. If one of them is outside the range that the offer allows, uses the nearest allowed
 * value.
 */
export function figuresAt(offer: Offer, choice: Scenario): Figures {
  const { amount_cents, upsell } = withinBounds(offer, choice)
  const buy = rateOf(offer.buy_rate)
  const upsold = rateOf(upsell)
  const implied = amount_cents === offer.amount_cents ? impliedFactor(offer) : null
  const as_made = factorAsMade(offer) ?? implied
  return figure(offer, amount_cents, buy === null || upsold === null ? as_made : buy + upsold)
}

/** Returns the ranges of the amount and the upsell that the broker may choose. A range is null if the offer leaves no choice. */
export function boundsOf(offer: Offer): {
  amount: { from: number; to: number } | null
  upsell: { to: string } | null
} {
  const { amount_cents, minimum_amount_cents, maximum_amount_cents } = offer
  const from = minimum_amount_cents ?? amount_cents
  const to = maximum_amount_cents ?? amount_cents
  const most = rateOf(offer.maximum_upsell)
  const canUpsell = most !== null && most > 0n && rateOf(offer.buy_rate) !== null
  return {
    amount: from !== null && to !== null && from > 0 && from < to ? { from, to } : null,
    upsell: canUpsell ? { to: rateText(most) } : null,
  }
}

/** Returns the amount and upsell of the original offer; null if the offer reports no amount. */
export function scenarioAsMade(offer: Offer): Scenario | null {
  if (offer.amount_cents === null) return null
  const factor = rateOf(offer.factor_rate)
  const buy = rateOf(offer.buy_rate)
  const reported = rateOf(offer.upsell) ?? (factor === null || buy === null ? 0n : factor - buy)
  return { amount_cents: offer.amount_cents, upsell: rateText(reported) }
}

/**
 * Returns the terms that the broker tries out for an offer. Returns null if there are none, or if they are the offer's own terms: an offer
 * scenario without a change must show the offer exactly as the partner made it.
 */
export function scenarioOf(offer: Offer, choice: Scenario | null): Scenario | null {
  const made = scenarioAsMade(offer)
  if (choice === null || made === null) return choice
  const isAsMade = choice.amount_cents === made.amount_cents && rateOf(choice.upsell) === rateOf(made.upsell)
  return isAsMade ? null : choice
}

/**
 * Returns the offer with the terms that the broker tries out: the partner's figures that no longer apply are replaced or left out. Without
 * other terms, returns the offer as the partner made it.
 */
export function offerAt(offer: Offer, choice: Scenario | null): Offer {
  const tried = scenarioOf(offer, choice)
  if (tried === null) return offer
  const mine = figuresAt(offer, tried)
  return {
    ...offer,
    amount_cents: mine.amount_cents,
    // The factor contains the upsell. A separate upsell would be added to the buy rate again.
    buy_rate: null,
    upsell: null,
    factor_rate: mine.factor_rate,
    payback_cents: mine.payback_cents,
    payment_cents: mine.payment_cents,
    fees: null,
    total_fees_cents: mine.fees_cents,
    net_to_merchant_cents: mine.net_to_merchant_cents,
    // Only the partner can calculate the holdback and the discounts. The page estimates the APR from the new figures.
    apr: null,
    holdback_percent: null,
    prepayment_discounts: null,
  }
}

/** Returns the given amount and upsell. Replaces a value outside the range that the offer allows with the nearest allowed value. */
export function withinBounds(offer: Offer, choice: Scenario): Scenario {
  const { amount, upsell } = boundsOf(offer)
  const made = scenarioAsMade(offer)
  const wanted = rateOf(choice.upsell) ?? 0n
  return {
    amount_cents:
      amount === null
        ? (made?.amount_cents ?? choice.amount_cents)
        : Math.min(Math.max(choice.amount_cents, amount.from), amount.to),
    upsell: upsell === null ? (made?.upsell ?? '0.0000') : rateText(clamp(wanted, rateOf(upsell.to) ?? 0n)),
  }
}

function figure(
  offer: Offer,
  amount_cents: number | null,
  factor: Rate | null,
  reportedValue?: Reported,
): Figures {
  const reported_factor = reportedValue?.factor_rate ?? null
  const basis = reported_factor === null ? factor : rateOf(reported_factor)
  const payback = product(amount_cents, basis) ?? (reportedValue === undefined ? null : sumOfPayments(offer))
  const fees = feesAt(offer, amount_cents) ?? feesAsMade(offer, amount_cents, reportedValue)
  const deducted = reportedValue?.total_fees_cents ?? fees
  const financed = amount_cents === null || deducted === null ? null : amount_cents - deducted
  const repaid = reportedValue?.payback_cents ?? payback
  const payments = paymentsOf(offer)
  const installments = installmentsOf(payments, repaid, reportedValue?.payment_cents ?? null)
  // Round this factor to four decimals, as offers do.
  const shown_factor = factor ?? ratio(repaid, amount_cents, 4)
  const apr_estimate = aprOf(offer, financed, installments)
  const balance = balanceOf(offer)
  return {
    amount_cents,
    factor_rate: shown_factor === null ? null : rateText(shown_factor),
    payback_cents: payback,
    payments,
    payment_cents: repaid === null ? null : paymentOf(repaid, payments),
    last_payment_cents: installments?.last_payment_cents ?? null,
    fees_cents: fees,
    net_to_merchant_cents: financed === null || balance === null ? null : financed - balance,
    apr: apr_estimate?.apr ?? null,
    apr_estimate,
  }
}

/**
 * Returns the balance of earlier advances that the offer pays off. Returns 0 if the offer reports no balance. Returns null if the reported
 * balance could not be parsed or is implausible.
 */
function balanceOf({ existing_balance_cents, doubts }: Offer): number | null {
  return doubts.some(({ field }) => field === 'existing_balance') ? null : (existing_balance_cents ?? 0)
}

function aprOf(
  offer: Offer,
  financed: number | null,
  installments: Omit<Schedule, 'frequency'> | null,
): AprEstimate | null {
  const frequency = frequencyOf(offer.payment_frequency)
  if (financed === null || installments === null || frequency === null) return null
  const dates = {
    offered: readDay(offer.created_at) ?? today(),
    funding: readDay(offer.funding_date),
    first_payment: readDay(offer.first_payment_date),
  }
  const schedule = { ...installments, frequency }
  const is_count_figured = offer.payments === null
  return estimateApr({ financed_cents: financed, schedule, dates, is_count_figured })
}

/** Returns the factor of the original offer: buy rate + upsell or, if one of them is unknown, the reported factor. */
function factorAsMade(offer: Offer): Rate | null {
  const buy = rateOf(offer.buy_rate)
  const upsell = rateOf(offer.upsell)
  return buy === null || upsell === null ? rateOf(offer.factor_rate) : buy + upsell
}

/** Returns the factor that follows from the payback: payback ÷ amount. It is valid only for the amount of the original offer. */
function impliedFactor(offer: Offer): Rate | null {
  return ratio(offer.payback_cents ?? sumOfPayments(offer), offer.amount_cents, 8)
}

/**
 * Returns number of payments × payment, which assumes that all payments are equal. Used in place of a payback that the offer does not
 * report.
 */
function sumOfPayments(offer: Offer): number | null {
  const payments = paymentsOf(offer)
  const sum = payments === null || offer.payment_cents === null ? null : payments * offer.payment_cents
  return sum !== null && Number.isSafeInteger(sum) ? sum : null
}

/** Maximum number of payments. No real offer has more. */
const MOST_PAYMENTS = 10_000

/**
 * Returns the reported number of payments. If it is not reported, calculates it from the term, if the term contains a whole number of
 * payments. Otherwise, calculates it from the payback. If the payback is unknown too, uses the rounded number from the term.
 */
export function paymentsOf(offer: Offer): number | null {
  if (offer.payments !== null) return offer.payments
  const term = readTerm(offer.term)
  const in_term = term === null ? null : paymentsInTerm(term, frequencyOf(offer.payment_frequency))
  const payments =
    in_term?.is_exact === true ? in_term.payments : (paymentsInPayback(offer) ?? in_term?.payments ?? null)
  return payments === null || payments > MOST_PAYMENTS ? null : payments
}

function paymentsInPayback(offer: Offer): number | null {
  const payback = offer.payback_cents ?? product(offer.amount_cents, factorAsMade(offer))
  const { payment_cents } = offer
  if (payback === null || payment_cents === null || payment_cents <= 0) return null
  const rounded = Math.round(payback / payment_cents)
  // Use the rounded number of payments if a smaller or slightly larger last payment then completes the payback. Otherwise, round up, so
  // that the last payment is smaller than the others.
  const payments = isPaidBack(payment_cents, rounded, payback) ? rounded : Math.ceil(payback / payment_cents)
  return payments >= 1 && isPaidBack(payment_cents, payments, payback) ? payments : null
}

/** Returns the amount of one payment: payback ÷ payments, rounded. Rounds down if rounding up would make the last payment negative. */
function paymentOf(payback: number, payments: number | null): number | null {
  if (payments === null || payments < 1) return null
  const even = divided(payback, payments)
  return even * (payments - 1) > payback ? Math.floor(payback / payments) : even
}

/** Returns the payments to show. The last payment is what remains of the payback, unless the reported payment contradicts the payback. */
function installmentsOf(
  payments: number | null,
  payback: number | null,
  reported_payment_cents: number | null,
): Omit<Schedule, 'frequency'> | null {
  if (payments === null || payments < 1) return null
  const payment_cents = reported_payment_cents ?? (payback === null ? null : paymentOf(payback, payments))
  if (payment_cents === null) return null
  const last_payment_cents =
    payback !== null && isPaidBack(payment_cents, payments, payback)
      ? payback - payment_cents * (payments - 1)
      : payment_cents
  return { payment_cents, payments, last_payment_cents }
}

/**
 * Returns true if this number of payments can add up to the payback. The last payment may be smaller than the others. It may also be
 * larger, by up to one cent for each payment.
 */
export function isPaidBack(payment_cents: number, payments: number, payback_cents: number): boolean {
  const last = payback_cents - payment_cents * (payments - 1)
  return last >= 0 && last <= payment_cents + payments
}

/**
 * Returns the sum of all fees for the amount `amount_cents`. Returns null if no fees are reported, or if one of them cannot be calculated.
 */
function feesAt({ fees, amount_cents: made }: Offer, amount_cents: number | null): number | null {
  return fees === null ? null : sumOf(fees.map((fee) => feeAt(fee, made, amount_cents)))
}

/**
 * Returns a fee for the amount `at`. If `at` is the offer's original amount, returns the reported dollars. Otherwise, calculates the fee by
 * its percentage. If the percentage contradicts the reported dollars, the fee for another amount is unknown.
 */
function feeAt(
  { percentage, amount_cents: reportedValue }: OfferFee,
  made: number | null,
  at: number | null,
): number | null {
  const rate = percentOf(percentage)
  if (rate === null || (reportedValue !== null && at === made)) return reportedValue
  if (reportedValue === null) return product(at, rate)
  const calculated = product(made, rate)
  return calculated !== null && Math.abs(calculated - reportedValue) <= 1 ? product(at, rate) : null
}

/**
 * Returns the sum of all fees for the original amount. Uses the percentage of each fee that has one, otherwise its dollars. The result
 * differs from the one of `feesAt` if a fee's percentage contradicts its dollars.
 */
export function feesByPercentage({ fees, amount_cents }: Offer): number | null {
  if (fees === null) return null
  return sumOf(fees.map((fee) => product(amount_cents, percentOf(fee.percentage)) ?? fee.amount_cents))
}

/** Adds up amounts. Returns null if one of them is unknown. */
export function sumOf(amounts: readonly (number | null)[]): number | null {
  return amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0)
}

/**
 * Returns the sum of the fees if the single fees are unknown: the reported total or, if it is missing, the amount less the merchant's net
 * and the balance that is paid off. Returns null for any amount other than the original one.
 */
function feesAsMade(
  offer: Offer,
  amount_cents: number | null,
  reportedValue: Reported | undefined,
): number | null {
  const { amount_cents: offered, total_fees_cents, net_to_merchant_cents } = offer
  if (amount_cents === null || amount_cents !== offered) return null
  if (total_fees_cents !== null) return reportedValue === undefined ? total_fees_cents : null
  const balance = balanceOf(offer)
  if (net_to_merchant_cents === null || balance === null) return null
  const fees = amount_cents - net_to_merchant_cents - balance
  return fees < 0 ? null : fees
}

function ratio(cents: number | null, of_cents: number | null, decimals: 4 | 8): Rate | null {
  return cents === null || of_cents === null ? null : ratioOf(cents, of_cents, decimals)
}

function product(cents: number | null, rate: Rate | null): number | null {
  return cents === null || rate === null ? null : timesRate(cents, rate)
}

function clamp(value: Rate, most: Rate): Rate {
  if (value < 0n) return 0n
  return value > most ? most : value
}
