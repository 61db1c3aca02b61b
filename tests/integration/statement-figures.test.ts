import { describe, expect, it } from 'vitest'
import { describeReading } from '../../src-main/features/statement-reader/describe.ts'
import {
  columns,
  dailyBalances as daily,
  detailsOf,
  from,
  handHead as head,
  type HandRow,
  readHand as read,
  row,
  summaryLine,
  usualDays as days,
  usualRows as rows,
  usualStatement as summary,
  withBalance,
} from '../support/statements/hand-drawn.ts'

/** Statements in which one printed figure is altered, marked, or cut. Each is verified as long as nothing is wrong with it. */

const amountsOf = ({ accounts }: ReturnType<typeof read>) =>
  accounts.flatMap(({ months }) =>
    months.flatMap(({ transactions }) => transactions.map(({ amount_cents }) => amount_cents)),
  )

/** Columns of withdrawals and deposits. */
const two: HandRow = [from(40, 'Date'), from(100, 'Description'), [380, 'Withdrawals'], [460, 'Deposits']]
const inOut = (date: string, text: string, out: string, deposit: string): HandRow => [
  from(40, date),
  from(100, text),
  ...(out === '' ? [] : [[380, out] as const]),
  ...(deposit === '' ? [] : [[460, deposit] as const]),
]
const twoRows = [
  inOut('03/02', 'Card batch', '', '900.00'),
  inOut('03/05', 'Payroll run', '400.00', ''),
  inOut('03/09', 'Customer payment', '', '250.00'),
]
describe('an amount with a mark', () => {
  /** A debit that was returned on the same day: without the two, the statement adds up, too. */
  const marked = (out: string, back: string) => [
    ...head('1,000.00', '1,750.00'),
    columns,
    ...rows.slice(0, 2).map((one) => one.slice(0, 3)),
    row('03/06', 'Item presented', out),
    row('03/06', 'Item sent back', back),
    ...rows.slice(2).map((one) => one.slice(0, 3)),
    ...daily([...days.slice(0, 2), ['03/06', '1,500.00'], ...days.slice(2)]),
  ]

  it.each([
    ['-500.00*', '500.00*'],
    ['-500.00#', '500.00#'],
    ['*-500.00', '*500.00'],
    ['-500.00 *', '500.00 *'],
  ])('is read without the mark of a footnote: %s', (out, back) => {
    const reading = read(marked(out, back))
    expect(reading.verdict).toBe('verified')
    expect(amountsOf(reading)).toEqual([90_000, -40_000, -50_000, 50_000, 25_000])
  })

  it.each([
    ['-500.00R', '500.00R'],
    ['-500.00(1)', '500.00(1)'],
    ['= -500.00=', '= 500.00='],
    ['-500', '500'],
    ['-50.0', '50.0'],
  ])('is doubted if the mark could be anything: %s', (out, back) => {
    expect(detailsOf(read(marked(out, back)))).toContain('amount_unreadable')
  })

  it('is doubted beside an amount in the other column', () => {
    const both = [
      ...head('1,000.00', '1,740.00'),
      two,
      ...twoRows.slice(0, 2),
      inOut('03/09', 'Customer payment less a returned item', '10.00', '250.00'),
      ...daily([...days.slice(0, 2), ['03/09', '1,740.00']]),
    ]
    expect(read(both).verdict).toBe('unverified')
  })

  it('is not doubted if the other column says zero, or if a description ends with a number', () => {
    const zeros = [
      ...head('1,000.00', '1,750.00'),
      two,
      inOut('03/02', 'Card batch', '0.00', '900.00'),
      inOut('03/05', 'Payroll run with a long name and the check number 118', '400.00', '0.00'),
      inOut('03/09', 'Customer payment', '0.00', '250.00'),
      ...daily(days),
    ]
    expect(read(zeros).verdict).toBe('verified')
  })
})

describe('an entry without a description', () => {
  it('is a finding if it is too much', () => {
    const checks = [
      [from(40, 'Check no.'), from(120, 'Date'), [220, 'Amount']],
      [from(40, '1041'), from(120, '03/05'), [220, '500.00']],
    ] as HandRow[]
    const statement = [
      ...head('1,000.00', '1,750.00'),
      columns,
      ...rows.map((one) => one.slice(0, 3)),
      [],
      ...checks,
    ]
    expect(read(statement).verdict).toBe('unverified')
  })

  it('is an entry although it stands right below the heading', () => {
    const checks = [
      [from(40, 'Check no.'), from(120, 'Date'), [220, 'Amount']],
      [from(40, '1041'), from(120, '03/05'), [220, '500']],
      [from(40, '1042'), from(120, '03/05'), [220, '-500']],
    ] as HandRow[]
    const { findings } = read([...head('1,000.00', '1,750.00'), withBalance, ...rows, [], ...checks])
    expect(findings.map(({ quote }) => quote)).toEqual(['1041 03/05 500', '1042 03/05 -500'])
  })
})

