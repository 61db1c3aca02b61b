import { describe, expect, test } from 'vitest'
import { readDay } from '../../platform/entry/business-days.ts'
import { PUBLISHED_EXAMPLES, type PublishedExample } from './appendix-j-examples.fixture.ts'
import {
  averageUnitPeriod,
  singlePaymentTerm,
  solveUnitPeriodRate,
  unitPeriodsAYear,
  unitPeriodsBetween,
  type TimedFlow,
} from './appendix-j.ts'

const day = (text: string) => readDay(text) ?? Number.NaN

function aprOf(example: PublishedExample): string {
  const { advance, every, payments, first_cents, regular_cents, last_cents } = example
  const [from, first] = [day(advance.on), day(example.first_payment_on)]
  const { periods_a_year, ...term } =
    every === null
      ? singlePaymentTerm(from, first)
      : { ...unitPeriodsBetween(from, first, every), periods_a_year: unitPeriodsAYear(every) }
  const flows = Array.from({ length: payments }, (_, at): TimedFlow => {
    const cents = at === 0 ? first_cents : at === payments - 1 ? last_cents : regular_cents
    return { cents, full: term.full + at, fraction: term.fraction }
  })
  const rate = solveUnitPeriodRate([{ cents: advance.cents, full: 0, fraction: 0 }], flows)
  return ((rate ?? Number.NaN) * periods_a_year * 100).toFixed(2)
}

describe('the published examples of Appendix J to 12 CFR Part 1026', () => {
  test.each(PUBLISHED_EXAMPLES)('$paragraph $what: $apr %', (example) => {
    expect(aprOf(example)).toBe(example.apr)
  })
})

describe('unit-periods between two days, (b)(5)', () => {
  test.each([
    ['1978-02-10', '1978-04-01', { unit: 'month', count: 1 }, 1, 19 / 30],
    ['1978-02-23', '1978-03-01', { unit: 'semimonth', count: 1 }, 0, 6 / 15],
    ['1978-05-23', '1978-10-01', { unit: 'month', count: 3 }, 1, 39 / 90],
    ['1978-03-20', '1978-04-21', { unit: 'week', count: 1 }, 4, 4 / 7],
    ['1978-03-18', '1978-04-20', { unit: 'week', count: 4 }, 1, 5 / 28],
    ['1978-01-10', '1978-03-01', { unit: 'month', count: 2 }, 0, 52 / 60],
    ['2026-01-31', '2026-02-28', { unit: 'month', count: 1 }, 1, 0],
    ['2026-01-30', '2028-02-29', { unit: 'month', count: 1 }, 25, 0],
    ['2026-01-05', '2026-01-09', { unit: 'day', count: 1 }, 4, 0],
    ['2026-01-05', '2028-04-05', { unit: 'month', count: 12 }, 2, 3 / 12],
    ['2026-01-05', '2028-04-06', { unit: 'month', count: 12 }, 2, 91 / 365],
  ] as const)(
    'are counted from %s to %s in %o: %d full and a fraction of %d',
    (from, to, unit, full, fraction) => {
      const counted = unitPeriodsBetween(day(from), day(to), unit)
      expect(counted.full).toBe(full)
      expect(counted.fraction).toBeCloseTo(fraction, 12)
    },
  )

  test.each([
    [1, { unit: 'day', count: 1 }],
    [4, { unit: 'day', count: 1 }], // 4 days are as near to 1 day as to a week, so the shorter one counts.
    [4.5, { unit: 'week', count: 1 }],
    [14.5, { unit: 'week', count: 2 }],
    [15.2, { unit: 'semimonth', count: 1 }],
    [29.5, { unit: 'month', count: 1 }],
    [5000, { unit: 'month', count: 12 }],
  ] as const)('use the standard interval nearest to an average of %d days', (days, unit) => {
    expect(averageUnitPeriod(days)).toEqual(unit)
  })
})

describe('the general equation, (b)(8)', () => {
  const at = (cents: number, full: number, fraction = 0) => ({ cents, full, fraction })

  test('finds the rate for an advance that is paid in two parts', () => {
    // The borrower gets 1,000 now and 1,000 after one period, at 2 % per period. After two periods, the debt is 1,000 × 1.02² + 1,000 ×
    // 1.02 = 2,060.40.
    const rate = solveUnitPeriodRate([at(1_000_00, 0), at(1_000_00, 1)], [at(2_060_40, 2)])
    expect(rate).toBeCloseTo(0.02, 12)
  })

  test.each([
    ['payments equal the advance', [at(5, 0)], [at(5, 1)], 0],
    ['payments are less than the advance', [at(5, 0)], [at(4, 1)], null],
    ['advance and payments are zero', [], [], 0],
    ['the advance is zero', [], [at(1, 1)], null],
    ['everything is paid at the same moment', [at(5, 0)], [at(6, 0)], null],
    ['an amount is not a number', [at(Number.NaN, 0)], [at(6, 1)], null],
  ])('has the expected solution, or none, if %s', (_name, advances, payments, rate) => {
    expect(solveUnitPeriodRate(advances, payments)).toBe(rate)
  })

  test('finds extremely small and extremely large rates', () => {
    expect(solveUnitPeriodRate([at(1, 0)], [at(Number.MAX_SAFE_INTEGER, 1)])).toBeCloseTo(
      Number.MAX_SAFE_INTEGER - 1,
      -2,
    )
    const tiny = solveUnitPeriodRate([at(9e15, 0)], [at(9e15 + 2, 1)]) ?? 0
    expect(tiny).toBeGreaterThan(1e-16)
    expect(tiny).toBeLessThan(1e-14)
  })
})
