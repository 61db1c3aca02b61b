import { describe, expect, test } from 'vitest'
import {
  accountOf,
  dealStatements,
  monthNames,
  unverifiedMonth,
  verifiedMonth,
} from './deal-statements.fixture.ts'
import { meanOf, recentMonths, sumOf, verifiedMonths } from './verified-months.ts'

const namesOf = (statements: Parameters<typeof verifiedMonths>[0]) =>
  verifiedMonths(statements).map(({ month }) => month)

describe('verified months', () => {
  test('are the calendar months that verified statements cover, oldest first', () => {
    const months = ['2026-05', '2026-04', '2026-06'].map((month) => verifiedMonth(month))
    expect(namesOf(dealStatements([accountOf(months)]))).toEqual(['2026-04', '2026-05', '2026-06'])
  })

  test('leave out a month-to-date statement, because its figures are about a part of the month', () => {
    const part = verifiedMonth('2026-05', {}, { period: { from: '2026-05-01', to: '2026-05-15' } })
    expect(namesOf(dealStatements([accountOf([verifiedMonth('2026-04'), part])]))).toEqual(['2026-04'])
  })

  test('leave out a month that is not verified for one of two accounts', () => {
    const first = accountOf([verifiedMonth('2026-04'), verifiedMonth('2026-05')])
    const second = accountOf(
      [verifiedMonth('2026-04', {}, { account: 'a2' }), unverifiedMonth('2026-05', 'a2')],
      'a2',
      '8821',
    )
    expect(namesOf(dealStatements([first, second]))).toEqual(['2026-04'])
  })

  test('name each of their statements once, and count the classes that are only suggested', () => {
    const second = accountOf([verifiedMonth('2026-04', {}, { account: 'a2' })], 'a2', '8821')
    const first = accountOf([{ ...verifiedMonth('2026-04'), unconfirmed_rows: 4 }])
    expect(verifiedMonths(dealStatements([first, second]))).toMatchObject([
      { month: '2026-04', document_ids: ['document a1 2026-04', 'document a2 2026-04'], unconfirmed_rows: 4 },
    ])
  })

  test('are cut to the newest ones for an average', () => {
    const months = monthNames('2026-01', 6).map((month) => verifiedMonth(month))
    const recent = recentMonths(dealStatements([accountOf(months)]), 3)
    expect(recent.map(({ month }) => month)).toEqual(['2026-04', '2026-05', '2026-06'])
  })
})

describe('a figure of several months', () => {
  const months = (...values: (number | undefined)[]) =>
    values.map((value, at) => ({
      month: `2026-0${at + 1}`,
      figures: value === undefined ? {} : { closing_cents: value },
      document_ids: [],
      unconfirmed_rows: 0,
    }))

  test('has a mean that is rounded to a cent, halves away from zero', () => {
    expect(meanOf(months(1, 2), 'closing_cents')).toBe(2)
    expect(meanOf(months(-1, -2), 'closing_cents')).toBe(-2)
    expect(meanOf(months(10, 10, 11), 'closing_cents')).toBe(10)
  })

  test('has neither mean nor sum without months, or if one month lacks it', () => {
    for (const of of [months(), months(1, undefined)]) {
      expect(meanOf(of, 'closing_cents')).toBeNull()
      expect(sumOf(of, 'closing_cents')).toBeNull()
    }
    expect(sumOf(months(1, 2), 'closing_cents')).toBe(3)
  })
})
