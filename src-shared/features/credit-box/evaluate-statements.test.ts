import { describe, expect, test } from 'vitest'
import { accountOf, dealStatements, verifiedMonth } from '../statements/deal-statements.fixture.ts'
import { verifiedMonths } from '../statements/verified-months.ts'
import { EMPTY_BOX, type CreditBox } from './credit-box.ts'
import { evaluateStatements, STATEMENT_RULES, usesStatements } from './evaluate-statements.ts'
import { readBox, typedBox } from './typed-box.ts'

const box = (rules: Partial<CreditBox>): CreditBox => ({ ...EMPTY_BOX, name: 'Usual', ...rules })
const ALL: Partial<CreditBox> = {
  minimum_average_daily_balance_cents: 1,
  maximum_nsf_per_month: 0,
  maximum_negative_days: 0,
  maximum_funder_share: '0',
  minimum_deposits: 1,
}

/** Returns verified months from April on, with these figures. */
const months = (...figures: Parameters<typeof verifiedMonth>[1][]) =>
  verifiedMonths(dealStatements([accountOf(figures.map((one, at) => verifiedMonth(`2026-0${at + 4}`, one)))]))

describe('verified statements compared with a credit box', () => {
  test.each<[string, Partial<CreditBox>, object[]]>([
    ['no rule', {}, []],
    ['exactly the minimum average balance', { minimum_average_daily_balance_cents: 200_00 }, []],
    [
      'one cent below the minimum average balance',
      { minimum_average_daily_balance_cents: 200_01 },
      [{ rule: 'balance_low', month: null, value: 200_00, limit: 200_01 }],
    ],
    ['exactly the maximum of NSF fees', { maximum_nsf_per_month: 5 }, []],
    [
      'one NSF fee too many in one month',
      { maximum_nsf_per_month: 4 },
      [{ rule: 'nsf_high', month: '2026-05', value: 5, limit: 4 }],
    ],
    [
      'too many negative days',
      { maximum_negative_days: 2 },
      [{ rule: 'negative_days_high', month: '2026-06', value: 3, limit: 2 }],
    ],
    ['exactly the maximum share of funders', { maximum_funder_share: '12.5' }, []],
    [
      'a larger share of funders',
      { maximum_funder_share: '12.49' },
      [{ rule: 'funder_share_high', month: null, value: 1_250, limit: 1_249 }],
    ],
    [
      'too few deposits in one month',
      { minimum_deposits: 10 },
      [{ rule: 'deposits_low', month: '2026-04', value: 9, limit: 10 }],
    ],
  ])('flags exactly what is expected for %s', (_name, rules, expected) => {
    const base = { true_revenue_cents: 1_000_00, funder_debits_cents: 125_00 }
    const { marks, unchecked } = evaluateStatements(
      [box(rules)],
      months(
        { ...base, average_daily_balance_cents: 100_00, nsf_count: 0, negative_days: 3, deposits_count: 9 },
        { ...base, average_daily_balance_cents: 300_00, nsf_count: 5, negative_days: 0, deposits_count: 12 },
        { ...base, average_daily_balance_cents: 200_00, nsf_count: 1, negative_days: 3, deposits_count: 20 },
      ),
    )
    expect(marks).toEqual(expected.map((mark) => ({ box: 'Usual', ...mark })))
    expect(unchecked).toEqual([])
  })

  test('lists every criterion as not checked without verified months, and flags none', () => {
    const { marks, unchecked } = evaluateStatements([box(ALL)], [])
    expect(marks).toEqual([])
    expect(unchecked.map(({ rule }) => rule)).toEqual([...STATEMENT_RULES])
  })

  test('does not check the share of funders without revenue', () => {
    const { marks, unchecked } = evaluateStatements(
      [box({ maximum_funder_share: '10' })],
      months({ true_revenue_cents: 0, funder_debits_cents: 500_00 }),
    )
    expect(marks).toEqual([])
    expect(unchecked).toEqual([{ box: 'Usual', rule: 'funder_share_high' }])
  })

  test('needs the statements only for a box with one of these criteria', () => {
    expect(usesStatements([box({ minimum_score: 600 })])).toBe(false)
    expect(usesStatements([box({}), box({ minimum_deposits: 0 })])).toBe(true)
  })
})

test('the criteria for statements are read back unchanged from their form', () => {
  expect(readBox(typedBox(box(ALL)))).toEqual(box(ALL))
  expect(readBox({ ...typedBox(box({})), maximum_funder_share: '25 %' })?.maximum_funder_share).toBe('25')
  expect(readBox({ ...typedBox(box({})), maximum_negative_days: '32' })).toBeNull()
})
