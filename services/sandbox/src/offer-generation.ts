import { createHash } from 'node:crypto'
import { dollarsToCents, timesRate } from './money.ts'
import { PAYMENT_FREQUENCIES, priceOffer, type OfferTerms } from './offer-pricing.ts'
import type { Application } from './store/applications.ts'

const DAY_MS = 86_400_000
const ROUND_TO = 500_00
const TERMS = [6, 9, 12, 15, 18, 24]

/**
 * Returns the terms of an application's n-th offer. They depend only on the seed and the application, so that every run gives the same
 * offers; only the APR also depends on the day. The amount is at most the requested amount, and at most 1.2 months of revenue if the revenue is given.
 */
export function generateTerms(
  seed: number,
  application: Application,
  n: number,
  created_at: number,
): OfferTerms {
  const pick = dice(`${seed} ${application.application_id} ${n}`)
  const asked = dollarsToCents(application.application['amount_requested'])
  const revenue = dollarsToCents(application.company['monthly_revenue'])
  const ceiling = revenue > 0 ? Math.min(asked, timesRate(revenue, 12_000)) : asked
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

/** Returns a deterministic sequence of integers for `text`. Both bounds are inclusive. */
function dice(text: string): (from: number, to: number) => number {
  let throws = 0
  return (from, to) => {
    const digest = createHash('sha256')
      .update(`${text} ${(throws += 1)}`)
      .digest()
    return from + (digest.readUInt32BE() % (to - from + 1))
  }
}

/** Rounds down to a round amount. An amount too small to round stays unchanged. */
function roundDown(cents: number): number {
  return cents - (cents % ROUND_TO) || cents
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : []
}
