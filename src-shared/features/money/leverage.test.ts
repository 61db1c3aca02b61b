import { expect, test } from 'vitest'
import { rowsOf } from '../form/complete-draft.fixture.ts'
import type { FormValues } from '../form/form-values.ts'
import { existingDebt, leverageOf } from './leverage.ts'

const form = (...open_advances: FormValues[]): FormValues => ({
  application: { open_advances: rowsOf(...open_advances) },
  company: { monthly_revenue: '$50,000' },
})
const offer = {
  payback_cents: 43_750_00,
  payment_cents: 350_00,
  payment_frequency: 'daily',
  existing_balance_cents: null,
}

test('existing debt is the sum of the balances and of the payments of an average month', () => {
  const debt = existingDebt(
    form(
      { balance: '12,000', daily_payment: '100' },
      // The weekly payment counts, because it is the same payment as the daily one.
      { balance: '8k', daily_payment: '170', weekly_payment: '850' },
    ),
  )
  expect(debt).toEqual({
    positions: 2,
    balance_cents: 20_000_00,
    // 100 × 21 business days, and 850 × 52 / 12 weeks.
    monthly_cents: 2_100_00 + 3_683_33,
    revenue_cents: 50_000_00,
  })
})

test('existing debt has no total of values of which one is invalid', () => {
  expect(existingDebt(form({ balance: '12,000', daily_payment: '-100' }))).toMatchObject({
    balance_cents: 12_000_00,
    monthly_cents: null,
  })
})

test('total leverage and payment burden are shares of the monthly revenue', () => {
  // (20,000 + 43,750) / 50,000 and (2,100 + 350 × 21) / 50,000.
  const debt = existingDebt(form({ balance: '20000', daily_payment: '100' }))
  expect(leverageOf(debt, offer)).toEqual({ times: '1.3', burden_percent: '19' })
  expect(leverageOf(existingDebt(form()), offer)).toEqual({ times: '0.9', burden_percent: '15' })
  const weekly = { ...offer, payment_cents: 1_000_00, payment_frequency: 'weekly' }
  expect(leverageOf(existingDebt(form()), weekly).burden_percent).toBe('9')
})

test('a balance that the offer pays off does not count, and the payments end only if it pays off everything', () => {
  const debt = existingDebt(form({ balance: '20000', daily_payment: '100' }))
  const paying = (existing_balance_cents: number) => leverageOf(debt, { ...offer, existing_balance_cents })
  expect(paying(20_000_00)).toEqual({ times: '0.9', burden_percent: '15' })
  expect(paying(5_000_00)).toEqual({ times: '1.2', burden_percent: '19' })
})

test.each([
  ['no revenue', { application: {}, company: {} }, offer, [null, null]],
  ['a revenue of zero', { company: { monthly_revenue: '0' } }, offer, [null, null]],
  ['an unreadable balance', form({ balance: 'much', daily_payment: '1' }), offer, [null, '15']],
  ['a position without a payment', form({ balance: '1000' }), offer, ['0.9', null]],
  ['no payback', form(), { ...offer, payback_cents: null }, [null, '15']],
  ['an unknown frequency', form(), { ...offer, payment_frequency: 'now and then' }, ['0.9', null]],
])('with %s, the app does not guess', (_, values, terms, [times, burden_percent]) => {
  expect(leverageOf(existingDebt(values), terms)).toEqual({ times, burden_percent })
})
