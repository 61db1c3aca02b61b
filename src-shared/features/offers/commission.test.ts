import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bareOffer, type Offer } from './offer.ts'
import { COMMISSION_BASES, type CommissionBasis } from '../../platform/partner/offer-units.ts'
import { commissionAt, commissionOf } from './commission.ts'

const offer: Offer = {
  ...bareOffer('1'),
  amount_cents: 35_000_00,
  buy_rate: '1.17',
  upsell: '0.08',
  maximum_upsell: '0.12',
  commission_points: '5',
}
const calculated = (value: number | null) => ({ value, from: 'calculated', ours: null })

describe('the commission of an offer', () => {
  test.each<[CommissionBasis | null, number | null]>([
    ['points', 1_750_00],
    ['spread', 2_800_00],
    ['both', 4_550_00],
    [null, null],
  ])('is calculated with the basis %s if the offer does not report it', (basis, cents) => {
    expect(commissionOf(offer, basis)).toEqual(calculated(cents))
  })

  test('is the reported amount, and the calculated amount is added if the two differ', () => {
    const reported = { ...offer, commission_cents: 2_800_00 }
    expect(commissionOf(reported, 'spread')).toEqual({ value: 2_800_00, from: 'reported', ours: null })
    expect(commissionOf(reported, 'points')).toEqual({ value: 2_800_00, from: 'reported', ours: 1_750_00 })
    expect(commissionOf(reported, null)).toEqual({ value: 2_800_00, from: 'reported', ours: null })
  })

  test('is calculated from the spread between the factor and the buy rate if no upsell is reported', () => {
    const sold = { ...offer, upsell: null, factor_rate: '1.25' }
    expect(commissionOf(sold, 'spread')).toEqual(calculated(2_800_00))
  })

  test.each<[string, CommissionBasis, Partial<Offer>]>([
    ['points without points', 'points', { commission_points: null }],
    ['a spread without a buy rate', 'spread', { upsell: null, factor_rate: '1.25', buy_rate: null }],
    ['a sell rate below the buy rate', 'spread', { upsell: null, factor_rate: '1.10' }],
    ['both without points', 'both', { commission_points: null }],
    ['both without a spread', 'both', { upsell: null, buy_rate: null }],
    ['negative points', 'points', { commission_points: '-5' }],
    ['no amount', 'points', { amount_cents: null }],
  ])('is unknown for %s', (_, basis, missing) => {
    expect(commissionOf({ ...offer, ...missing }, basis)).toEqual(calculated(null))
  })
})

describe('the commission of an offer scenario', () => {
  const at = (upsell: string, basis: CommissionBasis) =>
    commissionAt(offer, { amount_cents: 35_000_00, upsell }, basis)

  test('changes with the upsell if the basis includes the spread, and not if the basis is points', () => {
    expect([at('0.04', 'points'), at('0.12', 'points')]).toEqual([1_750_00, 1_750_00])
    expect([at('0.04', 'spread'), at('0.12', 'spread')]).toEqual([1_400_00, 4_200_00])
    expect([at('0.04', 'both'), at('0.12', 'both')]).toEqual([3_150_00, 5_950_00])
  })

  test('stays within the bounds of the offer', () => {
    expect(at('0.5', 'spread')).toBe(4_200_00)
    const fixed = { ...offer, maximum_upsell: null }
    expect(commissionAt(fixed, { amount_cents: 1, upsell: '0.5' }, 'spread')).toBe(2_800_00)
  })

  test('is calculated even if the offer reports one, because that one applies only to the original terms', () => {
    const reported = { ...offer, commission_cents: 9_999_00 }
    expect(commissionAt(reported, { amount_cents: 35_000_00, upsell: '0.08' }, 'points')).toBe(1_750_00)
  })
})

test('a commission is exact to the cent for any offer and basis, rounded once, half away from zero', () => {
  const hundredths = fc.integer({ min: 0, max: 99_99 })
  const text = (value: number, digits: number) => (value / 10 ** digits).toFixed(digits)
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000_000 }),
      hundredths,
      hundredths,
      fc.constantFrom(...COMMISSION_BASES),
      (amount_cents, points, upsell, basis) => {
        const made = {
          ...offer,
          amount_cents,
          commission_points: text(points, 2),
          upsell: text(upsell, 4),
          maximum_upsell: '9',
        }
        // `points` is in hundredths of a percent, and `upsell` is in ten-thousandths. Their sum, divided by 10,000, is therefore the
        // commission as a share of the amount.
        const parts = BigInt((basis === 'spread' ? 0 : points) + (basis === 'points' ? 0 : upsell))
        const expected = Number((BigInt(amount_cents) * parts * 2n + 10_000n) / 20_000n)
        expect(commissionOf(made, basis).value).toBe(expected)
        expect(commissionAt(made, { amount_cents, upsell: made.upsell }, basis)).toBe(expected)
      },
    ),
  )
})
