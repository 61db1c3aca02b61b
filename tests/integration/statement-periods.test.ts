import { describe, expect, it } from 'vitest'
import { from, type HandRow, readHand } from '../support/statements/hand-drawn.ts'

/** What a statement says about its period and its account in several places: they must agree. */

const ENTRIES = [
  ['03/03', 'Card batch', '900.00', '1,900.00'],
  ['03/10', 'Payroll run', '-400.00', '1,500.00'],
  ['03/25', 'Mobile deposit', '250.00', '1,750.00'],
] as const

const head = (...lines: string[]): HandRow[] => [
  [from(40, 'Alder Bank')],
  ...lines.map((line) => [from(40, line)]),
]
const NUMBER = 'Account number: 000000004417'
const PERIOD = 'Statement period 03/01/2026 to 03/31/2026'
const summary = (opening = 'Beginning balance', closing = 'Ending balance'): HandRow[] => [
  [from(40, opening), [300, '1,000.00']],
  [from(40, closing), [300, '1,750.00']],
  [],
]
const table = (dates: readonly string[] = ENTRIES.map(([date]) => date)): HandRow[] => [
  [from(40, 'Date'), from(110, 'Description'), [440, 'Amount'], [540, 'Balance']],
  ...ENTRIES.map(([, text, amount, balance], at): HandRow => [
    from(40, dates[at] ?? ''),
    from(110, text),
    [440, amount],
    [540, balance],
  ]),
  [],
]
/** Account, period, and average balance of a verified statement. Null if it is not verified. */
function read(...rows: HandRow[]) {
  const { verdict, accounts } = readHand(rows)
  if (verdict !== 'verified') return null
  return accounts.flatMap(({ number_last4, months }) =>
    months.map((month) => [
      number_last4,
      month.from,
      month.to,
      ...month.transactions.map(({ date }) => date.slice(5)),
    ]),
  )
}
const WHOLE = [['4417', '2026-03-01', '2026-03-31', '03-03', '03-10', '03-25']]

describe('dates of which both numbers can be the month', () => {
  const monthToDate = (period: string, dates: readonly string[], ...more: string[]) =>
    read(...head(NUMBER, `Statement period ${period}`, ...more), ...summary(), ...table(dates))
  const APRIL = [['4417', '2026-04-01', '2026-04-12', '04-03', '04-05', '04-10']]

  it.each([
    [
      'in the order in which they lie close together: month first',
      '04/01/2026 to 04/12/2026',
      ['04/03', '04/05', '04/10'],
      '',
    ],
    [
      'in the order in which they lie close together: day first',
      '01/04/2026 to 12/04/2026',
      ['03/04', '05/04', '10/04'],
      '',
    ],
    ['with the day first with dots', '01.04.2026 - 12.04.2026', ['03.04.', '05.04.', '10.04.'], ''],
    [
      'with the day first in another country',
      '01/04/2026 to 12/04/2026',
      ['03/04', '05/04', '10/04'],
      'Sort code 12-34-56',
    ],
    [
      'whatever a description says',
      '04/01/2026 to 04/12/2026',
      ['04/03', '04/05', '04/10'],
      'Invoice of 28/03/2026 paid 9.00',
    ],
  ])('are read %s', (_, period, dates, line) => {
    expect(monthToDate(period, dates, line)).toEqual(APRIL)
  })

  const BOTH = ['03/04/2026 to 04/05/2026', ['03/05', '04/04', '04/05']] as const
  it('are not verified if both orders fit', () => {
    expect(monthToDate(...BOTH)).toBeNull()
  })

  it('are read with the month first in the United States', () => {
    expect(monthToDate(...BOTH, 'Macon, GA 31201')).toEqual([
      ['4417', '2026-03-04', '2026-04-05', '03-05', '04-04', '04-05'],
    ])
  })

  it('are not verified if the country contradicts them', () => {
    expect(monthToDate('01/04/2026 to 12/04/2026', ['03/04', '05/04', '10/04'], 'Macon, GA 31201')).toBeNull()
  })
})

