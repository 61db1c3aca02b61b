import { addDays, daysIn } from '../../../src-shared/platform/base/days.ts'
import type { StatementFile } from '../../../src-main/features/statement-reader/statement-words.ts'
import { type Options, pickOptions } from './layout-options.ts'
import { Dice, type Ledger, type LedgerEntry, makeLedger } from './ledger.ts'
import { type Account, type ChangeEntries, Drawing } from './statement-drawing.ts'

/** Draws statements of banks that differ in everything in which banks differ (`layout-options.ts`). The ledgers are made first. */

export interface VariedStatement {
  seed: number
  options: Options
  file: StatementFile
  accounts: Account[]
  /** Indexes of the pages on which the entries or the two balances stand. Lists that repeat them do not count. */
  pagesWithFigures: number[]
}

export interface Change {
  ledger?: (ledger: Ledger) => Ledger
  /** Changes the printed entries of the first account, but no balance and no total. */
  entries?: ChangeEntries
}

export function variedStatement(seed: number, change: Change = {}): VariedStatement {
  const dice = new Dice(seed)
  const options = pickOptions(dice)
  const count = ['one', 'two', 'three'].indexOf(options.accounts) + 1
  const first = wholeMonth(makeLedger(dice), options)
  const ledgers = Array.from({ length: count }, (_, at) =>
    at === 0 ? (change.ledger?.(first) ?? first) : inDaysOf(first, makeLedger(dice)),
  )
  const accounts = ledgers.map((ledger) => ({ last4: String(dice.int(1000, 9999)), ledger }))
  const drawing = new Drawing(options, dice)
  drawing.draw(accounts, change.entries)
  const { sheet, pagesWithFigures } = drawing
  return {
    seed,
    options,
    file: { pages: sheet.pages, isAmended: false },
    accounts,
    pagesWithFigures: [...pagesWithFigures],
  }
}

const inOrder = (entries: readonly LedgerEntry[]) =>
  entries.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))

/** Lets a ledger cover a whole month, if its statement names only the month. */
function wholeMonth(ledger: Ledger, { period }: Options): Ledger {
  if (period !== 'title') return ledger
  const [year = 0, month = 1] = ledger.from.split('-').map(Number)
  const start = ledger.from.slice(0, 8)
  const [from, to] = [`${start}01`, `${start}${daysIn(year, month)}`]
  const entries = ledger.entries.map((entry) => ({ ...entry, date: entry.date > to ? to : entry.date }))
  return { ...ledger, from, to, entries: inOrder(entries) }
}

function inDaysOf({ from, to }: Ledger, ledger: Ledger): Ledger {
  const days = (Date.parse(from) - Date.parse(ledger.from)) / 86_400_000
  const entries = ledger.entries
    .map((entry) => ({ ...entry, date: addDays(entry.date, days) }))
    .map((entry) => ({ ...entry, date: entry.date > to ? to : entry.date }))
  return { ...ledger, from, to, entries: inOrder(entries) }
}
