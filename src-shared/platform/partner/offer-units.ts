import standard from '../../../resources/profiles/endpoint-default.json' with { type: 'json' }
import { percentOf, rateOf, rateText } from '../base/exact.ts'

/** Fields of an offer whose numbers partners send in different units. */
export const RATIO_FIELDS = [
  'buy_rate',
  'upsell',
  'maximum_upsell',
  'factor_rate',
  'apr',
  'holdback_percent',
  'commission_points',
  'fee_percentage',
] as const
export type RatioField = (typeof RATIO_FIELDS)[number]

/** Units of a number that is either a factor or a percentage. Points are a percentage: 8 points are a factor of 0.08. */
export const RATIO_UNITS = ['factor', 'percent'] as const
type RatioUnit = (typeof RATIO_UNITS)[number]

/**
 * What the amount of a prepayment discount means. `payback`: the total payback if the client pays early. `discount`: how much lower that
 * total is.
 */
export const DISCOUNT_AMOUNTS = ['payback', 'discount'] as const
export type DiscountAmount = (typeof DISCOUNT_AMOUNTS)[number]

/**
 * How to read a number: the unit in which the partner sends it, and the range of plausible values in the app's own unit. A value of 0 is
 * always plausible.
 */
export interface RatioRule {
  unit: RatioUnit
  from: number
  to: number
}

/** The partner's unit for each field. All of these units are assumed, because the specification shows no offer (section 2). */
export type OfferUnits = Partial<Record<RatioField, RatioRule>>

/** The units in which an `Offer` stores these numbers. */
const OURS: Record<RatioField, RatioUnit> = {
  buy_rate: 'factor',
  upsell: 'factor',
  maximum_upsell: 'factor',
  factor_rate: 'factor',
  apr: 'percent',
  holdback_percent: 'percent',
  commission_points: 'percent',
  fee_percentage: 'percent',
}

const STANDARD = standard.offer_units as Record<RatioField, RatioRule>

export function ratioRule(field: RatioField, units: OfferUnits = {}): RatioRule {
  return units[field] ?? STANDARD[field]
}

export function discountAmountOf(discount_amount: DiscountAmount | undefined): DiscountAmount {
  return discount_amount ?? (standard.discount_amount as DiscountAmount)
}

/**
 * Converts a number from the partner's unit to the app's. A percent sign in the string overrides the unit in the profile. Returns null if
 * the string is not a number, or if the result is outside the plausible range.
 */
export function readRatio(field: RatioField, text: string, units?: OfferUnits): string | null {
  const rule = ratioRule(field, units)
  const hasSign = text.endsWith('%')
  const bare = hasSign ? text.slice(0, -1).trim() : text
  if (!/^-?\d{1,9}(\.\d+)?$/.test(bare)) return null
  const value = converted(bare, hasSign ? 'percent' : rule.unit, OURS[field])
  const number = Number(value)
  return number === 0 || (number >= rule.from && number <= rule.to) ? value : null
}

function converted(decimal: string, from: RatioUnit, to: RatioUnit): string {
  if (from === to) return decimal
  const rate = to === 'factor' ? percentOf(decimal) : (rateOf(decimal) ?? 0n) * 100n
  return rateText(rate ?? 0n, 0)
}

/**
 * The partner's rule for commissions: points (a percentage of the amount), the spread (the difference between buy rate and sell rate), or
 * the sum of both. The specification does not show the rule, so the endpoint profile contains an assumed one.
 */
export const COMMISSION_BASES = ['points', 'spread', 'both'] as const
export type CommissionBasis = (typeof COMMISSION_BASES)[number]
