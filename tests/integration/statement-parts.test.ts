// @module-tag all

import { describe, expect, it } from 'vitest'
import type { StatementPage } from '../../src-main/features/statement-reader/statement-words.ts'
import { readStatement } from '../../src-main/features/statement-reader/read-statement.ts'
import { addDays } from '../../src-shared/platform/base/days.ts'
import type { StatementReading } from '../../src-shared/features/statements/statement.ts'
import { generateFile, type NextStatement } from '../support/statements/generated-file.ts'
import { type GeneratedStatement, generateWith } from '../support/statements/generator.ts'
import { PLACES } from '../support/statements/extras.ts'
import type { Ledger } from '../support/statements/ledger.ts'
import { readHere } from '../support/statements/read-here.ts'
import { pdfOf, wordOperations } from '../support/statements/statement-pdf.ts'

/** Statements with several date ranges, months, and accounts: what the reader takes for the period and the account. */

const SEEDS = Array.from({ length: 20 }, (_, at) => at + 1)
const GOAL = 0.9

const entriesOf = (list: readonly { date: string; cents: number }[]) =>
  list.map(({ date, cents }) => `${date} ${cents}`).toSorted()

/** One text for each month of a file: account, period, balances, and entries. */
const said = ({ accounts }: StatementReading) =>
  accounts
    .flatMap(({ number_last4, months }) =>
      months.map((month) => [
        number_last4,
        month.from,
        month.to,
        month.opening_cents,
        month.closing_cents,
        ...entriesOf(month.transactions.map(({ date, amount_cents }) => ({ date, cents: amount_cents }))),
      ]),
    )
    .map((month) => month.join())
    .toSorted()
const truth = (statements: readonly GeneratedStatement[]) =>
  statements
    .map(({ last4, ledger: { from, to, opening, closing, entries } }) =>
      [last4, from, to, opening, closing, ...entriesOf(entries)].join(),
    )
    .toSorted()

/** Reads a file of each seed. Returns the share of verified ones, and the layouts of those that are wrong. */
function readAll(make: (seed: number) => ReturnType<typeof generateFile>) {
  let verified = 0
  const wrong: string[] = []
  for (const seed of SEEDS) {
    const { file, statements } = make(seed)
    const reading = readStatement(file)
    if (reading.verdict !== 'verified') continue
    verified++
    if (said(reading).join('\n') !== truth(statements).join('\n')) wrong.push(statements[0]?.layout ?? '')
  }
  return { share: verified / SEEDS.length, wrong }
}
const alone = (statement: GeneratedStatement) => ({ file: statement.file, statements: [statement] })
const with2 = (next: NextStatement) => (seed: number) => generateFile(seed, [next])

const slashes = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
/** The days around the period of a seed's statement. */
const around = (seed: number, before: number, after: number) => {
  const { from, to } = generateWith(seed, {}).ledger
  return [slashes(addDays(from, -before)), slashes(addDays(to, after))] as const
}
const idle = (ledger: Ledger): Ledger => ({ ...ledger, closing: ledger.opening, entries: [] })
/** Two entries that cancel out. */
const zeroNet = (ledger: Ledger): Ledger => ({
  ...ledger,
  closing: ledger.opening,
  entries: [
    { date: addDays(ledger.from, 3), description: 'Deposit', cents: 50_000, check: null },
    { date: addDays(ledger.from, 4), description: 'Rent', cents: -50_000, check: null },
  ],
})

describe('a second range of dates', () => {
  it.each(
    PLACES.flatMap((place) =>
      [
        ['Interest paid year to date %1 - %2', 40, 0],
        ['Special offer: valid from %1 through %2. Ask your branch.', 14, 30],
        ['Average balance for %1 to %2 used to compute the fee', 2, 0],
        ['Analysis period %1 - %2', 29, 0],
        ['Ski season %1 - %2 with our travel card', 0, 30],
      ].map(
        ([text, before, after]) => [place, text, before, after] as [typeof place, string, number, number],
      ),
    ),
  )('is no period: at the %s, %s', (place, text, before, after) => {
    const { share, wrong } = readAll((seed) => {
      const [first, last] = around(seed, before, after)
      return alone(
        generateWith(seed, { notices: { [place]: text.replace('%1', first).replace('%2', last) } }),
      )
    })
    expect(wrong).toEqual([])
    expect(share).toBeGreaterThanOrEqual(GOAL)
  })

  it('makes the period doubtful if nothing tells which of two it is', () => {
    const { share } = readAll((seed) => {
      const [first, last] = around(seed, 5, 9)
      return alone(generateWith(seed, { notices: { top: `${first} - ${last}` } }))
    })
    expect(share).toBe(0)
  })
})

