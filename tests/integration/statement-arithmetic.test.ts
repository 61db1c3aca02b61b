import { describe, expect, it } from 'vitest'
import type { StatementReading } from '../../src-shared/features/statements/statement.ts'
import { from, type HandCell, type HandRow, readHand as read } from '../support/statements/hand-drawn.ts'
import { readStatement } from '../../src-main/features/statement-reader/read-statement.ts'
import { isRight, withRandomWords } from '../support/statements/changed-file.ts'
import { generateStatement } from '../support/statements/generator.ts'
import { Dice } from '../support/statements/ledger.ts'

/** Statements of kinds that public files have, with words that no list knows. Their arithmetic tells what is what. */

const head: HandRow[] = [[from(40, 'Kestrel Reach')], [from(40, 'Account number: 000000004417')]]
const period: HandRow = [from(40, '03/01/2026 - 03/31/2026')]

/** A row with cells that end at the right edges 340, 420, and 520. An empty text prints nothing. */
const entry = (date: string, text: string, ...cells: string[]): HandRow => [
  from(40, date),
  from(100, text),
  ...cells.flatMap((cell, at): HandCell[] => (cell === '' ? [] : [[[340, 420, 520][at] ?? 0, cell]])),
]

const amountsOf = ({ accounts }: StatementReading) =>
  accounts.map(({ months }) =>
    months.map(({ opening_cents, closing_cents, transactions }) => [
      opening_cents,
      ...transactions.map(({ amount_cents }) => amount_cents),
      closing_cents,
    ]),
  )

const RIGHT = [[[100_000, 90_025, -40_010, 25_000, 175_015]]]

describe('running balances', () => {
  const start: HandRow = [from(40, 'Brold'), [300, '1,000.00']]

  it('show the entries of a table whose headings are unknown words', () => {
    const rows = [
      [from(40, 'Vel'), from(100, 'Tarn'), [340, 'Oru'], [420, 'Epp'], [520, 'Sild']] as HandRow,
      entry('03/02', 'Gorm', '', '900.25', '1,900.25'),
      entry('03/05', 'Payroll', '400.10', '', '1,500.15'),
      entry('03/09', 'Hest', '', '250.00', '1,750.15'),
    ]
    const reading = read([...head, period, start, [], ...rows])
    expect(reading.verdict).toBe('verified')
    expect(amountsOf(reading)).toEqual(RIGHT)
  })

  it('show the entries if empty cells have dashes, and if a row repeats the balance', () => {
    const rows = [
      entry('03/01', 'Vorn', '-', '-', '1,000.00'),
      entry('03/02', 'Gorm', '-', '900.25', '1,900.25'),
      entry('03/05', 'Payroll', '400.10', '-', '1,500.15'),
      entry('03/09', 'Hest', '-', '250.00', '1,750.15'),
      entry('03/31', 'Vorn', '-', '-', '1,750.15'),
    ]
    const reading = read([...head, period, ...rows])
    expect(reading.verdict).toBe('verified')
    expect(amountsOf(reading)).toEqual(RIGHT)
  })

  it('show the entries if a column has nothing but numbers without decimal places', () => {
    const rows = [
      entry('03/02', 'Gorm', '', '900', '1,900.15'),
      entry('03/05', 'Payroll', '400.10', '', '1,500.05'),
      entry('03/09', 'Hest', '', '250', '1,750.05'),
    ]
    const reading = read([...head, period, [from(40, 'Brold'), [300, '1,000.15']], [], ...rows])
    expect(reading.verdict).toBe('verified')
    expect(amountsOf(reading)).toEqual([[[100_015, 90_000, -40_010, 25_000, 175_005]]])
  })

  it('show the entries if the newest one comes first', () => {
    const rows = [
      entry('03/09', 'Hest', '', '250.00', '1,750.15'),
      entry('03/05', 'Payroll', '400.10', '', '1,500.15'),
      entry('03/02', 'Gorm', '', '900.25', '1,900.25'),
    ]
    const reading = read([...head, period, start, [], ...rows])
    expect(reading.verdict).toBe('verified')
    expect(amountsOf(reading)).toEqual([[[100_000, 25_000, -40_010, 90_025, 175_015]]])
  })

  it('show the entries of days with one balance each', () => {
    const rows = [
      entry('03/02', 'Gorm', '', '900.25'),
      entry('03/02', 'Brist', '100.00', '', '1,800.25'),
      entry('03/05', 'Payroll', '400.10', ''),
      entry('03/05', 'Hest', '', '250.00', '1,650.15'),
      entry('03/09', 'Rund', '25.15', ''),
      entry('03/09', 'Olk', '125.00', '', '1,500.00'),
    ]
    const reading = read([...head, period, start, [from(40, 'Sild'), [300, '1,500.00']], [], ...rows])
    expect(reading.verdict).toBe('verified')
    expect(amountsOf(reading)).toEqual([
      [[100_000, 90_025, -10_000, -40_010, 25_000, -2_515, -12_500, 150_000]],
    ])
  })

  it('are refused if one of them does not follow from the one before', () => {
    const rows = [
      entry('03/02', 'Gorm', '', '900.25', '1,900.25'),
      entry('03/05', 'Payroll', '400.10', '', '1,500.25'),
      entry('03/09', 'Hest', '', '250.00', '1,750.25'),
      entry('03/10', 'Rund', '50.25', '', '1,700.00'),
    ]
    expect(read([...head, period, start, [], ...rows]).verdict).not.toBe('verified')
  })

  it('are refused if no line but an entry tells the opening balance of a file without page numbers', () => {
    const rows = [
      entry('03/02', 'Gorm', '', '900.25', '1,900.25'),
      entry('03/05', 'Payroll', '400.10', '', '1,500.15'),
      entry('03/09', 'Hest', '', '250.00', '1,750.15'),
      entry('03/11', 'Hest', '', '250.00', '2,000.15'),
    ]
    expect(read([...head, period, ...rows]).verdict).not.toBe('verified')
    const numbered: HandRow[] = [[from(40, 'Page 1 of 1')], ...head, period, ...rows]
    expect(amountsOf(read(numbered))).toEqual([[[100_000, 90_025, -40_010, 25_000, 25_000, 200_015]]])
  })
})

