import { describe, expect, it } from 'vitest'
import { figuresOf } from '../../src-main/features/statements/figures.ts'
import { openBook } from '../../src-main/features/statements/statement-book.ts'
import { cadenceOf, findFunders, type Position } from '../../src-main/features/statement-reader/positions.ts'
import { addDays } from '../../src-shared/platform/base/days.ts'
import {
  type FunderLedger,
  makeFunderLedger,
  type PlantedFunder,
} from '../support/statements/funder-ledger.ts'
import { Dice } from '../support/statements/ledger.ts'

/** Funders that are planted in the ledgers of invented merchants, beside everything else that debits a merchant regularly. */

const SEEDS = Array.from({ length: 250 }, (_, at) => at + 1)
/** Shares that the reader must reach: found ones of all funders, and right ones of all positions. */
const RECALL = 0.95
const PRECISION = 0.9

const ledgers = SEEDS.map((seed) => makeFunderLedger(seed))
/** The ledgers that are read again after a change. */
const some = ledgers.slice(0, 70)
const read = ({ transactions, holder }: FunderLedger) => findFunders(transactions, holder)

const firstWord = (name: string) => name.split(' ')[0] ?? ''
const said = ({ cadence, typical_cents, count, total_cents, first, last }: Omit<Position, 'funder'>) =>
  [cadence, typical_cents, count, total_cents, first, last].join()

/** The planted funders that a reading has with everything that it says about them. */
const foundIn = (funders: readonly PlantedFunder[], positions: readonly Position[]) =>
  funders.filter((planted) =>
    positions.some((one) => firstWord(one.funder) === firstWord(planted.name) && said(one) === said(planted)),
  )

describe('the positions in 250 ledgers', () => {
  it('are nearly all funders, with rhythm, amount, number, sum, and days, and nearly no other payees', () => {
    let [planted, found, given] = [0, 0, 0]
    const others: string[] = []
    for (const ledger of ledgers) {
      const { positions } = read(ledger)
      planted += ledger.funders.length
      found += foundIn(ledger.funders, positions).length
      given += positions.length
      others.push(
        ...positions
          .filter((one) => ledger.others.includes(firstWord(one.funder)))
          .map(({ funder }) => funder),
      )
    }
    expect(planted).toBeGreaterThan(500)
    expect(found / planted).toBeGreaterThanOrEqual(RECALL)
    expect(found / given).toBeGreaterThanOrEqual(PRECISION)
    // No planted payee with another rhythm or business is a position: measured 0 of 3,000.
    expect(others).toEqual([])
  })

  it('are of both rhythms, and include funders with a changed amount, a name without usual words, and few debits', () => {
    const all = ledgers.flatMap(({ funders }) => funders)
    const isRare = (is: (funder: PlantedFunder) => boolean) => all.filter(is).length < 50
    expect(isRare(({ cadence }) => cadence === 'daily')).toBe(false)
    expect(isRare(({ cadence }) => cadence === 'weekly')).toBe(false)
    expect(isRare(({ total_cents, typical_cents, count }) => total_cents !== typical_cents * count)).toBe(
      false,
    )
    expect(isRare(({ name }) => /CREST|RIDGE|BAY|GROUP$/.test(name))).toBe(false)
    expect(isRare(({ count }) => count <= 8)).toBe(false)
  })

  it('do not depend on the order of the entries', () => {
    for (const [at, ledger] of some.entries()) {
      const dice = new Dice(at + 7000)
      const transactions = ledger.transactions
        .map((one) => ({ one, key: dice.next() }))
        .toSorted((one, other) => one.key - other.key)
        .map(({ one }) => one)
      const sorted = ({ positions }: ReturnType<typeof read>) =>
        positions.map((one) => `${firstWord(one.funder)} ${said(one)}`).toSorted()
      expect(sorted(read({ ...ledger, transactions }))).toEqual(sorted(read(ledger)))
    }
  })

  it('are the same if all days are moved by whole weeks', () => {
    for (const [at, ledger] of some.entries()) {
      const days = 7 * new Dice(at + 8000).int(-200, 200)
      const moved = ledger.transactions.map((one) => ({ ...one, date: addDays(one.date, days) }))
      const expected = read(ledger).positions.map((one) => ({
        ...one,
        first: addDays(one.first, days),
        last: addDays(one.last, days),
      }))
      expect(read({ ...ledger, transactions: moved }).positions).toEqual(expected)
    }
  })

  it('are the same if all amounts are three times as large', () => {
    for (const ledger of some) {
      const large = ledger.transactions.map((one) => ({ ...one, amount_cents: one.amount_cents * 3 }))
      const expected = read(ledger).positions.map((one) => ({
        ...one,
        typical_cents: one.typical_cents * 3,
        total_cents: one.total_cents * 3,
      }))
      expect(read({ ...ledger, transactions: large }).positions).toEqual(expected)
    }
  })

  it('take the share of the true revenue that their debits are', () => {
    let compared = 0
    for (const ledger of some) {
      const { transactions, funders, holder, revenue_cents, funder_debits_cents } = ledger
      if (foundIn(funders, read(ledger).positions).length < funders.length) continue
      const [from = '', to = ''] = [transactions[0]?.date, transactions.at(-1)?.date]
      const closing_cents = transactions.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
      const month = {
        ...{ from, to, opening_cents: 0, closing_cents, transactions, daily_balances: [], findings: [] },
        passed: ['sum' as const, 'running' as const],
      }
      const accounts = [{ holder, number_last4: '4417', months: [month] }]
      const reading = { verdict: 'verified' as const, findings: [], accounts }
      const stored = { reading, page_heights: [792], is_recognized: false }
      const book = openBook([{ document_id: 'a', sha256: 'a'.repeat(64), stored }], [])
      const [only] = book.accounts[0]?.months ?? []
      if (only === undefined) throw new Error('The book has the month.')
      expect(figuresOf(only)).toMatchObject({
        true_revenue_cents: revenue_cents,
        funder_debits_cents,
        funder_share_basis_points: Math.round((funder_debits_cents / revenue_cents) * 10_000),
      })
      expect(book.funder_credits.map((one) => `${one.amount_cents}`).toSorted()).toEqual(
        funders.flatMap(({ payout_cents }) => (payout_cents === null ? [] : `${payout_cents}`)).toSorted(),
      )
      expect(book.positions.map(said).toSorted()).toEqual(funders.map(said).toSorted())
      compared++
    }
    expect(compared).toBeGreaterThan(some.length * 0.9)
  })
})

