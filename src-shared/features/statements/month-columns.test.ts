import { describe, expect, it } from 'vitest'
import type { DealStatements, StatementMonthView } from './deal-statements.ts'
import { columnOf, columnsOf, groupsOf, rowsOf, trendOf } from './month-columns.ts'

const month = (
  from: string,
  to: string,
  figures: StatementMonthView['figures'] = {},
): StatementMonthView => ({
  month_id: `${from} ${to}`,
  document_id: 'd',
  from,
  to,
  verdict: Object.keys(figures).length > 0 ? 'verified' : 'unverified',
  findings: [],
  figures,
  unconfirmed_rows: 0,
})
const account = (account_id: string, ...months: StatementMonthView[]) => ({
  account_id,
  holder: 'Juniper Bakery LLC',
  number_last4: '4417',
  months,
})
const view = (parts: Partial<DealStatements>): DealStatements => ({
  deal_id: 'a',
  documents: [],
  accounts: [],
  other_accounts: [],
  totals: [],
  positions: [],
  funder_credits: [],
  missing_months: [],
  ...parts,
})

describe('the column of a statement period', () => {
  it.each([
    ['2026-03-01', '2026-03-31', '2026-03'],
    ['2026-02-28', '2026-03-31', '2026-03'],
    ['2026-02-16', '2026-03-15', '2026-03'],
    ['2025-12-18', '2026-01-17', '2026-01'],
    ['2026-03-01', '2026-03-15', '2026-03'],
  ])('from %s to %s is the month in its middle', (from, to, column) => {
    expect(columnOf({ from, to })).toBe(column)
  })
})

describe('the table of months', () => {
  it('has a column for each month with a statement and for each missing month, oldest first', () => {
    const accounts = [
      account('1', month('2026-03-01', '2026-03-31')),
      account('2', month('2026-01-01', '2026-01-31')),
    ]
    expect(columnsOf(view({ accounts, missing_months: ['2026-02', '2026-03'] }))).toEqual([
      '2026-01',
      '2026-02',
      '2026-03',
    ])
  })

  it('shows the figures of all accounts first, and only if there are several accounts', () => {
    const totals = [{ month: '2026-03', figures: { deposits_cents: 5 } }]
    const one = account('1', month('2026-03-01', '2026-03-31', { deposits_cents: 2 }))
    const two = account('2', month('2026-03-02', '2026-04-01', { deposits_cents: 3 }))
    expect(groupsOf(view({ accounts: [one], totals })).map(({ id }) => id)).toEqual(['1'])
    const [all, ...others] = groupsOf(view({ accounts: [one, two], totals }))
    expect([all?.id, ...others.map(({ id }) => id)]).toEqual(['all', '1', '2'])
    // A figure of all accounts leads to the entries of each account.
    expect(all?.cells.get('2026-03')?.[0]?.months).toEqual([...one.months, ...two.months])
  })

  it('keeps two periods of an account that stand under the same month apart', () => {
    const [group] = groupsOf(
      view({
        accounts: [
          account(
            '1',
            month('2026-03-01', '2026-03-15', { deposits_cents: 2 }),
            month('2026-03-16', '2026-03-31', { deposits_cents: 3 }),
          ),
        ],
      }),
    )
    expect(group?.cells.get('2026-03')?.map(({ figures }) => figures.deposits_cents)).toEqual([2, 3])
  })

  it('has a row for each figure that at least one month has', () => {
    const [group] = groupsOf(
      view({
        accounts: [
          account(
            '1',
            month('2026-02-01', '2026-02-28'),
            month('2026-03-01', '2026-03-31', { negative_days: 0, closing_cents: 1 }),
          ),
        ],
      }),
    )
    expect(group && rowsOf(group)).toEqual(['closing_cents', 'negative_days'])
  })
})

describe('the trend', () => {
  const both = { true_revenue_cents: 100, average_daily_balance_cents: -5 }

  it('has the months that have both figures, oldest first', () => {
    const groups = groupsOf(
      view({
        accounts: [
          account(
            '1',
            month('2026-03-01', '2026-03-31', both),
            month('2026-01-01', '2026-01-31', both),
            month('2026-02-01', '2026-02-28', { true_revenue_cents: 7 }),
          ),
        ],
      }),
    )
    expect(trendOf(groups)?.months).toEqual([
      { month: '2026-01', isPartial: false, ...both },
      { month: '2026-03', isPartial: false, ...both },
    ])
  })

  it('marks the month of a statement to date, but not one of a statement that runs over two months', () => {
    const accounts = [
      account('1', month('2026-02-16', '2026-03-15', both), month('2026-04-01', '2026-04-12', both)),
    ]
    expect(trendOf(groupsOf(view({ accounts })))?.months.map((one) => [one.month, one.isPartial])).toEqual([
      ['2026-03', false],
      ['2026-04', true],
    ])
  })

  it('leaves out a month with two periods, and needs several months', () => {
    const accounts = [
      account(
        '1',
        month('2026-02-01', '2026-02-28', both),
        month('2026-03-01', '2026-03-15', both),
        month('2026-03-16', '2026-03-31', both),
      ),
    ]
    expect(trendOf(groupsOf(view({ accounts })))).toBeNull()
  })

  it('is that of the first account if no balance of all accounts is known', () => {
    const accounts = [
      account('1', month('2026-02-01', '2026-02-28', both), month('2026-03-01', '2026-03-31', both)),
      account('2', month('2026-03-01', '2026-03-31', both)),
    ]
    const totals = [{ month: '2026-03', figures: { true_revenue_cents: 200 } }]
    expect(trendOf(groupsOf(view({ accounts, totals })))?.group.id).toBe('1')
  })
})
