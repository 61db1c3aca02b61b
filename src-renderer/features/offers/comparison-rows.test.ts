import { expect, test } from 'vitest'
import { bareOffer } from '../../../src-shared/features/offers/offer.ts'
import { scenarioAsMade } from '../../../src-shared/features/offers/figures.ts'
import { cellsOf, leverageCells, upsellOf } from './comparison-rows.ts'

test('converts upsell points exactly into a factor', () => {
  expect(upsellOf('')).toBeNull()
  expect(upsellOf('0.5')).toBe('0.0050')
  expect(upsellOf('8.25')).toBe('0.0825')
  // An offer's maximum upsell may be `0.129941`. The broker must be able to enter exactly this maximum.
  expect(upsellOf('12.9941')).toBe('0.129941')
})

test('leverage and burden say that the form lists no existing positions, so that a low figure misleads no one', () => {
  const offer = {
    ...bareOffer('o1'),
    payback_cents: 3_000_000,
    payment_cents: 100_000,
    payment_frequency: 'weekly',
  }
  const debt = { positions: 0, balance_cents: 0, monthly_cents: 0, revenue_cents: 2_000_000 }
  const { leverage, burden } = leverageCells(offer, null, debt)
  const none = '(no existing positions in the form)'
  expect(leverage.lines).toEqual(['1.5 × monthly revenue', none])
  expect(burden.lines).toEqual(['22% of monthly revenue', none])
  expect(leverageCells(offer, null, { ...debt, positions: 1 }).leverage.lines).toEqual([
    '1.5 × monthly revenue',
  ])
})

test('leverage and burden of tried terms name the offered figure, like every other row', () => {
  const offer = {
    ...bareOffer('o1'),
    amount_cents: 1_000_000,
    minimum_amount_cents: 500_000,
    maximum_amount_cents: 2_000_000,
    factor_rate: '1.3',
    buy_rate: '1.3',
    payback_cents: 1_300_000,
    payment_cents: 100_000,
    payments: 13,
    payment_frequency: 'weekly',
  }
  const debt = { positions: 0, balance_cents: 0, monthly_cents: 0, revenue_cents: 2_000_000 }
  const tried = leverageCells(offer, { amount_cents: 2_000_000, upsell: '0' }, debt)
  expect(tried.leverage).toMatchObject({ offered: '0.7 × monthly revenue' })
  expect(tried.leverage.lines[0]).toBe('1.3 × monthly revenue')
  expect(tried.burden.offered).toBe(leverageCells(offer, null, debt).burden.lines[0])
  expect(leverageCells(offer, null, debt).leverage.offered).toBeNull()
})

test('limits a chosen upsell to the current maximum of the offer', () => {
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

test('a scenario without a change shows the offer exactly as the partner made it, including contradictory figures', () => {
  const offer = {
    ...bareOffer('o1'),
    amount_cents: 3_500_000,
    maximum_amount_cents: 4_000_000,
    factor_rate: '1.25',
    payback_cents: 4_550_000,
    payment_cents: 347_22,
    payment_frequency: 'daily',
    payments: 126,
    holdback_percent: '12',
    buy_rate: '1.17',
    upsell: '0.05',
    maximum_upsell: '0.12',
    commission_cents: 200_000,
  }
  expect(cellsOf(offer, scenarioAsMade(offer), 'points')).toEqual(cellsOf(offer, null, 'points'))
  const other = cellsOf(offer, { amount_cents: 3_600_000, upsell: '0.05' }, 'points')
  expect(other.amount).toMatchObject({ lines: ['$36,000'], offered: '$35,000' })
})

test('labels each calculated figure as “calculated” exactly once, and lists the assumptions of the APR', () => {
  const offer = {
    ...bareOffer('o1'),
    created_at: '2026-03-02',
    amount_cents: 35_000_00,
    payback_cents: 43_750_00,
    payment_frequency: 'Daily (business days)',
    term: '6 mo',
    total_fees_cents: 1_100_00,
  }
  const cells = cellsOf(offer, null, 'points')
  expect(cells.payment).toMatchObject({ lines: ['$347.22 daily', '126 payments'], calculated: true })
  expect(cells.term).toMatchObject({ lines: ['6 months'], calculated: false })
  expect(cells.factor).toMatchObject({ lines: ['1.2500'], calculated: true })
  expect(cells.net).toMatchObject({ lines: ['$33,900'], calculated: true })
  expect(cells.apr).toMatchObject({ lines: ['108.70%'], calculated: true })
  expect(cells.apr.basedOn).toBe(
    'Based on: funding on Mar 3, 2026; first payment on Mar 4, 2026; 126 payments; ' +
      'payments on business days, none on Federal holidays; all fees taken at funding',
  )
  // The partner reports the payment but not the number of payments, so only that number is marked as calculated.
  const reported = cellsOf({ ...offer, payment_cents: 347_22 }, null, 'points')
  expect(reported.payment).toMatchObject({
    lines: ['$347.22 daily', '126 payments (calculated)'],
    calculated: false,
  })
})

test('converts the payment to another rhythm, so that offers compare, and keeps the offered one', () => {
  const offer = { ...bareOffer('o1'), payment_cents: 100_00, payment_frequency: 'daily', payments: 126 }
  const at = (rhythm: 'daily' | 'weekly' | 'monthly' | null) =>
    cellsOf(offer, null, 'points', rhythm).payment.lines
  expect(at(null)).toEqual(['$100 daily', '126 payments'])
  expect(at('daily')).toEqual(at(null))
  expect(at('weekly')).toEqual(['$484.62 weekly (calculated)', '$100 daily', '126 payments'])
  expect(at('monthly')).toEqual(['$2,100 monthly (calculated)', '$100 daily', '126 payments'])
  const unknown = { ...offer, payment_frequency: 'when it rains' }
  expect(cellsOf(unknown, null, 'points', 'weekly').payment.lines).toEqual([
    '$100 when it rains',
    '126 payments',
  ])
})

test('recalculates the commission for a chosen upsell if the partner pays the spread', () => {
  const offer = {
    ...bareOffer('o1'),
    amount_cents: 3_500_000,
    buy_rate: '1.17',
    upsell: '0.08',
    maximum_upsell: '0.12',
    commission_points: '5',
  }
  const choice = { amount_cents: 3_500_000, upsell: '0.12' }
  expect(cellsOf(offer, choice, 'points').commission).toMatchObject({ lines: ['$1,750'], offered: null })
  expect(cellsOf(offer, choice, 'spread').commission).toMatchObject({ lines: ['$4,200'], offered: '$2,800' })
  expect(cellsOf(offer, choice, 'both').commission).toMatchObject({ lines: ['$5,950'], offered: '$4,550' })
})

test('shows a doubtful value next to its figure, even in an offer scenario', () => {
  const offer = {
    ...bareOffer('o1'),
    amount_cents: 1_000_000,
    minimum_amount_cents: 500_000,
    buy_rate: '1.20',
    doubts: [
      { field: 'upsell' as const, raw: '8' },
      { field: 'commission_points' as const, raw: '0.05' },
    ],
  }
  for (const choice of [null, { amount_cents: 600_000, upsell: '0.0000' }]) {
    const { upsell, commission, amount } = cellsOf(offer, choice, 'points')
    expect([upsell.doubts, commission.doubts, amount.doubts]).toEqual([['8'], ['0.05'], []])
    expect(commission.lines).toEqual([])
  }
})
