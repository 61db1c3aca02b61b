import { z } from 'zod'
import { appErrorSchema } from './deal.ts'
import { dealChoiceSchema, dealOrderSchema } from './pipeline.ts'

/** The columns of the list beside the business itself, which is always there, in the order in which they begin. */
export const COLUMNS = [
  'status',
  'amount',
  'offer',
  'expires',
  'documents',
  'problems',
  'updated',
  'owner',
  'reference',
  'application',
  'submitted',
  'created',
] as const
export type Column = (typeof COLUMNS)[number]
export type AnyColumn = 'business' | Column

export const NARROWEST_COLUMN = 64
export const WIDEST_COLUMN = 640

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

export const USUAL_LAYOUT: PipelineLayout = {
  as: 'list',
  columns: { shown: ['amount', 'status', 'offer', 'documents', 'problems', 'updated'], widths: {} },
  sort: 'newest',
  reversed: false,
  next_actions: 'open',
}

export const MOST_SAVED_FILTERS = 30

/** What a broker looks at again and again, under a name. */
export const savedFilterSchema = z.object({
  filter_id: z.uuid(),
  name: z.string().trim().min(1).max(60),
  choice: dealChoiceSchema,
})
export type SavedFilter = z.infer<typeof savedFilterSchema>
export const savedFiltersSchema = z.array(savedFilterSchema).max(MOST_SAVED_FILTERS)

/** What can be done with many deals at once. */
export const BULK_ACTIONS = ['bin', 'restore', 'submit', 'send_documents'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

/** The most deals that are dealt with at once. */
export const LARGEST_BULK = 200_000
/** Of so many that did not go the reason is told one by one. */
export const MOST_REFUSALS = 500

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
