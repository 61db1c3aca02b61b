import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_HAND, type MoneyHand } from '../domain/money.ts'
import type { Statuses } from '../domain/newest-status.ts'
import type { Offer } from '../domain/offer.ts'
import { bareOffer } from '../domain/offer.ts'
import { dashboardOf, percentile, type DealCourse } from './dashboard.ts'
import { addDays, addMonths, addWorkingDays } from './days.ts'
import {
  acceptedOffer,
  changesBack,
  commissionLine,
  countedCents,
  ledgerOf,
  withChanges,
  type MoneyFacts,
} from './ledger.ts'
import { halfPaidOn, renewalOf, renewalsOf, renewalsToTell } from './renewals.ts'

const offer = (more: Partial<Offer> = {}): Offer => ({
  ...bareOffer('o1'),
  status: 'accepted',
  amount_cents: 3_500_000,
  payment_frequency: 'daily',
  payments: 126,
  commission_cents: 175_000,
  ...more,
})

const UNTOLD: Statuses = {
  partner_status: null,
  partner_status_at: null,
  offer_status: null,
  offer_status_at: null,
}

// Noon in any zone of the United States, so that the day is the same wherever the tests run.
const facts = (more: Partial<MoneyFacts> = {}, hand: Partial<MoneyHand> = {}): MoneyFacts => ({
  deal_id: 'd1',
  legal_name: 'Juniper Bakery LLC',
  accepted_at: '2026-03-01T17:00:00.000Z',
  funded_at: '2026-03-02T17:00:00.000Z',
  declined_at: null,
  statuses: UNTOLD,
  offer: offer(),
  other_offers: 0,
  renewed_as: null,
  renewal_told_on: null,
  hand: { ...NO_HAND, ...hand },
  ...more,
})
const accepted = (offer_status_at: string) => ({ offer_status: 'offer_accepted', offer_status_at })
const line = (more: Partial<MoneyFacts>, hand: Partial<MoneyHand>, today = '2026-03-10') =>
  commissionLine(facts(more, hand), 45, today)

