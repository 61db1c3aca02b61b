import { Failure } from '../../platform/base/failure.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { appError } from '../../../src-shared/platform/base/errors.ts'
import { fileNameOf } from '../../../src-shared/platform/base/file-name.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { loadDeal } from '../deals/load-deal.ts'
import type { SaveFile } from '../../platform/files/ports.ts'
import { recordHandedOut } from '../handout/record-handed-out.ts'
import { transactionColumns, workbookSheets } from './statement-sheets.ts'
import { amountCell, csvLines } from '../../platform/files/csv.ts'
import type { MakeWorkbook, WorkbookCell } from '../../platform/workbook/make-workbook.ts'
import { statementFacts, type StatementFacts, type StatementNeeds } from './deal-statements.ts'

export interface StatementExport {
  save: SaveFile<Uint8Array | AsyncIterable<string>>
  makeWorkbook: MakeWorkbook
}

/** Number of rows of a CSV file that are made at a time, so that main can do other work between them. */
const PIECE = 200

/**
 * Saves the transactions of a deal's verified statements at a path that the broker picks. `left_out` is the number of documents without
 * verified transactions, which the file does not contain. The timeline records the export. Fails with `STATEMENTS_NOT_VERIFIED` if no
 * statement is verified.
 */
export async function exportStatements(
  context: StatementNeeds,
  { save, makeWorkbook }: StatementExport,
  { deal_id, format }: { deal_id: string; format: 'csv' | 'xlsx' },
): Promise<{ saved_as: string | null; left_out: number }> {
  const [deal, facts] = await Promise.all([loadDeal(context, deal_id), statementFacts(context, deal_id)])
  if (facts.rows.length === 0) throw new Failure(noneVerified())
  const now = context.clock.now()
  const { legal_name } = deal
  const title = messages().statementUse.fileName
  const name = [title, fileNameOf(legal_name), dayOf(now)].filter((part) => part !== '').join(' ')
  const { saved_as } =
    format === 'csv'
      ? await save({ name: `${name}.csv`, kind: 'csv' }, csvPieces(facts))
      : await save(
          { name: `${name}.xlsx`, kind: 'xlsx' },
          await makeWorkbook(workbookSheets(facts, legal_name, now)),
        )
  const left_out = leftOut(facts)
  if (saved_as === null) return { saved_as, left_out }
  await recordHandedOut(context, deal_id, {
    title: msg.history.handedOut.statements_saved,
    detail: saved_as,
  })
  return { saved_as, left_out }
}

/** Number of documents that have no verified transactions. */
function leftOut({ statements, rows }: StatementFacts): number {
  const exported = new Set(rows.map(({ document_id }) => document_id))
  return statements.documents.filter(({ document_id }) => !exported.has(document_id)).length
}

/** Formats the transactions for spreadsheets: with a UTF-8 byte order mark, and without text that a spreadsheet would treat as a formula. */
async function* csvPieces(facts: StatementFacts): AsyncGenerator<string> {
  const columns = transactionColumns(facts)
  yield `\uFEFF${csvLines([columns.map(({ name }) => name)])}`
  for (let at = 0; at < facts.rows.length; at += PIECE)
    yield csvLines(
      facts.rows.slice(at, at + PIECE).map((row) => columns.map(({ cell }) => csvCell(cell(row)))),
    )
}

function csvCell(cell: WorkbookCell): string {
  if (cell === null) return ''
  if ('text' in cell) return cell.text
  if ('cents' in cell) return amountCell(cell.cents)
  if ('day' in cell) return cell.day
  return String('count' in cell ? cell.count : cell.percent / 100)
}

/** The error for an export or a summary without any verified statement. */
export function noneVerified() {
  return appError('STATEMENTS_NOT_VERIFIED', msg.statementUse.noneVerified, msg.statementUse.attachOriginals)
}
