import { describe, expect, it } from 'vitest'
import { addDays } from '../../../src-shared/platform/base/days.ts'
import type {
  Check,
  StatementMonth,
  StatementReading,
} from '../../../src-shared/features/statements/statement.ts'
import { finding } from '../statement-reader/finding.ts'
import { figuresOf, totalsOf, verifiedPeriods } from './figures.ts'
import { openBook, type ReadDocument } from './statement-book.ts'
import { descriptionKey } from './book.ts'

const FUNDER = 'BLUEHERON CAP ACH DEBIT'

/** A month of an account. Entries are `[day, description, cents]`. */
function month(
  of: string,
  opening_cents: number,
  entries: readonly (readonly [number, string, number])[],
  changes: Partial<StatementMonth> = {},
): StatementMonth {
  const transactions = entries.map(([day, description, amount_cents], at) => ({
    date: `${of}-${String(day).padStart(2, '0')}`,
    description,
    amount_cents,
    page: 1,
    place: { x0: 50, x1: 500, y: 100 + at * 12, size: 10 },
    balance_after_cents: null,
    check_number: null,
  }))
  const from = `${of}-01`
  let to = from
  while (addDays(to, 1).startsWith(of)) to = addDays(to, 1)
  return {
    from,
    to,
    opening_cents,
    closing_cents: transactions.reduce((sum, { amount_cents }) => sum + amount_cents, opening_cents),
    transactions,
    daily_balances: [],
    passed: ['sum', 'running'],
    findings: [],
    ...changes,
  }
}

function reading(
  months: readonly StatementMonth[],
  {
    last4 = '4417',
    holder = 'Juniper Bakery LLC',
    ...changes
  }: Partial<StatementReading> & { last4?: string; holder?: string } = {},
): StatementReading {
  const findings = months.flatMap((one) => one.findings)
  return {
    verdict: findings.length === 0 ? 'verified' : 'unverified',
    findings,
    accounts: [{ holder, number_last4: last4, months: [...months] }],
    ...changes,
  }
}

const read = (document_id: string, of: StatementReading, is_recognized = false): ReadDocument => ({
  document_id,
  sha256: document_id.repeat(8),
  stored: { reading: of, page_heights: [792], is_recognized },
})

const SALES = [
  [2, 'MERCHANT BANKCARD DEPOSIT 1002', 100_000],
  [3, 'MERCHANT BANKCARD DEPOSIT 1003', 120_000],
  [4, 'CUSTOMER REFUND OF A PURCHASE', 7_000],
] as const
const DEBITS = [5, 6, 7, 8, 9].map((day) => [day, FUNDER, -20_000] as const)

