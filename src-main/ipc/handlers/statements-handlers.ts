import type { statementsContract } from '../../../src-shared/ipc/statements-contract.ts'
import {
  classifyRow,
  confirmPosition,
  statementRows,
  viewStatements,
} from '../../core/deal-statements/deal-statements.ts'
import type { Handlers, WithEnvironment } from '../router.ts'

/** Creates the handlers of a deal's bank statements. */
export function createStatementHandlers(
  withEnvironment: WithEnvironment,
): Pick<Handlers, keyof typeof statementsContract> {
  return {
    'statements.view': ({ deal_id }) => withEnvironment((context) => viewStatements(context, deal_id)),
    'statements.rows': ({ deal_id, of }) => withEnvironment((context) => statementRows(context, deal_id, of)),
    'statements.classify': (correction) => withEnvironment((context) => classifyRow(context, correction)),
    'statements.confirm_position': (answer) => withEnvironment((context) => confirmPosition(context, answer)),
    'statements.read': ({ document_id }) =>
      withEnvironment((context) => context.statements.read(document_id)),
    'statements.cancel': ({ document_id }) =>
      withEnvironment((context) => context.statements.cancel(document_id)),
  }
}
