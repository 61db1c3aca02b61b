import { z } from 'zod'
import { ENCODINGS, DATE_ORDERS, AMOUNT_STYLES, type ImportPreview, DUPLICATE_RULES } from './import.ts'
import { type, nothing, type Saved, dealId, type Contract } from '../../platform/ipc/parts.ts'

const importId = z.object({ import_id: z.uuid() })

const importChoices = z.object({
  encoding: z.enum(ENCODINGS).optional(),
  delimiter: z.string().length(1).optional(),
  sheet: z.string().max(200).optional(),
  heading_row: z.int().min(0).max(50_000).optional(),
  dates: z.enum(DATE_ORDERS).optional(),
  amounts: z.enum(AMOUNT_STYLES).optional(),
  columns: z
    .array(z.union([z.object({ field: z.string().max(300) }), z.enum(['note', 'beside', 'skip'])]))
    .max(2_000)
    .optional(),
})

export const importContract = {
  /**
   * Reads a CSV, workbook, or JSON file that the broker picked or dropped, and returns a preview of the import. Creates no drafts. The window chooses
   * `import_id`, with which it can cancel the import. A new preview cancels the previous one.
   */
  'drafts.preview_import': { input: importId.extend({ file_id: z.uuid() }), output: type<ImportPreview>() },
  /** Reads the last previewed file again with other choices, such as other columns. `of` is the id of its preview. */
  'drafts.change_import': {
    input: importId.extend({ of: z.uuid(), choices: importChoices }),
    output: type<ImportPreview>(),
  },
  /**
   * Creates drafts from the chosen rows of a preview, either from all of them or from none. Values that do not fit the form become orphaned
   * values, which the form shows separately.
   */
  'drafts.import': {
    input: importId.extend({
      rows: z.array(z.int()).min(1).max(1_000),
      duplicates: z.enum(DUPLICATE_RULES).optional(),
    }),
    output: type<{ deal_ids: string[]; updated: number; skipped: number }>(),
  },
  /** Cancels a preview or an import, unless its drafts are already being stored. */
  'drafts.cancel_import': { input: importId, output: type<void>() },
  /** Saves an empty CSV file for imports, with one column for each field of the form. Shows a save dialog. */
  'drafts.save_template': { input: nothing, output: type<Saved>() },
  'drafts.export': {
    input: dealId.extend({ as: z.enum(['json', 'csv']), with_sensitive: z.boolean() }),
    output: type<Saved>(),
  },
} as const satisfies Contract

export interface ImportEvents {
  'import.progress': { import_id: string; done: number; total: number }
}
