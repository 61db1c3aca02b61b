import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_HAND, type LedgerRules, type MoneyHand, type Split } from './money-view.ts'
import type { Statuses } from '../offers/offer-status.ts'
import { bareOffer, type Offer } from '../offers/offer.ts'
import { dashboardOf, median, percentile, type DealCourse } from './dashboard.ts'
import { addDays, addMonths, monthOf } from '../../platform/base/days.ts'
import { ledgerOf, type MoneyFacts } from './ledger.ts'

const UNTOLD: Statuses = {
  application_status: null,
  application_status_at: null,
  offer_status: null,
  offer_status_at: null,
}
const RULES: LedgerRules = { clawback_days: 45, commission_basis: 'points' }

/** Returns a deal that was funded at such an hour that the date is the same in every time zone of the United States. */
const received = (cents: number) => [{ kind: 'received' as const, on: '2026-03-10', cents }]
const clawedBack = (cents: number) =>
  cents === 0 ? [] : [{ kind: 'clawed_back' as const, on: '2026-03-15', cents }]

function fundedOn(day: string, offer: Partial<Offer>, hand: Partial<MoneyHand> = {}): MoneyFacts {
  return {
    deal_id: 'd1',
    legal_name: 'Juniper Bakery LLC',
    accepted_at: null,
    funded_at: `${day}T17:00:00.000Z`,
    declined_at: null,
    statuses: null,
    offer: { ...bareOffer('o1'), ...offer },
    other_offers: 0,
    renewed_as: null,
    renewal_told_on: null,
    hand: { ...NO_HAND, ...hand },
  }
}

