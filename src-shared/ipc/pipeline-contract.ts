import { z } from 'zod'
import { nextActionSchema } from '../domain/next-actions.ts'
import { BULK_ACTIONS, COLUMNS, LARGEST_BULK } from '../domain/pipeline-view.ts'
import {
  bulkOutcomeSchema,
  pipelineLayoutSchema,
  savedFilterSchema,
  savedFiltersSchema,
  incompleteDealsSchema,
} from '../domain/pipeline-view-schema.ts'
import { LARGEST_PAGE } from '../domain/pipeline.ts'
import {
  dealChoiceSchema,
  dealOrderSchema,
  dealPageSchema,
  dealQuerySchema,
  dealSumsSchema,
} from '../domain/pipeline-schema.ts'

const nothing = z.object({})
const bulkId = z.object({ bulk_id: z.uuid() })
const dealIds = z.object({ deal_ids: z.array(z.uuid()).min(1).max(LARGEST_BULK) })
const filtersWithCounts = z.array(savedFilterSchema.extend({ deals: z.int() }))

/** The channels of the pipeline, a part of the contract. */
export const pipelineContract = {
  'deals.list': { input: dealQuerySchema, output: dealPageSchema },
  /** The ids of a stretch of the list, in its order. */
  'pipeline.ids': {
    input: dealQuerySchema.extend({ limit: z.int().min(1).max(LARGEST_BULK) }),
    output: z.object({ deal_ids: z.array(z.uuid()) }),
  },
  /** Deals in the order in which they are asked for; one that is gone has no row. */
  'pipeline.rows': {
    input: z.object({ deal_ids: z.array(z.uuid()).min(1).max(LARGEST_PAGE) }),
    output: z.object({ rows: dealPageSchema.shape.rows }),
  },
  /** How many deals each stage has, and what they come to. */
  'pipeline.sums': { input: dealChoiceSchema, output: dealSumsSchema },
  /** What waits for the broker now, the most urgent first. */
  'pipeline.next_actions': { input: nothing, output: z.array(nextActionSchema) },
  'pipeline.layout': { input: nothing, output: pipelineLayoutSchema },
  'pipeline.save_layout': { input: pipelineLayoutSchema, output: pipelineLayoutSchema },
  'pipeline.filters': { input: nothing, output: filtersWithCounts },
  /** Keeps this list in the place of the one before. */
  'pipeline.save_filters': { input: z.object({ filters: savedFiltersSchema }), output: filtersWithCounts },
  /** What is missing in the packages of these deals, told before they are submitted. */
  'pipeline.incomplete': { input: dealIds, output: incompleteDealsSchema },
  /** Does one thing with many deals, each by its own rules; `pipeline.progress` tells how far it is. */
  'pipeline.act': {
    input: bulkId.extend({ action: z.enum(BULK_ACTIONS), ...dealIds.shape }),
    output: bulkOutcomeSchema,
    checksEnvironment: true,
  },
  /** Deletes deals of the bin for good, once the broker agreed in a dialog of the system's; `kept`: they may not go now. */
  'pipeline.erase': {
    input: dealIds,
    output: z.object({ erased: z.int(), kept: z.int() }),
    checksEnvironment: true,
  },
  'pipeline.stop': { input: bulkId, output: nothing },
  /** Saves a CSV file where the user says: of these deals, or of all that the list shows. */
  'pipeline.export': {
    input: z.object({
      columns: z.array(z.enum(['business', ...COLUMNS])).min(1),
      of: z.union([dealIds, z.object({ query: dealChoiceSchema.extend(dealOrderSchema.shape) })]),
    }),
    output: z.object({ saved_as: z.string().nullable() }),
  },
} as const

export const pipelineEvents = {
  'pipeline.progress': bulkId.extend({ done: z.int(), total: z.int() }),
  'pipeline.filters_changed': nothing,
} as const
