import { describe, expect, test } from 'vitest'
import { readDay } from '../../platform/entry/business-days.ts'
import { agreesWithApr, estimateApr, type AprBasis } from './apr.ts'
import type { Frequency } from '../../platform/partner/offer-words.ts'

const day = (text: string) => readDay(text) ?? Number.NaN
const OFFERED = '2026-03-02'

interface Wanted {
  financed: number
  payment: number
  payments: number
  frequency?: Frequency
  last?: number
  funding?: string
  first?: string
}
const basisOf = ({ financed, payment, payments, frequency, last, funding, first }: Wanted): AprBasis => ({
  financed_cents: financed,
  schedule: {
    payment_cents: payment,
    payments,
    last_payment_cents: last ?? payment,
    frequency: frequency ?? 'monthly',
  },
  dates: {
    offered: day(OFFERED),
    funding: readDay(funding ?? null),
    first_payment: readDay(first ?? null),
  },
})
const aprOf = (wanted: Wanted) => estimateApr(basisOf(wanted))?.apr ?? null

describe('the estimated APR', () => {
  test.each<[string, Wanted, string]>([
    // First line: one payment after a month, so the APR is 12 × 1 %. Second line: two equal payments p at 10 % per period, so 1000 = p/1.1
    // + p/1.21. Third line: twelve equal payments at 1 % a month.
    ['one month at 1 %', { financed: 10_000_00, payment: 10_100_00, payments: 1 }, '12.00'],
    ['two months at 10 %', { financed: 1_000_000_00, payment: 576_190_48, payments: 2 }, '120.00'],
    ['one year at 1 % per month', { financed: 10_000_000_00, payment: 888_487_89, payments: 12 }, '12.00'],
    [
      '52 weeks at 0.5 %',
      { financed: 10_000_000_00, payment: 218_867_49, payments: 52, frequency: 'weekly' },
      '26.00',
    ],
    ['payments equal to the financed amount', { financed: 1_200_00, payment: 100_00, payments: 12 }, '0.00'],
    // Friday to Monday is three days, and a year has 365 days. The result is compound interest; simple interest would be 1,000 × (1 + 3 ×
    // 0.1 %).
    [
      'a single daily payment after a weekend',
      { financed: 1_000_00, payment: 1_003_00, payments: 1, frequency: 'daily', funding: '2026-03-06' },
      '36.50',
    ],
    // The two payments are four and five days after funding, so no period occurs twice. The average period is 2.5 days. The standard
    // interval nearest to it is one day.
    [
      'daily payments after an odd first period',
      {
        financed: 1_000_00,
        payment: 502_00,
        payments: 2,
        frequency: 'daily',
        funding: '2026-03-05',
        first: '2026-03-09',
      },
      '32.39',
    ],
  ])('is correct for %s', (_name, wanted, apr) => {
    expect(aprOf(wanted)).toBe(apr)
  })

  test('counts calendar days between daily payments, including weekends and holidays, at 365 days a year', () => {
    // 60 daily payments from November 3, 2026 end on February 1, 2027. Five holidays are in between: Veterans Day, Thanksgiving, Christmas,
    // New Year's Day, and the Birthday of Martin Luther King, Jr.
    const offer: Wanted = {
      financed: 10_000_00,
      payment: 200_00,
      payments: 60,
      frequency: 'daily',
      funding: '2026-11-02',
      first: '2026-11-03',
    }
    expect(aprOf(offer)).toBe('151.47')
    // If payments start a week later, the same offer has a lower APR.
    expect(aprOf({ ...offer, first: '2026-11-10' })).toBe('128.61')
  })

  test.each<[string, Wanted]>([
    ['the payback is less than the financed amount', { financed: 1_300_00, payment: 100_00, payments: 12 }],
    ['fees leave nothing to finance', { financed: 0, payment: 1, payments: 1 }],
    ['fees are more than the amount', { financed: -5, payment: 1, payments: 1 }],
    ['there are no payments', { financed: 5, payment: 1, payments: 0 }],
    ['the number of payments is not a number', { financed: 5, payment: 1, payments: Number.NaN }],
    ['a payment is negative', { financed: 5, payment: -1, payments: 1 }],
    ['the last payment is negative', { financed: 5, payment: 9, payments: 2, last: -1 }],
    ['there are too many payments', { financed: 5, payment: 9, payments: 1e15 }],
    [
      'the rate exceeds the range of numbers',
      { financed: 1, payment: Number.MAX_SAFE_INTEGER, payments: 2, frequency: 'daily' },
    ],
  ])('is unknown if %s', (_name, wanted) => {
    expect(aprOf(wanted)).toBeNull()
    expect(agreesWithApr('12.00', basisOf(wanted))).toBe(true)
  })

  test('can be calculated for the largest amounts and the most payments', () => {
    expect(aprOf({ financed: 9e15, payment: 9e11, payments: 10_000, frequency: 'daily' })).toBe('0.00')
    const most = aprOf({ financed: 1, payment: 1_000_000_00, payments: 10_000, frequency: 'daily' })
    expect(most).toMatch(/^\d+\.\d\d$/)
  })
})

