import { z } from 'zod'
import { ROW_ID } from '../form/form-values.ts'
import type { FieldProblem } from '../../platform/base/errors.ts'
import type { DraftHistory, Deal } from '../deals/deal.ts'
import { nothing, type, dealId, ofWindow, type Contract, type OfDeal } from '../../platform/ipc/parts.ts'

const typedValue = z.union([z.string().max(10_000), z.boolean(), z.null()])

const path = z
  .string()
  .max(200)
  .regex(/^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)*$/)

const draftEdit = z.discriminatedUnion('op', [
  z.object({ op: z.literal('set'), path, value: typedValue }),
  z.object({ op: z.enum(['insert_row', 'remove_row']), path, row: z.string().regex(ROW_ID) }),
])

export interface DraftSaved {
  revision: number
  legal_name: string
  reference: string
  amount_cents: number | null
  field_problems: FieldProblem[]
  field_notes: FieldProblem[]
  history: DraftHistory
}

export const draftsContract = {
  'deals.create': { input: nothing, output: type<Deal>() },
  /** Deletes a draft that was just created and left untouched. Keeps every other deal. */
  'deals.discard_empty': { input: dealId, output: type<void>() },
  /** Starts a draft with the values of another deal. Leaves out values that belong only to the other deal, such as a signature. */
  'deals.duplicate': {
    input: dealId.extend({ with_documents: z.boolean() }),
    output: type<{ deal_id: string }>(),
  },
  /**
   * Stores changes of a draft, and responds when they are stored. If another window removed the row of a field, the value from this window
   * becomes an orphaned value, which the form shows separately.
   */
  'drafts.save': {
    input: ofWindow.extend({ edits: z.array(draftEdit).min(1).max(200) }),
    output: type<DraftSaved>(),
  },
  /** Undoes the last change of the draft, regardless of when and in which window it was made. The output `path` is the changed field. */
  'drafts.undo': { input: ofWindow, output: type<DraftSaved & { path: string }>() },
  'drafts.redo': { input: ofWindow, output: type<DraftSaved & { path: string }>() },
  /** Moves an orphaned value (a value that is stored outside the form) into its field, or removes it. */
  'drafts.settle_orphan': {
    input: ofWindow.extend({ orphan_id: z.int(), use: z.boolean() }),
    output: type<void>(),
  },
  /** Removes a value that the draft still contains, but that no longer fits the form. The broker can undo this. */
  'drafts.discard_orphan': { input: ofWindow.extend({ path: z.string().max(500) }), output: type<void>() },
} as const satisfies Contract

export interface DraftsEvents {
  'draft.changed': OfDeal & { window_id: string | null }
}
