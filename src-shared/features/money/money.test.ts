import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  COMMISSION_STATES,
  type CommissionPayment,
  type LedgerRules,
  type MoneyHand,
  NO_HAND,
  PAYMENT_KINDS,
} from './money-view.ts'
import { acceptedOffer, type Statuses } from '../offers/offer-status.ts'
import { bareOffer, type Offer } from '../offers/offer.ts'
import { addDays } from '../../platform/base/days.ts'
import {
  changesBack,
  commissionLine,
  isInState,
  ledgerOf,
  type MoneyFacts,
  sumsOf,
  withChanges,
} from './ledger.ts'
import { isCovered, paymentTotals } from './splits.ts'
import { halfPaidOn, renewalOf, renewalsOf, renewalsToAnnounce } from './renewals.ts'

const offer = (more: Partial<Offer> = {}): Offer => ({
  ...bareOffer('o1'),
  status: 'accepted',
  amount_cents: 3_500_000,
  payment_frequency: 'daily',
  payments: 126,
  commission_cents: 175_000,
  ...more,
})

const RULES: LedgerRules = { clawback_days: 45, commission_basis: 'points' }

const SPLIT = { name: 'Ana Ruiz', percent: '30', amount_cents: null }

const paid = (cents: number, clawed_back = 0): Pick<MoneyHand, 'payments'> => ({
  payments: [
    { kind: 'received', on: '2026-03-05', cents },
    ...(clawed_back > 0 ? [{ kind: 'clawed_back' as const, on: '2026-04-01', cents: clawed_back }] : []),
  ],
})

const UNTOLD: Statuses = {
  application_status: null,
  application_status_at: null,
  offer_status: null,
  offer_status_at: null,
}

// Use times that are on the same date in every time zone of the United States, so that the date does not depend on the computer's zone.
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
  commissionLine(facts(more, hand), RULES, today)

