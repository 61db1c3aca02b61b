import { describe, expect, test } from 'vitest'
import { standingOf, type Offer } from './offer.ts'
import { bareOffer } from './offer.ts'
import { divided, percentOf, rateOf, rateText, timesRate } from '../../platform/base/exact.ts'
import { boundsOf, offerAt, scenarioAsMade, figuresAt, figuresOf, withinBounds } from './figures.ts'

/** An offer as another funding service's API sends it, with all its figures. */
const vector: Offer = {
  ...bareOffer('1'),
  created_at: '2026-03-02T15:00:00Z',
  amount_cents: 35_000_00,
  factor_rate: '1.25',
  payments: 126,
  payment_frequency: 'daily',
  commission_points: '5',
  fees: [
    { label: 'Origination', percentage: '3', amount_cents: null },
    { label: 'Wire', percentage: null, amount_cents: 50_00 },
  ],
}

test('an offer at other terms has the same figures as the calculation, and at its own terms it is unchanged', () => {
  const offer = { ...vector, factor_rate: '1.25', buy_rate: '1.17', upsell: '0.08', maximum_upsell: '0.12' }
  const choice = { amount_cents: 35_000_00, upsell: '0.02' }
  const { payback_cents, payment_cents, net_to_merchant_cents, apr } = figuresAt(offer, choice)
  expect(figuresOf(offerAt(offer, choice))).toMatchObject({
    payback_cents,
    payment_cents,
    net_to_merchant_cents,
    apr,
  })
  expect(offerAt(offer, scenarioAsMade(offer))).toBe(offer)
  expect(offerAt(offer, null)).toBe(offer)
})

describe('the formulas of comparable services', () => {
  test('match the test vector to the cent', () => {
    expect(figuresOf(vector)).toMatchObject({
      payback_cents: 43_750_00,
      payment_cents: 347_22,
      last_payment_cents: 347_50,
      fees_cents: 1_100_00,
      net_to_merchant_cents: 33_900_00,
    })
  })

  test('calculate the APR from the amount after fees, and count a paid-off balance as money received', () => {
    expect(figuresOf(vector).apr).toBe('108.70')
    expect(figuresOf({ ...vector, fees: [] }).apr).toBe('94.50')
    expect(figuresOf({ ...vector, existing_balance_cents: 10_000_00 }).apr).toBe('108.70')
  })

  test('calculate the factor from buy rate and upsell, and the payback from a reported factor', () => {
    const offer = { ...vector, buy_rate: '1.18', upsell: '0.05' }
    expect(figuresOf({ ...offer, factor_rate: null })).toMatchObject({
      factor_rate: '1.2300',
      payback_cents: 43_050_00,
    })
    expect(figuresOf({ ...offer, factor_rate: '1.25' })).toMatchObject({
      factor_rate: '1.2300',
      payback_cents: 43_750_00,
    })
    expect(figuresOf({ ...offer, factor_rate: 'about 1.25' }).payback_cents).toBeNull()
  })

  test('calculate other figures from each figure that the partner reported', () => {
    expect(figuresOf({ ...vector, fees: [], payback_cents: 45_500_00 })).toMatchObject({
      payback_cents: 43_750_00,
      payment_cents: 361_11,
      last_payment_cents: 361_25,
      apr: '111.97',
    })
    expect(figuresOf({ ...vector, total_fees_cents: 2_000_00 })).toMatchObject({
      fees_cents: 1_100_00,
      net_to_merchant_cents: 33_000_00,
    })
  })

  test('subtract a paid-off balance from what the merchant gets', () => {
    expect(figuresOf({ ...vector, existing_balance_cents: 10_000_00 }).net_to_merchant_cents).toBe(23_900_00)
  })

  test('leave unknown figures empty', () => {
    expect(figuresOf(bareOffer('1'))).toEqual({
      amount_cents: null,
      factor_rate: null,
      payback_cents: null,
      payments: null,
      payment_cents: null,
      last_payment_cents: null,
      fees_cents: null,
      net_to_merchant_cents: null,
      apr: null,
      apr_estimate: null,
    })
    expect(figuresOf({ ...vector, fees: null })).toMatchObject({ net_to_merchant_cents: null, apr: null })
    expect(
      figuresOf({ ...vector, fees: [{ label: 'Lien search', percentage: null, amount_cents: null }] }),
    ).toMatchObject({ fees_cents: null })
    expect(figuresOf({ ...vector, payment_frequency: 'every full moon' }).apr).toBeNull()
    expect(figuresOf({ ...vector, payments: 0 })).toMatchObject({ payment_cents: null, apr: null })
  })

  test('use the dollar amount of a fee with a percentage, and scale it with the offer only if both agree', () => {
    const at = (amount_cents: number, dollars: number) => {
      const fees = [{ label: 'Origination', percentage: '3', amount_cents: dollars }]
      const bounds = { minimum_amount_cents: 1, maximum_amount_cents: 100_000_00 }
      return figuresAt({ ...vector, ...bounds, fees }, { amount_cents, upsell: '0' }).fees_cents
    }
    expect(at(35_000_00, 1_050_00)).toBe(1_050_00)
    expect(at(35_000_00, 1_000_00)).toBe(1_000_00)
    expect(at(20_000_00, 1_050_00)).toBe(600_00)
    // The fee's dollar amount contradicts its percentage, so it is unknown how the fee changes with the amount of the offer.
    expect(at(20_000_00, 1_000_00)).toBeNull()
  })

  test('never make the last payment negative if there are more payments than cents', () => {
    const offer = { ...vector, amount_cents: 4, payments: 10, factor_rate: '1.25' }
    expect(figuresOf(offer)).toMatchObject({ payback_cents: 5, payment_cents: 0, last_payment_cents: 5 })
  })

  test('calculate an APR from reported payments without a factor', () => {
    const offer = { ...vector, factor_rate: null, payment_cents: 347_22 }
    expect(Number(figuresOf(offer).apr)).toBeGreaterThan(90)
  })
})

