import { z } from 'zod'
import {
  LARGEST_BULK,
  type SavedFilter,
  type PipelineLayout,
  type IncompleteDeals,
  BULK_ACTIONS,
  type BulkOutcome,
  COLUMNS,
} from './pipeline-view.ts'
import { type, nothing, type Nothing, type Saved, type Contract } from '../../platform/ipc/parts.ts'
import {
  dealQuerySchema,
  dealChoiceSchema,
  pipelineLayoutSchema,
  savedFiltersSchema,
  dealOrderSchema,
} from './pipeline-schema.ts'
import { type DealPage, LARGEST_PAGE, type DealSums, type NextAction } from './pipeline.ts'

const bulkId = z.object({ bulk_id: z.uuid() })

const dealIds = z.object({ deal_ids: z.array(z.uuid()).min(1).max(LARGEST_BULK) })

type FiltersWithCounts = (SavedFilter & { deals: number })[]

export const pipelineContract = {
  'deals.list': { input: dealQuerySchema, output: type<DealPage>() },
  /** Returns the ids of the deals in a range of the pipeline list, in the order of the list. */
  'pipeline.ids': {
    input: dealQuerySchema.extend({ limit: z.int().min(1).max(LARGEST_BULK) }),
    output: type<{ deal_ids: string[] }>(),
  },
  /** Returns the rows of these deals, in the order of `deal_ids`. Leaves out deals that no longer exist. */
  'pipeline.rows': {
    input: z.object({ deal_ids: z.array(z.uuid()).min(1).max(LARGEST_PAGE) }),
    output: type<Pick<DealPage, 'rows'>>(),
  },
  /** Returns the number of deals in each stage, and the sums of their amounts. */
  'pipeline.sums': { input: dealChoiceSchema, output: type<DealSums>() },
  /** Returns the actions that the broker must take, most urgent first, with the number of deals for each. */
  'pipeline.next_actions': { input: nothing, output: type<NextAction[]>() },
  'pipeline.layout': { input: nothing, output: type<PipelineLayout>() },
  'pipeline.save_layout': { input: pipelineLayoutSchema, output: type<PipelineLayout>() },
  'pipeline.filters': { input: nothing, output: type<FiltersWithCounts>() },
  /** Replaces the broker's saved filters. */
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
  'pipeline.stop': { input: bulkId, output: type<Nothing>() },
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
