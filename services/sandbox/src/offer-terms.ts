import { createHash } from 'node:crypto'
import { estimateApr } from '../../../src-shared/features/offers/apr.ts'

type JsonObject = Record<string, unknown>

const DAY_MS = 86_400_000
const ROUND_TO = 500_00
const TERMS = [6, 9, 12, 15, 18, 24]

/**
 * Returns the terms of an application's n-th offer. Most terms depend only on the seed, the application, and `n`, so that every run gives
 * the same offers. The APR, the funding date, and the first payment date also depend on the date of the offer. The amount never exceeds the
 * requested amount. If the revenue is given, the amount also never exceeds 1.2 months of revenue.
 */
export function generateTerms(
  seed: number,
  application: { application_id: string; application: JsonObject; company: JsonObject },
  n: number,
  created_at: number,
): OfferTerms {
  const pick = seededRandom(`${seed} ${application.application_id} ${n}`)
  const requested = dollarsToCents(application.application['amount_requested'])
  const revenue = dollarsToCents(application.company['monthly_revenue'])
  const ceiling = revenue > 0 ? Math.min(requested, timesRate(revenue, 12_000)) : requested
  const amount = roundDown(timesRate(ceiling, pick(7_500, 10_000)))
  const advances = listOf(application.application['open_advances'])
  const owed = advances.reduce((sum, advance) => sum + dollarsToCents(advance['balance']), 0)
  const consolidates = application.application['use_of_funds'] === 'debt_consolidation'
  const maximum_upsell = pick(8, 15) * 100
  return priceOffer({
    offered: Math.floor(created_at / DAY_MS),
    amount,
    minimum_amount: roundDown(Math.round(amount / 2)),
    maximum_amount: Math.max(amount, ceiling),
    term_months: TERMS[pick(0, TERMS.length - 1)] ?? 12,
    frequency: PAYMENT_FREQUENCIES[pick(0, PAYMENT_FREQUENCIES.length - 1)] ?? 'weekly',
    buy_rate: 11_000 + pick(4, 20) * 100,
    upsell: pick(2, maximum_upsell / 100) * 100,
    maximum_upsell,
    commission_points: pick(3, 10) * 100,
    origination_fee_rate: pick(1, 4) * 100,
    wire_fee: 50_00,
    existing_balance: consolidates ? Math.min(owed, Math.round(amount / 2)) : 0,
    monthly_revenue: revenue,
    position: (consolidates ? 0 : advances.length) + 1,
  })
}

/** Returns a random number generator seeded with `text`, so that equal seeds give equal integers. Both bounds of a range are inclusive. */
function seededRandom(text: string): (from: number, to: number) => number {
  let calls = 0
  return (from, to) => {
    const digest = createHash('sha256')
      .update(`${text} ${(calls += 1)}`)
      .digest()
    return from + (digest.readUInt32BE() % (to - from + 1))
  }
}

/** Rounds an amount down to a multiple of $500. Amounts below $500 remain unchanged. */
function roundDown(cents: number): number {
  return cents - (cents % ROUND_TO) || cents
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : []
}

const PAYMENT_FREQUENCIES = ['daily', 'weekly', 'biweekly', 'monthly'] as const
type PaymentFrequency = (typeof PAYMENT_FREQUENCIES)[number]

/**
 * Number of payments per year. Counts banking days and weeks, as comparable services do. For example, 126 daily payments cover six months.
 */
const PAYMENTS_A_YEAR: Record<PaymentFrequency, number> = {
  daily: 252,
  weekly: 52,
  biweekly: 26,
  monthly: 12,
}

/** Input for the calculation of an offer. Amounts are in cents, rates in ten-thousandths. */
interface OfferBasis {
  /** Date of the offer, in days since January 1, 1970. */
  offered: number
  amount: number
  minimum_amount: number
  maximum_amount: number
  term_months: number
  frequency: PaymentFrequency
  buy_rate: number
  upsell: number
  maximum_upsell: number
  commission_points: number
  origination_fee_rate: number
  wire_fee: number
  /** Amount of this offer that pays off the client's open advances with other funders. */
  existing_balance: number
  monthly_revenue: number
  position: number
}

/**
 * Amounts, rates, and dates of an offer, in the format of the API. The spec does not show these fields, so all are assumed, as in
 * comparable services.
 */