describe('an amount with a gap', () => {
  it.each([
    ['a space and a comma', (text: string) => text.replace(',', ' ').replace('.', ',')],
    ['a space and a point', (text: string) => text.replace(',', ' ')],
    ['a gap after the separator', (text: string) => text.replace(',', ', ')],
    [
      'European separators and a gap',
      (text: string) => text.replace('.', ';').replace(',', '. ').replace(';', ','),
    ],
  ])('is read whole: %s', (_, change) => {
    // If the thousands are left out everywhere, each figure still agrees.
    const wide = [
      ...head('6,300.00', '6,450.00', [
        summaryLine('Total deposits', '7,450.00'),
        summaryLine('Total withdrawals', '7,300.00'),
      ]),
      columns,
      row('03/02', 'Card batch', '7,200.00'),
      row('03/05', 'Payroll run', '-7,300.00'),
      row('03/09', 'Customer payment', '250.00'),
    ].map((cells) =>
      cells.map(([right, text]): HandRow[number] => [right, /\d\.\d\d$/.test(text) ? change(text) : text]),
    )
    const reading = read(wide)
    expect(reading.verdict).toBe('verified')
    expect(amountsOf(reading)).toEqual([720_000, -730_000, 25_000])
  })
})

describe('a printed total', () => {
  const inTable = (...after: HandRow[]) => [
    ...head('1,000.00', '1,750.00'),
    two,
    ...twoRows,
    ...after,
    ...daily(days),
  ]
  const deposits: [string, string] = ['Total deposits', '1,150.00']
  const payroll: [string, string] = ['Electronic withdrawals', '375.00']
  const fees: [string, string] = ['Service fees', '25.00']
  const net = (total: string) => [
    ...head('1,000.00', '1,750.00', [summaryLine(...deposits), summaryLine('Total withdrawals', '400.00')]),
    [from(40, 'Account activity')],
    columns,
    ...rows.map((one) => one.slice(0, 3)),
    [from(100, 'Total for this period'), [440, total]] as HandRow,
  ]

  const averages = (average: string, other: string, label = 'Lowest balance') =>
    summary(deposits, ['Total withdrawals', '400.00'], ['Average daily balance', average], [label, other])

  it.each([
    ['the only total of deposits', summary(deposits)],
    ['a summary of several lines', summary(['Deposits and credits', '1,150.00'], payroll, fees)],
    ['fees within the withdrawals', summary(deposits, ['Total withdrawals', '400.00'], fees)],
    ['a row of totals', inTable([from(100, 'Totals'), [380, '400.00'], [460, '1,150.00']])],
    ['a total of both signs', net('750.00')],
    ['the average and the lowest balance', averages('1,708.06', '1,000.00')],
    ['an average without the last day', averages('1,706.67', '1,000.00')],
    [
      'a balance that a fee requires',
      averages('1,708.06', '5,000.00', 'Average daily balance to waive the fee'),
    ],
    [
      'an opening balance in the table',
      [
        ...head('1,000.00', '1,750.00'),
        withBalance,
        [from(40, '03/01'), from(100, 'Balance forward'), [540, '1,000.00']] as HandRow,
        ...rows,
      ],
    ],
    [
      'a balance that a table repeats',
      [
        ...head('1,000.00', '1,750.00'),
        withBalance,
        ...rows.slice(0, 2),
        [from(40, '03/05'), from(100, 'Balance forward'), [540, '1,500.00']] as HandRow,
        ...rows.slice(2),
      ],
    ],
  ])('agrees: %s', (_, statement) => {
    expect([read(statement).verdict, ...detailsOf(read(statement))]).toEqual(['verified'])
  })

  it.each([
    ['the only total of deposits', summary(['Total deposits', '6,150.00'])],
    ['a line of deposits among several lines', summary(['Deposits and credits', '2,150.00'], payroll, fees)],
    [
      'a line of fees among several lines',
      summary(['Deposits and credits', '1,150.00'], payroll, ['Service fees', '35.00']),
    ],
    ['a row of totals: deposits', inTable([from(100, 'Totals'), [380, '400.00'], [460, '8,150.00']])],
    ['a row of totals: withdrawals', inTable([from(100, 'Totals'), [380, '401.00'], [460, '1,150.00']])],
    ['a total of both signs', net('9,999.99')],
    ['the average balance', averages('17,080.60', '1,000.00')],
    ['the lowest balance', averages('1,708.06', '100.00')],
    [
      'an opening balance in the table',
      [
        ...head('1,000.00', '1,750.00'),
        withBalance,
        [from(40, '03/01'), from(100, 'Balance forward'), [540, '1,999.99']] as HandRow,
        ...rows,
      ],
    ],
    [
      'a balance that a table repeats',
      [
        ...head('1,000.00', '1,750.00'),
        withBalance,
        ...rows.slice(0, 2),
        [from(40, '03/05'), from(100, 'Balance forward'), [540, '1,500.01']] as HandRow,
        ...rows.slice(2),
      ],
    ],
    ['a balance of a day outside of the period', inTable(...daily([...days, ['04/30', '1,750.00']]))],
  ])('is not verified if it is altered: %s', (_, statement) => {
    expect(read(statement).verdict).toBe('unverified')
  })
})