describe('the statements of a deal', () => {
  it('are joined by account across files, oldest first', () => {
    const book = openBook(
      [read('b', reading([month('2026-02', 5_000, SALES)])), read('a', reading([month('2026-01', 0, [])]))],
      [],
    )
    expect(book.accounts).toHaveLength(1)
    expect(book.accounts[0]?.months.map((one) => one.month.from)).toEqual(['2026-01-01', '2026-02-01'])
  })

  it('are separate accounts if the numbers or the holders differ', () => {
    const same = [month('2026-01', 0, SALES)]
    const book = openBook(
      [
        read('a', reading(same)),
        read('b', reading(same, { last4: '9921' })),
        read('c', reading(same, { holder: 'Alder Cabinets' })),
      ],
      [],
    )
    expect(book.accounts).toHaveLength(3)
  })

  it('in another name than the merchant’s count only after the broker confirmed the account', () => {
    const merchant = { names: ['Juniper Bakery LLC'], owners: [] }
    const files = [
      read('a', reading([month('2026-01', 0, SALES)])),
      read('b', reading([month('2026-01', 0, DEBITS)], { last4: '8080', holder: 'Hollis Plumbing LLC' })),
    ]
    const [other] = openBook(files, [], merchant).others
    const key = other?.account.account_id ?? ''
    const counted = (value?: string) => {
      const book = openBook(files, value === undefined ? [] : [{ kind: 'account', key, value }], merchant)
      return [book.accounts.length, book.rows.length, book.positions.length]
    }
    expect([counted(), counted('no'), counted('yes')]).toEqual([
      [1, SALES.length, 0],
      [1, SALES.length, 0],
      [2, SALES.length + DEBITS.length, 1],
    ])
  })

  it.each([
    ['Main Street Bank\nOak Harbor Freight Lines Corp', 1],
    ['Main Street Bank\nJUNIPER BAKERY Account number 4417', 0],
  ])('without a name of the holder are in doubt if the first lines are %j: %i account', (lines, doubted) => {
    const months = [month('2026-01', 0, SALES)]
    const accounts = [{ holder: '', first_lines: lines.split('\n'), number_last4: '4417', months }]
    const merchant = { names: ['Juniper Bakery LLC'], owners: [] }
    const book = openBook([read('a', reading(months, { accounts }))], [], merchant)
    expect([book.others.length, book.accounts.length]).toEqual([doubted, 1 - doubted])
  })

  it('are verified only for the accounts of a file that are in dollars', () => {
    const months = [month('2026-01', 0, SALES)]
    const holder = 'Juniper Bakery LLC'
    const accounts = [
      { holder, number_last4: '4417', months },
      { holder, number_last4: '5518', months, currency: 'EUR' },
    ]
    const book = openBook([read('a', reading(months, { accounts }))], [])
    expect(book.accounts.map((one) => one.months.map(({ verdict }) => verdict))).toEqual([
      ['verified'],
      ['unverified'],
    ])
  })

  it('count a period once if two files contain it', () => {
    const same = [month('2026-01', 0, SALES)]
    const book = openBook([read('a', reading(same)), read('b', reading(same))], [])
    expect(book.accounts[0]?.months.map((one) => one.document_id)).toEqual(['a'])
    expect(book.ofDocument.get('b')?.months).toHaveLength(1)
  })

  it('prefer a verified statement of a period to one that is not', () => {
    const wrong = month('2026-01', 0, SALES, {
      findings: [finding('does_not_add_up', 'closing_balance', 1)],
    })
    const book = openBook([read('a', reading([wrong])), read('b', reading([month('2026-01', 0, SALES)]))], [])
    expect(book.accounts[0]?.months.map((one) => one.document_id)).toEqual(['b'])
  })

  it('are not verified if two files say different things about a period', () => {
    const book = openBook(
      [
        read('a', reading([month('2026-01', 0, SALES)])),
        read('b', reading([month('2026-01', 0, SALES.slice(1))])),
      ],
      [],
    )
    const [only] = book.accounts[0]?.months ?? []
    expect(only?.verdict).toBe('unverified')
    expect(only?.findings.map(({ detail }) => detail)).toEqual(['other_statement'])
    expect(only && figuresOf(only)).toEqual({})
  })

  it('are not verified if a month opens with another balance than the month before closed', () => {
    const book = openBook(
      [read('a', reading([month('2026-01', 0, SALES)])), read('b', reading([month('2026-02', 1, SALES)]))],
      [],
    )
    expect(book.accounts[0]?.months.map((one) => one.verdict)).toEqual(['verified', 'unverified'])
    expect(book.ofDocument.get('b')?.findings.map(({ reason }) => reason)).toEqual([
      'opening_differs_from_previous_closing',
    ])
  })

  it('keep a verified month beside one that is not, but not if a finding concerns the whole file', () => {
    const wrong = month('2026-02', 227_000, SALES, {
      findings: [finding('does_not_add_up', 'closing_balance', 2)],
    })
    const both = reading([month('2026-01', 0, SALES), wrong])
    const verdicts = (of: StatementReading) =>
      openBook([read('a', of)], []).accounts[0]?.months.map((one) => one.verdict)
    expect(verdicts(both)).toEqual(['verified', 'unverified'])
    const missing = finding('page_missing', 'page_missing', null)
    expect(verdicts({ ...both, findings: [...both.findings, missing] })).toEqual(['unverified', 'unverified'])
  })
})