describe('dates with the day before the month', () => {
  const day = (...[one, two, three]: readonly string[]) => table([one ?? '', two ?? '', three ?? ''])

  it.each([
    ['of the period', 'Periodo: 01/03/2026 al 31/03/2026', ['03 mar', '10 mar', '25 mar']],
    ['of the entries', 'Periodo: 01/03/2026 al 31/03/2026', ['03/03', '10/03', '25/03']],
    [
      'of the entries only',
      'Periodo: 1 de marzo de 2026 al 31 de marzo de 2026',
      ['03/03', '10/03', '25/03'],
    ],
  ])('are read: %s', (_, period, dates) => {
    expect(read(...head(NUMBER, period), ...summary(), ...day(...dates))).toEqual(WHOLE)
  })

  it('are read in two lines', () => {
    const rows = head(NUMBER, 'Fecha inicial: 01/03/2026', 'Fecha de cierre: 31/03/2026')
    expect(read(...rows, ...summary(), ...day('03/03', '10/03', '25/03'))).toEqual(WHOLE)
  })

  it('are read if the month before the day would also lie in the period', () => {
    const rows = head(NUMBER, 'Periodo: 01/03/2026 al 30/04/2026')
    expect(read(...rows, ...summary(), ...day('04/03', '04/03', '03/04'))).toEqual([
      ['4417', '2026-03-01', '2026-04-30', '03-04', '03-04', '04-03'],
    ])
  })
})

describe('numbers that are not the number of the account', () => {
  const others = [
    'Statement period ending 03-31-2026',
    'Statement ending 2026-03-31',
    'Statement number 000045',
    'Document number 88120045',
    'Account information: 800-555-0100 ext. x4521',
    'Estado de cuenta 2026',
    'Debit card ending in 9876',
  ]
  it.each(others)('%s', (other) => {
    expect(read(...head(other, PERIOD), ...summary(), ...table())?.[0]?.[0]).toBe('')
    expect(read(...head(NUMBER, other, PERIOD), ...summary(), ...table())).toEqual(WHOLE)
    expect(read(...head(other, NUMBER, PERIOD), ...summary(), ...table())).toEqual(WHOLE)
  })
})

describe('the number of the account', () => {
  it.each([
    ['Account number', '000123454417'],
    ['Account number', 'XXXXXX4417'],
    ['Numero de cuenta', '0012 3456 4417'],
    ['Account', '000123454417'],
  ])('is read below %s: %s', (label, number) => {
    const rows: HandRow[] = [
      ...head(PERIOD),
      [from(40, label), from(200, 'Type')],
      [from(40, number), from(200, 'Checking')],
    ]
    expect(read(...rows, ...summary(), ...table())).toEqual(WHOLE)
  })

  it.each([
    'Account number: 0012 3456 4417',
    'Account number: 1234567 4417',
    'Account number: 123 456 789 4417',
    'Account number: 12 345 64 417',
    'Account number: XXXX XXXX 4417',
    'Account number: XXXXXXXXXXXXXXXX4417',
    'Account number: 12/34564417',
    'Account number: ABCD0000004417',
    'Account number: 1234.5644.17',
  ])('is read whole: %s', (line) => {
    expect(read(...head(line, PERIOD), ...summary(), ...table())).toEqual(WHOLE)
  })

  it.each(['Account number 000123454417 31 days', 'Account number 000123454417 2026'])(
    'is doubtful if nothing tells where it ends: %s',
    (line) => expect(read(...head(line, PERIOD), ...summary(), ...table())).toBeNull(),
  )

  const columns: HandRow[] = [
    [from(40, 'Account'), from(200, 'Number'), [420, 'Beginning balance'], [540, 'Ending balance']],
    [from(40, 'Business Checking'), from(200, 'XXXXXX4417'), [420, '1,000.00'], [540, '1,750.00']],
    [from(40, 'Business Savings'), from(200, 'XXXXXX9921'), [420, '800.00'], [540, '900.00']],
    [],
  ]
  const glance: HandRow[] = [
    [from(40, 'Your accounts at a glance')],
    [from(40, 'Business Checking XXXXXX4417'), [420, '1,750.00']],
    [from(40, 'Business Savings XXXXXX9921'), [420, '900.00']],
    [],
  ]
  const plain: HandRow[] = [
    [from(40, 'Business Checking XXXXXX4417')],
    [from(40, 'Business Savings XXXXXX9921')],
    [],
  ]

  it.each([
    ['with balances', columns],
    ['with one amount', glance],
    ['without amounts', plain],
  ])('is doubtful below a list of accounts %s, unless a title names it', (_, list) => {
    const title = (text: string): HandRow[] => [[from(40, text)]]
    const rest = [...summary(), ...table()]
    expect(read(...head(PERIOD), ...list, ...title('BUSINESS CHECKING'), ...rest)).toBeNull()
    expect(read(...head(NUMBER, PERIOD), ...list, ...title('BUSINESS SAVINGS'), ...rest)).toBeNull()
    expect(read(...head(PERIOD), ...list, [], ...title('Business Checking XXXXXX4417'), ...rest)).toEqual(
      WHOLE,
    )
  })

  it.each([
    'Account number: XXXXXX9917',
    'Account number XXXXXX9917 continued on next page',
    'Business Checking XXXXXX9917',
  ])('is doubtful if another one stands below the entries: %s', (other) => {
    const rows = [...head(NUMBER, PERIOD), ...summary(), ...table()]
    expect(read(...rows, [from(40, other)])).toBeNull()
    const page = [
      [from(40, other)],
      ...Array.from({ length: 6 }, (_, at) => [from(40, `Step ${at}: list checks.`)]),
    ]
    expect(readHand(rows, page).verdict).toBe('unverified')
  })

  it.each([
    'Linked account number: XXXXXX9917',
    'Transfer to account number XXXXXX9917',
    'Account number: XXXXXX4417',
  ])('is clear below the entries: %s', (other) => {
    expect(read(...head(NUMBER, PERIOD), ...summary(), ...table(), [from(40, other)])).toEqual(WHOLE)
  })
})

