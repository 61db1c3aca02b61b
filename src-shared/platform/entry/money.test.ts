import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatMoney, keepMoney, moneyText, readMoney, readPositiveMoney, typedCents } from './money.ts'

const centsOf = (typed: string) => {
  const read = readMoney(typed)
  return 'cents' in read ? read.cents : read.problem
}

describe('readMoney understands', () => {
  test.each([
    ['35000', 35_000_00],
    ['$35,000', 35_000_00],
    ['$ 35,000.00', 35_000_00],
    ['35,000.5', 35_000_50],
    ['35000.', 35_000_00],
    ['35000.5000', 35_000_50],
    ['.50', 50],
    ['0', 0],
    ['0.29', 29],
    ['$35k', 35_000_00],
    ['35K', 35_000_00],
    ['35 k', 35_000_00],
    ['35k$', 35_000_00],
    ['1,500k', 1_500_000_00],
    ['1.2345k', 1_234_50],
    ['35 thousand', 35_000_00],
    ['35 grand', 35_000_00],
    ['1.5m', 1_500_000_00],
    ['1.125m', 1_125_000_00],
    ['.5m', 500_000_00],
    ['1.5MM', 1_500_000_00],
    ['2 million dollars', 2_000_000_00],
    ['2 millones de dólares', 2_000_000_00],
    ['1 millón', 1_000_000_00],
    ['USD 35,000', 35_000_00],
    ['USD $35,000', 35_000_00],
    ['US$35k', 35_000_00],
    ['US $35,000', 35_000_00],
    ['$35,000 USD', 35_000_00],
    ['35 000', 35_000_00],
    ['35\u00a0000', 35_000_00],
    ['35\u202f000,50', 35_000_50],
    ['1.234,56', 1_234_56],
    ['1.234.567', 1_234_567_00],
    ['1.234.567,8', 1_234_567_80],
    ['\u200e$35,000\u200b', 35_000_00],
    ['\t35,000\n', 35_000_00],
    ['+35,000', 35_000_00],
    ['-500', -500_00],
    ['−$500.25', -500_25],
    ['$-500', -500_00],
    ['(35k)', -35_000_00],
    ['($35,000.00)', -35_000_00],
    ['$ (500.00)', -500_00],
    ['３５０００', 35_000_00],
    ['-0', 0],
    ['999,999,999,999.99', 99_999_999_999_999],
  ])('%j', (typed, cents) => {
    expect(centsOf(typed)).toBe(cents)
  })
})

describe('readMoney refuses', () => {
  test.each([
    ['', 'unreadable'],
    ['$', 'unreadable'],
    ['.', 'unreadable'],
    ['plenty', 'unreadable'],
    ['35%', 'unreadable'],
    ['1e5', 'unreadable'],
    ['0x10', 'unreadable'],
    ['35OOO', 'unreadable'],
    ['10²', 'unreadable'],
    ['$$35', 'unreadable'],
    ['35k k', 'unreadable'],
    ['35km', 'unreadable'],
    ['35k+', 'unreadable'],
    ['~35k', 'unreadable'],
    ['25k-50k', 'unreadable'],
    ['35,000 per month', 'unreadable'],
    ['1 million 500 thousand', 'unreadable'],
    ['(500', 'unreadable'],
    ['-(500)', 'unreadable'],
    ['--500', 'unreadable'],
    ['1'.repeat(81), 'unreadable'],
    ['33,33', 'decimal_comma'],
    ['50000,00', 'decimal_comma'],
    ['1,5m', 'decimal_comma'],
    ['0,5', 'decimal_comma'],
    ['1,23,456', 'grouping'],
    ['1234,567', 'grouping'],
    ['0,500', 'grouping'],
    [',500', 'grouping'],
    ['1,,000', 'grouping'],
    ['35 00', 'grouping'],
    ['35, 000', 'grouping'],
    ['1,234 567', 'grouping'],
    ['1.23.456', 'grouping'],
    ['1.234,567', 'grouping'],
    ['1.234', 'point_or_thousands'],
    ['35.000', 'point_or_thousands'],
    ['1.500k', 'point_or_thousands'],
    ['35 mil', 'mil'],
    ['€35,000', 'currency'],
    ['35,000 EUR', 'currency'],
    ['C$35k', 'currency'],
    ['MX$35k', 'currency'],
    ['35,000 pesos', 'currency'],
    ['12.3456', 'fraction_of_cent'],
    ['1.23456789k', 'fraction_of_cent'],
    ['1,000,000,000,000', 'too_large'],
    ['1000000m', 'too_large'],
  ])('%j: %s', (typed, problem) => {
    expect(centsOf(typed)).toBe(problem)
  })

  test('a negative amount if negative amounts are not allowed', () => {
    expect(readPositiveMoney('(5)')).toEqual({ problem: 'negative' })
    expect(readPositiveMoney('5')).toEqual({ cents: 500 })
    expect(typedCents('-5')).toBeNull()
  })
})

