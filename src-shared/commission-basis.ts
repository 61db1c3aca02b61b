/**
 * The partner's rule for commissions: points of the amount, the spread between buy and sell rate, or the sum of both. The specification
 * does not show the rule, so the rule is an assumption in the endpoint profile.
 */
export const COMMISSION_BASES = ['points', 'spread', 'both'] as const
export type CommissionBasis = (typeof COMMISSION_BASES)[number]