describe('the commission ledger', () => {
  test('expects, for a funded deal, the commission of the accepted offer, and sets a clawback date', () => {
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

  test("prefers the broker's entries to reported values", () => {
    expect(
      line({}, { amount_cents: 1, expected_cents: 2, clawback_on: '2026-05-01', note: 'half up front' }),
    ).toMatchObject({ amount_cents: 1, expected_cents: 2, clawback_on: '2026-05-01' })
  })

  test('calculates an unreported commission by the basis of the partner, and marks it as calculated', () => {
    const unreported = offer({
      commission_cents: null,
      commission_points: '5',
      buy_rate: '1.17',
      upsell: '0.08',
    })
    const by = (commission_basis: LedgerRules['commission_basis']) =>
      commissionLine(facts({ offer: unreported }), { ...RULES, commission_basis }, '2026-03-10')
    expect(by('points')).toMatchObject({ expected_cents: 175_000, expected_from: 'calculated' })
    expect(by('spread')).toMatchObject({ expected_cents: 280_000, expected_from: 'calculated' })
    expect(by(null)).toMatchObject({ expected_cents: null, expected_from: null })
    expect(line({}, {})).toMatchObject({ expected_cents: 175_000, expected_from: 'offer' })
    expect(line({ offer: unreported }, { expected_cents: 1 })).toMatchObject({ expected_from: 'hand' })
  })

  test.each([
    ['2026-04-16', 'at_risk'],
    ['2026-04-17', 'settled'],
  ])('shows a payment as at risk through the clawback date: on %s it is %s', (today, state) => {
    expect(line({}, paid(175_000), today)?.state).toBe(state)
  })

  test('expects the share of the expected commission, also after more was paid', () => {
    const splits = [{ name: 'Robin', percent: '25', amount_cents: null }]
    const paidTwice = { ...paid(150_000), splits, expected_cents: 247_500 }
    const payments = [...paidTwice.payments, { kind: 'received' as const, on: '2026-03-06', cents: 120_000 }]
    expect(line({}, { ...paidTwice, payments })).toMatchObject({
      own_expected_cents: 185_625,
      own_cents: 202_500,
      own_settled_cents: 202_500,
    })
  })

  test('expects the rest of a partial payment until it is paid, written off, or everything is clawed back', () => {
    const sums = (hand: Partial<MoneyHand>) => {
      const one = line({}, hand)
      return one === null ? null : { state: one.state, rest: one.outstanding_cents, ...sumsOf(one) }
    }
    const none = { expected: 0, at_risk: 0, settled: 0, clawed_back: 0 }
    const part = { ...none, rest: 75_000, expected: 75_000 }
    expect(sums(paid(100_000))).toEqual({ ...part, state: 'at_risk', at_risk: 100_000 })
    expect(sums({ ...paid(100_000), clawback_on: '2026-03-06' })).toMatchObject({ ...part, settled: 100_000 })
    expect(sums(paid(175_000))).toMatchObject({ rest: 0, expected: 0, at_risk: 175_000 })
    expect(sums(paid(180_000))).toMatchObject({ rest: 0, expected: 0, at_risk: 180_000 })
    expect(sums({ ...paid(100_000), expected_cents: 100_000 })).toMatchObject({ rest: 0, expected: 0 })
    expect(sums(paid(100_000, 100_000))).toEqual({
      ...none,
      state: 'clawed_back',
      rest: 0,
      clawed_back: 100_000,
    })
    expect(line({ offer: null }, paid(100_000))).toMatchObject({ state: 'at_risk', outstanding_cents: 0 })
    const declined = { funded_at: null, declined_at: '2026-03-03T17:00:00.000Z' }
    expect(line(declined, paid(100_000))).toMatchObject({ outstanding_cents: 0 })
  })

  test('counts a commission that was clawed back in part under both states, and expects only what was never paid', () => {
    const one = line({}, paid(100_000, 30_000))
    if (one === null) throw new Error('The deal has no commission.')
    expect(one).toMatchObject({ state: 'at_risk', settled_cents: 100_000, clawed_back_cents: 30_000 })
    expect(sumsOf(one)).toEqual({ expected: 75_000, at_risk: 70_000, settled: 0, clawed_back: 30_000 })
    expect(COMMISSION_STATES.filter((state) => isInState(one, state))).toEqual([
      'expected',
      'at_risk',
      'clawed_back',
    ])
  })

  test("totals only the broker's share, and splits partial payments in proportion", () => {
    const splits = [SPLIT, { name: 'Referrer', percent: null, amount_cents: 200_00 }]
    expect(line({}, { splits })).toMatchObject({
      expected_cents: 1_750_00,
      shares: [
        { name: 'Ana Ruiz', cents: 525_00 },
        { name: 'Referrer', cents: 200_00 },
      ],
      own_cents: 1_025_00,
      own_settled_cents: null,
      own_outstanding_cents: 1_025_00,
    })
    const sums = (hand: Partial<MoneyHand>) =>
      ledgerOf([facts({}, hand)], RULES, '2026-03-10').months[0]?.sums
    expect(sums({ splits, ...paid(1_000_00) })).toMatchObject({ at_risk: 585_71, expected: 439_29 })
    expect(sums({ splits, ...paid(1_000_00, 1_000_00) })).toMatchObject({
      clawed_back: 585_71,
      expected: 0,
    })
    // The paid commission is higher than the expected one, so the splits apply to the paid commission.
    expect(sums({ splits, ...paid(2_000_00) })).toMatchObject({ at_risk: 1_200_00, expected: 0 })
    expect(line({ offer: null }, { splits })).toMatchObject({
      shares: [
        { name: 'Ana Ruiz', cents: null },
        { name: 'Referrer', cents: null },
      ],
      own_cents: null,
    })
    // A split can exceed the commission if the partner later reports a lower commission for the offer. The broker's share in the line is
    // then negative.
    expect(line({ offer: offer({ commission_cents: 100_00 }) }, { splits })).toMatchObject({
      own_cents: -130_00,
    })
  })

  test('calculates the commission for the amount that the broker entered', () => {
    const unreported = offer({ commission_cents: null, commission_points: '5' })
    expect(line({ offer: unreported }, { amount_cents: 4_000_000 })).toMatchObject({
      amount_cents: 4_000_000,
      expected_cents: 200_000,
      from_offer: { amount_cents: 3_500_000, expected_cents: 200_000 },
    })
  })

  test('still shows a clawback months after it was entered, and sets no clawback date before the deal is funded', () => {
    expect(line({}, paid(175_000, 175_000), '2026-09-01')?.state).toBe('clawed_back')
    expect(line({ funded_at: null }, {})).toMatchObject({ step: 'accepted', clawback_on: null })
    expect(line({ funded_at: null }, paid(1), '2030-01-01')?.state).toBe('at_risk')
  })

  test('has no entry for a deal that was declined before funding, unless a commission was paid', () => {
    const declined = { funded_at: null, declined_at: '2026-03-03T17:00:00.000Z' }
    expect(line(declined, {})).toBeNull()
    expect(line(declined, paid(5_000))).not.toBeNull()
    expect(line({ declined_at: '2026-03-03T17:00:00.000Z' }, {})).not.toBeNull()
    expect(line({ funded_at: null, accepted_at: null }, {})).toBeNull()
  })

  const declined = {
    application_status: 'app_declined_closed',
    application_status_at: '2026-03-03T17:00:00.000Z',
  }
  test.each<[string, Partial<Statuses>, boolean]>([
    ['is declined', declined, false],
    ['is under review', { application_status: 'app_under_review' }, true],
    ['has a newer accepted offer', { ...declined, ...accepted('2026-03-05T17:00:00.000Z') }, true],
    ['has an older accepted offer', { ...declined, ...accepted('2026-03-02T17:00:00.000Z') }, false],
    ['has an unconfirmed status', { application_status: null }, false],
  ])('correctly lists or omits a deal that was declined earlier and now %s', (_, now, isLine) => {
    const then = {
      funded_at: null,
      declined_at: '2026-03-03T17:00:00.000Z',
      statuses: { ...UNTOLD, ...now },
    }
    expect(line(then, {}) !== null).toBe(isLine)
  })

  test('has no entry for a rescinded offer, unless another offer may have been accepted or a commission was paid', () => {
    const rescinded = { funded_at: null, statuses: { ...UNTOLD, offer_status: 'offer_rescinded' } }
    expect(line({ ...rescinded, offer: null }, {})).toBeNull()
    expect(line({ ...rescinded, offer: offer({ status: null }) }, {})).toBeNull()
    expect(line({ ...rescinded, offer: offer({ status: 'offer_rescinded' }) }, {})).toBeNull()
    // The event about the rescission may be about another offer, because it does not say which one was rescinded. The deal must therefore
    // stay in the ledger.
    expect(line({ ...rescinded, offer: offer() }, {})).not.toBeNull()
    expect(line({ ...rescinded, offer: offer({ status: null }), other_offers: 1 }, {})).not.toBeNull()
    expect(line({ ...rescinded, offer: null }, paid(1))).not.toBeNull()
    expect(line({ statuses: null, offer: offer({ status: 'offer_rescinded' }) }, {})).not.toBeNull()
  })

  test('uses the offer that is accepted or funded, and no offer if it is unclear which one was accepted', () => {
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

  test('uses the offer that was accepted in this app if no offer has a status', () => {
    const [one, two] = [offer({ status: null }), offer({ status: null, offer_id: 'o2' })]
    expect(acceptedOffer([one, two], 'o2')).toBe(two)
    expect(acceptedOffer([one], 'o2')).toBeNull()
    expect(acceptedOffer([offer(), two], 'o2')?.offer_id).toBe('o1')
  })

  const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays('2025-01-01', days))
  const cents = fc.option(fc.integer({ min: 0, max: 10_000_000 }))
  const payments: fc.Arbitrary<CommissionPayment[]> = fc
    .array(
      fc.record({
        kind: fc.constantFrom(...PAYMENT_KINDS),
        on: day,
        cents: fc.integer({ min: 1, max: 10_000_000 }),
      }),
      { maxLength: 5 },
    )
    .filter((all) => isCovered(paymentTotals(all)))
  const hands: fc.Arbitrary<MoneyHand> = fc.record({
    amount_cents: cents,
    expected_cents: cents,
    payments,
    clawback_on: fc.option(day),
    note: fc.option(fc.string()),
    splits: fc.constantFrom([], [SPLIT], [SPLIT, { ...SPLIT, percent: '50' }]),
    renewal_on: fc.option(day),
    renewal_off: fc.boolean(),
  })

  test('is the same as before after a change is undone', () => {
    fc.assert(
      fc.property(hands, fc.record(changeable(hands), { requiredKeys: [] }), (typed, changes) => {
        const before = withChanges(typed, {})
        const after = withChanges(before, changes)
        expect(withChanges(after, changesBack(before, after))).toEqual(before)
      }),
    )
  })

  /** Generates the value of each manual entry separately, so that a test can change any subset of the entries. */
  function changeable(whole: fc.Arbitrary<MoneyHand>) {
    return Object.fromEntries(
      (Object.keys(NO_HAND) as (keyof MoneyHand)[]).map((key) => [key, whole.map((hand) => hand[key])]),
    ) as { [K in keyof MoneyHand]: fc.Arbitrary<MoneyHand[K]> }
  }

  test('has monthly sums equal to those of its entries, for any manual entries', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(hands, day)), day, (written, today) => {
        const all = written.map(([hand, funded]) => facts({ funded_at: `${funded}T17:00:00.000Z`, hand }))
        const { lines, months } = ledgerOf(all, RULES, today)
        expect(lines).toHaveLength(all.length)
        const sum = (amounts: number[]) => amounts.reduce((one, other) => one + other, 0)
        expect(sum(months.flatMap(({ sums }) => Object.values(sums)))).toBe(
          sum(lines.map((one) => (one.own_settled_cents ?? 0) + (one.own_outstanding_cents ?? 0))),
        )
        for (const one of lines) {
          const sums = sumsOf(one)
          expect(Object.values(sums).every((amount) => amount >= 0)).toBe(true)
          // A line that counts for a state must also be shown under that state.
          for (const state of COMMISSION_STATES) if (sums[state] > 0) expect(isInState(one, state)).toBe(true)
        }
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
    // By 63 business days after Monday, March 2, half of this offer's payments have been made. 63 business days are twelve weeks and three
    // days. Memorial Day, a holiday in this period, adds one day.
    [offer(), '2026-05-29'],
    // The first half of this offer's payments spans ten holidays. Without these holidays, the renewal would be due on February 17.
    [offer({ payments: 504 }), '2027-03-03'],
    [offer({ payments: 26, payment_frequency: 'weekly' }), '2026-06-01'],
    [offer({ payments: 12, payment_frequency: 'biweekly' }), '2026-05-25'],
    [offer({ payments: 12, payment_frequency: 'monthly' }), '2026-09-01'],
    [offer({ payments: null, term: '12 months' }), '2026-09-01'],
    [offer({ payments: null, term: '180 days' }), '2026-05-31'],
    [offer({ payments: null, term: '6' }), '2026-06-01'],
    [offer({ payments: 10, payment_frequency: 'at will', term: null }), null],
    [offer({ payments: null, term: 'open' }), null],
    [offer({ payments: null, term: '3 somethings' }), null],
    // These offers run too long to calculate a date. A `Date` could not even represent the days on which the first two end.
    [offer({ payments: 1_000_000_000_000 }), null],
    [offer({ payments: 1_000_000_000, payment_frequency: 'weekly' }), null],
    [offer({ payments: null, term: '9999 years' }), null],
  ])('are due when half of the payback is estimated to be paid, or have no due day (%#)', (reported, day) => {
    expect(halfPaidOn('2026-03-02', reported)).toBe(day)
  })

  test('use the due day that the broker entered, and are not due if they were started or dismissed', () => {
    const due = facts({}, { renewal_on: '2026-03-10' })
    expect(renewalOf(due, '2026-03-10')).toMatchObject({ state: 'due', is_estimate: false })
    expect(renewalOf(due, '2026-03-09')?.state).toBe('upcoming')
    expect(renewalOf(facts({}, { renewal_off: true }), '2027-01-01')?.state).toBe('off')
    expect(renewalOf({ ...due, renewed_as: 'd2' }, '2026-03-10')?.state).toBe('started')
    expect(renewalOf(facts({ offer: null }), '2026-03-10')).toMatchObject({ state: 'undated', due_on: null })
    expect(renewalOf(facts({ funded_at: null }), '2026-03-10')).toBeNull()
  })

  test('are announced once when due, but not if they are more than 30 days past due', () => {
    const due = facts({}, { renewal_on: '2026-03-10' })
    expect(renewalsToAnnounce([due], '2026-03-09')).toEqual([])
    expect(renewalsToAnnounce([due], '2026-03-10')).toHaveLength(1)
    expect(renewalsToAnnounce([{ ...due, renewal_told_on: '2026-03-10' }], '2026-03-11')).toEqual([])
    const postponed = { ...facts({}, { renewal_on: '2026-09-01' }), renewal_told_on: '2026-03-10' }
    expect(renewalsToAnnounce([postponed], '2026-08-31')).toEqual([])
    expect(renewalsToAnnounce([postponed], '2026-09-01')).toHaveLength(1)
    expect(renewalsToAnnounce([{ ...postponed, renewal_told_on: '2026-09-01' }], '2026-09-02')).toEqual([])
    expect(renewalsToAnnounce([due], '2026-04-09')).toHaveLength(1)
    expect(renewalsToAnnounce([due], '2026-04-10')).toEqual([])
  })

  test('are sorted by day, with those without a day last', () => {
    const days = ['2026-05-01', '2026-04-01'].map((renewal_on) => facts({}, { renewal_on }))
    const sorted = renewalsOf([facts({ offer: null }), ...days], '2026-03-01')
    expect(sorted.map(({ due_on }) => due_on)).toEqual(['2026-04-01', '2026-05-01', null])
  })
})