describe('the ledger', () => {
  test('a funded deal expects the commission of its accepted offer, with a clawback date', () => {
    expect(line({}, {})).toMatchObject({
      step: 'funded',
      step_on: '2026-03-02',
      amount_cents: 3_500_000,
      expected_cents: 175_000,
      settled_cents: null,
      clawback_on: '2026-04-16',
      state: 'expected',
    })
  })

  test('what the broker wrote stands for what was told', () => {
    expect(
      line({}, { amount_cents: 1, expected_cents: 2, clawback_on: '2026-05-01', note: 'half up front' }),
    ).toMatchObject({ amount_cents: 1, expected_cents: 2, clawback_on: '2026-05-01' })
  })

  test.each([
    ['2026-04-16', 'at_risk'],
    ['2026-04-17', 'settled'],
  ])('what was paid is at risk through the clawback date: on %s it is %s', (today, state) => {
    expect(line({}, { settled_cents: 175_000, settled_on: '2026-03-05' }, today)?.state).toBe(state)
  })

  test('what was taken back stays so, and an accepted deal that is not funded has no clawback date yet', () => {
    const back = { settled_cents: 175_000, settled_on: '2026-03-05', clawed_back_on: '2026-04-01' }
    expect(line({}, back, '2026-09-01')?.state).toBe('clawed_back')
    expect(line({ funded_at: null }, {})).toMatchObject({ step: 'accepted', clawback_on: null })
    expect(line({ funded_at: null }, { settled_cents: 1 }, '2030-01-01')?.state).toBe('at_risk')
  })

  test('a deal that was declined before it was funded is no line, unless it paid', () => {
    const declined = { funded_at: null, declined_at: '2026-03-03T17:00:00.000Z' }
    expect(line(declined, {})).toBeNull()
    expect(line(declined, { settled_cents: 5_000 })).not.toBeNull()
    expect(line({ declined_at: '2026-03-03T17:00:00.000Z' }, {})).not.toBeNull()
    expect(line({ funded_at: null, accepted_at: null }, {})).toBeNull()
  })

  const declined = { partner_status: 'app_declined_closed', partner_status_at: '2026-03-03T17:00:00.000Z' }
  test.each<[string, Partial<Statuses>, boolean]>([
    ['is declined', declined, false],
    ['is under review', { partner_status: 'app_under_review' }, true],
    ['has an offer since', { ...declined, ...accepted('2026-03-05T17:00:00.000Z') }, true],
    ['had an offer before', { ...declined, ...accepted('2026-03-02T17:00:00.000Z') }, false],
    ['is whatever a hint says', { partner_status: null }, false],
  ])('a deal that was declined once and now %s', (_, now, isLine) => {
    const then = {
      funded_at: null,
      declined_at: '2026-03-03T17:00:00.000Z',
      statuses: { ...UNTOLD, ...now },
    }
    expect(line(then, {}) !== null).toBe(isLine)
  })

  test('an accepted offer that was rescinded is expected no more, unless another was accepted or it paid', () => {
    const rescinded = { funded_at: null, statuses: { ...UNTOLD, offer_status: 'offer_rescinded' } }
    expect(line({ ...rescinded, offer: null }, {})).toBeNull()
    expect(line({ ...rescinded, offer: offer({ status: null }) }, {})).toBeNull()
    expect(line({ ...rescinded, offer: offer({ status: 'offer_rescinded' }) }, {})).toBeNull()
    // The event names no offer: it was another one, or may have been.
    expect(line({ ...rescinded, offer: offer() }, {})).not.toBeNull()
    expect(line({ ...rescinded, offer: offer({ status: null }), other_offers: 1 }, {})).not.toBeNull()
    expect(line({ ...rescinded, offer: null }, { settled_cents: 1 })).not.toBeNull()
    expect(line({ statuses: null, offer: offer({ status: 'offer_rescinded' }) }, {})).not.toBeNull()
  })

  test('the accepted offer is the one that says so; a doubt is none', () => {
    const of = (...offers: Offer[]) => acceptedOffer(offers, null)?.offer_id ?? null
    expect(of(offer({ status: 'available' }), offer({ offer_id: 'o2' }))).toBe('o2')
    expect(of(offer({ status: 'offer_accepted' }))).toBe('o1')
    expect(of(offer({ status: 'Funded' }))).toBe('o1')
    expect(of(offer({ status: 'not yet funded' }))).toBeNull()
    expect(of(offer({ status: null }))).toBe('o1')
    expect(of(offer({ status: 'available' }))).toBeNull()
    expect(of(offer({ status: null }), offer({ status: null }))).toBeNull()
    expect(of(offer(), offer({ offer_id: 'o2' }))).toBeNull()
  })

  test('where no status tells it, the offer that was accepted from here is the one, and no other', () => {
    const [one, two] = [offer({ status: null }), offer({ status: null, offer_id: 'o2' })]
    expect(acceptedOffer([one, two], 'o2')).toBe(two)
    expect(acceptedOffer([one], 'o2')).toBeNull()
    expect(acceptedOffer([offer(), two], 'o2')?.offer_id).toBe('o1')
  })

  const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays('2025-01-01', days))
  const cents = fc.option(fc.integer({ min: 0, max: 10_000_000 }))
  const hands: fc.Arbitrary<MoneyHand> = fc.record({
    amount_cents: cents,
    expected_cents: cents,
    settled_cents: cents,
    settled_on: fc.option(day),
    clawback_on: fc.option(day),
    clawed_back_on: fc.option(day),
    note: fc.option(fc.string()),
    renewal_on: fc.option(day),
    renewal_off: fc.boolean(),
  })

  test('a change and the change back end where they began, and what was not paid has no day of payment', () => {
    fc.assert(
      fc.property(hands, fc.record(changeable(hands), { requiredKeys: [] }), day, (typed, changes, today) => {
        const before = withChanges(typed, {}, today)
        const after = withChanges(before, changes, today)
        expect(withChanges(after, changesBack(before, after), today)).toEqual(before)
        expect(after.settled_on === null).toBe(after.settled_cents === null)
        if (after.settled_cents === null) expect(after.clawed_back_on).toBeNull()
      }),
    )
  })

  /** Each part of what is written by hand by itself, so that any of them may be changed. */
  function changeable(whole: fc.Arbitrary<MoneyHand>) {
    return Object.fromEntries(
      (Object.keys(NO_HAND) as (keyof MoneyHand)[]).map((key) => [key, whole.map((hand) => hand[key])]),
    ) as { [K in keyof MoneyHand]: fc.Arbitrary<MoneyHand[K]> }
  }

  test('the sums of the months are those of the lines, whatever was written', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(hands, day)), day, (written, today) => {
        const all = written.map(([hand, funded]) => facts({ funded_at: `${funded}T17:00:00.000Z`, hand }))
        const { lines, months } = ledgerOf(all, 45, today)
        expect(lines).toHaveLength(all.length)
        const sum = (amounts: number[]) => amounts.reduce((one, other) => one + other, 0)
        expect(sum(months.flatMap(({ sums }) => Object.values(sums)))).toBe(sum(lines.map(countedCents)))
        expect(sum(months.map((month) => month.lines))).toBe(lines.length)
        expect(months.map(({ month }) => month)).toEqual(
          months
            .map(({ month }) => month)
            .toSorted()
            .toReversed(),
        )
      }),
    )
  })
})

