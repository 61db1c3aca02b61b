import type { statementsContract } from '../../../src-shared/ipc/statements-contract.ts'
import { classifyRow, confirmPosition, statementRows } from '../../core/deal-statements/deal-statements.ts'
import { acceptSuggestions, viewSuggestions } from '../../core/statement-use/accept-suggestions.ts'
import { viewAndNoteStatements } from '../../core/statement-use/document-period.ts'
import { exportStatements, type StatementExport } from '../../core/statement-use/export-statements.ts'
import { printSummary, type SummaryPrint } from '../../core/statement-use/print-summary.ts'
import type { Handlers, WithEnvironment } from '../router.ts'

export interface StatementHandlerDeps {
  statementExport: StatementExport
  summaryPrint: SummaryPrint
}

/** Creates the handlers of a deal's bank statements. */
export function createStatementHandlers(
  withEnvironment: WithEnvironment,
  { statementExport, summaryPrint }: StatementHandlerDeps,
): Pick<Handlers, keyof typeof statementsContract> {
  return {
    'statements.view': ({ deal_id }) => withEnvironment((context) => viewAndNoteStatements(context, deal_id)),
    'statements.rows': ({ deal_id, of }) => withEnvironment((context) => statementRows(context, deal_id, of)),
    'statements.classify': (correction) => withEnvironment((context) => classifyRow(context, correction)),
    'statements.confirm_position': (answer) => withEnvironment((context) => confirmPosition(context, answer)),
    'statements.read': ({ document_id }) =>
      withEnvironment((context) => context.statements.read(document_id)),
    'statements.cancel': ({ document_id }) =>
      withEnvironment((context) => context.statements.cancel(document_id)),
    'statements.view_suggestions': ({ deal_id }) =>
      withEnvironment((context) => viewSuggestions(context, deal_id)),
    'statements.accept': ({ suggestion_ids, ...origin }) =>
      withEnvironment((context) => acceptSuggestions(context, origin, suggestion_ids)),
    'statements.export': (options) =>
      withEnvironment((context) => exportStatements(context, statementExport, options)),
    'statements.print': (options) =>
      withEnvironment((context) => printSummary(context, summaryPrint, options)),
  }
}
