import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentOf, setLanguage } from '../texts/plural.ts'
import { keepPercent, readCount, readDecimal, readPercent, showPercent } from './number.ts'

describe('readCount', () => {
  test.each([
    ['12', 12],
    [' 720 ', 720],
    ['1,200', 1_200],
    ['12.0', 12],
    ['-3', -3],
  ])('reads %j', (typed, count) => expect(readCount(typed)).toEqual({ count }))

  test.each([
    ['12 months', 'unreadable'],
    ['1 year', 'unreadable'],
    ['720+', 'unreadable'],
    ['seven', 'unreadable'],
    ['6.5', 'fraction'],
    ['1,2', 'fraction'],
    ['1.200', 'grouping'],
    ['7 20', 'grouping'],
  ])('refuses %j: %s', (typed, problem) => expect(readCount(typed)).toEqual({ problem }))

  test('reads every whole number as itself', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (count) => {
        expect(readCount(String(count))).toEqual({ count })
        expect(readCount(count.toLocaleString('en-US'))).toEqual({ count })
      }),
    )
  })
})

describe('readDecimal', () => {
  test.each([
    ['1.25', '1.25'],
    ['1.250', '1.25'],
    ['1,25', '1.25'],
    ['33,3333', '33.3333'],
    ['.5', '0.5'],
    ['007', '7'],
    ['-0', '0'],
    ['-1.50', '-1.5'],
    ['1.5x', '1.5'],
    ['1.5 X', '1.5'],
  ])('reads %j', (typed, decimal) => expect(readDecimal(typed, ['x'])).toEqual({ decimal }))

  test.each([
    ['', 'unreadable'],
    ['.', 'unreadable'],
    ['1,', 'unreadable'],
    ['1.2.3', 'unreadable'],
    ['1.5 points', 'unreadable'],
    ['1 5', 'unreadable'],
    ['1,250', 'comma_or_thousands'],
  ])('refuses %j: %s', (typed, problem) => expect(readDecimal(typed, ['x'])).toEqual({ problem }))

  test('keeps the digits, and reads its own output back unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,- x'), maxLength: 12 }), (typed) => {
        const read = readDecimal(typed, ['x'])
        if ('problem' in read) return
        expect(readDecimal(read.decimal)).toEqual(read)
        const significant = (text: string) => text.replaceAll(/\D/g, '').replaceAll(/^0+|0+$/g, '')
        expect(significant(read.decimal)).toBe(significant(typed))
      }),
    )
  })
})

describe('readPercent', () => {
  test.each([
    ['51', '51', '51'],
    ['33.33', '33.33', '33.33'],
    ['33.33 %', '33.33', '33.33'],
    ['33,33', '33.33', '33.33'],
    ['33,3333%', '33.3333', '33.3333'],
    ['51 percent', '51', '51'],
    ['51 por ciento', '51', '51'],
    ['33 1/3', '33 1/3', '33.333333'],
    ['33 1/3 %', '33 1/3', '33.333333'],
    ['33-1/3%', '33 1/3', '33.333333'],
    ['33\u2153', '33 1/3', '33.333333'],
    ['66 2/3', '66 2/3', '66.666666'],
    ['12\u00bd', '12.5', '12.5'],
    ['12 1/2', '12.5', '12.5'],
    ['0 1/3', '0 1/3', '0.333333'],
  ])('reads %j', (typed, kept, decimal) => expect(readPercent(typed)).toEqual({ kept, decimal }))

  test.each([
    ['1/3', 'fraction_alone'],
    ['\u2153', 'fraction_alone'],
    ['33 3/3', 'unreadable'],
    ['33 1/0', 'unreadable'],
    ['50/50 split', 'unreadable'],
    // A lenient parser could read this text as 9 1/225, so it must be refused.
    ['9\u00bd25', 'unreadable'],
    ['9\u00bd 25', 'unreadable'],
    ['half', 'unreadable'],
    ['$51', 'unreadable'],
    ['5,505', 'comma_or_thousands'],
  ])('refuses %j: %s', (typed, problem) => expect(readPercent(typed)).toEqual({ problem }))

  test('rounds a fraction down to millionths, and reads its own output back unchanged', () => {
    const share = fc.tuple(fc.nat(100), fc.integer({ min: 1, max: 998 }), fc.integer({ min: 2, max: 999 }))
    fc.assert(
      fc.property(share, ([whole, above, below]) => {
        fc.pre(above < below)
        const typed = `${whole} ${above}/${below}`
        const read = readPercent(typed)
        if ('problem' in read) throw new Error(typed)
        // Calculate in whole millionths, because floating point would round.
        const kept = BigInt(Math.round(Number(read.decimal) * 1_000_000)) * BigInt(below)
        const exact = BigInt(whole * below + above) * 1_000_000n
        expect(kept).toBeLessThanOrEqual(exact)
        expect(exact - kept).toBeLessThan(BigInt(below))
        expect(readPercent(read.kept)).toEqual(read)
        for (const language of ['en', 'es'] as const) {
          setLanguage(language)
          expect(keepPercent(showPercent(read.kept))).toBe(read.decimal)
        }
      }),
    )
  })
})

test('a percentage has a space before its sign in Spanish only', () => {
  setLanguage('es')
  expect([showPercent('60'), percentOf(0.125, 1)]).toEqual(['60\u00a0%', '12.5\u00a0%'])
  setLanguage('en')
  expect([showPercent('60'), percentOf(0.125, 1)]).toEqual(['60%', '12.5%'])
})