describe('renewals', () => {
  test.each([
    // 63 working days after Monday, March 2nd: twelve weeks and three days.
    [offer(), '2026-05-28'],
    [offer({ payments: 26, payment_frequency: 'weekly' }), '2026-06-01'],
    [offer({ payments: 12, payment_frequency: 'biweekly' }), '2026-05-25'],
    [offer({ payments: 12, payment_frequency: 'monthly' }), '2026-09-01'],
    [offer({ payments: null, term: '12 months' }), '2026-09-01'],
    [offer({ payments: null, term: '180 days' }), '2026-05-31'],
    [offer({ payments: null, term: '6' }), '2026-06-01'],
    [offer({ payments: 10, payment_frequency: 'at will', term: null }), null],
    [offer({ payments: null, term: 'open' }), null],
    [offer({ payments: null, term: '3 somethings' }), null],
    // Nobody lives to see it, and the first two name a day that no calendar has.
    [offer({ payments: 1_000_000_000_000 }), null],
    [offer({ payments: 1_000_000_000, payment_frequency: 'weekly' }), null],
    [offer({ payments: null, term: '9999 years' }), null],
  ])('half is paid, estimated from what the offer tells (%#)', (told, day) => {
    expect(halfPaidOn('2026-03-02', told)).toBe(day)
  })

  test('working days are those that are none of a weekend, from any day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 1, max: 300 }), (start, count) => {
        const from = addDays('2024-01-01', start)
        let day = from
        for (let left = count; left > 0;) {
          day = addDays(day, 1)
          const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
          if (weekday !== 0 && weekday !== 6) left -= 1
        }
        expect(addWorkingDays(from, count)).toBe(day)
      }),
    )
  })

  test('the broker’s own day stands, and what was started or is not wanted is not due', () => {
    const due = facts({}, { renewal_on: '2026-03-10' })
    expect(renewalOf(due, '2026-03-10')).toMatchObject({ state: 'due', is_estimate: false })
    expect(renewalOf(due, '2026-03-09')?.state).toBe('ahead')
    expect(renewalOf(facts({}, { renewal_off: true }), '2027-01-01')?.state).toBe('off')
    expect(renewalOf({ ...due, renewed_as: 'd2' }, '2026-03-10')?.state).toBe('started')
    expect(renewalOf(facts({ offer: null }), '2026-03-10')).toMatchObject({ state: 'undated', due_on: null })
    expect(renewalOf(facts({ funded_at: null }), '2026-03-10')).toBeNull()
  })

  test('each is told once when it is due, and none that is long past', () => {
    const due = facts({}, { renewal_on: '2026-03-10' })
    expect(renewalsToTell([due], '2026-03-09')).toEqual([])
    expect(renewalsToTell([due], '2026-03-10')).toHaveLength(1)
    expect(renewalsToTell([{ ...due, renewal_told_on: '2026-03-10' }], '2026-03-11')).toEqual([])
    const postponed = { ...facts({}, { renewal_on: '2026-09-01' }), renewal_told_on: '2026-03-10' }
    expect(renewalsToTell([postponed], '2026-08-31')).toEqual([])
    expect(renewalsToTell([postponed], '2026-09-01')).toHaveLength(1)
    expect(renewalsToTell([{ ...postponed, renewal_told_on: '2026-09-01' }], '2026-09-02')).toEqual([])
    expect(renewalsToTell([due], '2026-04-09')).toHaveLength(1)
    expect(renewalsToTell([due], '2026-04-10')).toEqual([])
  })

  test('the earliest stands first and what has no day last', () => {
    const days = ['2026-05-01', '2026-04-01'].map((renewal_on) => facts({}, { renewal_on }))
    const sorted = renewalsOf([facts({ offer: null }), ...days], '2026-03-01')
    expect(sorted.map(({ due_on }) => due_on)).toEqual(['2026-04-01', '2026-05-01', null])
  })
})

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
    funded_cents: null,
    expected_cents: null,
    settled_cents: null,
    ...more,
  })
  const submitted = { submitted_at: '2026-03-11T17:00:00.000Z' }

  test('a step that was told is preceded by those before it, told or not', () => {
    const { funnel } = dashboardOf(
      [
        course(),
        course(submitted),
        course({ ...submitted, offered_at: '2026-03-12T17:00:00.000Z' }),
        course({ funded_at: '2026-03-13T17:00:00.000Z' }),
        course({ created_at: '2026-02-18T17:00:00.000Z' }),
      ],
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
  ] as const)('the period %s begins with %s', (period, day) => {
    const begun = (days: number) => course({ created_at: `${addDays(day, days)}T17:00:00.000Z` })
    const before = dashboardOf([begun(-1)], period, now).funnel.started
    expect(dashboardOf([begun(0)], period, now).funnel.started).toBe(1)
    expect(before).toBe(period === 'all' ? 1 : 0)
  })

  test('months are the last twelve; an unknown amount is told and not counted', () => {
    const { months } = dashboardOf(
      [
        course({ funded_at: '2026-03-02T17:00:00.000Z', funded_cents: 100, expected_cents: 7 }),
        course({ funded_at: '2026-03-03T17:00:00.000Z', expected_cents: 7, settled_cents: 5 }),
        course({ funded_at: '2025-04-03T17:00:00.000Z', funded_cents: 1 }),
        course({ funded_at: '2025-03-30T17:00:00.000Z', funded_cents: 1 }),
      ],
      '30',
      now,
    )
    expect(months).toHaveLength(12)
    expect(months[0]).toMatchObject({ month: '2025-04', funded: 1 })
    expect(months.at(-1)).toEqual({
      month: '2026-03',
      funded: 2,
      unknown: 1,
      funded_cents: 100,
      expected_cents: 7,
      settled_cents: 5,
    })
  })

  test('times are from submission to the first offer, by the month of submission', () => {
    const wait = (minutes: number) =>
      course({
        ...submitted,
        offered_at: new Date(Date.parse(submitted.submitted_at) + minutes * 60_000).toISOString(),
      })
    const waits = [10, 20, 30, 40, 50, 60, 70, 80, 90, 1000].map(wait)
    const { time_to_offer } = dashboardOf([...waits, wait(-5), course(submitted)], '30', now)
    expect(time_to_offer).toMatchObject({ deals: 10, median_minutes: 50, p90_minutes: 90 })
    expect(time_to_offer.months).toEqual([
      { month: '2026-03', deals: 10, median_minutes: 50, p90_minutes: 90 },
    ])
  })

  test('reasons are counted of what ended declined, the most frequent first', () => {
    const declined = (decline_reason: string | null) =>
      course({ declined_at: '2026-03-12T17:00:00.000Z', decline_reason })
    const { declines } = dashboardOf(
      [
        declined('Too many positions'),
        declined(null),
        declined(null),
        course({ declined_at: '2026-03-12T17:00:00.000Z', funded_at: '2026-03-13T17:00:00.000Z' }),
        course({ declined_at: '2025-03-12T17:00:00.000Z' }),
        // It came back.
        course({
          declined_at: '2026-03-12T17:00:00.000Z',
          statuses: { ...UNTOLD, partner_status: 'app_under_review' },
        }),
      ],
      '30',
      now,
    )
    expect(declines).toEqual([
      { reason: null, deals: 2 },
      { reason: 'Too many positions', deals: 1 },
    ])
  })

  test('a band holds its upper end', () => {
    const asked = (requested_cents: number | null) => course({ ...submitted, requested_cents })
    const { bands } = dashboardOf(
      [asked(2_500_000), asked(2_500_001), asked(99_999_999), asked(null)],
      '30',
      now,
    )
    expect(bands.map((band) => band.submitted)).toEqual([1, 1, 0, 0, 1])
  })

  test('so many percent of the values are not greater than the percentile', () => {
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

  test('months go over the turn of a year', () => {
    expect(addMonths('2026-03', -11)).toBe('2025-04')
    expect(addMonths('2025-12', 1)).toBe('2026-01')
  })
})
