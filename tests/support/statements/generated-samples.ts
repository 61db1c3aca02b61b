import { addDays } from '../../../src-shared/platform/base/days.ts'
import { parseAmount } from '../../../src-main/features/statement-reader/amounts.ts'
import type { StatementPage } from '../../../src-main/features/statement-reader/statement-words.ts'
import { type GeneratedStatement, generateStatement } from './generator.ts'
import { Dice, type Ledger, type LedgerEntry } from './ledger.ts'
import { scannedPdf } from './scanned-pdf.ts'
import { textPdf } from './statement-pdf.ts'

/** Statements as PDF files with their truth, for the bench. */

export interface TruthMonth {
  from: string
  to: string
  opening_cents: number
  closing_cents: number
  transactions: { date: string; amount_cents: number }[]
}

/** What a statement says. The fields are those of a truth file in a folder of samples. */
export interface Truth {
  image_only: boolean
  /** `reconciles`, or why it must not be verified. */
  expect: string
  accept_reasons: string[]
  accounts: { number_last4: string; months: TruthMonth[] }[]
  positions: { printed_as: string; cadence: string; typical_cents: number; count: number }[]
}

export interface Sample {
  name: string
  bytes: Uint8Array
  truth: Truth
}

const FUNDERS = ['QUARRYSTONE CAPITAL', 'LOOMFIELD FUNDING', 'TARNWATER ADVANCE', 'BRACKENSHORE CAP']
/** Payees that also take equal amounts every week, but that are no funders. */
const OTHERS = ['MILLBROOK LINEN SERVICE', 'HARTWELL EQUIPMENT LEASE', 'OAKEN STAFFING PAYROLL']

/** Adds the debits of a funder, and of a supplier who is paid weekly, to a ledger. */
function withFunder(ledger: Ledger, dice: Dice): { ledger: Ledger; position: Truth['positions'][number] } {
  const funder = dice.pick(FUNDERS)
  const cadence = dice.chance(0.5) ? 'daily' : 'weekly'
  const [mine, others] = [dice.int(12_000, 90_000), dice.int(6_000, 50_000)]
  const debits: LedgerEntry[] = []
  const weekday = dice.int(1, 5)
  for (let day = ledger.from; day <= ledger.to; day = addDays(day, 1)) {
    const of = new Date(day).getUTCDay()
    if (of === 0 || of === 6) continue
    if (cadence === 'daily' || of === weekday)
      debits.push({ date: day, description: `ACH debit ${funder} pmt`, cents: -mine, check: null })
    if (of === 3)
      debits.push({
        date: day,
        description: `ACH debit ${dice.pick(OTHERS.slice(0, 1))}`,
        cents: -others,
        check: null,
      })
  }
  const entries = [...ledger.entries, ...debits].toSorted((one, other) =>
    one.date < other.date ? -1 : one.date > other.date ? 1 : 0,
  )
  const closing = entries.reduce((sum, { cents }) => sum + cents, ledger.opening)
  const count = debits.filter(
    ({ cents, description }) => cents === -mine && description.includes(funder),
  ).length
  return {
    ledger: { ...ledger, entries, closing },
    position: { printed_as: funder, cadence, typical_cents: mine, count },
  }
}

function truthOf(
  { ledger, last4 }: GeneratedStatement,
  positions: Truth['positions'],
  image_only: boolean,
): Truth {
  const { from, to, opening, closing, entries } = ledger
  const transactions = entries.map(({ date, cents }) => ({ date, amount_cents: cents }))
  const month = { from, to, opening_cents: opening, closing_cents: closing, transactions }
  return {
    image_only,
    expect: 'reconciles',
    accept_reasons: [],
    accounts: [{ number_last4: last4, months: [month] }],
    positions,
  }
}

const wrong = (truth: Truth, expect: string, accept_reasons: string[]): Truth => ({
  ...truth,
  expect,
  accept_reasons,
  positions: [],
})

/** Changes a digit of an amount of an entry. */
export function withAlteredAmount({ file, ledger }: GeneratedStatement, dice: Dice): StatementPage[] {
  const cents = Math.abs(dice.pick(ledger.entries).cents)
  let isDone = false
  return file.pages.map((page) => ({
    ...page,
    words: page.words.map((word) => {
      if (isDone || Math.abs(parseAmount(word.text)?.cents ?? 0) !== cents) return word
      isDone = true
      return { ...word, text: word.text.replace(/\d/, (digit) => String((Number(digit) + 4) % 10)) }
    }),
  }))
}

const DIFFERENCES = [
  'does_not_add_up',
  'totals_mismatch',
  'running_balance_mismatch',
  'page_missing',
  'page_duplicated',
  'nothing_to_check',
  'unreadable',
]

/** Makes good statements, statements with faults, and scans. The numbers are those of the first seed and of the statements. */
export async function generatedSamples(texts: number, scans: number): Promise<Sample[]> {
  const samples: Sample[] = []
  for (let seed = 1; seed <= texts; seed++) {
    const dice = new Dice(seed + 50_000)
    const positions: Truth['positions'] = []
    const statement = generateStatement(seed + 3_000, (ledger) => {
      if (seed % 2 === 0) return ledger
      const made = withFunder(ledger, dice)
      positions.push(made.position)
      return made.ledger
    })
    const truth = truthOf(statement, positions, false)
    samples.push({ name: `text ${seed}`, bytes: textPdf(statement.file.pages), truth })
    if (seed % 2 === 0) continue
    const altered = textPdf(withAlteredAmount(statement, dice))
    samples.push({
      name: `altered ${seed}`,
      bytes: altered,
      truth: wrong(truth, 'does_not_add_up', DIFFERENCES),
    })
    const { pages } = statement.file
    if (pages.length < 2) continue
    const left = pages.toSpliced(dice.int(0, pages.length - 1), 1)
    samples.push({
      name: `page missing ${seed}`,
      bytes: textPdf(left),
      truth: wrong(truth, 'page_missing', DIFFERENCES),
    })
  }
  for (let seed = 1, made = 0; made < scans; seed++) {
    const statement = generateStatement(seed + 9_000)
    if (statement.file.pages.length > 1) continue
    const dice = new Dice(seed + 60_000)
    made++
    const truth = truthOf(statement, [], true)
    const isAltered = made % 4 === 0
    const pages = isAltered ? withAlteredAmount(statement, dice) : statement.file.pages
    samples.push({
      name: `${isAltered ? 'altered scan' : 'scan'} ${seed}`,
      bytes: await scannedPdf(pages, dice),
      truth: isAltered ? wrong(truth, 'does_not_add_up', DIFFERENCES) : truth,
    })
  }
  return samples
}

/** Makes a file of at least the given number of pages with text: the statements of several accounts, one after another. */
export function longStatement(pages: number): Uint8Array {
  const all: StatementPage[] = []
  for (let seed = 1; all.length < pages; seed++) {
    const { file } = generateStatement(seed + 20_000)
    if (file.pages.length > 1) all.push(...file.pages)
  }
  return textPdf(all.slice(0, pages))
}
