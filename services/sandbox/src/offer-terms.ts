import { createHash } from 'node:crypto'
import { estimateApr } from '../../../src-shared/features/offers/apr.ts'

type JsonObject = Record<string, unknown>

const DAY_MS = 86_400_000
const ROUND_TO = 500_00
const TERMS = [6, 9, 12, 15, 18, 24]
const WIRE_FEE = 50_00

/** Payments per year. Counts banking days and weeks, as comparable services do. For example, 126 daily payments cover six months. */
const PAYMENTS_A_YEAR = { daily: 252, weekly: 52, biweekly: 26, monthly: 12 }
const FREQUENCIES = ['daily', 'weekly', 'biweekly', 'monthly'] as const

export type OfferTerms = ReturnType<typeof generateTerms>

/**
 * Returns the terms of an application's n-th offer, in the format of the API: money and rates are decimal strings, and a date is null if it
 * is not known. The spec does not show the fields, so all are assumed, and the figures follow from each other as in comparable services. For
 * example, the payback amount is the amount times the factor rate.
 *
 * Most terms depend only on the seed, the application, and `n`, so that every run gives the same offers. The APR and the dates also depend
 * on the date of the offer. The amount never exceeds the requested amount, nor 1.2 months of revenue, if the revenue is given.
 */
export function generateTerms(
  seed: number,
  application: { application_id: string; application: JsonObject; company: JsonObject },
  n: number,
  created_at: number,
) {
  // Here, money is integer cents, and rates are integer ten-thousandths.
  const pick = seededRandom(`${seed} ${application.application_id} ${n}`)
  const requested = dollarsToCents(application.application['amount_requested'])
  const revenue = dollarsToCents(application.company['monthly_revenue'])
  const ceiling = revenue > 0 ? Math.min(requested, timesRate(revenue, 12_000)) : requested
  const amount = roundDown(timesRate(ceiling, pick(7_500, 10_000)))
  const advances = listOf(application.application['open_advances'])
  const owed = advances.reduce((sum, advance) => sum + dollarsToCents(advance['balance']), 0)
  const consolidates = application.application['use_of_funds'] === 'debt_consolidation'
  const existing_balance = consolidates ? Math.min(owed, Math.round(amount / 2)) : 0
  const maximum_upsell = pick(8, 15) * 100
  const term = TERMS[pick(0, TERMS.length - 1)] ?? 12
  const frequency = FREQUENCIES[pick(0, FREQUENCIES.length - 1)] ?? 'weekly'
  const buy_rate = 11_000 + pick(4, 20) * 100
  const upsell = pick(2, maximum_upsell / 100) * 100
  const commission_points = pick(3, 10) * 100
  const origination_rate = pick(1, 4) * 100

  const payback = timesRate(amount, buy_rate + upsell)
  const payments = Math.max(1, Math.round((PAYMENTS_A_YEAR[frequency] * term) / 12))
  const payment = Math.round(payback / payments)
  const origination = timesRate(amount, origination_rate)
  const fees = origination + WIRE_FEE
  const last_payment_cents = payback - payment * (payments - 1)
  const estimate = estimateApr({
    financed_cents: amount - fees,
    schedule: { payment_cents: payment, payments, last_payment_cents, frequency },
    dates: { offered: Math.floor(created_at / DAY_MS), funding: null, first_payment: null },
  })
  return {
    amount: toDollars(amount),
    minimum_amount: toDollars(roundDown(Math.round(amount / 2))),
    maximum_amount: toDollars(Math.max(amount, ceiling)),
    term,
    term_unit: 'months',
    number_of_payments: payments,
    payment_frequency: frequency,
    funding_date: estimate?.funding_on ?? null,
    first_payment_date: estimate?.first_payment_on ?? null,
    payment_amount: toDollars(payment),
    buy_rate: toDecimal(buy_rate),
    upsell: toDecimal(upsell),
    maximum_upsell: toDecimal(maximum_upsell),
    factor_rate: toDecimal(buy_rate + upsell),
    apr: estimate?.apr ?? '0.00',
    payback_amount: toDollars(payback),
    fees: [
      { label: 'Origination', percentage: toPercent(origination_rate), amount: toDollars(origination) },
      { label: 'Wire transfer', amount: toDollars(WIRE_FEE) },
    ],
    total_fees: toDollars(fees),
    existing_balance: toDollars(existing_balance),
    net_to_merchant: toDollars(amount - fees - existing_balance),
    holdback_percent: revenue > 0 ? ((payback / term / revenue) * 100).toFixed(2) : null,
    position: (consolidates ? 0 : advances.length) + 1,
    commission_points: toPercent(commission_points),
    commission_amount: toDollars(timesRate(amount, commission_points)),
    prepayment_discounts: [30, 60, 90].map((within_days, index) => ({
      within_days,
      payback_amount: toDollars(amount + timesRate(payback - amount, 4_000 + 2_000 * index)),
    })),
  }
}

/** Both bounds of a range are inclusive. */
function seededRandom(text: string): (from: number, to: number) => number {
  let calls = 0
  return (from, to) => {
    calls += 1
    const digest = createHash('sha256').update(`${text} ${calls}`).digest()
    return from + (digest.readUInt32BE() % (to - from + 1))
  }
}

/** Rounds an amount down to a multiple of $500. Amounts below $500 remain unchanged. */
const roundDown = (cents: number) => cents - (cents % ROUND_TO) || cents

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : []
}

function dollarsToCents(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value * 100) : 0
}

const timesRate = (cents: number, rate: number) => Math.round((cents * rate) / 10_000)

const toDollars = (cents: number) => (cents / 100).toFixed(2)
/** 12500 → "1.2500" */
const toDecimal = (rate: number) => (rate / 10_000).toFixed(4)
/** 500 → "5.00" */
const toPercent = (rate: number) => (rate / 100).toFixed(2)
