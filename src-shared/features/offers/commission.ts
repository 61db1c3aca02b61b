import type { CommissionBasis } from '../../platform/partner/offer-units.ts'
import type { Offer } from './offer.ts'
import { percentOf, rateOf, timesRate, type Rate } from '../../platform/base/exact.ts'
import { boundsOf, withinBounds } from './figures.ts'
import type { Scenario } from './offer-scenario.ts'
import { shownMoney, type Shown } from './shown-figures.ts'

/**
 * Returns the commission of an offer. All screens, sums, and files use this function. Returns the reported commission, or else calculates
 * it. If `basis` is null, the setting for the calculation is unreadable, and only a reported commission counts.
 */
export function commissionOf(offer: Offer, basis: CommissionBasis | null): Shown<number> {
  return shownMoney(offer.commission_cents, calculated(offer, offer.amount_cents, spreadAsMade(offer), basis))
}

/**
 * Calculates the commission for another amount and upsell. If one of them is outside the range that the offer allows, uses the nearest
 * allowed value.
 */
export function commissionAt(offer: Offer, choice: Scenario, basis: CommissionBasis | null): number | null {
  const { amount_cents, upsell } = withinBounds(offer, choice)
  const spread = boundsOf(offer).upsell === null ? spreadAsMade(offer) : rateOf(upsell)
  return calculated(offer, amount_cents, spread, basis)
}

/**
 * Calculates the commission by the rule `basis`, and rounds once, at the end. Returns null if a figure that this rule needs is unknown or
 * negative.
 */
function calculated(
  { commission_points }: Offer,
  amount_cents: number | null,
  spread: Rate | null,
  basis: CommissionBasis | null,
): number | null {
  if (amount_cents === null || basis === null) return null
  const points = basis === 'spread' ? 0n : percentOf(commission_points)
  const upsold = basis === 'points' ? 0n : spread
  if (points === null || upsold === null || points < 0n || upsold < 0n) return null
  return timesRate(amount_cents, points + upsold)
}

/**
 * Returns the upsell of the original offer. If it is unknown, returns the factor less the buy rate. Returns null if these are unknown too.
 */
function spreadAsMade({ upsell, factor_rate, buy_rate }: Offer): Rate | null {
  const factor = rateOf(factor_rate)
  const buy = rateOf(buy_rate)
  return rateOf(upsell) ?? (factor === null || buy === null ? null : factor - buy)
}
