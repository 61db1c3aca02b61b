import { z } from 'zod'
import { type DealStatements, FIGURES, type StatementRow } from '../statements/deal-statements.ts'
import { MONEY_IN, MONEY_OUT } from '../statements/transaction-class.ts'
import { dealId, type, type Nothing } from './parts.ts'

const id = z.string().min(1).max(200)
const documentId = z.object({ document_id: z.uuid() })

/** The channels (calls from the page to main) of a deal's bank statements. */
export const statementsContract = {
  /** Returns what the deal's statements say. Puts the deal's unread statements at the front of the queue. */
  'statements.view': { input: dealId, output: type<DealStatements>() },
  /** Returns transactions, oldest first: those of a month, those that count for one figure of a month, or those of a position or an account. */
  'statements.rows': {
    input: dealId.extend({
      of: z.union([
        z.strictObject({ month_id: id }),
        z.strictObject({ month_id: id, figure: z.enum(FIGURES) }),
        z.strictObject({ position_id: id }),
        z.strictObject({ account_id: id }),
      ]),
    }),
    output: type<StatementRow[]>(),
  },
  /**
   * Sets the class of one row, or of all rows of the deal with the same description. Null returns to the suggestion. To undo a change, call
   * it again with the old class.
   */
  'statements.classify': {
    input: dealId.extend({
      row_id: id,
      class: z.enum([...MONEY_IN, ...MONEY_OUT]).nullable(),
      applies_to: z.enum(['row', 'description']),
    }),
    output: type<DealStatements>(),
  },
  /** Stores whether a position belongs to a funder. Null removes the answer. */
  'statements.confirm_position': {
    input: dealId.extend({ position_id: id, confirmed: z.enum(['yes', 'no']).nullable() }),
    output: type<DealStatements>(),
  },
  /** Reads a document, again if it was read before. It is the next one that the app reads. */
  'statements.read': { input: documentId, output: type<Nothing>() },
  /** Stops reading a document. */
  'statements.cancel': { input: documentId, output: type<Nothing>() },
} as const