export interface OfferTerms {
  amount: string
  minimum_amount: string
  maximum_amount: string
  term: number
  term_unit: 'months'
  number_of_payments: number
  payment_frequency: PaymentFrequency
  /** Date such as `2026-05-04`; null if not known. */
  funding_date: string | null
  first_payment_date: string | null
  payment_amount: string
  buy_rate: string
  upsell: string
  maximum_upsell: string
  factor_rate: string
  apr: string
  payback_amount: string
  fees: { label: string; percentage?: string; amount: string }[]
  total_fees: string
  existing_balance: string
  net_to_merchant: string
  holdback_percent: string | null
  position: number
  commission_points: string
  commission_amount: string
  prepayment_discounts: { within_days: number; payback_amount: string }[]
}

/**
 * Calculates the figures of an offer by the formulas of comparable services. All figures of an offer therefore match each other. For
 * example, the payback amount is the amount times the factor rate.
 */
function priceOffer(basis: OfferBasis): OfferTerms {
  const { amount, frequency, term_months } = basis
  const factor = basis.buy_rate + basis.upsell
  const payback = timesRate(amount, factor)
  const payments = Math.max(1, Math.round((PAYMENTS_A_YEAR[frequency] * term_months) / 12))
  const payment = Math.round(payback / payments)
  const origination = timesRate(amount, basis.origination_fee_rate)
  const fees = origination + basis.wire_fee
  const last_payment = payback - payment * (payments - 1)
  const estimate = estimateApr({
    financed_cents: amount - fees,
    schedule: { payment_cents: payment, payments, last_payment_cents: last_payment, frequency },
    dates: { offered: basis.offered, funding: null, first_payment: null },
  })
  const monthlyBurden = payback / term_months
  return {
    amount: centsToText(amount),
    minimum_amount: centsToText(basis.minimum_amount),
    maximum_amount: centsToText(basis.maximum_amount),
    term: term_months,
    term_unit: 'months',
    number_of_payments: payments,
    payment_frequency: frequency,
    funding_date: estimate?.funding_on ?? null,
    first_payment_date: estimate?.first_payment_on ?? null,
    payment_amount: centsToText(payment),
    buy_rate: rateToText(basis.buy_rate),
    upsell: rateToText(basis.upsell),
    maximum_upsell: rateToText(basis.maximum_upsell),
    factor_rate: rateToText(factor),
    apr: estimate?.apr ?? '0.00',
    payback_amount: centsToText(payback),
    fees: [
      {
        label: 'Origination',
        percentage: percentToText(basis.origination_fee_rate),
        amount: centsToText(origination),
      },
      { label: 'Wire transfer', amount: centsToText(basis.wire_fee) },
    ],
    total_fees: centsToText(fees),
    existing_balance: centsToText(basis.existing_balance),
    net_to_merchant: centsToText(amount - fees - basis.existing_balance),
    holdback_percent:
      basis.monthly_revenue > 0 ? ((monthlyBurden / basis.monthly_revenue) * 100).toFixed(2) : null,
    position: basis.position,
    commission_points: percentToText(basis.commission_points),
    commission_amount: centsToText(timesRate(amount, basis.commission_points)),
    prepayment_discounts: [30, 60, 90].map((within_days, index) => ({
      within_days,
      payback_amount: centsToText(amount + timesRate(payback - amount, 4_000 + 2_000 * index)),
    })),
  }
}

/** Internally, money is integer cents and rates are integer ten-thousandths. In requests and responses, both are decimal strings. */

/** Formats cents as dollars: 4375000 → "43750.00" */
function centsToText(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** Converts a payload amount (a number of dollars) to cents. Returns 0 for anything that is not an amount. */
function dollarsToCents(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value * 100) : 0
}

/** Multiplies `cents` by `rate` (ten-thousandths) and rounds to the cent. */
function timesRate(cents: number, rate: number): number {
  return Math.round((cents * rate) / 10_000)
}

/** Formats a rate in ten-thousandths as a decimal: 12500 → "1.2500" */
function rateToText(rate: number): string {
  return (rate / 10_000).toFixed(4)
}

/** Formats a rate in ten-thousandths as a percentage: 500 → "5.00" */
function percentToText(rate: number): string {
  return (rate / 100).toFixed(2)
}