describe('the debits of funders that share a name', () => {
  const week = (start: string, description: string, cents: number, count = 8) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ date: addDays(start, at * 7), description, amount_cents: -cents, page: 1 },
      ...{ place: { x0: 0, x1: 1, y: at, size: 8 }, balance_after_cents: null, check_number: null },
    }))
  const positionsIn = (...debits: ReturnType<typeof week>[]) =>
    findFunders(
      debits.flat().toSorted((one, other) => (one.date < other.date ? -1 : 1)),
      '',
    ).positions.map((one) => `${one.funder} ${one.cadence} ${one.typical_cents} ${one.count}`)

  it.each([
    ['on the same weekday', '2026-03-02'],
    ['on another weekday', '2026-03-05'],
  ])('are two positions if two funders begin with the same word: %s', (_, start) => {
    const found = positionsIn(
      week('2026-03-02', 'ACH DEBIT NORTHWELL CAPITAL 11', 40_000),
      week(start, 'ACH DEBIT NORTHWELL FUNDING 11', 70_000, 6),
    )
    expect(found.toSorted()).toEqual(['NORTHWELL CAPITAL weekly 40000 8', 'NORTHWELL FUNDING weekly 70000 6'])
  })

  it.each([
    ['on the same weekday', '2026-03-02'],
    ['on another weekday', '2026-03-05'],
  ])('are two positions if one funder takes two amounts in turn: %s', (_, start) => {
    const name = 'ACH DEBIT ORCHARDVALE CAP 11'
    const found = positionsIn(week('2026-03-02', name, 40_000), week(start, name, 70_000))
    expect(found.toSorted()).toEqual(['ORCHARDVALE CAP weekly 40000 8', 'ORCHARDVALE CAP weekly 70000 8'])
  })

  it('are no position if one of the amounts has no rhythm, or if a supplier takes them', () => {
    const [name, other] = ['ACH DEBIT ORCHARDVALE CAP 11', 'ACH DEBIT ORCHARDVALE PRODUCE 11']
    expect(positionsIn(week('2026-03-02', name, 40_000), week('2026-03-05', name, 70_000, 2))).toEqual([])
    expect(positionsIn(week('2026-03-02', other, 40_000), week('2026-03-05', other, 70_000))).toEqual([])
  })
})

describe('the rhythm of days', () => {
  const every = (days: number, count: number) =>
    Array.from({ length: count }, (_, at) => addDays('2026-03-02', at * days))
  const without = (days: readonly string[], ...left: number[]) => days.filter((_, at) => !left.includes(at))

  it.each([
    ['each business day of three weeks', every(1, 21).filter((_, at) => at % 7 < 5), 'daily'],
    ['three days in a row', every(1, 3), 'daily'],
    ['business days, two of which are missing', without(every(1, 5), 2).concat('2026-03-09'), 'daily'],
    ['every week', every(7, 5), 'weekly'],
    ['every week, once a day later', ['2026-03-02', '2026-03-09', '2026-03-17', '2026-03-23'], 'weekly'],
    ['every week, but two are missing', without(every(7, 9), 3, 6), 'weekly'],
    ['twice', every(7, 2), null],
    ['twice on one day, and once', ['2026-03-02', '2026-03-02', '2026-03-09'], null],
    ['every two weeks', every(14, 6), null],
    ['every two weeks, three times', every(14, 3), null],
    ['every four weeks', every(28, 4), null],
    ['twice a week', every(7, 5).flatMap((day) => [day, addDays(day, 3)]), null],
    ['no rhythm', ['2026-03-02', '2026-03-04', '2026-03-20', '2026-03-23', '2026-04-14'], null],
  ] as const)('is read from days: %s', (_, days, cadence) => {
    expect(cadenceOf(days)).toBe(cadence)
  })
})
