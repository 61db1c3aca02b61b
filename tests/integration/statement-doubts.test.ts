import { describe, expect, it } from 'vitest'
import { describeReading } from '../../src-main/features/statement-reader/describe.ts'
import {
  columns,
  dailyBalances,
  detailsOf,
  from,
  handHead as head,
  type HandRow,
  readHand as read,
  row,
  summaryLine,
  usualDays,
  usualRows as rows,
  usualStatement as summary,
  withBalance,
} from '../support/statements/hand-drawn.ts'

/** Statements that add up although some of their rows are no entries, or some of their entries were not found. */

const daily = dailyBalances(usualDays)
const balances = head('1,000.00', '1,750.00')

describe('rows that are no entries yet', () => {
  const hold = row('03/09', 'Card hold', '-75.00')
  const release = row('03/09', 'Card hold released', '75.00')

  it.each([
    ['with the columns of the table', [[from(40, 'Pending transactions')], hold, release]],
    ['with columns of their own', [[from(40, 'Pending transactions')], columns, hold, release]],
    ['one row', [[from(40, 'Transacciones pendientes')], hold]],
  ] as [string, HandRow[]][])('are left out: %s', (_, pending) => {
    const reading = read([...balances, withBalance, ...rows, [], ...pending])
    expect(reading.verdict).toBe('verified')
    expect(reading.accounts[0]?.months[0]?.transactions).toHaveLength(3)
  })

  it('are in doubt if they follow the last balance, cancel out, and have no heading', () => {
    expect(detailsOf(read([...balances, withBalance, ...rows, hold, release]))).toContain('rows_doubted')
  })

  it('are in doubt if another table repeats entries that cancel out', () => {
    const moved = [
      row('03/09', 'Transfer from savings', '50.00', '1,800.00'),
      row('03/09', 'Transfer to savings', '-50.00', '1,750.00'),
    ]
    const again = [
      [from(40, 'Transfers between your accounts')],
      columns,
      ...moved.map((one) => one.slice(0, 3)),
    ]
    expect(read([...balances, withBalance, ...rows, ...moved]).verdict).toBe('verified')
    expect(
      detailsOf(read([...balances, withBalance, ...rows, ...moved, [], ...again] as HandRow[])),
    ).toContain('rows_doubted')
  })
})

describe('a row that was not found', () => {
  it.each([
    [
      'a date with a letter',
      [row('R03/09', 'Deposit correction', '70.00'), row('R03/09', 'Correction', '-70.00')],
    ],
    [
      'amounts left of their column',
      [
        [from(40, '03/09'), from(100, 'Wire in'), [300, '70.00']],
        [from(40, '03/09'), from(100, 'Wire back'), [300, '-70.00']],
      ],
    ],
    [
      'three rows that cancel out',
      [
        row('X03/09', 'Wire in', '70.00'),
        row('X03/09', 'Wire back', '-30.00'),
        row('X03/09', 'Wire back', '-40.00'),
      ],
    ],
  ] as [string, HandRow[]][])('is a finding if the others cancel it out: %s', (_, more) => {
    const reading = read([...balances, columns, ...rows.map((one) => one.slice(0, 3)), ...more, ...daily])
    expect(reading.verdict).toBe('unverified')
  })

  it('is no finding if it repeats an entry, or cancels nothing out', () => {
    const captions: HandRow[] = [
      [],
      [from(40, '03/05 1041'), [200, '$400.00']],
      [from(40, '03/05 1041'), [200, '$400.00']],
      [from(40, '03/11 notice'), [200, '$12.00']],
    ]
    expect(read([...balances, withBalance, ...rows, ...captions]).verdict).toBe('verified')
  })

  it.each([
    ['whole dollars', '03/04', '$500'],
    ['a day in words', 'March, 4th', '500.00'],
    ['a dash between the month and the day', '03–04', '500.00'],
  ])('shows that an account is not idle: %s', (_, date, amount) => {
    const second: HandRow[] = [
      [],
      [from(40, 'Account number: 000000009921')],
      [from(40, 'Beginning balance'), [300, '800.00']],
      [from(40, 'Ending balance'), [300, '800.00']],
    ]
    const lines: HandRow[] = [
      [from(40, date), from(200, 'Came in'), [440, amount]],
      [from(40, date), from(200, 'Went out'), [440, `-${amount}`]],
    ]
    const first = [...balances, withBalance, ...rows]
    expect(read([...first, ...second]).verdict).toBe('verified')
    expect(detailsOf(read([...first, ...second, ...lines]))).toContain('amount_unreadable')
  })
})