describe('the period of a statement', () => {
  it.each([
    'Statement period %1 - %2',
    'Interest Checking %1 to %2',
    'Free Checking statement from %1 through %2',
  ])('is found in %s', (text) => {
    const { share, wrong } = readAll((seed) => {
      const [first, last] = around(seed, 0, 0)
      const head = text.replace('%1', first).replace('%2', last)
      return alone(
        generateWith(seed, {
          notices: { head },
          account: (last4) => `Account number: XXXX${last4}`,
          hasPeriod: false,
        }),
      )
    })
    expect(wrong).toEqual([])
    expect(share).toBeGreaterThanOrEqual(GOAL)
  })
})

describe('a file with several months', () => {
  it('has them all', () => {
    const { share, wrong } = readAll(with2({}))
    expect(wrong).toEqual([])
    expect(share).toBeGreaterThanOrEqual(GOAL)
  })

  it('has a month in which nothing happened', () => {
    const { share, wrong } = readAll((seed) => generateFile(seed, [{ change: idle }, {}]))
    expect(wrong).toEqual([])
    expect(share).toBeGreaterThanOrEqual(GOAL)
  })

  it.each([
    ['', {}],
    [', and its entries cancel out', { change: zeroNet }],
  ])('is not verified wrongly if the table of the second month has an unknown form%s', (_, next) => {
    const extras = { hasStrangeTable: true, isBare: true }
    expect(readAll(with2({ ...next, extras })).wrong).toEqual([])
  })
})

describe('the same page of conditions in two months', () => {
  const conditions = (text: string): StatementPage => ({
    width: 612,
    height: 792,
    words: Array.from({ length: 12 }, (_, line) =>
      text.split(' ').map((word, at) => ({
        text: word,
        x0: 40 + at * 40,
        x1: 75 + at * 40,
        y: 60 + line * 14,
        size: 8,
        font: 'f1',
      })),
    ).flat(),
    covered: [],
    isPicture: false,
  })
  const twice = (text: string) => (seed: number) => {
    const { statements } = generateFile(seed, [{}])
    const pages = statements.flatMap(({ file }) => [...file.pages, conditions(text)])
    return { file: { pages, isAmended: false }, statements }
  }

  it('is no page that is there twice', () => {
    const { share, wrong } = readAll(twice('In case of errors about your account write to us'))
    expect(wrong).toEqual([])
    expect(share).toBeGreaterThanOrEqual(GOAL)
  })

  it('is there twice if it has an amount', () => {
    expect(readAll(twice('Card batch 1200 of the day for 500.00')).share).toBe(0)
  })
})

describe('a period in two lines', () => {
  const inTwoLines = (first: string, last: string, notice?: string) => (seed: number) => {
    const { ledger } = generateWith(seed, {})
    const account = (last4: string) => `Account number: XXXX${last4}`
    const head = `${first} ${slashes(ledger.from)}`
    const notices = {
      head,
      summary: `${last} ${slashes(ledger.to)}`,
      ...(notice === undefined ? {} : { top: notice }),
    }
    const statement = generateWith(seed, { account, notices, hasPeriod: false })
    return alone(statement)
  }

  it.each([
    ['Period start:', 'Period end:', undefined],
    ['Period start:', 'Period end:', 'Our special offer ends 12/31/2027'],
  ])('is read from %s and %s', (first, last, notice) => {
    const { share, wrong } = readAll(inTwoLines(first, last, notice))
    expect(wrong).toEqual([])
    expect(share).toBeGreaterThanOrEqual(GOAL)
  })
})

