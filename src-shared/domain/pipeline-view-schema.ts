import { z } from 'zod'
import { appErrorSchema } from './deal-schema.ts'
import { dealChoiceSchema, dealOrderSchema } from './pipeline-schema.ts'
import { checklistItemSchema } from './queue.ts'
import { COLUMNS, MOST_SAVED_FILTERS, NARROWEST_COLUMN, WIDEST_COLUMN } from './pipeline-view.ts'

/** Which columns are shown, in which order, and how wide those are whose width was changed, in CSS pixels. */
export const columnLayoutSchema = z.object({
  shown: z.array(z.enum(COLUMNS)).max(COLUMNS.length),
  widths: z.partialRecord(z.enum(['business', ...COLUMNS]), z.int().min(NARROWEST_COLUMN).max(WIDEST_COLUMN)),
})
export type ColumnLayout = z.infer<typeof columnLayoutSchema>

/** How the broker left the pipeline. */
export const pipelineLayoutSchema = z.object({
  as: z.enum(['list', 'board']),
  columns: columnLayoutSchema,
  ...dealOrderSchema.shape,
  next_actions: z.enum(['open', 'folded']),
})
export type PipelineLayout = z.infer<typeof pipelineLayoutSchema>

/** What a broker looks at again and again, under a name. */
export const savedFilterSchema = z.object({
  filter_id: z.uuid(),
  name: z.string().trim().min(1).max(60),
  choice: dealChoiceSchema,
})
export type SavedFilter = z.infer<typeof savedFilterSchema>

export const savedFiltersSchema = z.array(savedFilterSchema).max(MOST_SAVED_FILTERS)

export const bulkOutcomeSchema = z.object({
  /** Those with which it was done. */
  deal_ids: z.array(z.uuid()),
  /** How many could not be done, and of the first `MOST_REFUSALS` why. */
  refusals: z.int(),
  refused: z.array(
    z.object({ deal_id: z.uuid(), legal_name: z.string(), reference: z.string(), error: appErrorSchema }),
  ),
  /** It was stopped before these. */
  not_reached: z.int(),
})
export type BulkOutcome = z.infer<typeof bulkOutcomeSchema>

/** Of deals that are to be submitted: how many may leave, what the packages of those want, and how many nobody looked at. */
export const incompleteDealsSchema = z.object({
  deals: z.array(
    z.object({
      deal_id: z.uuid(),
      legal_name: z.string(),
      reference: z.string(),
      lines: z.array(
        checklistItemSchema.pick({ label: true, missing_days: true, month_so_far: true, undated: true }),
      ),
    }),
  ),
  leaving: z.int(),
  not_looked_at: z.int(),
})
export type IncompleteDeals = z.infer<typeof incompleteDealsSchema>
