import type { StatementPage, Word } from '../../../src-main/features/statement-reader/statement-words.ts'
import { readStatement } from '../../../src-main/features/statement-reader/read-statement.ts'
import type { StatementReading } from '../../../src-shared/features/statements/statement.ts'

/** Draws statements by hand, row by row, for tests of one figure or one mark. */

/** A text and its right edge. */
export type HandCell = readonly [number, string]
export type HandRow = readonly HandCell[]

const LETTER = 4.5
const SPACE = 3

const widthOf = (text: string) =>
  text.split(' ').reduce((sum, { length }) => sum + length * LETTER + SPACE, -SPACE)

/** A text that begins at a place. */
export const from = (x: number, text: string): HandCell => [x + widthOf(text), text]

export function handPage(rows: readonly HandRow[]): StatementPage {
  const words = rows.flatMap((cells, at) =>
    cells.flatMap(([right, text]): Word[] => {
      let x = right - widthOf(text)
      return text.split(' ').map((piece) => {
        const word = {
          text: piece,
          x0: x,
          x1: x + piece.length * LETTER,
          y: 40 + at * 12,
          size: 8,
          font: 'f1',
        }
        x = word.x1 + SPACE
        return word
      })
    }),
  )
  return { width: 612, height: 792, words, covered: [], isPicture: false }
}

export const readHand = (...pages: (readonly HandRow[])[]): StatementReading =>
  readStatement({ pages: pages.map(handPage), isAmended: false })

/** The head of the statement of one account for March 2026, and its summary. */
export const handHead = (opening: string, closing: string, more: readonly HandRow[] = []): HandRow[] => [
  [from(40, 'Alder Bank')],
  [from(40, 'Account number: 000000004417')],
  [from(40, 'Statement period 03/01/2026 to 03/31/2026')],
  [from(40, 'Beginning balance'), [300, opening]],
  ...more,
  [from(40, 'Ending balance'), [300, closing]],
  [],
]

/** A line of the summary. */
export const summaryLine = (label: string, amount: string): HandRow => [from(40, label), [300, amount]]

/** The headings of a table, without and with a column of running balances. */
export const columns: HandRow = [from(40, 'Date'), from(100, 'Description'), [440, 'Amount']]
export const withBalance: HandRow = [...columns, [540, 'Balance']]

/** An entry of a table. Without a date, it belongs to the day of the entry above. */
export const row = (date: string, text: string, amount: string, balance?: string): HandRow => [
  ...(date === '' ? [] : [from(40, date)]),
  from(100, text),
  [440, amount],
  ...(balance === undefined ? [] : [[540, balance] as const]),
]

/** Entries that lead from a balance of 1,000.00 to 1,750.00. */
export const usualRows = [
  row('03/02', 'Card batch', '900.00', '1,900.00'),
  row('03/05', 'Payroll run', '-400.00', '1,500.00'),
  row('03/09', 'Customer payment', '250.00', '1,750.00'),
]

/** A statement with the usual entries, and with more lines in its summary. */
export const usualStatement = (...lines: (readonly [string, string])[]): HandRow[] => [
  ...handHead(
    '1,000.00',
    '1,750.00',
    lines.map(([label, amount]) => summaryLine(label, amount)),
  ),
  withBalance,
  ...usualRows,
]

/** The list of the balances at the ends of days. */
export const dailyBalances = (days: readonly (readonly [string, string])[]): HandRow[] => [
  [],
  [from(40, 'Daily ending balance')],
  [from(40, 'Date'), [200, 'Balance']],
  ...days.map(([day, balance]): HandRow => [from(40, day), [200, balance]]),
]

export const usualDays = [
  ['03/02', '1,900.00'],
  ['03/05', '1,500.00'],
  ['03/09', '1,750.00'],
] as const

export const detailsOf = ({ findings }: StatementReading) => findings.map(({ detail }) => detail)
