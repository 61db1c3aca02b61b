import { z } from 'zod'
import { draftEditSchema, draftHistorySchema, fieldProblemSchema } from '../domain/deal-schema.ts'
import { importPreviewSchema } from '../domain/import.ts'

const nothing = z.object({})
const dealId = z.object({ deal_id: z.uuid() })
/** A change that a window makes: `window_id` is what the window calls itself, so that it knows its own changes again. */
const ofWindow = dealId.extend({ window_id: z.uuid() })
const draftSaved = z.object({
  revision: z.int(),
  row_moves: z.int(),
  saved_at: z.string(),
  legal_name: z.string(),
  amount_cents: z.int().nullable(),
  field_problems: z.array(fieldProblemSchema),
  history: draftHistorySchema,
})
const importId = z.object({ import_id: z.uuid() })
/** The name of a file that was saved; null when the user thought better of it. */
const savedAs = z.object({ saved_as: z.string().nullable() })

/** The channels of drafts, as a part of the contract. */
export const draftContract = {
  /** Starts a draft with the values of another deal, without what belongs to that one alone. */
  'deals.duplicate': {
    input: dealId.extend({ with_documents: z.boolean() }),
    output: dealId,
  },
  /** Shows a deal in a new window, or focuses the window that shows it. */
  'deals.open_window': { input: dealId, output: nothing },

  /** Makes changes durable before it answers. A value for a row that moved meanwhile becomes an orphaned value. */
  'drafts.save': {
    input: ofWindow.extend({ edits: z.array(draftEditSchema).min(1).max(200) }),
    output: draftSaved,
  },
  /** Takes the last change of the draft back, whichever window made it and however long ago; `path` is where it was. */
  'drafts.undo': { input: ofWindow, output: draftSaved.extend({ path: z.string() }) },
  'drafts.redo': { input: ofWindow, output: draftSaved.extend({ path: z.string() }) },
  /** Puts a value that lies aside into its field, or removes it. */
  'drafts.settle_orphan': {
    input: ofWindow.extend({ aside_id: z.int(), use: z.boolean() }),
    output: nothing,
  },
  /** Removes a value that does not fit the form any more; undo brings it back. */
  'drafts.discard_orphan': { input: ofWindow.extend({ path: z.string().max(500) }), output: nothing },
  /**
   * Reads a picked or dropped CSV or JSON file and returns what it would become. Creates nothing. The window chooses
   * `import_id` and uses it to cancel. A new preview ends the one before.
   */
  'drafts.preview_import': { input: importId.extend({ file_id: z.uuid() }), output: importPreviewSchema },
  /** Creates drafts from the chosen rows of a preview, all or none. What did not fit is kept beside each. */
  'drafts.import': {
    input: importId.extend({ rows: z.array(z.int()).min(1).max(1_000) }),
    output: z.object({ deal_ids: z.array(z.uuid()) }),
  },
  /** Cancels a preview or an import, unless its drafts are already being stored. */
  'drafts.cancel_import': { input: importId, output: nothing },
  /** Saves an empty CSV file with a column a field, where the user says. */
  'drafts.save_template': { input: nothing, output: savedAs },
  'drafts.export': {
    input: dealId.extend({ as: z.enum(['json', 'csv']), with_sensitive: z.boolean() }),
    output: savedAs,
  },
} as const

export const draftEvents = {
  /** How many drafts of a file are read or prepared. */
  'import.progress': importId.extend({ done: z.int(), total: z.int() }),
} as const
