import { expect, test } from 'vitest'
import type { StatementMonth, Transaction } from '../../../src-shared/features/statements/statement.ts'
import { coversDates, metricsOf } from './metrics.ts'

const entry = (date: string, amount_cents: number): Transaction => ({
  date,
  amount_cents,
  description: 'Entry',
  page: 1,
  place: { x0: 0, x1: 1, y: 1, size: 8 },
  balance_after_cents: null,
  check_number: null,
})
const month = (more: Partial<StatementMonth> = {}): StatementMonth => ({
  from: '2026-03-01',
  to: '2026-03-05',
  opening_cents: 1000,
  closing_cents: 501,
  transactions: [entry('2026-03-02', 900), entry('2026-03-03', -2400), entry('2026-03-05', 1001)],
  daily_balances: [],
  passed: ['sum', 'totals'],
  findings: [],
  ...more,
})

test('calculates the figures of a period', () => {
  expect(metricsOf(month(), ['card_settlement', 'nsf_fee', 'refund_in'])).toEqual({
    deposits_cents: 1901,
    deposits_count: 2,
    withdrawals_cents: 2400,
    withdrawals_count: 1,
    true_revenue_cents: 900,
    // 1000, 1900, -500, -500, 501: the mean is 480.2.
    average_daily_balance_cents: 480,
    negative_days: 2,
    lowest_balance_cents: -500,
    nsf_count: 1,
  })
})

test('rounds halves away from zero', () => {
  const two = { from: '2026-03-01', to: '2026-03-02', transactions: [entry('2026-03-02', -1)] }
  expect(metricsOf(month({ ...two, opening_cents: 1 }), []).average_daily_balance_cents).toBe(1)
  expect(metricsOf(month({ ...two, opening_cents: 0 }), []).average_daily_balance_cents).toBe(-1)
})

test('has the opening balance in a period without entries', () => {
  expect(metricsOf(month({ transactions: [] }), [])).toMatchObject({
    average_daily_balance_cents: 1000,
    lowest_balance_cents: 1000,
    negative_days: 0,
    withdrawals_cents: 0,
  })
})

const days = (...dates: string[]) => dates.map((date) => ({ date, balance_cents: 0, page: 1 }))

test.each([
  ['totals alone', {}, false, false],
  ['running balances in order', { passed: ['sum', 'running'] }, false, true],
  ['running balances in a picture', { passed: ['sum', 'running'] }, true, false],
  ['running balances with two dates', { passed: ['sum', 'running'], has_doubted_dates: true }, false, false],
  [
    'running balances in no order',
    {
      passed: ['sum', 'running'],
      transactions: [entry('2026-03-02', 1), entry('2026-03-04', 1), entry('2026-03-03', 1)],
    },
    false,
    false,
  ],
  [
    'the balance of each day with an entry',
    { passed: ['sum', 'daily'], daily_balances: days('2026-03-02', '2026-03-03', '2026-03-05') },
    true,
    true,
  ],
  [
    'the balances of some days',
    { passed: ['sum', 'daily'], daily_balances: days('2026-03-02', '2026-03-03') },
    false,
    false,
  ],
] as [string, Partial<StatementMonth>, boolean, boolean][])(
  'tells whether the checks cover the dates: %s',
  (_, more, isRecognized, covers) => {
    expect(coversDates(month(more), isRecognized)).toBe(covers)
  },
)
