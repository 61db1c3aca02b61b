import { estimateApr } from '../../../src-shared/offers/apr.ts'
import { centsToText, percentToText, rateToText, timesRate } from './money.ts'

export const PAYMENT_FREQUENCIES = ['daily', 'weekly', 'biweekly', 'monthly'] as const
export type PaymentFrequency = (typeof PAYMENT_FREQUENCIES)[number]

/** Counted in banking days and weeks, as comparable services do: 126 daily payments are six months. */
const PAYMENTS_A_YEAR: Record<PaymentFrequency, number> = {
  daily: 252,
  weekly: 52,
  biweekly: 26,
  monthly: 12,
}

/** Input of the offer calculation. Amounts in cents, rates in ten-thousandths. */
export interface OfferBasis {
  /** Day of the offer, counted from January 1, 1970. */
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
  /** Balance of open advances that this offer pays off. */
  existing_balance: number
  monthly_revenue: number
  position: number
}

/** Economic fields of an offer record in the API format, all assumed (comparables.md). */
export interface OfferTerms {
  amount: string
  minimum_amount: string
  maximum_amount: string
  term: number
  term_unit: 'months'
  number_of_payments: number
  payment_frequency: PaymentFrequency
  /** Days, `2026-05-04`. */
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

/** Prices an offer by the formulas of comparables.md. Derived fields always match their inputs. */
export function priceOffer(basis: OfferBasis): OfferTerms {
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
