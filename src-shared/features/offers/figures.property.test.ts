import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Offer } from './offer.ts'
import { bareOffer } from './offer.ts'
import { FREQUENCIES } from '../../platform/partner/offer-words.ts'
import { boundsOf, figuresAt, figuresOf, withinBounds } from './figures.ts'

const decimal = (most: number, digits: number) =>
  fc.integer({ min: 0, max: most * 10 ** digits }).map((units) => (units / 10 ** digits).toFixed(digits))
const frequency = fc.constantFrom(...FREQUENCIES)

const offers: fc.Arbitrary<Offer> = fc
  .record({
    amount: fc.integer({ min: 1, max: 500_000_000 }),
    smaller: fc.integer({ min: 1, max: 500_000_000 }),
    larger: fc.integer({ min: 0, max: 500_000_000 }),
    buy: decimal(1, 4),
    most: decimal(1, 4),
    points: decimal(20, 2),
    percentage: decimal(10, 2),
    fixed: fc.integer({ min: 0, max: 100_000 }),
    balance: fc.integer({ min: 0, max: 10_000_000 }),
    payments: fc.integer({ min: 1, max: 600 }),
    frequency,
  })
  .map((made) => ({
    ...bareOffer('1'),
    created_at: '2026-03-02',
    amount_cents: made.amount,
    minimum_amount_cents: Math.min(made.amount, made.smaller),
    maximum_amount_cents: made.amount + made.larger,
    buy_rate: `1${made.buy.slice(1)}`,
    upsell: '0',
    maximum_upsell: made.most,
    commission_points: made.points,
    fees: [
      { label: 'Origination', percentage: made.percentage, amount_cents: null },
      { label: 'Wire', percentage: null, amount_cents: made.fixed },
    ],
    existing_balance_cents: made.balance,
    payments: made.payments,
    payment_frequency: made.frequency,
  }))
const choices = fc.record({ amount_cents: fc.integer({ min: -1, max: 10 ** 9 }), upsell: decimal(2, 4) })

describe('the figures of any offer scenario', () => {
  test('are whole cents, add up, and contain no invalid number', () => {
    fc.assert(
      fc.property(offers, choices, (offer, choice) => {
        const made = figuresAt(offer, choice)
        for (const value of Object.values(made))
          if (typeof value === 'number') expect(Number.isSafeInteger(value)).toBe(true)
        expect(made.apr === null || /^\d+\.\d\d$/.test(made.apr)).toBe(true)
        const { payback_cents, payment_cents, last_payment_cents } = made
        const payments = offer.payments ?? 0
        expect((payment_cents ?? 0) * (payments - 1) + (last_payment_cents ?? 0)).toBe(payback_cents)
        expect(last_payment_cents).toBeGreaterThanOrEqual(0)
        expect((made.amount_cents ?? 0) - (made.fees_cents ?? 0) - (offer.existing_balance_cents ?? 0)).toBe(
          made.net_to_merchant_cents,
        )
      }),
    )
  })

  test('use an amount and upsell that are limited to the bounds, and limiting them again changes nothing', () => {
    fc.assert(
      fc.property(offers, choices, (offer, choice) => {
        const { amount, upsell } = boundsOf(offer)
        const inside = withinBounds(offer, choice)
        if (amount !== null) {
          expect(inside.amount_cents).toBeGreaterThanOrEqual(amount.from)
          expect(inside.amount_cents).toBeLessThanOrEqual(amount.to)
        }
        if (upsell !== null) expect(Number(inside.upsell)).toBeLessThanOrEqual(Number(upsell.to))
        expect(Number(inside.upsell)).toBeGreaterThanOrEqual(0)
        expect(withinBounds(offer, inside)).toEqual(inside)
      }),
    )
  })

  test('include a payback and APR that never fall when the upsell rises, and a net that stays the same', () => {
    fc.assert(
      fc.property(offers, choices, decimal(1, 4), (offer, choice, more) => {
        const low = figuresAt(offer, choice)
        const high = figuresAt(offer, { ...choice, upsell: String(Number(choice.upsell) + Number(more)) })
        expect(high.payback_cents ?? 0).toBeGreaterThanOrEqual(low.payback_cents ?? 0)
        expect(Number(high.apr ?? 0)).toBeGreaterThanOrEqual(Number(low.apr ?? 0))
        expect(high.net_to_merchant_cents).toBe(low.net_to_merchant_cents)
      }),
    )
  })
})

test('an offer with ten times the amount and fees has ten times the payback and fees, apart from rounded cents', () => {
  fc.assert(
    fc.property(offers, (offer) => {
      const fees = offer.fees?.map((fee) => ({
        ...fee,
        amount_cents: fee.amount_cents === null ? null : fee.amount_cents * 10,
      }))
      const larger = { ...offer, amount_cents: (offer.amount_cents ?? 0) * 10, fees: fees ?? null }
      const [small, large] = [figuresOf(offer), figuresOf(larger)]
      for (const name of ['payback_cents', 'fees_cents'] as const)
        expect(Math.abs((large[name] ?? 0) - (small[name] ?? 0) * 10)).toBeLessThanOrEqual(10)
    }),
  )
})