describe('a figure of the summary', () => {
  const parts = (card: string, other: string): [string, string][] => [
    ['Total deposits', '1,150.00'],
    ['Card deposits', card],
    ['Other deposits', other],
    ['Total withdrawals', '400.00'],
  ]
  const headed = (deposits: string) => [
    ...head('1,000.00', '1,750.00', [
      summaryLine('Total deposits', '1,150.00'),
      summaryLine('Total withdrawals', '400.00'),
    ]),
    [from(40, 'Deposits and other credits'), [440, deposits]] as HandRow,
    columns,
    row('03/02', 'Card batch', '900.00'),
    row('03/09', 'Customer payment', '250.00'),
    [from(40, 'Withdrawals and other debits'), [440, '400.00']] as HandRow,
    columns,
    row('03/05', 'Payroll run', '400.00'),
  ]

  it.each([
    ['parts of a total', summary(...parts('900.00', '250.00'))],
    [
      'some of the parts',
      summary(['Total deposits', '1,150.00'], ['Card deposits', '900.00'], ['Total withdrawals', '400.00']),
    ],
    ['the total in the heading of a section', headed('1,150.00')],
    ['a count', summary(['Total deposits', '1,150.00']).concat([[], [from(40, 'Number of deposits: 2')]])],
  ])('agrees: %s', (_, statement) => {
    expect([read(statement).verdict, ...detailsOf(read(statement))]).toEqual(['verified'])
  })

  it.each([
    ['a part that is too large', summary(...parts('990.00', '250.00'))],
    ['a part that is too small', summary(...parts('800.00', '250.00'))],
    ['the total in the heading of a section', headed('9,150.00')],
    ['a count', summary(['Total deposits', '1,150.00']).concat([[], [from(40, 'Number of deposits: 9')]])],
  ])('is not verified if it is altered: %s', (_, statement) => {
    expect(read(statement).verdict).toBe('unverified')
  })
})

describe('a statement in another currency', () => {
  it.each([
    ['CAD', 'Currency: CAD', '1,000.00'],
    ['EUR', 'All amounts in EUR', '1,000.00'],
    ['MXN', 'Moneda: MXN (pesos mexicanos)', '1,000.00'],
    ['GBP', 'Sort code 12-34-56', '1,000.00'],
    ['EUR', 'Alder Bank', '€1,000.00'],
    ['CAD', 'Alder Bank', '1,000.00 CAD'],
    [undefined, 'Alder Bank', '$1,000.00'],
    ['NZD', 'Alder Bank NZ', '$1,000.00'],
    ['AUD', 'Alder Bank, ABN 11 000 000 000', '$1,000.00'],
    ['AUD', 'Wren Tiles Pty Ltd, Newtown NSW 2042', '$1,000.00'],
    ['CAD', '40 Alder Street, Toronto ON M1A 1A1', '$1,000.00'],
    [undefined, 'Canada Street, Alder, NY 10001', '$1,000.00'],
    [undefined, 'Alder Bank of New Zealand', 'USD 1,000.00'],
  ])('is read, and its currency is named: %s', (currency, line, opening) => {
    const named = head(opening, '1,750.00')
    const reading = read([[from(40, line)], ...named, withBalance, ...rows])
    expect([reading.verdict, reading.currency]).toEqual(['verified', currency])
  })

  const account = (title: string, write: (amount: string, at: number) => string): HandRow[] => [
    [from(40, title)],
    [from(40, 'Beginning balance'), [300, write('1,000.00', 0)]],
    [from(40, 'Ending balance'), [300, write('1,500.00', 1)]],
    withBalance,
    row('03/02', 'Card batch', write('900.00', 2), write('1,900.00', 3)),
    row('03/05', 'Payroll run', write('-400.00', 4), write('1,500.00', 5)),
    [],
  ]
  const period: HandRow[] = [
    [from(40, 'Alder Bank')],
    [from(40, 'Statement period 03/01/2026 to 03/31/2026')],
  ]
  const inCode = (code: string) => (amount: string) => (code === '€' ? `€${amount}` : `${amount} ${code}`)

  it.each([
    ['USD', 'EUR', [undefined, 'EUR']],
    ['EUR', 'USD', ['EUR', undefined]],
    ['CAD', 'GBP', ['CAD', 'GBP']],
    ['USD', '€', [undefined, 'EUR']],
  ])('has the currency of its own amounts for each account: %s and %s', (one, other, expected) => {
    const reading = read([
      ...period,
      ...account('Account number: 000000004417', inCode(one)),
      ...account('Account number: 000000005518', inCode(other)),
    ])
    expect([reading.verdict, reading.currency]).toEqual(['verified', undefined])
    expect(reading.accounts.map(({ currency }) => currency)).toEqual(expected)
  })

  it('has the currency that the title of each account names if the amounts have none', () => {
    const bare = (amount: string) => amount
    const reading = read([
      ...period,
      ...account('USD account number: 000000004417', bare),
      ...account('EUR account number: 000000005518', bare),
    ])
    expect(reading.accounts.map(({ currency }) => currency)).toEqual([undefined, 'EUR'])
  })

  it('is not verified if an account has two currencies', () => {
    const mixed = (amount: string, at: number) => inCode(at === 2 ? 'EUR' : 'USD')(amount)
    const reading = read([...period, ...account('Account number: 000000004417', mixed)])
    expect(detailsOf(reading)).toEqual(['other_currency'])
  })

  it.each(['Amounts in thousands of dollars', 'Importes expresados en miles'])(
    'is not read if its amounts are in thousands: %s',
    (line) => {
      expect(read([[from(40, line)], ...balances, withBalance, ...rows])).toMatchObject({
        verdict: 'unreadable',
        findings: [{ detail: 'in_thousands' }],
      })
    },
  )

  it('is no statement in US dollars with a purchase abroad', () => {
    const abroad = [
      ...balances,
      [from(40, 'Currency: USD')] as HandRow,
      withBalance,
      ...rows.slice(0, 1),
      row('03/05', 'Hotel 540.00 CAD', '-400.00', '1,500.00'),
      ...rows.slice(2),
    ]
    expect(read(abroad).verdict).toBe('verified')
  })
})

