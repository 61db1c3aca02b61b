import { failureOf, resultOf } from '../../platform/base/failure.ts'
import { isTooLong } from '../../../src-shared/features/documents/statement-coverage.ts'
import { addDays } from '../../../src-shared/platform/base/days.ts'
import { otherAccountOf, viewStatements, type StatementNeeds } from './deal-statements.ts'
import { changeDocument } from '../documents/edit-document.ts'
import type {
  DealStatements,
  OtherAccountView,
} from '../../../src-shared/features/statements/deal-statements.ts'
import type { Verdict } from '../../../src-shared/features/statements/statement.ts'
import {
  UNREAD,
  type DocumentReading,
  type StatementPeriod,
} from '../../../src-shared/features/documents/document.ts'

/**
 * Returns what the statements of a deal say, and stores their verdicts and days in the documents of the deal, if they are new. The
 * checklist and the filters of the pipeline count these days.
 */
export async function viewAndNoteStatements(
  context: StatementNeeds,
  deal_id: string,
): Promise<DealStatements> {
  const statements = await viewStatements(context, deal_id)
  const counted = new Set(statements.accounts.map(({ account_id }) => account_id))
  for (const { document_id, reading, months } of statements.documents) {
    if (reading.state !== 'read') continue
    const { verdict } = reading
    const other = otherAccountOf(statements, months)
    // Those of a file in another name are shown, but cover nothing.
    const shown = months.filter(({ account_id }) => other !== undefined || counted.has(account_id))
    const noted = await resultOf(
      changeDocument(context, document_id, (document) => ({
        ...document,
        reading: withStatementReading(document.reading, { verdict, months: shown, other }),
      })),
    )
    // The document may have been removed meanwhile.
    if (!noted.ok && noted.error.code !== 'FILE_NOT_FOUND') throw failureOf(noted.error)
  }
  return statements
}

/**
 * Adds the result of the reader of bank statements to what is known about a document, so that the checklist counts its days. The days of a
 * verified statement replace those of the document's text, but never those that the broker entered.
 */
export function withStatementReading(
  known: DocumentReading | null,
  {
    verdict,
    months,
    other,
  }: {
    verdict: Verdict
    months: readonly StatementPeriod[]
    other?: Pick<OtherAccountView, 'holder' | 'confirmed'> | undefined
  },
): DocumentReading {
  const { other_holder: _holder, asks_holder: _asks, ...before } = known ?? UNREAD
  const read = {
    ...before,
    statement_verdict: verdict,
    ...(other === undefined ? {} : { other_holder: other.holder }),
    ...(other?.confirmed === null ? { asks_holder: true } : {}),
  }
  if (before.period_by === 'broker') return read
  const period = verdict === 'verified' ? daysOf(months) : null
  if (period !== null) return { ...read, period, period_by: 'statement', period_says: null }
  // A newer reader no longer verifies the statement. Its days remain the best guess.
  return before.period_by === 'statement' ? { ...read, period_by: 'text' } : read
}

/** Returns the days that periods cover together. Null if days between them are missing, because a document has only one period. */
function daysOf(periods: readonly StatementPeriod[]): StatementPeriod | null {
  const [first, ...rest] = periods.toSorted((one, other) => (one.from < other.from ? -1 : 1))
  if (first === undefined) return null
  let { to } = first
  for (const period of rest) {
    if (period.from > addDays(to, 1)) return null
    if (period.to > to) to = period.to
  }
  const days = { from: first.from, to }
  return isTooLong(days) ? null : days
}
