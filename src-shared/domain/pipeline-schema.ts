import { z } from 'zod'
import { KIND_LINE, OWN_LINE } from './deal-match.ts'
import { DEAL_FILTERS, DEAL_SORTS, LARGEST_PAGE } from './pipeline.ts'
import { COLUMNS, MOST_SAVED_FILTERS, NARROWEST_COLUMN, WIDEST_COLUMN } from './pipeline-view.ts'

const days = z.int().min(0).max(3_650)

const cents = z.int().min(0)

/**
 * Conditions of a saved filter in addition to the stage and the search words. Days count from today; 0 is today. All given
 * conditions must hold.
 */
export const dealWhereSchema = z.strictObject({
  amount_from_cents: cents.optional(),
  amount_to_cents: cents.optional(),
  updated_within_days: days.optional(),
  submitted_within_days: days.optional(),
  /** An offer that stands, and that expires between now and the end of that day. */
  expires_within_days: days.optional(),
  /** Fields need attention, or none do. */
  problems: z.enum(['some', 'none']).optional(),
  /** Checklist state: nothing is open, something is open, or this line is open (`own`: a line that the broker added). */
  papers: z
    .union([z.enum(['complete', 'missing', OWN_LINE]), z.string().startsWith(KIND_LINE).max(105)])
    .optional(),
  /** The company's state, by its two letters. */
  region: z.string().length(2).optional(),
  /** The newest status from the service, or the app's own state before the first one. */
  status: z.string().max(100).optional(),
  /** The form is complete and the funder has not decided, so a missing item delays the deal. */
  under_way: z.literal(true).optional(),
})
export type DealWhere = z.infer<typeof dealWhereSchema>

/**
 * Which deals: `search`: each of its words must begin a word of the deal's; sorted by `newest`, deals that have all of them in
 * their name come first.
 */
export const dealChoiceSchema = z.object({
  search: z.string().max(200).default(''),
  filter: z.enum(DEAL_FILTERS).default('all'),
  where: dealWhereSchema.default({}),
})
export type DealChoice = z.infer<typeof dealChoiceSchema>

/** In which order. */
export const dealOrderSchema = z.object({
  sort: z.enum(DEAL_SORTS).default('newest'),
  /** The other way round. */
  reversed: z.boolean().default(false),
})

/** Selects the rows of the pipeline. */
export const dealQuerySchema = dealChoiceSchema.extend({
  ...dealOrderSchema.shape,
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(LARGEST_PAGE).default(100),
})
export type DealQuery = z.infer<typeof dealQuerySchema>

/** Visible columns in their order, and the changed widths in CSS pixels. */
export const columnLayoutSchema = z.object({
  shown: z.array(z.enum(COLUMNS)).max(COLUMNS.length),
  widths: z.partialRecord(z.enum(['business', ...COLUMNS]), z.int().min(NARROWEST_COLUMN).max(WIDEST_COLUMN)),
})
export type ColumnLayout = z.infer<typeof columnLayoutSchema>

/** The last view of the pipeline. */
export const pipelineLayoutSchema = z.object({
  as: z.enum(['list', 'board']),
  columns: columnLayoutSchema,
  ...dealOrderSchema.shape,
  next_actions: z.enum(['open', 'folded']),
})
export type PipelineLayout = z.infer<typeof pipelineLayoutSchema>

/** A filter that the broker saved under a name. */
export const savedFilterSchema = z.object({
  filter_id: z.uuid(),
  name: z.string().trim().min(1).max(60),
  choice: dealChoiceSchema,
})
export type SavedFilter = z.infer<typeof savedFilterSchema>

export const savedFiltersSchema = z.array(savedFilterSchema).max(MOST_SAVED_FILTERS)
