import { z } from 'zod'
import { dealSummarySchema } from './deal-schema.ts'
import { dealWhereSchema } from './deal-match-schema.ts'
import { DEAL_FILTERS, DEAL_SORTS, LARGEST_PAGE, STAGES } from './pipeline.ts'

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

/** Which rows of the pipeline to read. */
export const dealQuerySchema = dealChoiceSchema.extend({
  ...dealOrderSchema.shape,
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(LARGEST_PAGE).default(100),
})
export type DealQuery = z.infer<typeof dealQuerySchema>

/** A deal in the list. */
export const dealRowSchema = dealSummarySchema.extend({
  /** The first owner's name. */
  owner: z.string(),
  region: z.string(),
  offers: z.int(),
  /** The highest amount that is offered. */
  offer_cents: z.int().nullable(),
  /** When the next of its offers ends; of those that are over, when the last did. */
  expires_at: z.string().nullable(),
  /** True when anything of it ever left, so that the bin keeps it. */
  was_submitted: z.boolean(),
})
export type DealRow = z.infer<typeof dealRowSchema>

/** `total`: how many there are in all; `counts`: how many of what was searched each filter would show. */
export const dealPageSchema = z.object({
  rows: z.array(dealRowSchema),
  total: z.int(),
  counts: z.record(z.enum(DEAL_FILTERS), z.int()),
})
export type DealPage = z.infer<typeof dealPageSchema>

/** What the deals of each stage come to. */
export const dealSumsSchema = z.record(
  z.enum(STAGES),
  z.object({ deals: z.int(), amount_cents: z.int(), offer_cents: z.int() }),
)
export type DealSums = z.infer<typeof dealSumsSchema>
