/**
 * The partner's commission rule: points of the amount, the spread between buy and sell rate, or their sum. The specification
 * does not show the rule, so the endpoint profile contains it as an assumption.
 */
export const COMMISSION_BASES = ['points', 'spread', 'both'] as const
export type CommissionBasis = (typeof COMMISSION_BASES)[number]
