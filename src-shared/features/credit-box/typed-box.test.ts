import { expect, test } from 'vitest'
import { messages } from '../../platform/texts/messages.ts'
import { EMPTY_BOX, type CreditBox } from './credit-box.ts'
import { problemOf } from '../../platform/entry/number-entry.ts'
import { NUMBER_RULES, readBox, typedBox, type NumberRule } from './typed-box.ts'

const ruleProblem = (rule: NumberRule, typed: string) => problemOf(NUMBER_RULES[rule], typed)

const box: CreditBox = {
  name: 'Alder Capital',
  ...EMPTY_BOX,
  minimum_amount_cents: 5_000_00,
  maximum_amount_cents: 250_000_50,
  minimum_score: 600,
  maximum_times_revenue: '1.25',
}

test('a stored credit box is read back unchanged from its form', () => {
  expect(readBox(typedBox(box))).toEqual(box)
})

test('reads numbers in the notations that brokers use', () => {
  const typed = { ...typedBox(box), minimum_amount_cents: '$35k', maximum_times_revenue: '1.5x' }
  expect(readBox(typed)).toEqual({ ...box, minimum_amount_cents: 35_000_00, maximum_times_revenue: '1.5' })
})

test('an empty field of a credit box sets no rule', () => {
  expect(readBox({ ...typedBox(box), minimum_score: ' ' })?.minimum_score).toBeNull()
})

test('refuses a box with an unreadable amount, and reports each number that is unreadable or out of range', () => {
  expect(readBox({ ...typedBox(box), maximum_amount_cents: '250.000' })).toBeNull()
  expect(ruleProblem('maximum_amount_cents', '250.000')).toBe(messages().numbers.money.point_or_thousands)
  expect(ruleProblem('minimum_score', '30')).toBe(messages().numbers.between('300', '850'))
  expect(ruleProblem('maximum_times_revenue', '1.255')).toBe(messages().numbers.decimals(2))
  expect(ruleProblem('minimum_months', '1 year')).toBe(messages().numbers.count.unreadable)
  expect(ruleProblem('minimum_months', '')).toBeNull()
})
