import { describe, expect, it } from 'vitest'
import type { StatementFile } from '../../src-main/features/statement-reader/statement-words.ts'
import { linesOf } from '../../src-main/features/statement-reader/lines.ts'
import { readStatement } from '../../src-main/features/statement-reader/read-statement.ts'
import { solve } from '../../src-main/features/statement-reader/solve/solve.ts'
import { isRight, withRandomWords } from '../support/statements/changed-file.ts'
import { FAULTS, faultyFile } from '../support/statements/faults.ts'
import { Dice } from '../support/statements/ledger.ts'
import { KINDS, otherDocument } from '../support/statements/other-documents.ts'
import { readHere } from '../support/statements/read-here.ts'
import { Sheet } from '../support/statements/sheet.ts'
import { textPdf } from '../support/statements/statement-pdf.ts'
import { variedStatement } from '../support/statements/varied-statement.ts'

/** Statements in layouts that no reader was made for, with known words, with random words, and with faults, and documents that are no statements. */

const isLong = Number(process.env['PROPERTY_RUNS'] ?? 200) > 200
const STATEMENTS = isLong ? 400 : 40
/** How many of the verified ones get each fault. Each is read once for each fault. */
const FAULTY = isLong ? 100 : 40
const OTHERS = isLong ? 10_000 : 520
const OTHER_FILES = isLong ? 300 : 26

/** Shares of statements that the reader must verify. */
const GOAL = 0.85
const GOAL_OF_RANDOM_WORDS = 0.8
/** Share of faults after which a statement is not verified. The design asks for 0.95. */
const GOAL_OF_FAULTS = 0.9

/** Documents whose running balances or sums are those of a statement, so that only their words, or another account, tell what they are. */
const ADD_UP = new Set([
  'general ledger',
  'customer account',
  'stock card',
  'card statement',
  'shuffled statement',
])

const statements = Array.from({ length: STATEMENTS }, (_, at) => variedStatement(at + 1))

function readAll(change: (file: StatementFile, seed: number) => StatementFile) {
  const verified = statements.flatMap((statement) => {
    const reading = readStatement(change(statement.file, statement.seed))
    return reading.verdict === 'verified'
      ? [{ statement, isRight: isRight(reading, statement.accounts) }]
      : []
  })
  return {
    verified,
    share: verified.length / statements.length,
    wrong: verified.filter((one) => !one.isRight).map(({ statement }) => statement.seed),
  }
}

describe('a statement of a layout that the reader never saw', () => {
  const { share, wrong, verified } = readAll((file) => file)

  it('is often verified, and never wrongly', () => {
    expect(wrong).toEqual([])
    expect(share).toBeGreaterThanOrEqual(GOAL)
  })

  it('is often verified if all its words are random, and never wrongly', () => {
    const random = readAll((file, seed) => withRandomWords(file, new Dice(seed + 9000)))
    expect(random.wrong).toEqual([])
    expect(random.share).toBeGreaterThanOrEqual(GOAL_OF_RANDOM_WORDS)
  })

  it('is mostly refused if it has a fault, and never verified with other figures', () => {
    const faulty = verified.slice(0, FAULTY).flatMap(({ statement: { seed, accounts } }) =>
      FAULTS.flatMap((fault) => {
        const file = faultyFile(seed, fault)
        if (file === null) return []
        const reading = readStatement(file)
        const isVerified = reading.verdict === 'verified'
        return [{ isVerified, isWrong: isVerified && !isRight(reading, accounts), name: `${seed}: ${fault}` }]
      }),
    )
    expect(faulty.filter(({ isWrong }) => isWrong).map(({ name }) => name)).toEqual([])
    const caught = faulty.filter(({ isVerified }) => !isVerified)
    expect(caught.length / faulty.length).toBeGreaterThanOrEqual(GOAL_OF_FAULTS)
  })
})

