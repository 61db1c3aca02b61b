import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FormValues } from '../deals/deal.ts'
import { completeDraft, rowsOf } from '../form/complete-draft.fixture.ts'
import { evaluateDraft, isOfIndustry } from './evaluate-draft.ts'
import { EMPTY_BOX, type CreditBox } from './credit-box.ts'
import { creditBoxesSchema } from './credit-box-schema.ts'

const TODAY = '2026-05-04'
const box = (rules: Partial<CreditBox>): CreditBox => ({ ...EMPTY_BOX, name: 'Usual', ...rules })

/**
 * Returns a complete draft, changed by `change`. Before the change, it requests $35,000 for a business in OR, started on 2016-04-01, with
 * $42,500 of monthly revenue.
 */
function draft(change: (values: Record<string, Record<string, unknown>>) => void = () => {}): FormValues {
  const values = completeDraft()
  change(values as never)
  return values
}
const rules = (rule: Partial<CreditBox>, values = draft()) =>
  evaluateDraft([box(rule)], values, TODAY).map(({ rule: name, path }) => `${name} at ${path}`)

describe("a draft compared with a credit box (a funder's criteria)", () => {
  test.each<[string, Partial<CreditBox>, string[]]>([
    ['no rule', {}, []],
    ['exactly the minimum amount', { minimum_amount_cents: 35_000_00 }, []],
    [
      'one cent below the minimum',
      { minimum_amount_cents: 35_000_01 },
      ['amount_low at application.amount_requested'],
    ],
    ['exactly the maximum amount', { maximum_amount_cents: 35_000_00 }, []],
    [
      'one cent above the maximum',
      { maximum_amount_cents: 34_999_99 },
      ['amount_high at application.amount_requested'],
    ],
    [
      'revenue below the minimum',
      { minimum_monthly_revenue_cents: 42_500_01 },
      ['revenue_low at company.monthly_revenue'],
    ],
    ['a business that is exactly old enough', { minimum_months: 121 }, []],
    [
      'a business that is one month too young',
      { minimum_months: 122 },
      ['months_low at company.business_start_date'],
    ],
    ['an excluded state', { states_excluded: ['CA', 'OR'] }, ['state at company.address.state']],
    ['a state that is not excluded', { states_excluded: ['CA'] }, []],
    ['no existing position, with none allowed', { maximum_positions: 0 }, []],
    [
      'an amount above the allowed multiple of revenue',
      { maximum_times_revenue: '0.82' },
      ['times_revenue at application.amount_requested'],
    ],
    ['an amount within the allowed multiple of revenue', { maximum_times_revenue: '0.83' }, []],
    ['a missing score', { minimum_score: 600 }, []],
    ['a missing industry', { industries_excluded: ['cannabis', '7'] }, []],
  ])('is flagged exactly as expected for %s', (_name, rule, expected) => {
    expect(rules(rule)).toEqual(expected)
  })

  test('has the score of each owner flagged at the field of that score', () => {
    const values = draft(({ company }) => {
      company!['owners'] = rowsOf({ fico: '720' }, { fico: '599' }, { fico: '' }, { fico: 'good' })
    })
    expect(rules({ minimum_score: 600 }, values)).toEqual(['score_low at company.owners.row02.fico'])
  })

  test.each([
    ['7131', '713', true],
    ['7131', '131', false],
    ['71', '7131', false],
    ['NAICS 7131', '713', true],
    ['NAICS code: 7131 Amusement parks', '713', true],
    ['Cannabis dispensary', 'cannabis', true],
    ['Auto sales', 'cannabis', false],
    // Cases with a range of codes.
    ['445110', '44-45', true],
    ['4539', '44 – 45', true],
    ['45', '44 to 45', true],
    ['44-45 Retail trade', '44-45', true],
    ['44-45', '45', true],
    ['4411', '441-442', true],
    ['443', '441-442', false],
    ['46', '44-45', false],
    ['4', '44-45', false],
    ['48-49', '44-45', false],
    // Cases in which only a whole word matches.
    ['Lawn care', 'law', false],
    ['Law office', 'law', true],
    ['Family law', 'Law', true],
    ['Outlaw Motorcycles', 'law', false],
    ['Used auto sales', 'auto sales', true],
    ['Auto parts sales', 'auto sales', false],
    ['7-Eleven store', '7-eleven', true],
    ['Café', 'cafe', true],
    // Cases in which the singular matches the plural.
    ['Law firms', 'law firm', true],
    ['Restaurant', 'restaurants', true],
    ['Cannabis dispensaries', 'dispensary', true],
    ['Church', 'churches', true],
    ['Hoteles', 'hotel', true],
    ['Gas station', 'ga', false],
  ])('with the industry %s is flagged by the excluded industry %s: %s', (industry, entry, isMarked) => {
    const values = draft(({ company }) => (company!['industry'] = industry))
    expect(rules({ industries_excluded: [entry] }, values)).toHaveLength(isMarked ? 1 : 0)
  })

  test('matches an excluded industry that repeats its own industry, but never an excluded industry without letters or digits', () => {
    fc.assert(
      fc.property(fc.string(), (industry) => {
        const isNamed = /[\p{L}\p{N}]/u.test(industry.normalize('NFKD'))
        expect(isOfIndustry(industry, industry)).toBe(isNamed)
        expect(isOfIndustry(industry, ' -,')).toBe(false)
      }),
    )
  })

  test('matches a range of industry codes exactly if the range contains the first two digits of its own code', () => {
    const sector = fc.integer({ min: 10, max: 99 })
    fc.assert(
      fc.property(sector, sector, fc.integer({ min: 0, max: 9999 }), sector, (one, other, more, code) => {
        const [first, last] = [Math.min(one, other), Math.max(one, other)]
        const industry = `${code}${String(more).padStart(4, '0')}`
        expect(isOfIndustry(industry, `${first}-${last}`)).toBe(code >= first && code <= last)
      }),
    )
  })

  test('counts only complete months in business, and skips an invalid or future start date', () => {
    const since = (day: string) => draft(({ company }) => (company!['business_start_date'] = day))
    expect(rules({ minimum_months: 12 }, since('2025-05-04'))).toEqual([])
    expect(rules({ minimum_months: 12 }, since('2025-05-05'))).toHaveLength(1)
    // A start date that is in the future or invalid is not checked here, because the form reports it as a problem.
    expect(rules({ minimum_months: 12 }, since('2026-06-01'))).toEqual([])
    expect(rules({ minimum_months: 12 }, since('last spring'))).toEqual([])
  })

  test('is flagged if it has more existing positions than the box allows', () => {
    const values = draft(({ application }) => (application!['open_advances'] = rowsOf({}, {})))
    expect(rules({ maximum_positions: 1 }, values)).toEqual(['positions_high at application.open_advances'])
    expect(rules({ maximum_positions: 2 }, values)).toEqual([])
  })

  test('is flagged separately for each box, with the name of the box, the limit, and the value', () => {
    const marks = evaluateDraft(
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

test('any typed value is evaluated without an error, and an empty box flags nothing', () => {
  fc.assert(
    fc.property(boxes, typed, typed, typed, (rule, amount, since, score) => {
      const values: FormValues = {
        application: { amount_requested: amount },
        company: { business_start_date: since, owners: { ...rowsOf({ fico: score }), row02: null } },
      }
      expect(creditBoxesSchema.safeParse({ boxes: [rule] }).success).toBe(true)
      for (const mark of evaluateDraft([rule], values, TODAY)) expect(mark.path).not.toBe('')
      expect(evaluateDraft([box({})], values, TODAY)).toEqual([])
    }),
  )
})

test('a stricter minimum flags at least as many values as a looser minimum', () => {
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
