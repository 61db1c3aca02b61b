import { expect, test } from 'vitest'
import { bareOffer } from '../../../src-shared/domain/offer.ts'
import { cellsOf, upsellOf } from './comparison-rows.ts'

test('points on the way to a number are no choice yet', () => {
  expect(upsellOf('.')).toBeNull()
  expect(upsellOf('-')).toBeNull()
  expect(upsellOf('.5')).toBe('0.0050')
  expect(upsellOf('')).toBe('0.0000')
  expect(upsellOf(8.25)).toBe('0.0825')
  // A most of so many digits can be reached.
  expect(upsellOf(12.9941)).toBe('0.129941')
})

test('an upsell that was chosen beyond what the offer takes now is shown as it is figured', () => {
  const offer = {
    ...bareOffer('o1'),
    amount_cents: 1_000_000,
    buy_rate: '1.20',
    upsell: '0.02',
    maximum_upsell: '0.05',
  }
  const { factor, upsell } = cellsOf(offer, { amount_cents: 1_000_000, upsell: '0.08' }, 'points')
  expect(factor.lines).toEqual(['1.2500'])
  expect(upsell.lines).toEqual(['5 points'])
})