describe('a table that prints each date once', () => {
  const averageOf = (table: readonly HandRow[]) =>
    describeReading(read([...balances, withBalance, ...table])).accounts[0]?.months[0]?.metrics
      .average_daily_balance_cents
  const [batch, payroll, payment] = [
    ['Card batch', '900.00', '1,900.00'],
    ['Payroll run', '-400.00', '1,500.00'],
    ['Customer payment', '250.00', '1,750.00'],
  ] as const

  it('gives an average if its last row has no date: then the first row of a day has it', () => {
    expect(averageOf([row('03/02', ...batch), row('03/09', ...payroll), row('', ...payment)])).toBeTypeOf(
      'number',
    )
  })

  it('gives none if the last row of a day could have the date', () => {
    expect(averageOf([row('03/02', ...batch), row('', ...payroll), row('03/09', ...payment)])).toBeUndefined()
  })
})

describe('a table that begins with the opening balance of another account', () => {
  it('is read as the next statement', () => {
    const table = (opening: string, closing: string, entries: readonly HandRow[]): HandRow[] => [
      withBalance,
      [from(40, '03/01'), from(100, 'Beginning balance'), [540, opening]],
      ...entries,
      [from(40, '03/31'), from(100, 'Ending balance'), [540, closing]],
    ]
    const reading = read([
      [from(40, 'Statement period 03/01/2026 to 03/31/2026')],
      [from(40, 'Regular savings ID 0001')],
      ...table('5,000.00', '5,000.41', [row('03/31', 'Dividend', '0.41', '5,000.41')]),
      [],
      [from(40, 'Business checking ID 0010')],
      ...table('1,000.00', '1,750.00', rows),
    ])
    // Nothing but the numbers of the accounts is in doubt.
    expect(detailsOf(reading)).toEqual(['reading_doubted'])
    const months = reading.accounts.flatMap((account) => account.months)
    expect(months.map(({ transactions }) => transactions.length)).toEqual([1, 3])
  })
})

