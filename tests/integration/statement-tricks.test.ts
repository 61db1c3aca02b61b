import { describe, expect, it } from 'vitest'
import type { StatementPage, Word } from '../../src-main/features/statement-reader/statement-words.ts'
import { checkContinuity } from '../../src-main/features/statement-reader/continuity.ts'
import { readStatement } from '../../src-main/features/statement-reader/read-statement.ts'

/** Statements that add up although something is wrong with them, drawn by hand. Each cell is its right edge and its text. */

type Cell = readonly [number, string]
type Row = readonly Cell[]

function page(rows: readonly Row[]): StatementPage {
  const words = rows.flatMap((cells, at) =>
    cells.flatMap(([right, text]): Word[] => {
      const pieces = text.split(' ')
      const width = pieces.reduce((sum, { length }) => sum + length * 4.5 + 3, -3)
      let x = right - width
      return pieces.map((piece) => {
        const word = { text: piece, x0: x, x1: x + piece.length * 4.5, y: 40 + at * 12, size: 8, font: 'f1' }
        x = word.x1 + 3
        return word
      })
    }),
  )
  return { width: 612, height: 792, words, covered: [], isPicture: false }
}

const left = (x: number, text: string): Cell => [
  x + text.split(' ').reduce((sum, one) => sum + one.length * 4.5 + 3, -3),
  text,
]
const entry = (date: string, text: string, amount: string, balance?: string): Row => [
  left(40, date),
  left(100, text),
  [440, amount],
  ...(balance === undefined ? [] : [[540, balance] as const]),
]
const head = (opening: string, closing: string, more: readonly Row[] = []): Row[] => [
  [left(40, 'Alder Bank')],
  [left(40, 'Account number: 000000004417')],
  [left(40, 'Statement period 03/01/2026 to 03/31/2026')],
  [left(40, 'Beginning balance'), [300, opening]],
  ...more,
  [left(40, 'Ending balance'), [300, closing]],
  [],
]
const totals = (deposits: string, withdrawals: string): Row[] => [
  [left(40, 'Total deposits'), [300, deposits]],
  [left(40, 'Total withdrawals'), [300, withdrawals]],
]
const columns: Row = [left(40, 'Date'), left(100, 'Description'), [440, 'Amount']]
const withBalance: Row = [...columns, [540, 'Balance']]
const rows = [
  entry('03/02', 'Card batch', '900.00'),
  entry('03/05', 'Payroll run', '-400.00'),
  entry('03/09', 'Customer payment', '250.00'),
]
const good = [...head('1,000.00', '1,750.00', totals('1,150.00', '400.00')), columns, ...rows]
const read = (...pages: (readonly Row[])[]) => readStatement({ pages: pages.map(page), isAmended: false })
const detailsOf = ({ findings }: ReturnType<typeof read>) => findings.map(({ detail }) => detail)

