import { describe, expect, test } from 'vitest'
import {
  accountOf,
  dealStatements,
  positionOf,
  unverifiedMonth,
  verifiedMonth,
} from '../../../src-shared/features/statements/deal-statements.fixture.ts'
import type { StatementAccountView } from '../../../src-shared/features/statements/deal-statements.ts'
import { transactionColumns, workbookSheets } from './statement-sheets.ts'
import type { WorkbookSheet } from '../../platform/workbook/make-workbook.ts'
import type { AccountRow } from './deal-statements.ts'

const row: AccountRow = {
  row_id: 'r1',
  account_id: 'a1',
  document_id: 'document a1 2026-04',
  page: 2,
  boxes: [],
  date: '2026-04-03',
  description: '=HYPERLINK("http://example.com")',
  amount_cents: -312_00,
  balance_after_cents: null,
  check_number: null,
  class: 'mca_payment',
  class_by: 'broker_row',
  position_id: 'p1',
  verified: true,
}

const sheetsOf = (accounts: StatementAccountView[], rows: AccountRow[] = []): WorkbookSheet[] =>
  workbookSheets(
    { statements: dealStatements(accounts, { positions: [positionOf()] }), rows },
    'Larkspur Auto LLC',
    '2026-07-10T15:00:00.000Z',
  )

const texts = (sheet: WorkbookSheet | undefined) =>
  (sheet?.rows ?? []).flat().flatMap((cell) => (cell !== null && 'text' in cell ? [cell.text] : []))

describe('the sheets of exported statements', () => {
  test('are a summary and one sheet for each account, with only the last digits of its number', () => {
    const accounts = [
      accountOf([verifiedMonth('2026-04')]),
      accountOf([verifiedMonth('2026-04', {}, { account: 'a2' })], 'a2', '8821'),
    ]
    const sheets = sheetsOf(accounts, [row])
    expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['Summary', expect.any(Number)],
      ['LARKSPUR AUTO LLC 4417', 2],
      ['LARKSPUR AUTO LLC 8821', 1],
    ])
    expect(texts(sheets[0])).toContain('All accounts')
  })

  test('have typed cells: dates, cents, and texts as they are', () => {
    const [, sheet] = sheetsOf([accountOf([verifiedMonth('2026-04')])], [row])
    expect(sheet?.rows[1]).toEqual([
      { day: '2026-04-03' },
      { text: '=HYPERLINK("http://example.com")' },
      { cents: -312_00 },
      null,
      { text: '' },
      { text: 'Payment to a funder' },
      { text: 'Set by you' },
      { text: 'BLUEHERON CAP' },
      { text: 'Statement 2026-04.pdf' },
      { count: 2 },
    ])
  })

  test('name unverified months in the summary without figures', () => {
    const [summary] = sheetsOf([accountOf([verifiedMonth('2026-04'), unverifiedMonth('2026-05')])])
    expect(texts(summary)).toContain(
      'May 2026 (Statement 2026-05.pdf): Not verified: the entries do not add up to the closing balance, page 3',
    )
    const days = summary?.rows
      .flat()
      .filter((cell) => cell !== null && 'day' in cell && cell.day.startsWith('2026-05'))
    expect(days).toEqual([])
  })

  test('have names that spreadsheet programs accept, also for long, equal, and strange names of holders', () => {
    const holder = `A/B [C] *? ${'very '.repeat(10)}long: name`
    const accounts = ['a1', 'a2', 'a3'].map((id, at) => ({
      ...accountOf([], id, at < 2 ? '4417' : ''),
      holder: at === 2 ? '' : holder,
    }))
    const names = sheetsOf(accounts).map(({ name }) => name)
    for (const name of names) expect(name).toMatch(/^[^[\]:*?/\\']{1,31}$/)
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(4)
  })

  test('have the account in the first column of the CSV file', () => {
    const facts = { statements: dealStatements([accountOf([verifiedMonth('2026-04')])]), rows: [row] }
    const [account] = transactionColumns(facts)
    expect(account?.name).toBe('Account')
    expect(account?.cell(row)).toEqual({ text: 'LARKSPUR AUTO LLC …4417' })
  })
})