describe('the figures of a month', () => {
  const figures = (changes: Partial<StatementMonth>, is_recognized = false) => {
    const book = openBook([read('a', reading([month('2026-01', 50_000, SALES, changes)]), is_recognized)], [])
    const [only] = book.accounts[0]?.months ?? []
    return only === undefined ? {} : figuresOf(only)
  }

  it('contain sums for each verified month, and revenue without refunds', () => {
    expect(figures({ passed: ['sum', 'totals'] })).toMatchObject({
      opening_cents: 50_000,
      closing_cents: 277_000,
      deposits_cents: 227_000,
      deposits_count: 3,
      true_revenue_cents: 220_000,
      withdrawals_cents: 0,
    })
  })

  it('contain balances of days only if the checks cover the dates', () => {
    const covered = (changes: Partial<StatementMonth>, is_recognized = false) =>
      'average_daily_balance_cents' in figures(changes, is_recognized)
    expect(covered({ passed: ['sum', 'totals', 'sections'] })).toBe(false)
    expect(covered({ passed: ['sum', 'running'] })).toBe(true)
    expect(covered({ passed: ['sum', 'running'] }, true)).toBe(false)
    const days = (some: number[]) => ({
      passed: ['sum', 'daily'] satisfies Check[],
      daily_balances: some.map((day) => ({ date: `2026-01-0${day}`, balance_cents: 0, page: 1 })),
    })
    expect(covered(days([2, 3, 4]), true)).toBe(true)
    expect(covered(days([2, 4]), true)).toBe(false)
  })

  it('contain no balances of days if running balances pass but the dates are out of order', () => {
    const { transactions } = month('2026-01', 50_000, [SALES[1], SALES[0], SALES[2]])
    expect(figures({ transactions, passed: ['sum', 'running'] })).not.toHaveProperty('negative_days')
  })
})

describe('a position', () => {
  it('consists only of payments in verified months', () => {
    const january = month('2026-01', 1_000_000, DEBITS)
    const wrong = finding('does_not_add_up', 'closing_balance', 1)
    const february = month('2026-02', january.closing_cents, DEBITS, { findings: [wrong] })
    const open = (months: StatementMonth[]) => openBook([read('a', reading(months))], []).positions
    expect(open([january, february])).toMatchObject([
      { count: 5, total_cents: 100_000, first: '2026-01-05', last: '2026-01-09' },
    ])
    expect(open([february])).toEqual([])
  })
})

describe('the end of a position', () => {
  const paid = month('2026-01', 1_000_000, DEBITS)
  const file = (id: string, of: StatementMonth[], last4: string) => read(id, reading(of, { last4 }))
  const untilOf = (...files: ReadDocument[]) => openBook(files, []).positions[0]?.active_until

  it('is shown only by later statements of the same account', () => {
    const paying = month('2026-01', 1_000_000, [
      ...DEBITS,
      ...[12, 13, 14, 15, 16, 20, 21, 22, 23, 26, 27, 28, 29, 30].map(
        (day) => [day, FUNDER, -20_000] as const,
      ),
    ])
    const after = month('2026-02', paying.closing_cents, SALES)
    expect(untilOf(file('a', [paying], '4417'), file('b', [month('2026-02', 0, SALES)], '9921'))).toBe(
      '2026-01-31',
    )
    expect(untilOf(file('a', [paying], '4417'), file('b', [after], '4417'))).toBeNull()
    expect(untilOf(file('a', [paid], '4417'))).toBeNull()
  })
})

