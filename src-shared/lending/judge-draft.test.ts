import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FormValues } from '../domain/deal.ts'
import { completeDraft } from '../profile/complete-draft.fixture.ts'
import { judgeDraft } from './judge-draft.ts'
import { EMPTY_BOX, type LendingBox } from './lending-box.ts'
import { lendingBoxesSchema } from './lending-box-schema.ts'

const TODAY = '2026-05-04'
const box = (rules: Partial<LendingBox>): LendingBox => ({ ...EMPTY_BOX, name: 'Usual', ...rules })

/** The complete draft (35,000 asked for, 42,500 a month, since 2016-04-01, OR) with other values. */
function draft(change: (values: Record<string, Record<string, unknown>>) => void = () => {}): FormValues {
  const values = completeDraft()
  change(values as never)
  return values
}
const rules = (rule: Partial<LendingBox>, values = draft()) =>
  judgeDraft([box(rule)], values, TODAY).map(({ rule: name, path }) => `${name} at ${path}`)

describe('a draft and the lending box', () => {
  test.each<[string, Partial<LendingBox>, string[]]>([
    ['no rule', {}, []],
    ['the least amount itself', { minimum_amount_cents: 35_000_00 }, []],
    [
      'a cent too little',
      { minimum_amount_cents: 35_000_01 },
      ['amount_low at application.amount_requested'],
    ],
    ['the most itself', { maximum_amount_cents: 35_000_00 }, []],
    ['a cent too much', { maximum_amount_cents: 34_999_99 }, ['amount_high at application.amount_requested']],
    ['revenue', { minimum_monthly_revenue_cents: 42_500_01 }, ['revenue_low at company.monthly_revenue']],
    ['just old enough', { minimum_months: 121 }, []],
    ['a month too young', { minimum_months: 122 }, ['months_low at company.business_start_date']],
    ['state', { states_excluded: ['CA', 'OR'] }, ['state at company.address.state']],
    ['another state', { states_excluded: ['CA'] }, []],
    ['no open advance at most', { maximum_positions: 0 }, []],
    ['times revenue', { maximum_times_revenue: '0.82' }, ['times_revenue at application.amount_requested']],
    ['just within', { maximum_times_revenue: '0.83' }, []],
    ['a score that is not told', { minimum_score: 600 }, []],
    ['an industry that is not told', { industries_excluded: ['cannabis', '7'] }, []],
  ])('%s', (_name, rule, expected) => {
    expect(rules(rule)).toEqual(expected)
  })

  test('each owner’s score is judged at its own field', () => {
    const values = draft(({ company }) => {
      company!['owners'] = [{ fico: '720' }, { fico: '599' }, { fico: '' }, { fico: 'good' }]
    })
    expect(rules({ minimum_score: 600 }, values)).toEqual(['score_low at company.owners.1.fico'])
  })

  test.each([
    ['7131', '713', true],
    ['7131', '131', false],
    ['Cannabis dispensary', 'cannabis', true],
    ['Auto sales', 'cannabis', false],
  ])('industry %s by %s: %s', (industry, entry, isMarked) => {
    const values = draft(({ company }) => (company!['industry'] = industry))
    expect(rules({ industries_excluded: [entry] }, values)).toHaveLength(isMarked ? 1 : 0)
  })

  test('a day short of a month is not that month', () => {
    const since = (day: string) => draft(({ company }) => (company!['business_start_date'] = day))
    expect(rules({ minimum_months: 12 }, since('2025-05-04'))).toEqual([])
    expect(rules({ minimum_months: 12 }, since('2025-05-05'))).toHaveLength(1)
    // A start that lies ahead, or is no day, is the form's own affair.
    expect(rules({ minimum_months: 12 }, since('2026-06-01'))).toEqual([])
    expect(rules({ minimum_months: 12 }, since('last spring'))).toEqual([])
  })

  test('more open advances than the box takes', () => {
    const values = draft(({ application }) => (application!['open_advances'] = [{}, {}]))
    expect(rules({ maximum_positions: 1 }, values)).toEqual(['positions_high at application.open_advances'])
    expect(rules({ maximum_positions: 2 }, values)).toEqual([])
  })

  test('several boxes mark each by its name, with limit and value', () => {
    const marks = judgeDraft(
      [
        box({ minimum_amount_cents: 50_000_00 }),
        { ...box({ minimum_amount_cents: 40_000_00 }), name: 'Small' },
      ],
      draft(),
      TODAY,
    )
    expect(marks).toEqual([
      {
        box: 'Usual',
        path: 'application.amount_requested',
        rule: 'amount_low',
        limit_cents: 50_000_00,
        cents: 35_000_00,
      },
      expect.objectContaining({ box: 'Small', limit_cents: 40_000_00 }),
    ])
  })
})

const boxes = fc
  .record({
    minimum_amount_cents: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
    maximum_amount_cents: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
    minimum_score: fc.option(fc.integer({ min: 300, max: 850 })),
    minimum_monthly_revenue_cents: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
    minimum_months: fc.option(fc.integer({ min: 0, max: 400 })),
    maximum_positions: fc.option(fc.integer({ min: 0, max: 9 })),
  })
  .map(box)
const typed = fc.oneof(fc.string(), fc.integer().map(String), fc.constant(null), fc.boolean())

test('anything that is typed is judged without a fault, and an empty box marks nothing', () => {
  fc.assert(
    fc.property(boxes, typed, typed, typed, (rule, amount, since, score) => {
      const values: FormValues = {
        application: { amount_requested: amount },
        company: { business_start_date: since, owners: [{ fico: score }, null] },
      }
      expect(lendingBoxesSchema.safeParse({ boxes: [rule] }).success).toBe(true)
      for (const mark of judgeDraft([rule], values, TODAY)) expect(mark.path).not.toBe('')
      expect(judgeDraft([box({})], values, TODAY)).toEqual([])
    }),
  )
})

test('a stricter minimum marks whatever a milder one marks', () => {
  const cents = fc.integer({ min: 0, max: 10_000_000 })
  fc.assert(
    fc.property(cents, cents, cents, (amount, one, other) => {
      const values = draft(
        ({ application }) => (application!['amount_requested'] = (amount / 100).toFixed(2)),
      )
      const marked = (minimum_amount_cents: number) => rules({ minimum_amount_cents }, values).length
      expect(marked(Math.max(one, other))).toBeGreaterThanOrEqual(marked(Math.min(one, other)))
    }),
  )
})
