import { dayOf, monthOf } from '../../../src-shared/days.ts'
import { wantedPeriods } from '../../../src-shared/domain/statement-coverage.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import type { ChannelParsedInput } from '../../../src-shared/ipc/contract.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import type { DealStatements, StatementRow } from '../../../src-shared/statements/deal-statements.ts'
import { attachedDocument } from '../documents/read-bytes.ts'
import type { EnvironmentContext } from '../environment-context.ts'
import { loadDeal } from '../load-deal.ts'

/** The kind of documents that the app reads without being asked. */
const BANK_STATEMENT = 'bank_statement'

/** Returns what the bank statements of a deal say. */
export async function viewStatements(
  context: EnvironmentContext,
  deal_id: string,
): Promise<Result<DealStatements>> {
  const deal = await loadDeal(context, deal_id)
  if (!deal.ok) return deal
  const documents = await context.vault.listDocuments(deal_id)
  if (!documents.ok) return documents
  const wanted = wantedPeriods(context.profile.statements, dayOf(context.clock.now()))
  return ok({
    deal_id,
    documents: documents.value
      .filter(({ kind }) => kind === BANK_STATEMENT)
      .map(({ document_id, name, pages, reading }) => ({
        document_id,
        name,
        pages,
        is_picture: reading?.text === 'scan',
        reading: { state: 'queued' },
        is_outdated: false,
        months: [],
      })),
    accounts: [],
    totals: [],
    positions: [],
    funder_credits: [],
    missing_months: wanted.map(({ from }) => monthOf(from)),
  })
}

/** Returns transactions of a deal's statements. Fails with `INVALID_INPUT` if the month, position, or account does not exist. */
export async function statementRows(
  context: EnvironmentContext,
  deal_id: string,
  _of: ChannelParsedInput<'statements.rows'>['of'],
): Promise<Result<StatementRow[]>> {
  const deal = await loadDeal(context, deal_id)
  return deal.ok ? fail(gone()) : deal
}

/** Stores the broker's class of a row, or of all rows with its description. */
export async function classifyRow(
  context: EnvironmentContext,
  { deal_id }: ChannelParsedInput<'statements.classify'>,
): Promise<Result<DealStatements>> {
  const deal = await loadDeal(context, deal_id)
  return deal.ok ? fail(gone()) : deal
}

/** Stores whether a position belongs to a funder. */
export async function confirmPosition(
  context: EnvironmentContext,
  { deal_id }: ChannelParsedInput<'statements.confirm_position'>,
): Promise<Result<DealStatements>> {
  const deal = await loadDeal(context, deal_id)
  return deal.ok ? fail(gone()) : deal
}

/** Reads a document next, also if it was read before. */
export async function readAgain(
  context: EnvironmentContext,
  document_id: string,
): Promise<Result<Record<string, never>>> {
  const document = await attachedDocument(context, document_id)
  return document.ok ? ok({}) : document
}

/** Stops reading a document. */
export async function cancelReading(
  context: EnvironmentContext,
  document_id: string,
): Promise<Result<Record<string, never>>> {
  const document = await attachedDocument(context, document_id)
  return document.ok ? ok({}) : document
}

function gone() {
  return appError('INVALID_INPUT', msg.errors.valueGone, msg.errors.openDealAgain)
}
