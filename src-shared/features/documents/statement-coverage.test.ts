import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../platform/base/days.ts'
import type { StatementPeriod } from './document.ts'
import {
  isWholeMonths,
  monthLines,
  monthsIn,
  uncoveredDays,
  wantedMonthLines,
  wantedPeriods,
  wholeMonth,
} from './statement-coverage.ts'

const STATEMENTS = { months: 3, month_to_date_after_day: 15 }
const KIND = 'bank_statement'

/** Parses periods in 2026 from texts such as `01-16/02-15`. */
const days = (...written: string[]): StatementPeriod[] =>
  written.map((one) => {
    const [from = '', to = ''] = one.split('/')
    return { from: `2026-${from}`, to: `2026-${to}` }
  })
const missing = (today: string, ...statements: string[]) =>
  uncoveredDays(wantedPeriods(STATEMENTS, today), days(...statements)).map(
    ({ from, to }) => `${from.slice(5)}/${to.slice(5)}`,
  )

describe('the days that statements must cover', () => {
  test.each([
    ['2026-04-15', ['2026-01-01/2026-01-31', '2026-02-01/2026-02-28', '2026-03-01/2026-03-31']],
    ['2026-02-01', ['2025-11-01/2025-11-30', '2025-12-01/2025-12-31', '2026-01-01/2026-01-31']],
    [
      '2024-03-16',
      ['2023-12-01/2023-12-31', '2024-01-01/2024-01-31', '2024-02-01/2024-02-29', '2024-03-01/2024-03-15'],
    ],
  ])('on %s are %j', (today, expected) => {
    expect(wantedPeriods(STATEMENTS, today).map(({ from, to }) => `${from}/${to}`)).toEqual(expected)
  })
})

describe('the missing days', () => {
  test.each<[string, string[], string[]]>([
    ['statements of whole months', ['01-01/01-31', '02-01/02-28', '03-01/03-31'], []],
    ['one statement of a quarter', ['01-01/03-31'], []],
    ['a statement of only a part of March', ['01-01/02-28', '03-01/03-16'], ['03-17/03-31']],
    ['a statement of only the last day of March', ['01-01/02-28', '03-31/03-31'], ['03-01/03-30']],
    ['two overlapping statements of March', ['01-01/02-28', '03-10/03-31', '03-01/03-12'], []],
    [
      'statement cycles from the 16th to the 15th',
      ['01-16/02-15', '02-16/03-15'],
      ['01-01/01-15', '03-16/03-31'],
    ],
    ['statements without dates', [], ['01-01/01-31', '02-01/02-28', '03-01/03-31']],
    ['statements of other months only', ['04-01/04-10'], ['01-01/01-31', '02-01/02-28', '03-01/03-31']],
  ])('are correct for %s', (_, statements, expected) => {
    expect(missing('2026-04-10', ...statements)).toEqual(expected)
  })

  test('include no day of the current month after its fifteenth', () => {
    expect(missing('2026-04-20', '01-01/04-14')).toEqual(['04-15/04-15'])
    expect(missing('2026-04-20', '01-01/04-15')).toEqual([])
    expect(missing('2026-04-20', '12-16/01-15', '01-16/02-15', '02-16/03-15', '03-16/04-15')).toEqual([
      '01-01/01-15',
    ])
  })
})

test('only periods from the first to the last day of a month count as whole months', () => {
  const whole = days('03-01/03-31', '01-01/03-31', '03-01/03-30', '03-02/03-31', '02-16/03-15')
  expect(whole.map(isWholeMonths)).toEqual([true, true, false, false, false])
  expect(days('02-16/03-15', '03-31/03-31').map(monthsIn)).toEqual([['2026-02', '2026-03'], ['2026-03']])
})

