import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import type { DealStatements, StatementRow } from '../../../src-shared/features/statements/deal-statements.ts'
import { statementRows, viewStatements } from './deal-statements.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'

/** A row with the account to which it belongs. */
export type AccountRow = StatementRow & { account_id: string }

/** What a deal's statements say, with the rows of all verified months, oldest first within each account. */
export interface StatementFacts {
  statements: DealStatements
  rows: readonly AccountRow[]
}

/** Returns what a deal's statements say, with the rows of the verified months. */
export async function statementFacts(
  context: EnvironmentContext,
  deal_id: string,
): Promise<Result<StatementFacts>> {
  const statements = await viewStatements(context, deal_id)
  if (!statements.ok) return statements
  const rows: AccountRow[] = []
  for (const { account_id, months } of statements.value.accounts) {
    if (!months.some(({ verdict }) => verdict === 'verified')) continue
    const ofAccount = await statementRows(context, deal_id, { account_id })
    if (!ofAccount.ok) return ofAccount
    for (const row of ofAccount.value) if (row.verified) rows.push({ ...row, account_id })
  }
  return ok({ statements: statements.value, rows })
}
