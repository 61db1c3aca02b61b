import { describe, expect, it } from 'vitest'
import { detailsOf, from, type HandRow, readHand } from '../support/statements/hand-drawn.ts'

/** Statements that a person can read and that add up, although they leave something out, and what the reader says if it cannot read them. */

const HEAD: HandRow[] = [
  [from(40, 'Alder Bank')],
  [from(40, 'Account number: 000000004417')],
  [from(40, 'Statement period 03/01/2026 to 03/31/2026')],
  [],
]
const COLUMNS: HandRow = [from(40, 'Date'), from(110, 'Description'), [440, 'Amount'], [540, 'Balance']]
const row = (date: string, text: string, amount: string, balance: string): HandRow => [
  ...(date === '' ? [] : [from(40, date)]),
  from(110, text),
  [440, amount],
  [540, balance],
]
const FIRST = [
  row('03/02', 'Card batch', '900.00', '2,130.40'),
  row('03/05', 'Payroll run', '-415.20', '1,715.20'),
  row('03/09', 'Customer payment', '250.35', '1,965.55'),
]
const SECOND = [
  row('03/12', 'Rent', '-320.10', '1,645.45'),
  row('03/20', 'Sales tax', '-75.25', '1,570.20'),
  row('03/28', 'Remote deposit', '1,205.00', '2,775.20'),
]
const CLOSING: HandRow = [from(40, 'Ending balance'), [540, '2,775.20']]
const SUMS: HandRow[] = [
  [],
  [from(40, 'Total deposits'), [300, '2,355.35']],
  [from(40, 'Total withdrawals'), [300, '810.55']],
]

const openingOf = (...pages: (readonly HandRow[])[]) => {
  const { verdict, accounts } = readHand(...pages)
  return verdict === 'verified' ? accounts[0]?.months[0]?.opening_cents : verdict
}

describe('a statement without a first balance and without numbers of pages', () => {
  it('is not verified if the first page is missing', () => {
    const [bank, account, period] = HEAD
    const top = [bank, account, period].flatMap((cells) => cells ?? [])
    const pages = [
      [COLUMNS, ...FIRST],
      [COLUMNS, ...SECOND, [], CLOSING, ...top.map((cell) => [cell])],
    ]
    expect(openingOf(...pages)).toBe('unverified')
  })

  it('is not verified if all pages have its number and its period', () => {
    const pages = [
      [...HEAD, COLUMNS, ...FIRST],
      [...HEAD, COLUMNS, ...SECOND, [], CLOSING],
    ]
    expect(openingOf(...pages)).toBe('unverified')
  })

  it('is verified if it prints the sums of both directions', () => {
    expect(openingOf([...HEAD, COLUMNS, ...FIRST, ...SECOND, ...SUMS])).toBe(123_040)
    expect(openingOf([...HEAD, COLUMNS, ...FIRST], [COLUMNS, ...SECOND, ...SUMS])).toBe(123_040)
  })

  it('is not verified if a page is missing from the sums', () => {
    expect(openingOf([...HEAD, COLUMNS, ...SECOND, ...SUMS])).toBe('unverified')
  })

  it('is not verified if the amount of its first row is a balance', () => {
    const rows = [
      row('03/02', 'Card batch', '900.00', '900.00'),
      row('03/05', 'Payroll run', '-415.20', '484.80'),
      row('03/09', 'Customer payment', '250.35', '735.15'),
      row('03/12', 'Rent', '-320.10', '415.05'),
    ]
    const sums: HandRow[] = [
      [from(40, 'Total deposits'), [300, '1,150.35']],
      [from(40, 'Total withdrawals'), [300, '735.30']],
    ]
    expect(openingOf([...HEAD, COLUMNS, ...rows, [], ...sums])).toBe('unverified')
  })
})

