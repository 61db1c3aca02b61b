import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keepEntry } from '../../features/form/keep-entry.ts'
import { readPhone, showPhone } from './phone.ts'

const TODAY = '2026-11-23'

describe('readPhone', () => {
  test.each([
    '+1 541 555 0142',
    '(541) 555-0142,',
    '1-541-555-0142',
    '541.555.0142',
    '(541)555-0142',
    '5415550142',
    '15415550142',
    '+15415550142',
    '1 (541) 555-0142',
    ' 541\u00a0555\u00a00142 ',
    '\u202a+1 541-555-0142\u202c',
    '541 \u2013 555 \u2013 0142',
    '541/555-0142',
    'tel:+1-541-555-0142',
  ])('reads %j', (typed) => {
    expect(readPhone(typed)).toEqual({ digits: '5415550142' })
  })

  test.each([
    ['416-555-0142', '4165550142'],
    ['+1 787 555 0142', '7875550142'],
    ['1-800-411-7246', '8004117246'],
  ])('reads %j as a number with country code 1', (typed, digits) => {
    expect(readPhone(typed)).toEqual({ digits })
  })

  test.each([
    '(541) 555-0142 x12',
    '541.555.0142 ext. 9',
    '541-555-0142 extension 1234',
    '541-555-0142 #7',
    '(541) 555-0142, 12',
    '+1 541 555 0142;ext=12',
  ])('refuses the extension of %j instead of dropping it', (typed) => {
    expect(readPhone(typed)).toEqual({ problem: 'phoneExtension' })
  })

  test.each(['+44 20 7946 0958', '+52 55 1234 5678', '011 44 20 7946 0958', '+49 30 901820'])(
    'refuses %j as a number of another country',
    (typed) => {
      expect(readPhone(typed)).toEqual({ problem: 'phoneForeign' })
    },
  )

  test.each([
    '',
    '555-0142',
    '541-555-014',
    '541-555-01425',
    '541-555-0142 x',
    '541-555-0142 or 541-555-0143',
    '541-555-0142 (cell)',
    '1-800-FLOWERS',
    '541-555-O142',
    '141-555-0142',
    '541-155-0142',
    '911-555-0142',
    '115415550142',
    '+1 1 541 555 0142',
    '001 541 555 0142',
    '5.41555E+09',
    'n/a',
  ])('refuses %j', (typed) => {
    expect(readPhone(typed)).toEqual({ problem: 'phone' })
  })

  test('reads fictional numbers, which demo and tests use', () => {
    for (let last = 100; last < 200; last++)
      expect(readPhone(`(503) 555-0${last}`)).toEqual({ digits: `5035550${last}` })
  })

  const digitsOf = (first: string, length: number) =>
    fc
      .tuple(fc.constantFrom(...first), fc.stringMatching(new RegExp(`^[0-9]{${length - 1}}$`)))
      .map((parts) => parts.join(''))
  const area = digitsOf('23456789', 3).filter((code) => !code.endsWith('11'))
  const phone = fc.record({ area, exchange: digitsOf('23456789', 3), line: digitsOf('0123456789', 4) })
  const separator = fc.constantFrom('', ' ', '-', '.', ' - ', '\u00a0', '\u2011')
  const notation = fc.record({
    code: fc.constantFrom('', '1 ', '1-', '+1', '+1 ', '+1-', '1.'),
    parenthesized: fc.boolean(),
    one: separator,
    two: separator,
    around: fc.constantFrom('', ' ', '\t', '\u200e'),
  })

  test('reads the same ten digits from thousands of notations, and keeps its own output unchanged', () => {
    fc.assert(
      fc.property(phone, notation, ({ area: a, exchange, line }, how) => {
        const code = how.parenthesized ? `(${a})` : a
        const typed = `${how.around}${how.code}${code}${how.one}${exchange}${how.two}${line}${how.around}`
        const kept = keepEntry({ type: 'phone' }, typed, TODAY)
        expect(readPhone(typed)).toEqual({ digits: `${a}${exchange}${line}` })
        expect(kept).toBe(showPhone(`${a}${exchange}${line}`))
        expect(keepEntry({ type: 'phone' }, kept, TODAY)).toBe(kept)
      }),
    )
  })

  test('never drops or adds a digit of any typed text', () => {
    const anything = fc.string({ unit: fc.constantFrom(...'0123456789 +-().x#,;ext') })
    fc.assert(
      fc.property(fc.oneof(anything, fc.string()), (typed) => {
        const read = readPhone(typed)
        if ('digits' in read) {
          expect(read.digits).toMatch(/^\d{10}$/)
          expect([read.digits, `1${read.digits}`]).toContain(typed.replaceAll(/\D/g, ''))
        } else expect(keepEntry({ type: 'phone' }, typed, TODAY)).toBe(typed)
      }),
    )
  })
})
