import { describe, expect, test } from 'vitest'
import type { Offer } from './offer.ts'
import { bareOffer } from './offer.ts'
import { bestOf, shownFigures } from './shown-figures.ts'

const offer: Offer = {
  ...bareOffer('1'),
  amount_cents: 35_000_00,
  buy_rate: '1.17',
  upsell: '0.08',
  payments: 126,
  payment_frequency: 'daily',
  fees: [],
  commission_points: '5',
}

describe('the shown figures of an offer', () => {
  test('are calculated if the partner reports nothing', () => {
    expect(shownFigures(offer).payback_cents).toEqual({ value: 43_750_00, from: 'calculated', ours: null })
  })
  test('are the reported ones, with the calculated ones next to them if they differ by more than a cent', () => {
    const at = (payback_cents: number) => shownFigures({ ...offer, payback_cents }).payback_cents
    expect(at(43_750_01)).toEqual({ value: 43_750_01, from: 'reported', ours: null })
    expect(at(43_750_02)).toEqual({ value: 43_750_02, from: 'reported', ours: 43_750_00 })
  })
  test('treat a factor as the same with any number of trailing zeros', () => {
    expect(shownFigures({ ...offer, factor_rate: '1.25' }).factor_rate).toEqual({
      value: '1.2500',
      from: 'reported',
      ours: null,
    })
    expect(shownFigures({ ...offer, factor_rate: '1.26' }).factor_rate.ours).toBe('1.2500')
  })
  test('show a second value if the percentage and the dollars of a fee contradict each other', () => {
    const of = (amount_cents: number, total_fees_cents: number | null = null) =>
      shownFigures({
        ...offer,
        total_fees_cents,
        fees: [{ label: 'Origination', percentage: '3', amount_cents }],
      }).fees_cents
    expect(of(1_050_01)).toEqual({ value: 1_050_01, from: 'calculated', ours: null })
    expect(of(1_000_00)).toEqual({ value: 1_000_00, from: 'calculated', ours: 1_050_00 })
    expect(of(1_000_00, 1_000_00)).toEqual({ value: 1_000_00, from: 'reported', ours: 1_050_00 })
    expect(of(1_000_00, 1_050_00)).toEqual({ value: 1_050_00, from: 'reported', ours: 1_000_00 })
    expect(of(1_050_00, 1_050_00)).toEqual({ value: 1_050_00, from: 'reported', ours: null })
  })
  test('are empty if nothing can be calculated', () => {
    expect(shownFigures(bareOffer('1')).net_to_merchant_cents).toEqual({
      value: null,
      from: 'calculated',
      ours: null,
    })
  })
  test('mark the best values of a row, unless all are equal or only one is known', () => {
    expect(bestOf([3, null, 5], 'high')).toEqual([false, false, true])
    expect(bestOf([3, 3, 5], 'low')).toEqual([true, true, false])
    expect(bestOf([5, null], 'high')).toEqual([false, false])
    expect(bestOf([5, 5], 'high')).toEqual([false, false])
    expect(bestOf([], 'low')).toEqual([])
  })
})

describe('a reported term', () => {
  test.each<[string, number, string, string | null]>([
    ['6 months', 126, 'daily', null],
    ['6 months', 130, 'daily', null],
    ['6 months', 113, 'daily', '113 business_days'],
    ['3 months', 12, 'weekly', null],
    ['12 months', 11, 'monthly', null],
    ['12 months', 10, 'monthly', '10 months'],
    ['12 months', 126, 'daily', '126 business_days'],
    ['12 months', 52, 'weekly', null],
    ['until it is paid', 52, 'weekly', null],
    ['12 months', 52, 'now and then', null],
  ])('of %s is compared with %d %s payments', (term, payments, payment_frequency, ours) => {
    expect(shownFigures({ ...offer, term, payments, payment_frequency }).term).toEqual({
      value: term,
      from: 'reported',
      ours,
    })
  })
})

describe('the shown APR', () => {
  const dated: Offer = { ...offer, funding_date: '2026-03-03', first_payment_date: '2026-03-04' }
  test('is calculated and lists its assumptions if the partner reports none', () => {
    const { estimate, ...apr } = shownFigures({ ...offer, created_at: '2026-03-02' }).apr
    expect(apr).toEqual({ value: '94.50', from: 'calculated', ours: null })
    expect(estimate?.assumptions).toEqual([
      { kind: 'funding_date', on: '2026-03-03' },
      { kind: 'first_payment_date', on: '2026-03-04' },
      { kind: 'business_days' },
      { kind: 'fees_at_funding' },
    ])
  })
  test('is the reported APR, with the calculated APR next to it if they differ beyond the tolerance of Regulation Z', () => {
    const at = (apr: string) => shownFigures({ ...dated, apr }).apr
    expect(at('94.50')).toEqual({ value: '94.50', from: 'reported', ours: null, estimate: null })
    expect(at('94.75').ours).toBeNull()
    // An earlier version of the app showed this APR, which is wrong: it multiplied the rate of one payment by 252 payments a year.
    expect(at('92.22').ours).toBe('94.50')
  })
})