describe('a statement whose first balance only its running balances tell', () => {
  const pageOf = (...rows: readonly HandRow[]) => [...HEAD, COLUMNS, ...rows, [], [from(40, 'Page 1 of 1')]]
  const missed = row('03/01', 'Deposit', '30.40', '1,230.40')

  it('is verified with the numbers of its pages', () => {
    expect(openingOf(pageOf(missed, ...FIRST, ...SECOND))).toBe(120_000)
  })

  it('is not verified if a line without a known date has an amount in the column of the entries', () => {
    const at = (date: string, balance: string) => row(date, 'Deposit', '30.40', balance)
    expect(openingOf(pageOf(at('Adj.', ''), ...FIRST, ...SECOND))).toBe('unverified')
    expect(openingOf(pageOf(...FIRST, ...SECOND, [], [], [], at('Adj.', '1,230.40')))).toBe('unverified')
  })

  it('is not verified if the column of balances has another one that no amount leads to', () => {
    const cell = (right: number, text: string): HandRow => [from(110, 'Gorm'), [right, text]]
    const rows = [...FIRST, ...SECOND].toReversed()
    expect(openingOf(pageOf(...rows, cell(540, '1,230.40')))).toBe(123_040)
    const more: HandRow[] = [[[440, '30.40']], cell(540, '1,230.40'), cell(540, '1,200.00')]
    expect(openingOf(pageOf(...rows, ...more))).toBe('unverified')
  })

  it('is not verified if digits that are no amount stand beside the first balance', () => {
    const strange = row('', 'Deposit', '≈30.40', '1,230.40')
    expect(openingOf(pageOf(strange, ...FIRST, ...SECOND))).toBe('unverified')
  })

  it('is not verified if a row of totals above the entries prints another sum', () => {
    const two = (date: string, text: string, ...cells: string[]): HandRow => [
      from(40, date),
      from(110, text),
      ...cells.flatMap((cell, at): HandRow => (cell === '' ? [] : [[[340, 440, 540][at] ?? 0, cell]])),
    ]
    const rows = [
      two('03/02', 'Card batch', '', '900.00', '2,130.40'),
      two('03/05', 'Payroll run', '415.20', '', '1,715.20'),
      two('03/09', 'Customer payment', '', '250.35', '1,965.55'),
      two('03/12', 'Rent', '320.10', '', '1,645.45'),
    ]
    const totals = (income: string): HandRow => [from(110, 'Total'), [340, '735.30'], [440, income]]
    expect(openingOf(pageOf(totals('1,150.35'), ...rows))).toBe(123_040)
    expect(openingOf(pageOf(totals('1,180.75'), ...rows))).toBe('unverified')
  })
})

it('amounts with one decimal place are read in a column of amounts', () => {
  const rows = [
    row('03/02', 'Card batch', '198.5', '1198.5'),
    row('03/05', 'Payroll run', '-48.25', '1150.25'),
    row('03/09', 'Customer payment', '150', '1300.25'),
    row('03/12', 'Rent', '320.1-', '$980.15'),
    row('03/20', 'Sales tax', '-75.25', '$904.9'),
  ]
  const summary: HandRow[] = [
    [from(40, 'Opening balance'), [300, '1000']],
    [from(40, 'Closing balance'), [300, '904.9']],
    [],
  ]
  const { verdict, accounts } = readHand([...HEAD, ...summary, COLUMNS, ...rows])
  expect(verdict).toBe('verified')
  expect(accounts[0]?.months[0]?.transactions.map(({ amount_cents }) => amount_cents)).toEqual([
    19_850, -4825, 15_000, -32_010, -7525,
  ])
})

it('rows below the heading of a day that go on at the top of the next page have its date', () => {
  const day = (text: string): HandRow => [from(40, text)]
  const below = (...rows: HandRow[]) => rows.map((cells) => cells.filter(([right]) => right > 70))
  const { verdict, accounts } = readHand(
    [
      ...HEAD,
      [from(40, 'Opening balance'), [540, '1,230.40']],
      ...[day('March 2, 2026'), ...below(...FIRST.slice(0, 2))],
      ...[day('March 9, 2026'), ...below(...FIRST.slice(2))],
      ...[[], [], [from(250, 'Page one')]],
    ],
    [
      [from(40, 'Alder Bank, March 31, 2026')],
      ...[[], []],
      ...below(...SECOND.slice(0, 1)),
      ...[day('March 20, 2026'), ...below(...SECOND.slice(1)), [], CLOSING],
    ],
  )
  expect(verdict).toBe('verified')
  const { has_doubted_dates, transactions = [] } = accounts[0]?.months[0] ?? {}
  expect(has_doubted_dates).toBeUndefined()
  expect(transactions.map(({ date }) => date.slice(8))).toEqual(['02', '02', '09', '09', '20', '20'])
})

it('a statement that tells no year is refused because of its period', () => {
  const head = HEAD.filter((_, at) => at !== 2)
  const reading = readHand([
    ...head,
    [from(40, 'Opening balance'), [540, '1,230.40']],
    COLUMNS,
    ...FIRST,
    ...SECOND,
    CLOSING,
  ])
  expect(reading.verdict).not.toBe('verified')
  expect(detailsOf(reading)).toEqual(['no_period'])
})