describe('the assumptions of an estimated APR', () => {
  const daily: Wanted = { financed: 10_000_00, payment: 200_00, payments: 60, frequency: 'daily' }
  const assumptionsOf = (wanted: Wanted) => estimateApr(basisOf(wanted))?.assumptions

  test('include funding on the next business day, and a first payment one business day later, if the offer reports no dates', () => {
    expect(assumptionsOf(daily)).toEqual([
      { kind: 'funding_date', on: '2026-03-03' },
      { kind: 'first_payment_date', on: '2026-03-04' },
      { kind: 'business_days' },
      { kind: 'fees_at_funding' },
    ])
  })
  test.each<[Frequency, string]>([
    ['weekly', '2026-03-10'],
    ['biweekly', '2026-03-17'],
    ['semimonthly', '2026-03-18'],
    ['monthly', '2026-04-03'],
  ])('include a first payment one regular period after funding for %s payments', (frequency, on) => {
    expect(assumptionsOf({ ...daily, frequency })).toEqual([
      { kind: 'funding_date', on: '2026-03-03' },
      { kind: 'first_payment_date', on },
      { kind: 'fees_at_funding' },
    ])
  })
  test.each<[Frequency, string]>([
    ['daily', '2026-05-22'], // Memorial Day is May 25.
    ['weekly', '2026-05-19'],
    ['biweekly', '2026-05-12'],
    ['semimonthly', '2026-05-11'],
    ['monthly', '2026-04-26'],
  ])(
    'include a funding date one payment period before the reported date of the first of %s payments',
    (frequency, on) => {
      expect(assumptionsOf({ ...daily, frequency, first: '2026-05-26' })?.[0]).toEqual({
        kind: 'funding_date',
        on,
      })
    },
  )
  test('include no date if the offer reports both the funding date and the first payment date', () => {
    const known = { ...daily, funding: '2026-03-05', first: '2026-03-09' }
    expect(assumptionsOf(known)).toEqual([{ kind: 'business_days' }, { kind: 'fees_at_funding' }])
  })
  test('replace the reported funding date with an earlier date if it is not before the first payment', () => {
    const reversed = { ...daily, funding: '2026-03-09', first: '2026-03-09' }
    expect(assumptionsOf(reversed)?.[0]).toEqual({ kind: 'funding_date', on: '2026-03-06' })
  })
})

describe('an APR that the partner reports', () => {
  const monthly: Wanted = {
    financed: 10_000_000_00,
    payment: 888_487_89,
    payments: 12,
    funding: '2026-03-05',
    first: '2026-04-05',
  }
  test.each([
    ['12.12', true],
    ['11.88', true],
    ['12.13', false],
    ['11.87', false],
  ])('%s is within 1/8 point of 12.00: %s', (reported, agrees) => {
    expect(agreesWithApr(reported, basisOf(monthly))).toBe(agrees)
  })

  const daily: Wanted = {
    financed: 10_000_00,
    payment: 200_00,
    payments: 60,
    frequency: 'daily',
    funding: '2026-11-02',
    first: '2026-11-03',
  }
  test.each([
    ['151.72', true],
    ['151.22', true],
    ['151.73', false],
    ['151.21', false],
  ])(
    '%s is within 1/4 point of 151.47, since business days are irregular periods: %s',
    (reported, agrees) => {
      expect(agreesWithApr(reported, basisOf(daily))).toBe(agrees)
    },
  )

  test('agrees with the calculated APR if a different funding day in the same week explains the difference', () => {
    const { funding: _, first: __, ...unreported } = daily
    const onFriday = aprOf({ ...unreported, funding: '2026-03-06', first: '2026-03-09' }) ?? ''
    expect(Math.abs(Number(onFriday) - Number(aprOf(unreported)))).toBeGreaterThan(0.25)
    expect(agreesWithApr(onFriday, basisOf(unreported))).toBe(true)
    expect(agreesWithApr(String(Number(onFriday) - 5), basisOf(unreported))).toBe(false)
    // In this offer, the dates of funding and of the first payment are both reported. The app therefore tries no other dates that could
    // explain the difference.
    expect(agreesWithApr(onFriday, basisOf(daily))).toBe(false)
  })
  test('agrees with the calculated APR if a slightly irregular first period explains the difference', () => {
    const { first: _, ...unreported } = monthly
    expect(agreesWithApr(aprOf({ ...monthly, first: '2026-03-31' }) ?? '', basisOf(unreported))).toBe(true)
    expect(agreesWithApr(aprOf({ ...monthly, first: '2026-05-10' }) ?? '', basisOf(unreported))).toBe(false)
  })
})
