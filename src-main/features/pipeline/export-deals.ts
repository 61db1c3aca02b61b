import type { AnyColumn } from '../../../src-shared/features/pipeline/pipeline-view.ts'
import { LARGEST_PAGE, type DealQuery, type DealRow } from '../../../src-shared/features/pipeline/pipeline.ts'
import { statusMessage } from '../../../src-shared/platform/words/status-labels.ts'
import { formatMessage, msg } from '../../../src-shared/platform/texts/msg.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import type { SaveFile } from '../../platform/files/ports.ts'
import { contactOf } from '../../../src-shared/features/form/contact.ts'
import { listDealIds, type ListNeeds } from './list-deals.ts'
import { amountCell, csvLines, timeCell } from '../../platform/files/csv.ts'

interface Options {
  columns: AnyColumn[]
  /** The deals with these ids, or all deals that the list shows. */
  of: { deal_ids: string[] } | { query: Omit<DealQuery, 'offset' | 'limit'> }
}

/**
 * Saves the listed or selected deals, with the list's columns and then whom to call or write to. No column contains an SSN or EIN.
 */
export async function exportDeals(
  context: ListNeeds,
  save: SaveFile<AsyncIterable<string>>,
  { columns, of }: Options,
): Promise<{ saved_as: string | null }> {
  const chosen =
    'deal_ids' in of
      ? of
      : await listDealIds(context, { ...of.query, offset: 0, limit: Number.MAX_SAFE_INTEGER })
  const day = dayOf(context.clock.now())
  return save(
    { name: `${formatMessage(msg.columns.fileName)} ${day}.csv`, kind: 'csv' },
    pieces(context, columns, chosen.deal_ids),
  )
}

/** Formats the list for spreadsheets: with a UTF-8 byte order mark, and without text that a spreadsheet would treat as a formula. */
async function* pieces(
  { vault, profile }: ListNeeds,
  chosen: AnyColumn[],
  deal_ids: string[],
): AsyncGenerator<string> {
  const columns = [...new Set([...chosen, 'owner' as const])]
  const headings = [
    ...columns.map((column) => msg.columns.names[column]),
    ...Object.values(msg.columns.contact),
  ]
  yield `\uFEFF${csvLines([headings.map(formatMessage)])}`
  for (let at = 0; at < deal_ids.length; at += LARGEST_PAGE) {
    // Read the rows page by page, so that they are never all in memory.
    const page = deal_ids.slice(at, at + LARGEST_PAGE)
    const [rows, values] = await Promise.all([vault.dealRows(page), vault.dealValues(page)])
    yield csvLines(
      rows.map((row) => {
        const { phone, email } = contactOf(profile, values[row.deal_id] ?? {})
        return [...columns.map((column) => CELLS[column](row)), phone, email]
      }),
    )
  }
}

/** Formats the cells: amounts as plain numbers and times without a zone, so that a spreadsheet can format them. */
const CELLS: Record<AnyColumn, (row: DealRow) => string> = {
  business: (row) => row.legal_name,
  status: ({ latest_status, state }) =>
    formatMessage(latest_status === null ? msg.states[state] : statusMessage(latest_status)),
  amount: (row) => amountCell(row.amount_cents),
  offer: (row) => amountCell(row.offer_cents),
  expires: (row) => timeCell(row.expires_at),
  documents: (row) => String(row.documents),
  problems: (row) => String(row.problems),
  updated: (row) => timeCell(row.updated_at),
  owner: (row) => row.owner,
  reference: (row) => row.reference,
  application: (row) => row.application_id ?? '',
  submitted: (row) => timeCell(row.submitted_at),
  created: (row) => timeCell(row.created_at),
}
