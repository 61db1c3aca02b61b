import { describe, expect, test } from 'vitest'
import standard from '../../../resources/profiles/endpoint-default.json' with { type: 'json' }
import { FREQUENCIES, frequencyOf, OFFER_WORDS, TERM_UNITS, termUnitOf } from './offer-words.ts'

describe('the payment frequency', () => {
  test.each([
    ['Daily', 'daily'],
    ['Daily (business days)', 'daily'],
    ['business_daily', 'daily'],
    ['DAILY_BUSINESS', 'daily'],
    ['businessDaily', 'daily'],
    ['Mon–Fri', 'daily'],
    ['Diario (días hábiles)', 'daily'],
    ['cada dia habil', 'daily'],
    ['Weekly ACH', 'weekly'],
    ['semanal', 'weekly'],
    ['bi-weekly', 'biweekly'],
    ['every 2 weeks', 'biweekly'],
    ['Cada dos semanas', 'biweekly'],
    ['Semi-Monthly', 'semimonthly'],
    ['1st and 15th', 'semimonthly'],
    ['MONTHLY', 'monthly'],
    ['mensual', 'monthly'],
    // Each of the following texts either has two meanings or is not a frequency.
    ['bimonthly', null],
    ['quincenal', null],
    ['every day', null],
    ['now and then', null],
    ['constructor', null],
    ['()', null],
    ['', null],
    [null, null],
  ])('of %j is %s', (text, frequency) => {
    expect(frequencyOf(text)).toBe(frequency)
  })

  test('is recognized by the words of the profile, which replace the standard words for the same frequency', () => {
    const words = { daily: ['Täglich'] }
    expect(frequencyOf('TÄGLICH', words)).toBe('daily')
    expect(frequencyOf('business daily', words)).toBeNull()
    expect(frequencyOf('weekly', words)).toBe('weekly')
  })
})

test('no word of the standard profile has two meanings', () => {
  for (const words of [FREQUENCIES, TERM_UNITS])
    for (const word of words)
      for (const one of standard.offer_words[word])
        expect([one, words === FREQUENCIES ? frequencyOf(one) : termUnitOf(one)]).toEqual([one, word])
  expect(Object.keys(standard.offer_words).toSorted()).toEqual([...OFFER_WORDS].toSorted())
})