describe('an account whose balance is a debt', () => {
  const debt = (title: string): HandRow[] => [
    [],
    [from(40, title)],
    [from(40, 'Beginning balance'), [300, '20,000.00']],
    [from(40, 'Ending balance'), [300, '19,700.00']],
    withBalance,
    row('03/10', 'Payment', '-500.00', '19,500.00'),
    row('03/20', 'Advance', '200.00', '19,700.00'),
  ]

  it.each([
    'Line of Credit Account number: XXXXXX7788',
    'Business Visa account number XXXXXX7788',
    'Mortgage account number XXXXXX7788',
    'Linea de credito numero XXXX7788',
  ])('is a finding below the title %s', (title) => {
    const { verdict, findings } = read([...balances, withBalance, ...rows, ...debt(title)])
    expect(verdict).toBe('unverified')
    expect(findings).toContainEqual(expect.objectContaining({ reason: 'not_a_bank_statement' }))
  })

  it('is refused alone if the statement prints the rate of a loan, and no deposits', () => {
    const loan = [
      [from(40, 'Statement period 03/01/2026 to 03/31/2026')] as HandRow,
      [from(40, 'Annual percentage rate 9.250%')] as HandRow,
      ...debt('Account number: XXXXXX7788'),
    ]
    expect(read(loan).verdict).toBe('unreadable')
  })

  it('is none with a line of credit for overdrafts', () => {
    const box: HandRow[] = [
      [],
      [from(40, 'Overdraft line of credit')],
      [from(40, 'Credit limit'), [300, '5,000.00']],
      [from(40, 'Available credit'), [300, '5,000.00']],
    ]
    expect(read([[from(40, 'Business checking')], ...balances, withBalance, ...rows, ...box]).verdict).toBe(
      'verified',
    )
  })
})

describe('rows that may have another date or no date', () => {
  it('give no average if most rows have two dates, however close they stand', () => {
    const heading: HandRow = [from(40, 'Trans Post Description'), [440, 'Amount'], [540, 'Balance']]
    const twice = rows.map(([, ...rest], at): HandRow => [
      from(40, `03/0${at * 3 + 1} 03/0${at * 3 + 2} Entry`),
      ...rest.slice(1),
    ])
    const month = describeReading(read([...balances, heading, ...twice])).accounts[0]?.months[0]
    expect(month?.transactions).toHaveLength(3)
    expect(month?.metrics.average_daily_balance_cents).toBeUndefined()
  })

  it.each(['03/2O', '03/20Late'])('give no average if a date cannot be read: %s', (date) => {
    const wrapped: HandRow[] = [
      [from(40, date), from(100, 'A long name')],
      row('', 'of a payee', '0.00', '1,500.00'),
    ]
    const table = [...rows.slice(0, 2), ...wrapped, ...rows.slice(2)]
    const month = describeReading(read([...balances, withBalance, ...table])).accounts[0]?.months[0]
    expect(month?.metrics.average_daily_balance_cents).toBeUndefined()
  })

  it.each([
    ['give no average if a description', 'Payroll of the03/05', 'undefined'],
    ['give an average if no description', 'Payroll of the', 'number'],
  ])('%s touches the date after it', (_, text, type) => {
    const dated = (end: string, ...[amount, balance]: [string, string]): HandRow => [
      [350, end],
      [440, amount],
      [540, balance],
    ]
    const table = [
      dated('03/02', '900.00', '1,900.00'),
      dated(text, '-400.00', '1,500.00'),
      dated('Customer payment', '250.00', '1,750.00'),
    ]
    const heading: HandRow = [from(40, 'Description'), [350, 'Date'], [440, 'Amount'], [540, 'Balance']]
    const lines = table.map((cells, at): HandRow => [from(40, `Entry ${'abc'.charAt(at)}`), ...cells])
    const month = describeReading(read([...balances, heading, ...lines])).accounts[0]?.months[0]
    expect(typeof month?.metrics.average_daily_balance_cents).toBe(type)
  })

  it('are in doubt if they have no date and no balance, and cancel out', () => {
    const notes = [row('', 'Includes tip of', '5.00'), row('', 'Includes refund of', '-5.00')]
    const statement = [...balances, withBalance, ...rows.slice(0, 2), ...notes, ...rows.slice(2)]
    expect(read(statement).verdict).toBe('unverified')
  })
})

describe('a page without a number', () => {
  const [first, second, third] = rows as [HandRow, HandRow, HandRow]
  const notice = (line: HandRow): HandRow[] => [
    ...['one', 'two', 'three', 'four', 'five'].map((name): HandRow => [
      from(40, `Important information ${name}`),
    ]),
    line,
  ]
  const number = (at: number): HandRow => [from(500, `Page ${at} of 3`)]

  it('can stand between two pages, and in place of no other page', () => {
    const start = [...balances, withBalance, first, second, number(1)]
    const end = [withBalance, third, number(3)]
    expect(detailsOf(read(start, notice([from(40, 'More')]), end))).toEqual([])
    expect(detailsOf(read(start, end, notice([from(40, 'More')])))).toEqual(['page_missing'])
  })
})