describe('the dashboard', () => {
  const now = '2026-03-20T17:00:00.000Z'
  const course = (more: Partial<DealCourse> = {}): DealCourse => ({
    created_at: '2026-03-10T17:00:00.000Z',
    submitted_at: null,
    offered_at: null,
    accepted_at: null,
    funded_at: null,
    declined_at: null,
    statuses: null,
    decline_reason: null,
    requested_cents: 4_000_000,
    ...more,
  })
  const submitted = { submitted_at: '2026-03-11T17:00:00.000Z' }

  test('counts a deal in every step before its latest reported step, even if those steps were not reported', () => {
    const { funnel } = dashboardOf(
      [
        course(),
        course(submitted),
        course({ ...submitted, offered_at: '2026-03-12T17:00:00.000Z' }),
        course({ funded_at: '2026-03-13T17:00:00.000Z' }),
        course({ created_at: '2026-02-18T17:00:00.000Z' }),
      ],
      [],
      '30',
      now,
    )
    expect(funnel).toEqual({ started: 4, submitted: 3, offered: 2, funded: 1 })
  })

  test.each([
    ['30', '2026-02-19'],
    ['90', '2025-12-21'],
    ['year', '2026-01-01'],
    ['all', '2020-01-01'],
  ] as const)('for the period %s includes the deals that were started on or after %s', (period, day) => {
    const begun = (days: number) => course({ created_at: `${addDays(day, days)}T17:00:00.000Z` })
    const before = dashboardOf([begun(-1)], [], period, now).funnel.started
    expect(dashboardOf([begun(0)], [], period, now).funnel.started).toBe(1)
    expect(before).toBe(period === 'all' ? 1 : 0)
  })

  const monthsOf = (facts: MoneyFacts[]) =>
    dashboardOf([], ledgerOf(facts, RULES, '2026-03-20').lines, 'all', now).months

  test('shows the last twelve months, and counts unknown values separately', () => {
    const months = monthsOf([
      fundedOn('2026-03-02', { amount_cents: 100, commission_cents: 7 }),
      fundedOn('2026-03-03', { commission_cents: 7 }, { payments: received(5) }),
      fundedOn(
        '2026-03-03',
        { amount_cents: 0, commission_cents: 9 },
        { payments: received(9), clawback_on: '2026-03-04' },
      ),
      fundedOn('2026-03-04', { amount_cents: 100_00, commission_points: '5' }),
      fundedOn('2026-03-05', { amount_cents: 100_00 }),
      fundedOn('2025-04-03', { amount_cents: 1 }),
      fundedOn('2025-03-30', { amount_cents: 1 }),
    ])
    expect(months).toHaveLength(12)
    expect(months[0]).toMatchObject({ month: '2025-04', funded: 1 })
    expect(months.at(-1)).toEqual({
      month: '2026-03',
      funded: 5,
      unknown: 1,
      funded_cents: 200_00 + 100,
      expected_cents: 7 + 2 + 500,
      calculated_cents: 500,
      unknown_commissions: 1,
      at_risk_cents: 5,
      settled_cents: 9,
    })
  })

  test.each([
    ['30', ['2026-02', '2026-03'], 2],
    ['90', ['2025-12', '2026-01', '2026-02', '2026-03'], 3],
    ['year', ['2026-01', '2026-02', '2026-03'], 2],
  ] as const)(
    'for the period %s shows only its months, and the deals funded in it',
    (period, months, funded) => {
      const facts = ['2025-12-20', '2025-12-21', '2026-02-19', '2026-03-20'].map((day) => fundedOn(day, {}))
      const shown = dashboardOf([], ledgerOf(facts, RULES, '2026-03-20').lines, period, now).months
      expect(shown.map(({ month }) => month)).toEqual(months)
      expect(shown.reduce((sum, month) => sum + month.funded, 0)).toBe(funded)
    },
  )

  test('shows the same monthly commissions as the ledger', () => {
    const cents = fc.option(fc.integer({ min: 0, max: 10_000_000 }))
    const day = fc.integer({ min: 0, max: 340 }).map((days) => addDays('2025-04-15', days))
    const facts = fc
      .record({
        funded: day,
        offer: fc.record({
          amount_cents: cents,
          commission_cents: cents,
          commission_points: fc.constant('5'),
        }),
        hand: fc.record({
          expected_cents: cents,
          payments: fc
            .tuple(fc.integer({ min: 1, max: 10_000_000 }), fc.double({ min: 0, max: 1, noNaN: true }))
            .map(([paid, part]) => [...received(paid), ...clawedBack(Math.floor(paid * part))]),
          splits: fc.constantFrom<Split[]>([], [{ name: 'Ana Ruiz', percent: '30', amount_cents: null }]),
        }),
      })
      .map(({ funded, offer, hand }) => fundedOn(funded, offer, hand))
    const sum = (amounts: number[]) => amounts.reduce((one, other) => one + other, 0)
    fc.assert(
      fc.property(fc.array(facts), (all) => {
        const { lines, months } = ledgerOf(all, RULES, '2026-03-20')
        for (const shown of monthsOf(all)) {
          const ledger = months.find(({ month }) => month === shown.month)?.sums
          expect(shown.expected_cents).toBe(ledger?.expected ?? 0)
          expect(shown.at_risk_cents).toBe(ledger?.at_risk ?? 0)
          expect(shown.settled_cents).toBe(ledger?.settled ?? 0)
          const calculated = lines.filter(
            (line) => monthOf(line.step_on) === shown.month && line.expected_from === 'calculated',
          )
          expect(shown.calculated_cents).toBe(sum(calculated.map((line) => line.own_outstanding_cents ?? 0)))
        }
      }),
    )
  })

  test('measures the time from submission to the first offer, grouped by the month of submission', () => {
    const wait = (minutes: number) =>
      course({
        ...submitted,
        offered_at: new Date(Date.parse(submitted.submitted_at) + minutes * 60_000).toISOString(),
      })
    const waits = [10, 20, 30, 40, 50, 60, 70, 80, 90, 1000].map(wait)
    const { time_to_offer } = dashboardOf([...waits, wait(-5), course(submitted)], [], '30', now)
    expect(time_to_offer).toMatchObject({ deals: 10, median_minutes: 55, p90_minutes: 90 })
    expect(time_to_offer.months).toEqual([
      { month: '2026-03', deals: 10, median_minutes: 55, p90_minutes: 90 },
    ])
  })

  test('has no month in the future, even if the clock was ahead when a deal was submitted', () => {
    const ahead = course({
      submitted_at: '2026-05-02T17:00:00.000Z',
      offered_at: '2026-05-02T18:00:00.000Z',
    })
    const { months, time_to_offer } = dashboardOf([ahead], [], 'year', now)
    expect(months.map(({ month }) => month)).toEqual(['2026-01', '2026-02', '2026-03'])
    expect(time_to_offer).toMatchObject({ deals: 1, months: [] })
  })

  test('counts declined deals by reason, the most frequent first', () => {
    const declined = (decline_reason: string | null) =>
      course({ declined_at: '2026-03-12T17:00:00.000Z', decline_reason })
    const { declines } = dashboardOf(
      [
        declined('Too many positions'),
        declined(null),
        declined(null),
        course({ declined_at: '2026-03-12T17:00:00.000Z', funded_at: '2026-03-13T17:00:00.000Z' }),
        course({ declined_at: '2025-03-12T17:00:00.000Z' }),
        // This deal was declined and became active again, so it does not count as declined.
        course({
          declined_at: '2026-03-12T17:00:00.000Z',
          statuses: { ...UNTOLD, application_status: 'app_under_review' },
        }),
      ],
      [],
      '30',
      now,
    )
    expect(declines).toEqual([
      { reason: null, deals: 2 },
      { reason: 'Too many positions', deals: 1 },
    ])
  })

  test('counts an amount at the upper end of a band in that band', () => {
    const asked = (requested_cents: number | null) => course({ ...submitted, requested_cents })
    const { bands } = dashboardOf(
      [asked(2_500_000), asked(2_500_001), asked(99_999_999), asked(null)],
      [],
      '30',
      now,
    )
    expect(bands.map((band) => band.submitted)).toEqual([1, 1, 0, 0, 1])
  })

  test('calculates the median, which for two middle values is halfway between them', () => {
    expect(median([60, 48 * 60])).toBe(24.5 * 60)
    expect([[], [7], [1, 2, 9], [1, 2, 4, 9]].map(median)).toEqual([null, 7, 2, 3])
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { minLength: 1 }), (values) => {
        const found = median(values.toSorted((a, b) => a - b)) as number
        const mirrored = median(values.map((one) => 1_000_000 - one).toSorted((a, b) => a - b)) as number
        expect(Math.abs(1_000_000 - mirrored - found)).toBeLessThanOrEqual(1)
        expect(values.filter((one) => one < found).length).toBeLessThanOrEqual(values.length / 2)
        expect(values.filter((one) => one > found).length).toBeLessThanOrEqual(values.length / 2)
      }),
    )
  })

  test('calculates a percentile as the smallest value with at least that percentage of values at or below it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1 }), fc.constantFrom(50, 90), (values, percent) => {
        const sorted = values.toSorted((a, b) => a - b)
        const found = percentile(sorted, percent) as number
        expect(sorted.filter((one) => one <= found).length * 100).toBeGreaterThanOrEqual(
          sorted.length * percent,
        )
        expect(sorted.filter((one) => one < found).length * 100).toBeLessThan(sorted.length * percent)
      }),
    )
    expect(percentile([], 50)).toBeNull()
  })

  test('adds and subtracts months across the turn of a year', () => {
    expect(addMonths('2026-03', -11)).toBe('2025-04')
    expect(addMonths('2025-12', 1)).toBe('2026-01')
  })
})