const anyCents = fc.integer({ min: 0, max: 99_999_999_999_999 })

/** Splits cents into the text of whole dollars and the text of the two decimals, without floating point. */
function plain(cents: number): { whole: string; fraction: string } {
  const digits = String(cents).padStart(3, '0')
  return { whole: digits.slice(0, -2), fraction: digits.slice(-2) }
}

function grouped(whole: string, mark: string): string {
  return whole.replaceAll(/(?<=\d)(?=(\d{3})+$)/g, mark)
}

/** Functions that write the same amount in different notations. All of these notations are unambiguous. */
const NOTATIONS: readonly ((cents: number) => string)[] = [
  (cents) => moneyText(cents),
  (cents) => formatMoney(cents),
  (cents) => `${plain(cents).whole}.${plain(cents).fraction}`,
  (cents) => `${grouped(plain(cents).whole, ',')}.${plain(cents).fraction}`,
  (cents) => `${grouped(plain(cents).whole, ' ')}.${plain(cents).fraction}`,
  (cents) => `${plain(cents).whole}.${plain(cents).fraction}00`,
  (cents) =>
    cents < 100_000 ? moneyText(cents) : `${grouped(plain(cents).whole, '.')},${plain(cents).fraction}`,
  (cents) =>
    cents < 100_000 ? moneyText(cents) : `${grouped(plain(cents).whole, '\u00a0')},${plain(cents).fraction}`,
  (cents) => `${decimals(cents, 5)}k`,
  (cents) => `${decimals(cents, 8)} million`,
]

/**
 * Formats cents as dollars with `places` decimals. Pass at least four: a point with three digits after it could also separate thousands.
 */
function decimals(cents: number, places: number): string {
  const digits = String(cents).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

const PREFIXES = ['', '$', '$ ', 'USD ', 'US$', ' ', '\u200b']
const SUFFIXES = ['', ' USD', ' dollars', ' ', '\u00a0']

describe('readMoney with generated texts', () => {
  test('reads every notation of an amount as this amount', () => {
    fc.assert(
      fc.property(
        anyCents,
        fc.constantFrom(...NOTATIONS),
        fc.constantFrom(...PREFIXES),
        fc.constantFrom(...SUFFIXES),
        (cents, notation, prefix, suffix) => {
          const bare = notation(cents)
          const typed = bare.startsWith('$') ? bare : prefix + bare + suffix
          expect([typed, centsOf(typed)]).toEqual([typed, cents])
        },
      ),
    )
  })

  test('reads the amounts that the app formats, including negative ones', () => {
    fc.assert(
      fc.property(anyCents, fc.boolean(), (most, isNegative) => {
        const cents = isNegative && most > 0 ? -most : most
        expect(centsOf(moneyText(cents))).toBe(cents)
        expect(centsOf(formatMoney(cents))).toBe(cents)
      }),
    )
  })

  const anyText = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.string({ unit: fc.constantFrom(...'0123456789.,.,$ kKmM()-+%e\u00a0'), maxLength: 14 }),
  )

  test('neither drops nor adds a digit, and reads its own output back unchanged', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const read = readMoney(typed)
        if ('problem' in read) return
        const significant = (text: string) => text.replaceAll(/\D/g, '').replaceAll(/^0+|0+$/g, '')
        expect(significant(moneyText(read.cents))).toBe(significant(typed))
        expect(centsOf(formatMoney(read.cents))).toBe(read.cents)
        expect(keepMoney(keepMoney(typed))).toBe(keepMoney(typed))
      }),
    )
  })

  test('either refuses an amount with an inserted invalid character, or reads it as the same amount', () => {
    fc.assert(
      fc.property(
        anyCents,
        fc.constantFrom(...NOTATIONS),
        fc.nat(),
        fc.constantFrom(...'oOlISB%&/#*xabe_\'"²½'),
        (cents, notation, at, character) => {
          const bare = notation(cents)
          const cut = at % (bare.length + 1)
          const typed = bare.slice(0, cut) + character + bare.slice(cut)
          const understood = centsOf(typed)
          expect([typed, typeof understood === 'string' ? cents : understood]).toEqual([typed, cents])
        },
      ),
    )
  })
})
