/**
 * The partner's rule for commissions: points (a percentage of the amount), the spread (the difference between buy rate and sell rate), or
 * the sum of both. The specification does not show the rule, so the endpoint profile contains an assumed one.
 */
export const COMMISSION_BASES = ['points', 'spread', 'both'] as const
export type CommissionBasis = (typeof COMMISSION_BASES)[number]