describe('a period', () => {
  const all = (day: number) => `03/${String(day).padStart(2, '0')}`
  const balanceOn = (day: number) =>
    day < 3 ? '1,000.00' : day < 10 ? '1,900.00' : day < 25 ? '1,500.00' : '1,750.00'
  const daily: HandRow[] = [
    [from(40, 'Daily ending balance')],
    [from(40, 'Date'), [200, 'Balance']],
    ...Array.from({ length: 31 }, (_, at): HandRow => [from(40, all(at + 1)), [200, balanceOn(at + 1)]]),
  ]
  const said: [string, string[], HandRow[], HandRow[]][] = [
    ['dated balances', [], summary('Beginning balance on 03/01/2026', 'Ending balance on 03/31/2026'), []],
    [
      'balances of days without a year',
      [],
      summary('Beginning balance on March 1', 'Ending balance on March 31'),
      [],
    ],
    ['balances with short dates', [], summary('Beginning balance on 3/1', 'Ending balance on 3/31'), []],
    ['the number of days', ['Days in statement period: 31'], summary(), []],
    ['the number of days before the words', ['31 days in this period'], summary(), []],
    ['the date of the statement', ['Statement date: 03/31/2026'], summary(), []],
    ['the balances of all days', [], summary(), daily],
  ]
  const statement = (period: string, lines: string[], figures: HandRow[], more: HandRow[]) =>
    read(...head(NUMBER, period, ...lines), ...figures, ...table(), ...more)

  it.each(said)('agrees with %s', (_, lines, figures, more) => {
    expect(statement(PERIOD, lines, figures, more)).toEqual(WHOLE)
  })

  it.each(said)('is doubtful if it disagrees with %s', (_, lines, figures, more) => {
    expect(statement('Statement period 03/01/2026 to 04/30/2026', lines, figures, more)).toBeNull()
  })

  it.each(said.filter(([name]) => name !== 'the date of the statement'))(
    'is doubtful if its first day disagrees with %s',
    (_, lines, figures, more) => {
      expect(statement('Statement period 02/01/2026 to 03/31/2026', lines, figures, more)).toBeNull()
    },
  )

  it.each<[string, string[], HandRow[]]>([
    [
      'short dates of the balances',
      ['March 31, 2026'],
      summary('Beginning balance on 3/1', 'Ending balance on 3/31'),
    ],
    ['the day before', [], summary('Previous balance 02/28/2026', 'Ending balance 03/31/2026')],
    ['the day before, too', [], summary('Beginning balance as of 02/28/2026', 'Ending balance 03/31/2026')],
    [
      'balances and a later date',
      ['Statement date: 04/02/2026'],
      summary('Balance forward 02/28/2026', 'Ending balance 03/31/2026'),
    ],
    ['the name of the month', ['Statement for March 2026'], summary()],
    ['days without a year', ['Statement period Mar 1 - Mar 31', 'Statement date 03/31/2026'], summary()],
    ['a month that is printed once', ['March 1 - 31, 2026'], summary()],
    ['a dot between the days', ['Statement period: March 1 · March 31, 2026'], summary()],
    ['statement dates', ['Statement dates 3/01/26 thru 3/31/26'], summary()],
    ['days of the week', ['Statement period: Sun, March 1, 2026 to Tue, March 31, 2026'], summary()],
  ])('is read from %s', (_, lines, rows) => {
    expect(read(...head(NUMBER, ...lines), ...rows, ...table())).toEqual(WHOLE)
  })
})

