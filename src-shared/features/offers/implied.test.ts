import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bareOffer, type Offer } from './offer.ts'
import { figuresAt, figuresOf, paymentsOf } from './figures.ts'
import { shownFigures } from './shown-figures.ts'

/**
 * These tests cover figures that the partner does not report, but that follow from the offer's other figures. The app used to show "–" for
 * each of them.
 */

/** An offer as another funding service's API sends it, with only the values from which the others can be calculated. */
const bare: Offer = { ...bareOffer('1'), created_at: '2026-03-02', amount_cents: 35_000_00 }
const daily = { payments: 126, payment_frequency: 'daily' }

/** Returns every figure that is shown, and marks those that the partner reported. */
function shownOf(offer: Offer) {
  const {
    factor_rate,
    payback_cents,
    payments,
    payment_cents,
    fees_cents,
    net_to_merchant_cents,
    apr,
    term,
  } = shownFigures(offer)
  return Object.fromEntries(
    Object.entries({ factor_rate, payback_cents, payments, payment_cents, fees_cents, apr, term }).map(
      ([name, { value, from }]) => [name, from === 'reported' ? `reported ${value}` : value],
    ),
  ) as Record<string, unknown> & { net?: typeof net_to_merchant_cents }
}

describe('the implied figures of an offer', () => {
  test('include net and APR if only the total of the fees is reported', () => {
    const offer = { ...bare, ...daily, factor_rate: '1.25', total_fees_cents: 1_100_00 }
    expect(figuresOf(offer)).toMatchObject({ net_to_merchant_cents: 33_900_00, apr: '108.70' })
    // If only the upsell changes, the reported fees stay the same. If the amount changes, the fees may differ, so they are unknown.
    const choosable = { ...offer, buy_rate: '1.2', upsell: '0.05', maximum_upsell: '0.1' }
    expect(figuresAt(choosable, { amount_cents: 35_000_00, upsell: '0.1' }).fees_cents).toBe(1_100_00)
    const smaller = { ...choosable, minimum_amount_cents: 10_000_00 }
    expect(figuresAt(smaller, { amount_cents: 20_000_00, upsell: '0.1' }).fees_cents).toBeNull()
  })

  test('include payment, factor, term, and APR if the payback and the number of payments are reported', () => {
    expect(shownOf({ ...bare, ...daily, payback_cents: 43_750_00, fees: [] })).toEqual({
      factor_rate: '1.2500',
      payback_cents: 'reported 4375000',
      payments: 'reported 126',
      payment_cents: 347_22,
      fees_cents: 0,
      apr: '94.50',
      term: '126 business_days',
    })
  })

  test('include payback and factor if the payment and the number of payments are reported', () => {
    expect(shownOf({ ...bare, ...daily, payment_cents: 347_22, fees: [] })).toMatchObject({
      factor_rate: '1.2500',
      payback_cents: 43_749_72,
    })
  })

  test('are the same for any supported wording of the frequency and the term', () => {
    const reported = { ...bare, payback_cents: 43_750_00, fees: [] }
    const calculated = (payment_frequency: string, term: string) => {
      const { payments, payment_cents, apr } = figuresOf({ ...reported, payment_frequency, term })
      return [payments, payment_cents, apr]
    }
    for (const frequency of ['daily', 'Daily (business days)', 'business_daily', 'Diario (días hábiles)'])
      for (const term of ['126 business days', '126 payments', '6 mo', '6 meses'])
        expect(calculated(frequency, term)).toEqual([126, 347_22, '94.50'])
    expect(calculated('weekly', '12 mo')[0]).toBe(52)
    expect(calculated('weekly', 'about a year')).toEqual([null, null, null])
    expect(calculated('at will', '12 mo')).toEqual([null, null, null])
  })

  test('include the number of payments if the payback and the payment are reported', () => {
    const reported = { ...bare, payment_frequency: 'weekly', payback_cents: 43_750_00 }
    expect(paymentsOf({ ...reported, payment_cents: 841_35 })).toBe(52)
    // This payment does not divide the payback evenly, so the last payment is smaller than the others.
    expect(paymentsOf({ ...reported, payment_cents: 1_000_00 })).toBe(44)
    // A term of 7 months is 30.33 weekly payments, not a whole number. The number of payments therefore follows from the payback.
    expect(paymentsOf({ ...reported, payment_cents: 1_411_29, term: '7 months' })).toBe(31)
    // A term of 12 months is exactly 52 weekly payments, so the term decides the number. The reported payment contradicts it, and the app
    // marks that.
    const contradicting = { ...reported, payment_cents: 900_00, term: '12 months' }
    expect(paymentsOf(contradicting)).toBe(52)
    expect(shownFigures(contradicting).payment_cents.ours).toBe(841_35)
  })

  test('include the fees if the net is reported', () => {
    const offer = { ...bare, ...daily, factor_rate: '1.25', existing_balance_cents: 5_000_00 }
    expect(figuresOf({ ...offer, net_to_merchant_cents: 28_900_00 })).toMatchObject({
      fees_cents: 1_100_00,
      apr: '108.70',
    })
    expect(figuresOf({ ...offer, net_to_merchant_cents: 31_000_00 }).fees_cents).toBeNull()
  })

  test('keep a reported number of payments, and list a calculated one as an assumption', () => {
    const offer = {
      ...bare,
      payback_cents: 43_750_00,
      payment_frequency: 'daily',
      term: '6 months',
      fees: [],
    }
    expect(shownFigures(offer).apr.estimate?.assumptions).toContainEqual({ kind: 'payments', count: 126 })
    expect(shownFigures({ ...offer, payments: 120 }).apr.estimate?.assumptions).not.toContainEqual(
      expect.objectContaining({ kind: 'payments' }),
    )
    expect(figuresOf({ ...offer, payments: 120 }).payments).toBe(120)
  })
})

test('with a number of payments calculated from the payback and the payment amount, the payments add up to the payback', () => {
  const cents = fc.oneof(fc.integer({ min: -5, max: 100_000_000 }), fc.maxSafeInteger())
  fc.assert(
    fc.property(cents, cents, (payback_cents, payment_cents) => {
      const payments = paymentsOf({ ...bare, payback_cents, payment_cents })
      if (payments === null) return
      const before = payment_cents * (payments - 1)
      expect(before).toBeLessThanOrEqual(payback_cents)
      expect(payback_cents - before).toBeLessThanOrEqual(payment_cents + payments)
    }),
  )
})