describe('two dates in a row', () => {
  const dated = (first: string, second: string, swap = false) => [
    ...head('1,000.00', '1,750.00'),
    [
      from(40, first),
      from(160, second),
      from(240, 'Description'),
      [440, 'Amount'],
      [540, 'Balance'],
    ] as HandRow,
    ...rows.map(([, ...rest], at): HandRow => {
      const [posted, bought] = [
        ['03/04', '03/06', '03/11'],
        ['03/02', '03/05', '03/09'],
      ].map((all) => all[at] ?? '')
      const [one = '', other = ''] = swap ? [posted, bought] : [bought, posted]
      return [from(40, one), from(160, other), from(240, 'Entry'), ...rest.slice(1)]
    }),
  ]
  const datesOf = ({ accounts }: ReturnType<typeof read>) =>
    accounts[0]?.months[0]?.transactions.map(({ date }) => date.slice(8))
  const averageOf = (reading: ReturnType<typeof read>) =>
    describeReading(reading).accounts[0]?.months[0]?.metrics.average_daily_balance_cents

  it.each([
    ['Trans date', 'Post date', false],
    ['Transaction date', 'Booking date', false],
    ['Fecha operación', 'Fecha contable', false],
    ['Fecha de transacción', 'Fecha de registro', false],
    ['Purchase date', 'Date', false],
    ['Posting date', 'Transaction date', true],
    ['Fecha contable', 'Fecha operación', true],
  ])('are told apart by the headings %s and %s', (first, second, swap) => {
    const reading = read(dated(first, second, swap))
    expect(reading.verdict).toBe('verified')
    expect(datesOf(reading)).toEqual(['04', '06', '11'])
    expect(averageOf(reading)).toBeTypeOf('number')
  })

  it.each([
    ['Transaction date', 'Effective date'],
    ['Date', 'Value'],
  ])('leave the average balance out if no heading tells them apart: %s, %s', (first, second) => {
    const reading = read(dated(first, second))
    expect(reading.verdict).toBe('verified')
    expect(averageOf(reading)).toBeUndefined()
  })
})

describe('the columns of a table without headings', () => {
  it('are doubted if deposits and withdrawals are equal', () => {
    const equal = [
      inOut('03/03', 'Sweep', '', '500.00'),
      inOut('03/03', 'Payroll', '200.00', ''),
      inOut('03/03', 'Payroll tax', '300.00', ''),
    ]
    const statement = [
      ...head('0.00', '0.00', [
        summaryLine('Total deposits', '500.00'),
        summaryLine('Total withdrawals', '500.00'),
      ]),
      ...equal,
    ]
    expect(read(statement).verdict).toBe('unverified')
  })
})

describe('a file that is no statement of a bank account', () => {
  it.each([
    [
      'a line of credit',
      [summaryLine('Credit limit', '50,000.00'), summaryLine('Available credit', '36,755.00')],
      rows,
    ],
    ['a loan', [[from(40, 'Payment due date 04/15/2026')], summaryLine('Amount due', '250.00')], rows],
    [
      'the statement of a supplier',
      [],
      [
        row('03/02', 'Invoice 5511', '900.00', '1,900.00'),
        row('03/05', 'Payment received', '-400.00', '1,500.00'),
        row('03/09', 'Invoice 5519', '250.00', '1,750.00'),
      ],
    ],
  ] as [string, HandRow[], HandRow[]][])('is refused: %s', (_, figures, entries) => {
    expect(read([...head('1,000.00', '1,750.00', figures), withBalance, ...entries])).toMatchObject({
      verdict: 'unreadable',
      findings: [{ reason: 'not_a_bank_statement' }],
    })
  })

  it('is not one with a payment of a loan, or with an advertisement of one', () => {
    const statement = [
      ...head('1,000.00', '1,750.00', [
        summaryLine('Total deposits', '1,150.00'),
        summaryLine('Total withdrawals', '400.00'),
      ]),
      [from(40, 'Ask us about a credit line. Finance charges apply.')] as HandRow,
      withBalance,
      row('03/02', 'Card batch', '900.00', '1,900.00'),
      row('03/05', 'Line of credit payment due', '-400.00', '1,500.00'),
      row('03/09', 'Invoice 5511', '250.00', '1,750.00'),
    ]
    expect(read(statement).verdict).toBe('verified')
  })
})

describe('the date of a statement', () => {
  const dated = (line: string) => [
    [from(40, line)] as HandRow,
    ...head('1,000.00', '1,750.00'),
    withBalance,
    ...rows,
  ]

  it.each(['Statement date: 03/31/2026', 'Statement date 04/02/2026', 'Next statement date: 04/30/2026'])(
    'agrees with the period: %s',
    (line) => expect(read(dated(line)).verdict).toBe('verified'),
  )

  it.each(['Statement date: 03/31/2025', 'Fecha de corte 31/03/2025'])(
    'casts doubt on the period if it is far away: %s',
    (line) => expect(detailsOf(read(dated(line)))).toContain('reading_doubted'),
  )
})