describe.each(KINDS)('a document of the kind %s', (kind) => {
  const seedsOf = (count: number) =>
    Array.from(
      { length: Math.ceil(count / KINDS.length) },
      (_, at) => at * KINDS.length + KINDS.indexOf(kind),
    )

  it('is never verified, and its amounts are no evidence of a statement', () => {
    const taken = seedsOf(OTHERS).filter((seed) => {
      const { file } = otherDocument(seed)
      const lines = file.pages.map((page, at) => linesOf(page, at + 1))
      const { solved, findings } = solve(lines)
      const isProved = findings.length === 0 && solved.some(({ month }) => month.findings.length === 0)
      return readStatement(file).verdict === 'verified' || (!ADD_UP.has(kind) && isProved)
    })
    expect(taken).toEqual([])
  })

  it('is never verified as a PDF file', async () => {
    const taken: number[] = []
    for (const seed of seedsOf(OTHER_FILES))
      if ((await readHere(textPdf(otherDocument(seed).file.pages))).verdict === 'verified') taken.push(seed)
    expect(taken).toEqual([])
  })
})

it.each([
  ['beside totals of the sections', 2716],
  ['of the newest day first', 4588],
])('a statement whose amounts moved to other rows, %s, is not verified', (_, seed) => {
  const { kind, file } = otherDocument(seed)
  expect(kind).toBe('shuffled statement')
  expect(readStatement(file).verdict).toBe('unverified')
})

it.each([
  ['whose dates stand beside the first line of texts of several lines', 7024],
  ['whose dates stand at the right of texts of several lines', 7138],
  ['with two dates above the last line of a text', 8048],
  ['with two dates under the same heading', 8076],
  ['whose texts begin with a second date in some rows', 9120],
  ['with letters in place of signs in a column of their own', 8127],
])('a statement %s is verified with nothing but its own figures', (_, seed) => {
  const { file, accounts } = variedStatement(seed)
  const reading = readStatement(file)
  expect(reading.verdict).toBe('verified')
  expect(isRight(reading, accounts)).toBe(true)
})

it('a second date between an amount and its balance divides no row', () => {
  const sheet = new Sheet(9, new Dice(1))
  const line = (cells: readonly (readonly [string, number])[]) => {
    for (const [text, x] of cells) sheet.text(text, x, x > 300 ? 'right' : 'left')
    sheet.down()
  }
  const balances = ['2,100.00', '1,637.50', '1,600.25', '3,712.75', '3,650.15']
  const amounts = ['-462.50', '-37.25', '2,112.50', '-62.60']
  line([['Account 000012345678', 40]])
  line([['Statement period 03/01/2025 - 03/31/2025', 40]])
  line([
    ['Opening balance', 40],
    ['2,100.00', 560],
  ])
  for (const [at, amount] of amounts.entries())
    line([
      [`03/0${at + 2}/2025`, 40],
      ['Transfer', 110],
      [amount, 400],
      [`0${at + 2}-03`, 470],
      [balances[at + 1] ?? '', 560],
    ])
  line([
    ['Closing balance', 40],
    ['3,650.15', 560],
  ])
  const { verdict, accounts } = readStatement({ pages: sheet.pages, isAmended: false })
  expect(verdict).toBe('verified')
  expect(accounts[0]?.months[0]?.transactions.map(({ amount_cents }) => amount_cents)).toEqual([
    -46_250, -3725, 211_250, -6260,
  ])
})

it.each([
  ['whose last page is missing', 10_085, 'a missing page'],
  ['whose first entry has another amount', 10_150, 'another amount'],
  ['whose last page begins with the only amount of its column', 24_056, 'a missing page'],
  ['whose first page is full', 29_033, 'a missing page'],
])('a statement %s is not verified if it could have another balance', (_, seed, fault) => {
  const file = faultyFile(seed, fault)
  expect(file === null ? '' : readStatement(file).verdict).toBe('unverified')
})

it('a statement is not verified if the sum of a list and of a section is the total of both', () => {
  const { file, seed } = variedStatement(91_057)
  expect(readStatement(withRandomWords(file, new Dice(seed + 9000))).verdict).toBe('unreadable')
})

it('columns of print are divided where no amount of a row is left behind', () => {
  const { file, accounts } = variedStatement(91_154)
  const reading = readStatement(file)
  expect(reading.verdict).toBe('verified')
  expect(isRight(reading, accounts)).toBe(true)
})

it('a statement is not verified if its sums lead to the balance above rows that were not read', () => {
  expect(readStatement(variedStatement(23_044).file).verdict).toBe('unverified')
})
