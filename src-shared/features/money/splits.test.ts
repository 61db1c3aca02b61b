import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Split } from './money-view.ts'
import { ownPart, ownShare, sharesOf, splitProblem } from './splits.ts'

const percent = (share: string): Split => ({ name: 'Ana Ruiz', percent: share, amount_cents: null })
const amount = (amount_cents: number): Split => ({ name: 'Referrer', percent: null, amount_cents })

describe('the splits of a commission', () => {
  test('can be percentages or amounts, and the rest of the commission goes to the broker', () => {
    const splits = [percent('30'), amount(200_00)]
    expect(sharesOf(splits, 1_750_00)).toEqual([525_00, 200_00])
    expect(ownShare(splits, 1_750_00)).toBe(1_025_00)
    expect(ownShare([], 1_750_00)).toBe(1_750_00)
  })

  test('round percentages cumulatively, and share no cent twice', () => {
    expect(sharesOf([percent('50'), percent('50')], 1)).toEqual([1, 0])
    expect(sharesOf([percent('33.3333'), percent('33.3333'), percent('33.3334')], 100_00)).toEqual([
      33_33, 33_34, 33_33,
    ])
  })

  test('share a partial payment in the same proportion', () => {
    const splits = [percent('30'), amount(200_00)]
    // The broker's share of the whole commission is $1,025 of $1,750. Of the payment of $1,000, it is therefore $585.71.
    expect(ownPart(splits, 1_750_00, 1_000_00)).toBe(585_71)
    expect(ownPart(splits, 1_750_00, 1_750_00)).toBe(1_025_00)
    expect(ownPart(splits, 0, 0)).toBe(0)
  })

  test.each<[string, Split[], number | null, string | null]>([
    ['the whole commission', [percent('60'), percent('40')], 1_750_00, null],
    ['percentages over 100', [percent('60'), percent('40.0001')], null, 'percent'],
    ['more than the commission', [percent('90'), amount(200_00)], 1_750_00, 'amount'],
    ['an amount while the commission is unknown', [amount(200_00)], null, null],
    ['zero of a commission of zero', [], 0, null],
  ])('are validated: %s', (_, splits, commission, problem) => {
    expect(splitProblem(splits, commission)).toBe(problem)
  })
})

test("shares are whole cents, within one cent of their percentages, and add up to the commission with the broker's share", () => {
  const tenThousandths = fc.integer({ min: 1, max: 100_0000 })
  fc.assert(
    fc.property(
      fc.array(tenThousandths, { maxLength: 8 }),
      fc.integer({ min: 0, max: 1_000_000_000 }),
      fc.integer({ min: 0, max: 1_000_000_000 }),
      (parts, commission, paid) => {
        const splits = parts.map((part) => percent((part / 10_000).toFixed(4)))
        const shares = sharesOf(splits, commission)
        for (const [at, part] of parts.entries())
          expect(Math.abs((shares[at] ?? 0) - (commission * part) / 100_0000)).toBeLessThanOrEqual(1)
        const own = ownShare(splits, commission)
        expect(shares.reduce((sum, share) => sum + share, own)).toBe(commission)
        const isWithin = parts.reduce((sum, part) => sum + part, 0) <= 100_0000
        expect(splitProblem(splits, commission)).toBe(isWithin ? null : 'percent')
        if (isWithin) expect(own).toBeGreaterThanOrEqual(0)
        const part = Math.min(paid, commission)
        expect(Number.isSafeInteger(ownPart(splits, commission, part))).toBe(true)
        if (isWithin) expect(ownPart(splits, commission, part)).toBeLessThanOrEqual(part)
      },
    ),
  )
})
