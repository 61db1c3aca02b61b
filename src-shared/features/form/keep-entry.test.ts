import { expect, test } from 'vitest'
import { keepEntry } from './keep-entry.ts'

test.each([
  ['12 mo', '12'],
  ['18 months', '18'],
  ['1 year', '12'],
  ['1.5 yrs', '18'],
  ['9', '9'],
  ['90 days', '90 days'],
  ['1.2 years', '1.2 years'],
  ['soon', 'soon'],
])('a term in months keeps %j as %j', (typed, kept) =>
  expect(keepEntry({ type: 'integer', path: 'application.desired_term_months' }, typed)).toBe(kept),
)

test('another count with a unit is kept as typed', () =>
  expect(keepEntry({ type: 'integer', path: 'company.employees' }, '12 mo')).toBe('12 mo'))
