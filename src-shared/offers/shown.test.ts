import { describe, expect, test } from 'vitest'
import type { Offer } from '../domain/offer.ts'
import { bareOffer } from '../domain/offer.ts'
import { bestOf, shownFigures } from './shown.ts'

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

describe('what is shown of an offer', () => {
  test('is figured where the service tells nothing', () => {
    expect(shownFigures(offer).payback_cents).toEqual({ value: 43_750_00, from: 'figured', ours: null })
  })
  test('is the service’s figure, with ours beside it when they are more than a cent apart', () => {
    const at = (payback_cents: number) => shownFigures({ ...offer, payback_cents }).payback_cents
    expect(at(43_750_01)).toEqual({ value: 43_750_01, from: 'told', ours: null })
    expect(at(43_750_02)).toEqual({ value: 43_750_02, from: 'told', ours: 43_750_00 })
  })
  test('a factor is the same however many zeros it has', () => {
    expect(shownFigures({ ...offer, factor_rate: '1.25' }).factor_rate).toEqual({
      value: '1.2500',
      from: 'told',
      ours: null,
    })
    expect(shownFigures({ ...offer, factor_rate: '1.26' }).factor_rate.ours).toBe('1.2500')
  })
  test('is nothing where nothing follows', () => {
    expect(shownFigures(bareOffer('1')).net_to_merchant_cents).toEqual({
      value: null,
      from: 'figured',
      ours: null,
    })
  })
  test('the best of a row is marked where there is a choice', () => {
    expect(bestOf([3, null, 5], 'high')).toEqual([false, false, true])
    expect(bestOf([3, 3, 5], 'low')).toEqual([true, true, false])
    expect(bestOf([5, null], 'high')).toEqual([false, false])
    expect(bestOf([5, 5], 'high')).toEqual([false, false])
    expect(bestOf([], 'low')).toEqual([])
  })
})