describe('a file with several accounts', () => {
  const other = { isSamePeriod: true, extras: { last4: '9281' } }

  it('has an account in which nothing happened', () => {
    const { share, wrong } = readAll(with2({ ...other, change: idle }))
    expect(wrong).toEqual([])
    expect(share).toBeGreaterThanOrEqual(GOAL)
  })

  it('is not verified wrongly if the entries of the second account cancel out in a table of an unknown form', () => {
    const extras = { last4: '9281', hasStrangeTable: true, isBare: true }
    expect(readAll(with2({ ...other, change: zeroNet, extras })).wrong).toEqual([])
  })

  it.each([
    ['a dash', (last4: string) => `Business Savings - ${last4}`],
    ['brackets', (last4: string) => `Business Savings (${last4})`],
    ['the whole number', (last4: string) => `Business Savings 00012345${last4}`],
    ['dots', (last4: string) => `Business Savings ...${last4}`],
    ['words', (last4: string) => `Savings ending in ${last4}`],
  ])('has two accounts if the number of the second has %s', (_, account) => {
    const { share, wrong } = readAll(with2({ ...other, extras: { last4: '9281', account } }))
    expect(wrong).toEqual([])
    expect(share).toBeGreaterThanOrEqual(GOAL)
  })

  it.each([
    ['no number', () => 'Business Savings'],
    ['the same last digits', (last4: string) => `Account number: 0098${last4}`],
  ])('is not verified if the second account has %s', (_, account) => {
    const same = { isSamePeriod: true, extras: { account } }
    expect(readAll(with2(same)).share).toBe(0)
  })

  it('is not verified if one statement is there twice with another line', () => {
    const { share } = readAll((seed) => {
      const [one, two] = ['Printed 10:21', 'Printed 11:43'].map((top) =>
        generateWith(seed, { notices: { top } }),
      )
      const pages = [...(one?.file.pages ?? []), ...(two?.file.pages ?? [])]
      return { file: { pages, isAmended: false }, statements: one === undefined ? [] : [one] }
    })
    expect(share).toBe(0)
  })
})

describe('the number of a linked account', () => {
  it.each(
    PLACES.flatMap((place) =>
      [
        'Overdraft protection: linked to account ending in 9911',
        'Linked savings account XXXX9911',
        'Relationship number 00012345678 checking',
        'Automatic transfers from savings account XXXX9911',
      ].map((text) => [place, text] as const),
    ),
  )('is not that of the account: at the %s, %s', (place, text) => {
    const { share, wrong } = readAll((seed) => alone(generateWith(seed, { notices: { [place]: text } })))
    expect(wrong).toEqual([])
    expect(share).toBeGreaterThanOrEqual(GOAL)
  })

  it('makes the account doubtful if nothing tells which of two it is', () => {
    const { share } = readAll((seed) =>
      alone(generateWith(seed, { notices: { head: 'The companion account of yours is XXXX9911' } })),
    )
    expect(share).toBe(0)
  })
})

describe('a page whose text cannot be read', () => {
  const { file } = generateWith(3, {})
  const readable = file.pages.map(({ width, height, words }) => ({
    width,
    height,
    operations: wordOperations(words, height),
  }))
  const more = (operations: string) => readHere(pdfOf([...readable, { width: 612, height: 792, operations }]))
  const upright = (text: string, x: number) => `BT /F1 9 Tf 0 1 -1 0 ${x} 100 Tm (${text}) Tj ET`

  it('is a finding if an amount stands upright', async () => {
    const { findings } = await more(upright('03/12 Wire in 700.00', 300))
    expect(findings.map(({ detail }) => detail)).toContain('page_unread')
  })

  it('is a finding if it has only upright words', async () => {
    const { findings } = await more(
      Array.from({ length: 20 }, (_, at) => upright('ends here', 100 + at * 12)).join('\n'),
    )
    expect(findings.map(({ detail }) => detail)).toContain('page_unread')
  })

  it('is a finding if its letters are drawn as outlines', async () => {
    const outlines = Array.from(
      { length: 400 },
      (_, at) => `${50 + (at % 40) * 10} ${700 - Math.floor(at / 40) * 13} 3 5 re S`,
    )
    const { findings } = await more(outlines.join('\n'))
    expect(findings.map(({ detail }) => detail)).toContain('page_unread')
  })

  it('is no finding for a mark in the margin, or for an empty page', async () => {
    expect((await readHere(pdfOf(readable))).verdict).toBe('verified')
    expect((await more('')).verdict).toBe('verified')
    expect((await more(upright('FORM 0012-7741', 20))).verdict).toBe('verified')
  })
})
