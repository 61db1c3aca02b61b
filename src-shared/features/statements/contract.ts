import { z } from 'zod'
import { dealId, type, documentId, type Saved, type Contract, type OfDeal } from '../../platform/ipc/parts.ts'
import {
  type DealStatements,
  FIGURES,
  type StatementRow,
  type StatementSuggestion,
} from './deal-statements.ts'
import { MONEY_IN, MONEY_OUT } from './transaction-class.ts'
import type { DraftSaved } from '../drafts/contract.ts'

const id = z.string().min(1).max(200)
const MOST_CONFIRMED = 5_000

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
  /**
   * Makes the suggested classes of these rows the broker's, also for later rows of the same payees. To undo it, call it again with
   * `confirmed` false.
   */
  'statements.confirm_classes': {
    input: dealId.extend({ row_ids: z.array(id).min(1).max(MOST_CONFIRMED), confirmed: z.boolean() }),
    output: type<DealStatements>(),
  },
  /** Stores whether a position belongs to a funder. Null removes the answer. */
  'statements.confirm_position': {
    input: dealId.extend({ position_id: id, confirmed: z.enum(['yes', 'no']).nullable() }),
    output: type<DealStatements>(),
  },
  /** Stores whether an account in another name is the merchant's. Null removes the answer. */
  'statements.confirm_account': {
    input: dealId.extend({ account_id: id, confirmed: z.enum(['yes', 'no']).nullable() }),
    output: type<DealStatements>(),
  },
  /** Reads a document, again if it was read before. It is the next one that the app reads. */
  'statements.read': { input: documentId, output: type<void>() },
  'statements.cancel': { input: documentId, output: type<void>() },
  /** Returns the values that verified statements suggest for the form, compared with the draft. */
  'statements.view_suggestions': { input: dealId, output: type<StatementSuggestion[]>() },
  /**
   * Puts suggested values into the draft, as one undo step. `replaces` is true if the broker chose to replace existing values. `outdated`
   * is the number of suggestions that were left out because their field or figure changed after the page showed them.
   */
  'statements.accept': {
    input: dealId.extend({
      window_id: z.uuid(),
      suggestion_ids: z.array(id).min(1).max(200),
      replaces: z.boolean(),
    }),
    output: type<DraftSaved & { accepted: number; outdated: number }>(),
  },
  /**
   * Saves the transactions of all verified statements. Shows a save dialog. `left_out` is the number of documents without verified
   * transactions.
   */
  'statements.export': {
    input: dealId.extend({ format: z.enum(['csv', 'xlsx']) }),
    output: type<Saved & { left_out: number }>(),
  },
  /** Prints the summary of the statements, or saves it as a PDF. Shows the system's dialog. `done` is false if the broker canceled. */
  'statements.print': {
    input: dealId.extend({ as: z.enum(['paper', 'pdf']), language: z.enum(['en', 'es']) }),
    output: type<Saved & { done: boolean }>(),
  },
} as const satisfies Contract

export interface StatementsEvents {
  /** Progress of reading a bank statement. `page` counts the finished pages. */
  'statements.progress': OfDeal & {
    document_id: string
    page: number
    pages: number
    step: 'text' | 'picture'
  }
  /** The readings of a deal's bank statements changed, or the broker's corrections of them. */
  'statements.changed': OfDeal
}
