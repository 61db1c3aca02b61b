import { expect, test } from 'vitest'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { NO_HAND } from '../../../src-shared/features/money/money-view.ts'
import {
  paymentProblem,
  readPayments,
  readTyped,
  typedOf,
  typedPaymentsOf,
  readSplits,
  shareProblem,
  typedSplitsOf,
  type TypedSplit,
} from './commission-typed.ts'

const opened = typedOf({ ...NO_HAND, clawback_on: '2026-03-10', note: 'wire' })

test('saves only the fields that the broker changed', () => {
  expect(readTyped(opened, opened)).toEqual({ changes: {}, problems: {} })
  expect(readTyped(opened, { ...opened, note: ' ' }).changes).toEqual({ note: null })
  expect(readTyped(opened, { ...opened, expected_cents: '1,750', clawback_on: '' }).changes).toEqual({
    expected_cents: 175_000,
    clawback_on: null,
  })
})

test('reports the reason for each amount that cannot be read', () => {
  const { money } = messages().numbers
  expect(readTyped(opened, { ...opened, amount_cents: '12,50', expected_cents: 'much' })).toEqual({
    changes: null,
    problems: { amount_cents: money.decimal_comma, expected_cents: money.unreadable },
  })
})

test('reads amounts in the notations that brokers use', () => {
  expect(readTyped(opened, { ...opened, amount_cents: '$35k', expected_cents: '1,750.50' }).changes).toEqual({
    amount_cents: 3_500_000,
    expected_cents: 175_050,
  })
})

test('reads days in several notations, and saves nothing if any day cannot be read', () => {
  const changes = (clawback_on: string) => readTyped(opened, { ...opened, clawback_on }).changes
  expect(changes('12/31/26')).toEqual({ clawback_on: '2026-12-31' })
  expect(changes('Mar 2, 2027')).toEqual({ clawback_on: '2027-03-02' })
  for (const unread of ['2/30/2026', '0026-12-31', 'soon']) expect(changes(unread)).toBeNull()
})

test('reads saved payments back unchanged, ignores a blank row, and refuses a row that is unreadable or not complete', () => {
  const payments = [
    { kind: 'received' as const, on: '2026-03-05', cents: 1_000_50 },
    { kind: 'clawed_back' as const, on: '2026-04-01', cents: 300_00 },
  ]
  const rows = typedPaymentsOf(payments)
  expect(readPayments(rows)).toEqual(payments)
  const row = { key: 2, kind: 'received' as const, on: 'Apr 2, 2026', amount: '$1.2k' }
  expect(readPayments([...rows, { ...row, on: '', amount: ' ' }])).toEqual(payments)
  const fresh = { ...row, on: dayOf(new Date().toISOString()), amount: '' }
  expect(readPayments([...rows, fresh])).toEqual(payments)
  expect(paymentProblem(fresh)).toBeNull()
  expect(paymentProblem({ ...row, amount: '' })).toBe(messages().numbers.money.unreadable)
  expect(readPayments([row])).toEqual([{ kind: 'received', on: '2026-04-02', cents: 1_200_00 }])
  for (const wrong of [{ amount: '0' }, { amount: '' }, { amount: 'much' }, { on: '' }, { on: '2/30/2026' }])
    expect(readPayments([...rows, { ...row, ...wrong }])).toBeNull()
})

const typed = (share: string, unit: TypedSplit['unit'], name = 'Ana Ruiz') => ({ key: 0, name, share, unit })
const read = (share: string, unit: TypedSplit['unit']) => readSplits([typed(share, unit)])?.[0] ?? null

test.each([
  ['30', '30'],
  [' 33.3333 % ', '33.3333'],
  ['33 1/3', '33.333333'],
  ['33,3', '33.3'],
  ['100', '100'],
  ['0.5%', '0.5'],
  ['0', null],
  ['-5', null],
  ['100.01', null],
  ['33.3333333', null],
  ['a third', null],
  ['', null],
])('reads or refuses %j as a percentage', (share, percent) => {
  expect(read(share, 'percent')?.percent ?? null).toBe(percent)
  expect(shareProblem(typed(share, 'percent')) === null).toBe(percent !== null)
})

test('reads dollar amounts like other fields, and refuses invalid ones', () => {
  expect(read('$1.2k', 'dollars')).toEqual({ name: 'Ana Ruiz', percent: null, amount_cents: 1_200_00 })
  expect(read('-12', 'dollars')).toBeNull()
  expect(shareProblem(typed('-12', 'dollars'))).not.toBeNull()
})

test('refuses a split without a name or a share, and ignores a blank one', () => {
  expect(readSplits([typed('30', 'percent', ' ')])).toBeNull()
  expect(readSplits([typed('', 'percent')])).toBeNull()
  expect(shareProblem(typed('', 'percent'))).not.toBeNull()
  expect(readSplits([typed('30', 'percent'), typed(' ', 'percent', '')])).toHaveLength(1)
  expect(shareProblem(typed('', 'dollars', ''))).toBeNull()
})

test('reads saved splits back unchanged from their fields', () => {
  const splits = [
    { name: 'Ana Ruiz', percent: '33.3333', amount_cents: null },
    { name: 'Referrer', percent: null, amount_cents: 200_50 },
  ]
  expect(readSplits(typedSplitsOf(splits))).toEqual(splits)
})