describe('a correction of the broker', () => {
  const january = month('2026-01', 1_000_000, [...SALES, ...DEBITS])
  const [firstSale] = january.transactions
  const open = (corrections: Parameters<typeof openBook>[1]) => {
    const book = openBook([read('a', reading([january]))], corrections)
    const [only] = book.accounts[0]?.months ?? []
    if (only === undefined) throw new Error('no month')
    return { book, month: only, figures: figuresOf(only) }
  }

  it('of a row changes the class of this row and the figures', () => {
    const row = open([]).book.rows[0]
    const { book, figures } = open([{ kind: 'row', key: row?.row_id ?? '', value: 'loan_proceeds' }])
    expect(book.rows.slice(0, 2).map((one) => [one.class, one.class_by])).toEqual([
      ['loan_proceeds', 'broker_row'],
      ['card_settlement', 'suggested'],
    ])
    expect(figures.true_revenue_cents).toBe(120_000)
  })

  it('of a description changes all rows with it, whatever their reference numbers', () => {
    if (firstSale === undefined) throw new Error('no sale')
    const key = descriptionKey(firstSale)
    const { book, figures } = open([{ kind: 'description', key, value: 'loan_proceeds' }])
    expect(book.rows.filter((one) => one.class_by === 'broker_description')).toHaveLength(2)
    expect(figures.true_revenue_cents).toBe(0)
  })

  it('of a row comes before one of its description', () => {
    if (firstSale === undefined) throw new Error('no sale')
    const row_id = open([]).book.rows[0]?.row_id ?? ''
    const { book } = open([
      { kind: 'description', key: descriptionKey(firstSale), value: 'loan_proceeds' },
      { kind: 'row', key: row_id, value: 'wire_in' },
    ])
    expect(book.rows.slice(0, 2).map((one) => one.class)).toEqual(['wire_in', 'loan_proceeds'])
  })

  it('of a row does not depend on the place at which a newer reader finds it', () => {
    const row_id = open([]).book.rows[0]?.row_id ?? ''
    const moved = {
      ...january,
      transactions: january.transactions
        .map((one) => ({ ...one, place: { ...one.place, y: one.place.y + 3 }, balance_after_cents: 1 }))
        .toReversed(),
    }
    const book = openBook(
      [read('a', reading([moved]))],
      [{ kind: 'row', key: row_id, value: 'loan_proceeds' }],
    )
    expect(
      book.rows.filter((one) => one.class === 'loan_proceeds').map((one) => one.transaction.date),
    ).toEqual(['2026-01-02'])
  })

  it('that a position is no funder removes its debits from the figures, and keeps the position', () => {
    const before = open([])
    expect(before.figures.funder_debits_cents).toBe(100_000)
    expect(before.book.positions).toMatchObject([
      { cadence: 'daily', count: 5, typical_cents: 20_000, total_cents: 100_000, confirmed: null },
    ])
    const key = before.book.positions[0]?.position_id ?? ''
    const after = open([{ kind: 'position', key, value: 'no' }])
    expect(after.figures.funder_debits_cents).toBe(0)
    expect(after.book.positions).toMatchObject([{ position_id: key, count: 5, confirmed: 'no' }])
  })
})

describe('the totals of all accounts', () => {
  const TRANSFER = [10, 'ONLINE TRANSFER TO SAVINGS 9921', -30_000] as const
  const ARRIVED = [11, 'DEPOSIT 30000', 30_000] as const
  const checking = month('2026-01', 100_000, [...SALES, TRANSFER])
  const savings = month('2026-01', 0, [ARRIVED])

  it('do not count a transfer between the accounts as revenue', () => {
    const { accounts } = openBook(
      [read('a', reading([checking])), read('b', reading([savings], { last4: '9921' }))],
      [],
    )
    expect(totalsOf(accounts)).toMatchObject([
      { month: '2026-01', figures: { true_revenue_cents: 220_000, deposits_cents: 257_000 } },
    ])
  })

  it('contain only months that each account covers with a verified statement', () => {
    const february = month('2026-02', checking.closing_cents, SALES)
    const { accounts } = openBook(
      [read('a', reading([checking, february])), read('b', reading([savings], { last4: '9921' }))],
      [],
    )
    expect(totalsOf(accounts).map((one) => one.month)).toEqual(['2026-01'])
    expect(verifiedPeriods(accounts)).toHaveLength(3)
  })

  it('are calculated by date for statements that do not end with the month', () => {
    const split = (from: string, to: string, opening: number, rows: typeof SALES) =>
      month(from.slice(0, 7), opening, rows, { from, to })
    const parts = [
      split('2026-01-16', '2026-02-15', 0, SALES),
      split('2026-02-16', '2026-03-15', 227_000, SALES),
    ]
    parts[0]?.transactions.splice(0, 3, ...month('2026-02', 0, SALES).transactions)
    parts[1]?.transactions.splice(0, 3, ...month('2026-03', 0, SALES).transactions)
    const { accounts } = openBook([read('a', reading(parts))], [])
    expect(totalsOf(accounts)).toMatchObject([
      {
        month: '2026-02',
        figures: { opening_cents: 0, closing_cents: 227_000, true_revenue_cents: 220_000 },
      },
    ])
  })
})