describe('a statement that adds up', () => {
  it('is verified if nothing is wrong with it', () => {
    expect(read(good)).toMatchObject({ verdict: 'verified', accounts: [{ number_last4: '4417' }] })
  })

  it.each([
    ['whole dollars', '-$500', '$500'],
    ['digits of another script', '-\u0665\u0660\u0660.\u0660\u0660', '\u0665\u0660\u0660.\u0660\u0660'],
  ])('is not verified if the amounts of two entries that cancel out are not read: %s', (_, out, back) => {
    const pair = [entry('03/06', 'Returned debit', out), entry('03/07', 'Return of debit', back)]
    const { verdict } = read([
      ...head('1,000.00', '1,750.00', totals('1,150.00', '400.00')),
      columns,
      ...rows,
      ...pair,
    ])
    expect(verdict).toBe('unverified')
  })

  it('is not verified if an amount in the column of its entries belongs to none of them', () => {
    const [first = [], ...others] = rows
    const { verdict } = read([
      ...head('1,000.00', '1,750.00', totals('1,150.00', '400.00')),
      columns,
      first,
      [],
      [left(100, 'Adjustment of a former entry'), [440, '75.00']],
      [],
      ...others,
    ])
    expect(verdict).toBe('unverified')
  })

  it('is not verified if only one balance of a day proves it', () => {
    const daily = [
      [],
      [left(40, 'Daily ending balances')],
      [left(40, 'Date'), [200, 'Balance']],
      [left(40, '03/31'), [200, '1,750.00']],
    ] as Row[]
    expect(detailsOf(read([...head('1,000.00', '1,750.00'), columns, ...rows, ...daily]))).toEqual([
      'nothing_printed',
    ])
  })

  it.each([
    ['Page 1', 'Page 2', 'Page 4'],
    ['1/4', '2/4', '4/4'],
  ])('is not verified if a page number is left out: %s, %s, %s', (...numbers) => {
    const pages = rows.map((row, at) => [
      ...(at === 0
        ? head('1,000.00', '1,750.00', totals('1,150.00', '400.00'))
        : [[left(40, 'Alder Bank')], []]),
      columns,
      row,
      [],
      [[560, numbers[at] ?? '']] as Row,
    ])
    expect(detailsOf(read(...pages))).toContain('page_missing')
  })

  it('is not verified if digits lie over other digits', () => {
    const file = page(good)
    const word = file.words.find(({ text }) => text === '900.00')
    if (word === undefined) throw new Error('The amount is missing.')
    file.words.push({ ...word, text: '800.00', x0: word.x0 + 1, x1: word.x1 + 1 })
    expect(detailsOf(readStatement({ pages: [file], isAmended: false }))).toContain('digits_covered')
  })

  it('is verified if bold words are drawn twice', () => {
    const file = page(good)
    file.words.push(...file.words.map((word) => ({ ...word, x0: word.x0 + 0.3, x1: word.x1 + 0.3 })))
    expect(readStatement({ pages: [file], isAmended: false }).verdict).toBe('verified')
  })

  it.each([
    [
      'full-width digits',
      (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    ],
    ['marks of direction', (text: string) => `\u202e${text}\u202c`],
    ['soft hyphens as signs', (text: string) => text.replace('-', '\u00ad')],
    ['European separators', (text: string) => text.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))],
  ])('is read right if its amounts have %s', (_, change) => {
    const file = page(good)
    file.words = file.words.map((word) =>
      /\d\.\d\d$/.test(word.text) ? { ...word, text: change(word.text) } : word,
    )
    const reading = readStatement({ pages: [file], isAmended: false })
    expect(reading.verdict).toBe('verified')
    expect(reading.accounts[0]?.months[0]?.transactions.map(({ amount_cents }) => amount_cents)).toEqual([
      90_000, -40_000, 25_000,
    ])
  })

  it('takes no routing number for the number of the account', () => {
    const [bank = [], number = [], ...rest] = good
    const routing: Row = [left(40, 'Routing number: 091000019')]
    expect(read([bank, number, routing, ...rest]).accounts[0]?.number_last4).toBe('4417')
  })

  it('is not verified if a later month of the same file opens with another balance', () => {
    const first = good
    const second = [
      ...head('1,800.00', '1,150.00', totals('250.00', '900.00')).map((row) =>
        row.map(([right, text]): Cell => [right, text.replace('03/01/2026 to 03/31', '04/01/2026 to 04/30')]),
      ),
      columns,
      entry('04/05', 'Payroll run', '-900.00'),
      entry('04/09', 'Customer payment', '250.00'),
    ]
    const reading = read(first, second)
    expect(reading.verdict).toBe('verified')
    expect(checkContinuity([reading])[0]?.verdict).toBe('unverified')
  })

  it('is not verified if the entries of one of its months cannot be read', () => {
    const unsigned = [...head('1,000.00', '1,900.00', totals('900.00', '0.00')), columns, rows[0] ?? []]
    const other = good.map((row) =>
      row.map(([right, text]): Cell => [
        right,
        text.replace('03/01/2026 to 03/31', '04/01/2026 to 04/30').replace(/^03/, '04'),
      ]),
    )
    expect(read(unsigned, other).verdict).toBe('unverified')
  })

  it('has an account in which nothing happened', () => {
    const idle = head('500.00', '500.00', totals('0.00', '0.00')).map((row) =>
      row.map(([right, text]): Cell => [right, text.replace('4417', '9921')]),
    )
    const { verdict, accounts } = read(good, idle)
    expect([verdict, ...accounts.map(({ number_last4 }) => number_last4)]).toEqual([
      'verified',
      '4417',
      '9921',
    ])
  })

  /** Three numbered pages with an entry each, and the total of the section on the last one. */
  const numbered = (total: string, rowOf: (row: Row, at: number) => Row[] = (row) => [row]) =>
    rows.flatMap((row, at) =>
      rowOf(row, at).map((one): Row[] => [
        ...(at === 0
          ? head('1,000.00', '1,750.00', totals('1,150.00', '400.00'))
          : [[left(40, 'Alder Bank')], []]),
        columns,
        one,
        ...(at === 2 ? [[left(100, 'Total deposits'), [440, total]] as Row] : []),
        [],
        [[560, `Page ${at + 1} of 3`]],
      ]),
    )

  it('is not verified if a total on page 3 is off by a cent', () => {
    expect(read(...numbered('1,150.00')).verdict).toBe('verified')
    expect(read(...numbered('1,150.01')).findings).toMatchObject([{ reason: 'totals_mismatch', page: 3 }])
  })

  it('is not verified if a page is there twice, once with other amounts', () => {
    const twice = numbered('1,150.00', (row, at) =>
      at === 1 ? [row, entry('03/05', 'Payroll run', '0.00')] : [row],
    )
    expect(detailsOf(read(...twice))).toContain('page_twice')
  })

  it('is not verified if an entry is moved between two accounts', () => {
    const other = [
      ...head('5,000.00', '9,890.00', totals('5,900.00', '1,010.00')),
      columns,
      entry('03/03', 'Deposit', '5,900.00'),
      entry('03/03', 'Fee', '-1,010.00'),
    ].map((row) => row.map(([right, text]): Cell => [right, text.replace('4417', '9921')]))
    const [first = [], ...others] = rows
    const moved = [...head('1,000.00', '1,750.00', totals('1,150.00', '400.00')), columns, ...others]
    expect(read(moved, [...other, first]).verdict).toBe('unverified')
    expect(read(good, other).verdict).toBe('verified')
  })

  it('is not verified if equal amounts of a deposit and a withdrawal are swapped, but not the running balances', () => {
    const swapped = [
      entry('03/02', 'Card batch', '-300.00', '1,300.00'),
      entry('03/05', 'Payroll run', '300.00', '1,000.00'),
    ]
    expect(read([...head('1,000.00', '1,000.00'), withBalance, ...swapped]).verdict).toBe('unverified')
  })
})

