import { describe, expect, test } from 'vitest'
import { en } from '../../app/texts.en.ts'
import { paymentsInTerm, readTerm, termOfPayments, termText, termLabel } from './term.ts'

describe('a term', () => {
  test.each([
    ['12 months', 12, 'months'],
    ['12 mo', 12, 'months'],
    ['12mos.', 12, 'months'],
    ['12-month', 12, 'months'],
    ['126 business days', 126, 'business_days'],
    ['126 Business_Days', 126, 'business_days'],
    ['126 días hábiles', 126, 'business_days'],
    ['180 days', 180, 'days'],
    ['26 wks', 26, 'weeks'],
    ['1.5 years', 1.5, 'years'],
    ['1 año', 1, 'years'],
    ['126 pmts', 126, 'payments'],
  ] as const)('%j is read as %d %s', (text, count, unit) => {
    expect(readTerm(text)).toEqual({ count, unit })
  })
  test.each([
    '6-8 months',
    '1,5 años',
    '12.345 mo',
    '1,000 days',
    '12345 days',
    '0 months',
    '12',
    'months',
    'open',
    '12 quarters',
    '',
    null,
  ])('%j cannot be read, and is displayed unchanged', (text) => {
    expect(readTerm(text)).toBeNull()
    expect(termLabel(text, en.offers.termUnits)).toBe(text)
  })
  test('is displayed with the full name of its unit', () => {
    const texts = en.offers.termUnits
    expect(
      ['12 mo', '1 month', '126 business_days', '1.5 yrs'].map((text) => termLabel(text, texts)),
    ).toEqual(['12 months', '1 month', '126 business days', '1.5 years'])
  })
})

describe('the number of payments in a term', () => {
  test.each([
    ['126 business days', 'daily', 126, true],
    ['6 months', 'daily', 126, true],
    ['1 year', 'daily', 252, true],
    ['12 mo', 'weekly', 52, true],
    ['7 mo', 'weekly', 30, false],
    ['26 weeks', 'biweekly', 13, true],
    ['12 months', 'semimonthly', 24, true],
    ['12 months', 'monthly', 12, true],
    ['60 payments', 'daily', 60, true],
    ['60 payments', null, 60, true],
  ] as const)('of %s with frequency %s is %d', (text, frequency, payments, is_exact) => {
    const term = readTerm(text) ?? { count: 0, unit: 'days' }
    expect(paymentsInTerm(term, frequency)).toEqual({ payments, is_exact })
  })
  test.each([
    ['12 months', null],
    ['1 day', 'monthly'],
    ['2.5 payments', 'daily'],
  ] as const)('of %s with frequency %s is unknown', (text, frequency) => {
    expect(paymentsInTerm(readTerm(text) ?? { count: 0, unit: 'days' }, frequency)).toBeNull()
  })
  test.each([
    [126, 'daily', '126 business_days'],
    [52, 'weekly', '52 weeks'],
    [13, 'biweekly', '26 weeks'],
    [24, 'semimonthly', '12 months'],
    [25, 'semimonthly', '12.5 months'],
    [12, 'monthly', '12 months'],
  ] as const)('of %d with frequency %s gives a term of %s', (payments, frequency, text) => {
    expect(termText(termOfPayments(payments, frequency))).toBe(text)
  })
})
