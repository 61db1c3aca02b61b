import type { statementsContract } from '../../../src-shared/features/statements/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import { type StatementExport, exportStatements } from './export-statements.ts'
import { type SummaryPrint, printSummary } from './print-summary.ts'
import { viewAndNoteStatements } from './document-period.ts'
import {
  statementRows,
  classifyRow,
  confirmAccount,
  confirmClasses,
  confirmPosition,
  type StatementNeeds,
} from './deal-statements.ts'
import { viewSuggestions, acceptSuggestions } from './suggestions.ts'

export function openStatements(
  context: StatementNeeds,
  outside: StatementExport & SummaryPrint,
): RoomHandlers<typeof statementsContract> {
  return {
    'statements.view': ({ deal_id }) => viewAndNoteStatements(context, deal_id),
    'statements.rows': ({ deal_id, of }) => statementRows(context, deal_id, of),
    'statements.classify': (correction) => classifyRow(context, correction),
    'statements.confirm_classes': (choice) => confirmClasses(context, choice),
    'statements.confirm_position': (answer) => confirmPosition(context, answer),
    'statements.confirm_account': async (answer) => {
      await confirmAccount(context, answer)
      // The account's documents now cover their days, or no longer.
      return viewAndNoteStatements(context, answer.deal_id)
    },
    'statements.read': ({ document_id }) => context.statements.read(document_id),
    'statements.cancel': ({ document_id }) => context.statements.cancel(document_id),
    'statements.view_suggestions': ({ deal_id }) => viewSuggestions(context, deal_id),
    'statements.accept': ({ suggestion_ids, ...origin }) =>
      acceptSuggestions(context, origin, suggestion_ids),
    'statements.export': (options) => exportStatements(context, outside, options),
    'statements.print': (options) => printSummary(context, outside, options),
  }
}
