import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { language, messages } from '../../../src-shared/platform/texts/messages.ts'
import { date as dayText } from '../../../src-shared/platform/texts/plural.ts'
import {
  FIGURES,
  positionState,
  type DealStatements,
  type FigureName,
  type StatementAccountView,
} from '../../../src-shared/features/statements/deal-statements.ts'
import { unverifiedMonths } from './unverified-months.ts'
import type { WorkbookCell, WorkbookSheet } from '../../platform/workbook/make-workbook.ts'
import type { AccountRow, StatementFacts } from './deal-statements.ts'

/** The transactions of verified statements as cells of a spreadsheet, for CSV and XLSX. */

interface Column {
  name: string
  width: number
  cell: (row: AccountRow) => WorkbookCell
}

/** Returns the columns of the transactions. An account appears with the last digits of its number only. */
export function transactionColumns({ statements }: StatementFacts): Column[] {
  const text = messages().statementUse.columns
  const { classes, byBroker } = messages().statements
  const accounts = new Map(statements.accounts.map((account) => [account.account_id, accountLabel(account)]))
  const names = new Map(statements.documents.map(({ document_id, name }) => [document_id, name]))
  const funders = new Map(statements.positions.map(({ position_id, name }) => [position_id, name]))
  return [
    { name: text.account, width: 24, cell: (row) => ({ text: accounts.get(row.account_id) ?? '' }) },
    { name: text.date, width: 12, cell: ({ date }) => ({ day: date }) },
    { name: text.description, width: 56, cell: ({ description }) => ({ text: description }) },
    { name: text.amount, width: 15, cell: ({ amount_cents }) => ({ cents: amount_cents }) },
    {
      name: text.balance,
      width: 15,
      cell: ({ balance_after_cents }) =>
        balance_after_cents === null ? null : { cents: balance_after_cents },
    },
    { name: text.check, width: 10, cell: ({ check_number }) => ({ text: check_number ?? '' }) },
    { name: text.class, width: 26, cell: (row) => ({ text: classes[row.class] }) },
    {
      name: text.classBy,
      width: 26,
      cell: ({ class_by }) => ({ text: class_by === 'suggested' ? text.suggested : byBroker[class_by] }),
    },
    {
      name: text.funder,
      width: 26,
      cell: ({ position_id }) => ({ text: position_id === null ? '' : (funders.get(position_id) ?? '') }),
    },
    { name: text.document, width: 30, cell: ({ document_id }) => ({ text: names.get(document_id) ?? '' }) },
    { name: text.page, width: 7, cell: ({ page }) => ({ count: page }) },
  ]
}

/** Names an account by its holder and the last four digits of its number. */
export function accountLabel({ holder, number_last4 }: StatementAccountView): string {
  return messages().statements.months.account(holder, number_last4)
}

export function workbookSheets(facts: StatementFacts, merchant: string, now: string): WorkbookSheet[] {
  const summary = summarySheet(facts.statements, merchant, now)
  const [, ...columns] = transactionColumns(facts)
  const taken = new Set([summary.name.toLowerCase()])
  const ofAccounts = facts.statements.accounts.map((account): WorkbookSheet => ({
    name: freeName(account, taken),
    widths: columns.map(({ width }) => width),
    head: 1,
    rows: [
      columns.map(({ name }) => ({ text: name, bold: true })),
      ...facts.rows
        .filter(({ account_id }) => account_id === account.account_id)
        .map((row) => columns.map(({ cell }) => cell(row))),
    ],
  }))
  return [summary, ...ofAccounts]
}

/** Returns a name that a sheet may have: at most 31 characters, without special characters, and different from the others. */
function freeName({ holder, number_last4 }: StatementAccountView, taken: Set<string>): string {
  const plain = `${holder} ${number_last4}`
    .replaceAll(/[^\p{L}\p{N} .&-]/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
  const digits = number_last4.replaceAll(/\D/g, '')
  const base =
    plain === ''
      ? messages().statementUse.columns.account
      : plain.length <= 31
        ? plain
        : `${plain.slice(0, 26 - digits.length).trim()} ${digits}`
  for (let copy = 1; ; copy++) {
    const name = copy === 1 ? base : `${base.slice(0, 27)} ${copy}`
    if (taken.has(name.toLowerCase())) continue
    taken.add(name.toLowerCase())
    return name
  }
}

function summarySheet(statements: DealStatements, merchant: string, now: string): WorkbookSheet {
  const { statementUse: use, statements: text } = messages()
  const head = (name: string): WorkbookCell => ({ text: name, bold: true })
  const figureHeads = FIGURES.map((figure) => head(text.figures[figure]))
  const blank: WorkbookCell[] = []
  const rows: WorkbookCell[][] = [
    [head(use.summary.title)],
    [{ text: merchant }, { day: dayOf(now) }],
    [{ text: use.summary.meaning }],
    blank,
  ]
  if (statements.accounts.length > 1)
    rows.push(
      [head(text.months.all)],
      [head(use.columns.month), null, ...figureHeads],
      ...statements.totals.map(({ month, figures }) => [
        { day: `${month}-01` },
        null,
        ...figureCells(figures),
      ]),
      blank,
    )
  for (const account of statements.accounts) {
    const verified = account.months.filter(({ verdict }) => verdict === 'verified')
    rows.push(
      [head(accountLabel(account))],
      [head(use.columns.from), head(use.columns.to), ...figureHeads],
      ...verified.map(({ from, to, figures }) => [{ day: from }, { day: to }, ...figureCells(figures)]),
      blank,
    )
  }
  const unverified = unverifiedMonths(statements, { language: language(), said: messages() })
  if (unverified.length > 0)
    rows.push([head(use.summary.notVerified)], ...unverified.map((line) => [{ text: line }]), blank)
  if (statements.positions.length > 0) {
    const { positions } = text
    rows.push(
      [head(positions.title)],
      [
        positions.name,
        positions.cadence,
        positions.typical,
        positions.count,
        positions.total,
        use.columns.from,
        use.columns.to,
        positions.state,
      ].map(head),
      ...statements.positions
        .filter(({ confirmed }) => confirmed !== 'no')
        .map((one): WorkbookCell[] => [
          { text: one.name },
          { text: positions.cadences[one.cadence] },
          { cents: one.typical_cents },
          { count: one.count },
          { cents: one.total_cents },
          { day: one.first },
          { day: one.last },
          { text: positionState(one, messages().statements, dayOf(now), dayText) },
        ]),
    )
  }
  return { name: use.summary.sheet, widths: [28, 14, ...FIGURES.map(() => 16)], head: 0, rows }
}

function figureCells(figures: Partial<Record<FigureName, number>>): WorkbookCell[] {
  return FIGURES.map((figure) => {
    const value = figures[figure]
    if (value === undefined) return null
    if (figure === 'funder_share_basis_points') return { percent: value }
    return figure.endsWith('_cents') ? { cents: value } : { count: value }
  })
}