describe('the fonts of a statement', () => {
  const many = Array.from({ length: 14 }, (_, at) =>
    entry(`03/${String(at + 2).padStart(2, '0')}`, 'Payroll run', '-10.00'),
  )
  const drawn = (change: (word: Word) => Word) => {
    const file = page([...head('1,000.00', '860.00', totals('0.00', '140.00')), columns, ...many])
    return readStatement({ pages: [{ ...file, words: file.words.map(change) }], isAmended: false })
  }
  const last = 40 + (6 + 1 + many.length) * 12

  it('are no evidence if all amounts look the same', () => {
    const reading = drawn((word) => word)
    expect([reading.verdict, reading.evidence]).toEqual(['verified', undefined])
  })

  it.each([
    ['font', (word: Word) => ({ ...word, font: 'f2' })],
    ['size', (word: Word) => ({ ...word, size: 8.4 })],
    ['baseline', (word: Word) => ({ ...word, y: word.y + 1 })],
  ])('are evidence without another verdict if one amount has another %s than its column', (_, change) => {
    const reading = drawn((word) => (word.text === '-10.00' && word.y === last ? change(word) : word))
    expect(reading.verdict).toBe('verified')
    expect(reading.evidence).toMatchObject([{ kind: 'fonts_differ', page: 1 }])
  })

  it('are no evidence if a whole row is bold', () => {
    expect(drawn((word) => (word.y === last ? { ...word, font: 'bold' } : word)).evidence).toBeUndefined()
  })
})