const someDay = fc.integer({ min: 0, max: 800 }).map((after) => addDays('2024-12-01', after))
const somePeriod = fc
  .tuple(someDay, fc.integer({ min: 0, max: 120 }))
  .map(([from, more]): StatementPeriod => ({ from, to: addDays(from, more) }))
const somePeriods = fc.array(somePeriod, { maxLength: 12 })
const someRule = fc.record({
  months: fc.integer({ min: 1, max: 12 }),
  month_to_date_after_day: fc.integer({ min: 1, max: 31 }),
})

/** Lists every day of the periods, one by one. The tests compare the result of the app's faster functions with this list. */
function daysOf(periods: readonly StatementPeriod[]): string[] {
  return periods.flatMap(({ from, to }) => {
    const all: string[] = []
    for (let day = from; day <= to; day = addDays(day, 1)) all.push(day)
    return all
  })
}

describe('for any set of statements', () => {
  test('the missing days are the required days minus the covered ones, each once and in order', () => {
    fc.assert(
      fc.property(someRule, someDay, somePeriods, (rule, today, periods) => {
        const wanted = wantedPeriods(rule, today)
        const there = new Set(daysOf(periods))
        expect(daysOf(uncoveredDays(wanted, periods))).toEqual(
          daysOf(wanted).filter((day) => !there.has(day)),
        )
      }),
    )
  })

  test('each missing period lies within one month, and adjacent missing days of a month form one period', () => {
    fc.assert(
      fc.property(someRule, someDay, somePeriods, (rule, today, periods) => {
        const gaps = uncoveredDays(wantedPeriods(rule, today), periods)
        for (const gap of gaps) expect(monthsIn(gap)).toHaveLength(1)
        for (const [index, { from }] of gaps.entries()) {
          const before = gaps[index - 1]
          if (before !== undefined && before.to.slice(0, 7) === from.slice(0, 7))
            expect(addDays(before.to, 1) < from).toBe(true)
        }
      }),
    )
  })

  test('the order and repetition of statements do not change the missing days, and one more statement adds no missing day', () => {
    fc.assert(
      fc.property(someRule, someDay, somePeriods, somePeriod, (rule, today, periods, more) => {
        const wanted = wantedPeriods(rule, today)
        const gaps = uncoveredDays(wanted, periods)
        expect(uncoveredDays(wanted, [...periods, ...periods].toReversed())).toEqual(gaps)
        const before = new Set(daysOf(gaps))
        const after = daysOf(uncoveredDays(wanted, [...periods, more]))
        expect(after.every((day) => before.has(day))).toBe(true)
      }),
    )
  })

  test('the pipeline filter counts a month as complete exactly if no day of it is missing', () => {
    fc.assert(
      fc.property(someRule, someDay, somePeriods, (rule, today, periods) => {
        const lines = new Set(monthLines(KIND, periods))
        const asked = wantedMonthLines({ expected_documents: [KIND], statements: rule }, today)
        const wanted = wantedPeriods(rule, today)
        expect(asked.map((month) => month.some((line) => lines.has(line)))).toEqual(
          wanted.map((month) => uncoveredDays([month], periods).length === 0),
        )
      }),
    )
  })

  test('statements for all parts of a month cover it, and without one of them exactly the days of that part are missing', () => {
    fc.assert(
      fc.property(someDay, fc.uniqueArray(fc.integer({ min: 1, max: 27 })), (day, cuts) => {
        const { from, to } = wholeMonth(day.slice(0, 7))
        const starts = [from, ...cuts.toSorted((a, b) => a - b).map((cut) => addDays(from, cut))]
        const parts = starts.map((start, index) => {
          const next = starts[index + 1]
          return { from: start, to: next === undefined ? to : addDays(next, -1) }
        })
        expect(uncoveredDays([{ from, to }], parts)).toEqual([])
        for (const left of parts)
          expect(
            uncoveredDays(
              [{ from, to }],
              parts.filter((part) => part !== left),
            ),
          ).toEqual([left])
      }),
    )
  })
})