describe('an entry', () => {
  it('is no balance although its payee is named like one', () => {
    const shop = row('03/05', 'POS NEW BALANCE STORE 123', '-400.00', '1,500.00')
    expect(read([...balances, withBalance, rows[0], shop, rows[2]] as HandRow[]).verdict).toBe('verified')
  })

  it('is a debit if the table marks only the credits', () => {
    const marked = rows.map(
      ([date, text, [right, amount] = [0, ''], balance]) =>
        [date, text, [right, amount.startsWith('-') ? amount.slice(1) : `${amount} CR`], balance] as HandRow,
    )
    expect(read([...balances, withBalance, ...marked]).verdict).toBe('verified')
  })

  it('does not close a statement with the balance of something else', () => {
    const others: HandRow[] = [
      [],
      [from(40, 'Combined ending balance'), [300, '12,000.00']],
      [from(40, 'Beginning points balance'), [300, '1,200.00']],
    ]
    expect(read([...balances, withBalance, ...rows, ...others]).verdict).toBe('verified')
  })

  it('can have the day of the week before its date', () => {
    const named = rows.map(([, ...rest], at): HandRow => [
      from(40, `${['Mon', 'Thu', 'Mon'][at]} 03/0${[2, 5, 9][at]}`),
      ...rest,
    ])
    const reading = read([...balances, withBalance, ...named])
    expect([reading.verdict, ...detailsOf(reading)]).toEqual(['verified'])
    expect(reading.accounts[0]?.months[0]?.transactions[1]).toMatchObject({
      date: '2026-03-05',
      description: 'Payroll run',
    })
  })

  it('can be reversed in the column of debits, and be negative in angle brackets', () => {
    const debits: HandRow[] = [
      [from(40, 'Date'), from(100, 'Description'), [380, 'Withdrawals'], [460, 'Deposits'], [540, 'Balance']],
      [from(40, '03/02'), from(100, 'Fee'), [380, '25.00'], [540, '<125.00>']],
      [from(40, '03/03'), from(100, 'Fee reversed'), [380, '-25.00'], [540, '<100.00>']],
      [from(40, '03/09'), from(100, 'Deposit'), [460, '300.00'], [540, '200.00']],
    ]
    const reading = read([...head('<100.00>', '200.00'), ...debits])
    expect([reading.verdict, ...detailsOf(reading)]).toEqual(['verified'])
    expect(reading.accounts[0]?.months[0]?.transactions.map(({ amount_cents }) => amount_cents)).toEqual([
      -2500, 2500, 30_000,
    ])
  })
})

describe('entries and figures that can be those of something else', () => {
  const sheet = rows.map((one) => one.slice(0, 3))

  it('are in doubt if another page has a pair that cancels out, and only balances of days agree', () => {
    const other = [columns, row('03/09', 'Deposit', '50.00'), row('03/09', 'Payment', '-50.00')]
    const first = [...balances, columns, ...sheet, ...daily]
    expect(read(first).verdict).toBe('verified')
    const page = [...Array.from({ length: 5 }, (): HandRow => [from(40, 'Blue Heron Autos')]), ...other]
    expect(read(first, page).verdict).toBe('unverified')
  })

  it.each(['l', 'l,', 'I', 'O.'])(
    'are in doubt if letters before an amount look like digits: %s',
    (letters) => {
      const marked: HandRow = [
        from(40, '03/05'),
        from(100, 'Payroll run'),
        [402, letters],
        [440, '-400.00'],
        [540, '1,500.00'],
      ]
      expect(detailsOf(read([...balances, withBalance, rows[0], marked, rows[2]] as HandRow[]))).toContain(
        'amount_unreadable',
      )
    },
  )

  it('are not compared with the average balance that a fee requires', () => {
    const box: HandRow[] = [
      [],
      [from(200, 'Minimum required'), from(400, 'This fee period')],
      [from(40, 'Average ledger balance'), [280, '10,000.00'], [460, '1,708.06']],
    ]
    expect(read([...balances, withBalance, ...rows, ...box]).verdict).toBe('verified')
  })

  it('are in doubt if a second opening balance is printed in other words', () => {
    const second = summaryLine('Balance last month', '9,000.00')
    expect(read([second, ...balances, withBalance, ...rows]).verdict).toBe('unverified')
  })
})
