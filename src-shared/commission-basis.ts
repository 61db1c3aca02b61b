/**
 * The partner's commission rule: points of the amount, the spread between buy and sell rate, or their sum. The specification
 * does not show it, so the endpoint profile holds the choice as an assumption.
 */
export const COMMISSION_BASES = ['points', 'spread', 'both'] as const
export type CommissionBasis = (typeof COMMISSION_BASES)[number]