describe('the first day of a period between two balances', () => {
  it.each([
    ['is certain if it begins a calendar month', '02/28/2026', '03/31/2026', undefined],
    ['is in doubt if the balances have the same day of two months', '02/27/2026', '03/27/2026', true],
    ['is in doubt if the balances are no month apart', '02/20/2026', '03/31/2026', true],
    ['is in doubt if only the last balance has a day', '', '03/31/2026', true],
  ])('%s', (_, opening, closing, has_doubted_dates) => {
    const rows = summary(`Beginning balance ${opening}`, `Ending balance ${closing}`)
    const { verdict, accounts } = readHand([...head(NUMBER), ...rows, ...table()])
    expect([verdict, accounts[0]?.months[0]?.has_doubted_dates]).toEqual(['verified', has_doubted_dates])
  })
})

describe('the date of a row that prints something else in its place', () => {
  it.each(['n/a', '--', 'pending', '0?', '31'])('is in doubt, and so are the averages: %s', (printed) => {
    const rows = table().map((row, at): HandRow => (at === 3 ? [from(40, printed), ...row.slice(1)] : row))
    const { verdict, accounts } = readHand([...head(NUMBER, PERIOD), ...summary(), ...rows])
    expect(verdict === 'verified' && accounts[0]?.months[0]?.has_doubted_dates !== true).toBe(false)
  })
})

describe('a statement without a period', () => {
  it('begins with its first entry, although a later one has the amount of the first balance', () => {
    const row = (date: string, text: string, at: number, amount: string, balance: string): HandRow => [
      from(40, date),
      from(110, text),
      [at, amount],
      [540, balance],
    ]
    expect(
      read(
        ...head(NUMBER, 'Opening balance: 1,000.00'),
        [from(40, 'Date'), from(110, 'Description'), [360, 'Debit'], [450, 'Credit'], [540, 'Balance']],
        row('03/03/2026', 'Card batch', 450, '900.00', '1,900.00'),
        row('03/10/2026', 'Rent', 360, '1,000.00', '900.00'),
        row('03/25/2026', 'Mobile deposit', 450, '250.00', '1,150.00'),
      ),
    ).toEqual([['4417', '2026-03-03', '2026-03-25', '03-03', '03-10', '03-25']])
  })
})

describe('a period of a year', () => {
  it.each([
    ['Statement from: 04/01/2025 to: 03/31/2026', '2025-04-01', '2026-03-31'],
    ['Account 000000004417 for the period (From : 04/01/2025 To : 03/31/2026)', '2025-04-01', '2026-03-31'],
    // Fees and rates are often those of a year.
    ['04/01/2025 to 03/31/2026', '2026-03-03', '2026-03-25'],
  ])('counts if words name it: %s', (line, start, end) => {
    const days = ['03/03/2026', '03/10/2026', '03/25/2026']
    expect(read(...head(NUMBER, line), ...summary(), ...table(days))?.[0]).toEqual([
      ...['4417', start, end],
      ...['03-03', '03-10', '03-25'],
    ])
  })
})

describe('a range beside the day of printing', () => {
  const rest = [...summary(), ...table()]

  it.each([
    ['with years', 'March 3, 2026 - March 25, 2026 Created on April 2, 2026'],
    ['with the year of the day of printing', 'March 3 through March 25 Created on April 2, 2026'],
  ])('%s is the period if entries stand on both of its days', (_, range) => {
    expect(read(...head(NUMBER, range), ...rest)).toEqual([
      ['4417', '2026-03-03', '2026-03-25', '03-03', '03-10', '03-25'],
    ])
  })

  it('is no period if no entry stands on its first day', () => {
    expect(read(...head(NUMBER, 'March 2, 2026 - March 25, 2026 Created on April 2, 2026'), ...rest)).toBe(
      null,
    )
  })
})