describe('printed sums between two balances', () => {
  const summary: HandRow[] = [
    [from(40, 'Brold'), [300, '1,000.00']],
    [from(40, 'Sild'), [300, '1,750.15']],
    [],
  ]
  const amountFirst = (date: string, amount: string, text: string): HandRow => [
    from(40, date),
    [160, amount],
    from(180, text),
  ]
  const sections: HandRow[] = [
    [from(40, 'GORM')],
    amountFirst('03/02', '900.25', 'Tarn 9254 web'),
    amountFirst('03/09', '250.00', 'Hest 2209 web'),
    [[160, '1,150.25'], from(180, 'Ulm, 2 olk')],
    [],
    [from(40, 'BRIST')],
    amountFirst('03/05', '(300.10)', 'Payroll'),
    amountFirst('03/06', '(100.00)', 'Rund'),
    [[160, '(400.10)'], from(180, 'Ulm, 2 olk')],
  ]

  it('show the entries if the amount stands before the description', () => {
    const reading = read([...head, period, ...summary, ...sections])
    expect(reading.verdict).toBe('verified')
    expect(amountsOf(reading)).toEqual([[[100_000, 90_025, 25_000, -30_010, -10_000, 175_015]]])
  })

  it('show the entries of lists that stand side by side', () => {
    const abreast: HandRow[] = [
      [from(40, 'BRIST')],
      [
        from(40, '1442'),
        from(80, '03/05'),
        [200, '(300.10)'],
        from(260, '1446*'),
        from(310, '03/06'),
        [420, '(50.00)'],
      ],
      [from(40, '1443'), from(80, '03/07'), [200, '(50.00)']],
      [from(40, 'Total Brist (400.10), 3 olk')],
    ]
    const reading = read([...head, period, ...summary, ...abreast, [], ...sections.slice(0, 4)])
    expect(reading.verdict).toBe('verified')
    const cents = amountsOf(reading)[0]?.[0] ?? []
    expect(cents).toHaveLength(7)
    expect(cents).toEqual(expect.arrayContaining([100_000, -30_010, -5_000, 90_025, 25_000, 175_015]))
  })

  it('are refused if an entry is altered', () => {
    const altered = sections.map((one, at) =>
      at === 1 ? amountFirst('03/02', '901.25', 'Tarn 9254 web') : one,
    )
    expect(read([...head, period, ...summary, ...altered]).verdict).not.toBe('verified')
  })
})

describe('a statement of which all words are random', () => {
  it('is verified in four of five cases, and never wrongly', () => {
    const readings = Array.from({ length: 40 }, (_, at) => {
      const statement = generateStatement(at + 1)
      const file = withRandomWords(statement.file, new Dice(at + 9_001))
      return { statement, reading: readStatement(file) }
    })
    const verified = readings.filter(({ reading }) => reading.verdict === 'verified')
    expect(verified.filter(({ reading, statement }) => !isRight(reading, [statement]))).toEqual([])
    expect(verified.length / readings.length).toBeGreaterThanOrEqual(0.8)
  })
})

describe('tables that are no statements', () => {
  it('are never verified, whatever amounts they have', () => {
    const dice = new Dice(46)
    const amount = () => `${dice.int(1, 9)},${dice.int(100, 999)}.${dice.int(10, 99)}`
    const verified = Array.from({ length: 200 }, () => {
      const columns = dice.int(1, 3)
      const rows = Array.from({ length: dice.int(3, 30) }, (_, at) =>
        entry(
          `03/${String((at % 28) + 1).padStart(2, '0')}`,
          'Item',
          ...Array.from({ length: columns }, amount),
        ),
      )
      const figures = Array.from({ length: dice.int(0, 8) }, (): HandRow => [
        from(40, 'Total'),
        [300, amount()],
      ])
      return read([...head, period, ...figures, [], ...rows])
    }).filter(({ verdict }) => verdict === 'verified')
    expect(verified).toEqual([])
  })

  it('are never verified if the rows of a statement are shuffled', () => {
    const dice = new Dice(47)
    const verified = Array.from({ length: 100 }, () => {
      let balance = 100_000
      const cents = (value: number) => (value / 100).toFixed(2)
      const rows = Array.from({ length: 12 }, (_, at) => {
        const change = dice.int(1_000, 90_000) * (dice.chance(0.5) ? 1 : -1)
        balance += change
        return entry(`03/${String(at + 1).padStart(2, '0')}`, 'Item', cents(change), '', cents(balance))
      })
      const [first, second, ...rest] = rows
      const shuffled = [second, ...rest.toReversed(), first].filter((one) => one !== undefined)
      return read([...head, period, [from(40, 'Beginning balance'), [300, '1,000.00']], [], ...shuffled])
    }).filter(({ verdict }) => verdict === 'verified')
    expect(verified).toEqual([])
  })
})
