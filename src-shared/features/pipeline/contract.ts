import { z } from 'zod'
import {
  BULK_ACTIONS,
  type BulkOutcome,
  COLUMNS,
  type IncompleteDeals,
  LARGEST_BULK,
  MOST_SAVED_FILTERS,
  NARROWEST_COLUMN,
  type PipelineLayout,
  type SavedFilter,
  WIDEST_COLUMN,
} from './pipeline-view.ts'
import {
  type Contract,
  nothing,
  type Nothing,
  type Saved,
  type,
  typedLine,
} from '../../platform/ipc/parts.ts'
import {
  DEAL_FILTERS,
  DEAL_SORTS,
  type DealChoice,
  type DealPage,
  type DealQuery,
  type DealSums,
  LARGEST_PAGE,
  type NextAction,
} from './pipeline.ts'
import { type Need, NEEDS } from '../deals/need.ts'
import { type DealWhere, KIND_LINE, OWN_LINE } from './deal-match.ts'

const days = z.int().min(0).max(3_650)

const cents = z.int().min(0)

const dealWhereSchema = z.strictObject({
  amount_from_cents: cents.optional(),
  amount_to_cents: cents.optional(),
  updated_within_days: days.optional(),
  submitted_within_days: days.optional(),
  expires_within_days: days.optional(),
  problems: z.enum(['some', 'none']).optional(),
  papers: z
    .union([z.enum(['complete', 'missing', OWN_LINE]), z.string().startsWith(KIND_LINE).max(105)])
    .optional(),
  region: z.string().length(2).optional(),
  status: z.string().max(100).optional(),
  under_way: z.literal(true).optional(),
  needs_you: z.literal(true).optional(),
  need: z.enum(Object.keys(NEEDS) as Need[]).optional(),
}) satisfies z.ZodType<DealWhere>

const dealChoiceSchema = z.object({
  search: z.string().max(200).default(''),
  filter: z.enum(DEAL_FILTERS).default('all'),
  where: dealWhereSchema.default({}),
}) satisfies z.ZodType<DealChoice>

const dealOrderSchema = z.object({
  sort: z.enum(DEAL_SORTS).default('newest'),
  reversed: z.boolean().default(false),
})

export const dealQuerySchema = dealChoiceSchema.extend({
  ...dealOrderSchema.shape,
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(LARGEST_PAGE).default(100),
}) satisfies z.ZodType<DealQuery>

const columnLayoutSchema = z.object({
  shown: z.array(z.enum(COLUMNS)).max(COLUMNS.length),
  widths: z.partialRecord(z.enum(['business', ...COLUMNS]), z.int().min(NARROWEST_COLUMN).max(WIDEST_COLUMN)),
})

export const pipelineLayoutSchema = z.object({
  as: z.enum(['list', 'board']),
  columns: columnLayoutSchema,
  ...dealOrderSchema.shape,
}) satisfies z.ZodType<PipelineLayout>

export const savedFilterSchema = z.object({
  filter_id: z.uuid(),
  name: typedLine(60).min(1),
  choice: dealChoiceSchema,
}) satisfies z.ZodType<SavedFilter>

const savedFiltersSchema = z.array(savedFilterSchema).max(MOST_SAVED_FILTERS)

const bulkId = z.object({ bulk_id: z.uuid() })

const dealIds = z.object({ deal_ids: z.array(z.uuid()).min(1).max(LARGEST_BULK) })

type FiltersWithCounts = (SavedFilter & { deals: number })[]

export const pipelineContract = {
  'deals.list': { input: dealQuerySchema, output: type<DealPage>() },
  'pipeline.ids': {
    input: dealQuerySchema.extend({ limit: z.int().min(1).max(LARGEST_BULK) }),
    output: type<{ deal_ids: string[] }>(),
  },
  /** Returns the rows of these deals, in the order of `deal_ids`. Leaves out deals that no longer exist. */
  'pipeline.rows': {
    input: z.object({ deal_ids: z.array(z.uuid()).min(1).max(LARGEST_PAGE) }),
    output: type<DealPage['rows']>(),
  },
  'pipeline.sums': { input: dealChoiceSchema, output: type<DealSums>() },
  /**
   * Returns the actions that the broker must take for the deals that a search finds, most urgent first, with the number of deals for each.
   */
  'pipeline.next_actions': {
    input: dealChoiceSchema.pick({ search: true, where: true }),
    output: type<NextAction[]>(),
  },
  'pipeline.layout': { input: nothing, output: type<PipelineLayout>() },
  'pipeline.save_layout': { input: pipelineLayoutSchema, output: type<PipelineLayout>() },
  'pipeline.filters': { input: nothing, output: type<FiltersWithCounts>() },
  'pipeline.save_filters': {
    input: z.object({ filters: savedFiltersSchema }),
    output: type<FiltersWithCounts>(),
  },
  /** Returns the items that are missing in these deals, so that the broker sees them before submitting. */
  'pipeline.incomplete': { input: dealIds, output: type<IncompleteDeals>() },
  /**
   * Applies one action to many deals. Checks each deal separately: if the app refuses one deal, it continues with the others. The event
   * `pipeline.progress` reports the progress.
   */
  'pipeline.act': {
    input: bulkId.extend({ action: z.enum(BULK_ACTIONS), ...dealIds.shape }),
    output: type<BulkOutcome>(),
    checksEnvironment: true,
  },
  /**
   * Permanently deletes deals in the trash after the broker agrees in a system dialog. The output `kept` is the number of deals that cannot
   * be deleted yet.
   */
  'pipeline.erase': {
    input: dealIds,
    output: type<{ erased: number; kept: number }>(),
    checksEnvironment: true,
  },
  'pipeline.stop': { input: bulkId, output: type<void>() },
  /** Saves a CSV file with the given deals, or with all deals that match a query. Shows a save dialog. */
  'pipeline.export': {
    input: z.object({
      columns: z.array(z.enum(['business', ...COLUMNS])).min(1),
      of: z.union([dealIds, z.object({ query: dealChoiceSchema.extend(dealOrderSchema.shape) })]),
    }),
    output: type<Saved>(),
  },
} as const satisfies Contract

export interface PipelineEvents {
  'pipeline.progress': { bulk_id: string; done: number; total: number }
  'pipeline.filters_changed': Nothing
}
