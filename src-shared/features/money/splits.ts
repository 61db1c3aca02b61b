import type { CommissionPayment, Split } from './money-view.ts'
import { percentOf, timesFraction, timesRate } from '../../platform/base/exact.ts'

/**
 * The reason why splits (parts of a commission for other people) are invalid. `percent`: their percentages add up to more than 100.
 * `amount`: their sum exceeds the commission.
 */
export type SplitProblem = 'percent' | 'amount'

/** Adds up what the broker was paid (null before the first payment), and what was clawed back of it. */
export function paymentTotals(payments: readonly CommissionPayment[]): {
  settled_cents: number | null
  clawed_back_cents: number
} {
  const sum = (wanted: CommissionPayment['kind']) =>
    payments.reduce((total, { kind, cents }) => total + (kind === wanted ? cents : 0), 0)
  return {
    settled_cents: payments.length === 0 ? null : sum('received'),
    clawed_back_cents: sum('clawed_back'),
  }
}

/** True if no more was clawed back than was paid. */
export function isCovered({ settled_cents, clawed_back_cents }: ReturnType<typeof paymentTotals>): boolean {
  return clawed_back_cents <= (settled_cents ?? 0)
}

/** Returns the commission to split: the expected one, or the paid one if it is higher. Null while both are unknown. */
export function totalCommission(expected_cents: number | null, settled_cents: number | null): number | null {
  if (expected_cents === null && settled_cents === null) return null
  return Math.max(expected_cents ?? 0, settled_cents ?? 0)
}

/**
 * Returns each split's share of a commission, in cents. Rounds the running total of the percentages instead of each share. Rounding
 * therefore never makes the shares together exceed the sum of the percentages.
 */
export function sharesOf(splits: readonly Split[], commission_cents: number): number[] {
  let rate = 0n
  let shared = 0
  return splits.map(({ percent, amount_cents }) => {
    if (amount_cents !== null) return amount_cents
    rate += percentOf(percent) ?? 0n
    const sum = timesRate(commission_cents, rate) ?? 0
    const share = sum - shared
    shared = sum
    return share
  })
}

/**
 * Returns the part of a commission that remains for the broker after all splits. The part is negative if the splits exceed the commission.
 */
export function ownShare(splits: readonly Split[], commission_cents: number): number {
  return sharesOf(splits, commission_cents).reduce((rest, share) => rest - share, commission_cents)
}

/** Returns the part of a partial payment that belongs to the broker. The proportion is the same as for the whole commission. */
export function ownPart(splits: readonly Split[], commission_cents: number, part_cents: number): number {
  if (commission_cents === 0) return 0
  return timesFraction(ownShare(splits, commission_cents), part_cents, commission_cents)
}

/**
 * Checks the sum of the splits. Returns null if they do not exceed the commission. While the commission is unknown, checks only the
 * percentages.
 */
export function splitProblem(splits: readonly Split[], commission_cents: number | null): SplitProblem | null {
  const percent = splits.reduce((sum, split) => sum + (percentOf(split.percent) ?? 0n), 0n)
  const whole = percentOf('100') ?? 0n
  if (percent > whole) return 'percent'
  return commission_cents !== null && splits.length > 0 && ownShare(splits, commission_cents) < 0
    ? 'amount'
    : null
}