describe('an offer scenario', () => {
  const offer: Offer = {
    ...vector,
    buy_rate: '1.17',
    upsell: '0.08',
    maximum_upsell: '0.12',
    minimum_amount_cents: 17_500_00,
    maximum_amount_cents: 40_000_00,
  }
  test('is limited to the reported bounds', () => {
    expect(boundsOf(offer)).toEqual({
      amount: { from: 17_500_00, to: 40_000_00 },
      upsell: { to: '0.1200' },
    })
    expect(withinBounds(offer, { amount_cents: 50_000_00, upsell: '0.5' })).toEqual({
      amount_cents: 40_000_00,
      upsell: '0.1200',
    })
    expect(withinBounds(offer, { amount_cents: 0, upsell: '-1' })).toEqual({
      amount_cents: 17_500_00,
      upsell: '0.0000',
    })
  })
  test('cannot change an offer that reports no bounds', () => {
    expect(boundsOf(vector)).toEqual({ amount: null, upsell: null })
    expect(figuresAt(vector, { amount_cents: 1, upsell: '0.9' })).toEqual(figuresOf(vector))
  })
  test('drops figures that were reported for the original offer', () => {
    const reported = { ...offer, payback_cents: 45_500_00, buy_rate: null, factor_rate: null }
    const tried = figuresAt(reported, { amount_cents: 20_000_00, upsell: '0' })
    expect(tried).toMatchObject({ payback_cents: null, payment_cents: null, apr: null })
  })
  test('with the original terms has the figures of the offer', () => {
    expect(scenarioAsMade(offer)).toEqual({ amount_cents: 35_000_00, upsell: '0.0800' })
    expect(figuresAt(offer, { amount_cents: 35_000_00, upsell: '0.0800' })).toEqual(figuresOf(offer))
  })
  test('calculates an unreported upsell as the factor minus the buy rate', () => {
    expect(scenarioAsMade({ ...offer, upsell: null, factor_rate: '1.2' })?.upsell).toBe('0.0300')
  })
  test('changes the payback with the amount and the upsell', () => {
    expect(figuresAt(offer, { amount_cents: 20_000_00, upsell: '0.12' })).toMatchObject({
      factor_rate: '1.2900',
      payback_cents: 25_800_00,
      fees_cents: 650_00,
      net_to_merchant_cents: 19_350_00,
    })
  })
})

describe('decimal rates', () => {
  test.each([
    [1, '0.5', 1],
    [-1, '0.5', -1],
    [3, '0.5', 2],
    [1, '0.49999999', 0],
    [35_000_00, '1.25', 43_750_00],
    // The result must be exact: in floating point, 0.1 × 3 would be 0.30000000000000004.
    [3, '0.1', 0],
    [Number.MAX_SAFE_INTEGER, '2', null],
  ])('%d × %s → %d', (cents, rate, expected) => {
    expect(timesRate(cents, rateOf(rate) ?? -1n)).toBe(expected)
  })
  test('round half away from zero in a division', () => {
    expect([divided(5, 2), divided(-5, 2), divided(4, 3), divided(43_750_00, 126)]).toEqual([
      3, -3, 1, 347_22,
    ])
  })
  test.each(['', 'x', '1,2', '1e5', '--1', '12345678901', null])('reject %j as a rate', (text) => {
    expect(rateOf(text)).toBeNull()
  })
  test('are parsed and formatted without loss, with four or more decimals by default', () => {
    expect(
      ['1.2500', '0.0800', '-0.5', '12', '1.23456789'].map((text) => rateText(rateOf(text) ?? 0n)),
    ).toEqual(['1.2500', '0.0800', '-0.5000', '12.0000', '1.23456789'])
    expect(rateText(percentOf('5') ?? 0n, 0)).toBe('0.05')
  })
})

describe('the state of an offer', () => {
  const now = Date.parse('2026-05-04T10:00:00Z')
  test.each([
    ['offer_available', null, 'open'],
    [null, null, 'open'],
    ['Active', '2026-05-04T10:00:01Z', 'open'],
    ['offer_available', '2026-05-04T10:00:00Z', 'expired'],
    ['offer_available', 'next week', 'open'],
    ['offer_accepted', '2020-01-01T00:00:00Z', 'accepted'],
    ['rescinded', null, 'rescinded'],
    ['EXPIRED', null, 'expired'],
    ['on_hold', null, 'other'],
    ['unavailable', null, 'other'],
    ['inactive', null, 'other'],
  ])('with status %s and expiration %s is %s', (status, expires_at, expected) => {
    expect(standingOf({ ...bareOffer('1'), status, expires_at }, now)).toBe(expected)
  })
})
