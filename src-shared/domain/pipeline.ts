import { z } from 'zod'
import { dealSummarySchema, type SubmissionState } from './deal.ts'
import { dealWhereSchema } from './deal-match.ts'
import { newestStatus, type Statuses } from './newest-status.ts'
import type { ApplicationStatus } from './vocabulary.ts'

/** Where a deal stands for the broker: each is in one stage, from our own state and what the service told. */
export const STAGES = [
  'draft',
  'sending',
  'submitted',
  'attention',
  'offer',
  'funded',
  'declined',
  'other',
] as const
export type Stage = (typeof STAGES)[number]

/** What the pipeline shows: every deal that is not in the bin, those of one stage, or the bin. */
export const DEAL_FILTERS = ['all', ...STAGES, 'bin'] as const
export type DealFilter = (typeof DEAL_FILTERS)[number]

/**
 * Each begins where a broker looks first: `newest` change, in the bin the last thrown away, the highest amount, the latest
 * submission, most problems, the offer that expires next. Deals that have nothing there come last, either way round, and before
 * them those whose offers are over.
 */
export const DEAL_SORTS = [
  'newest',
  'name',
  'amount',
  'submitted',
  'created',
  'stage',
  'offer',
  'expires',
  'documents',
  'problems',
  'reference',
  'owner',
  'application',
] as const
export type DealSort = (typeof DEAL_SORTS)[number]

/** What was thrown away can be restored for so long. */
export const BIN_DAYS = 30

/** The most rows that are read at once. */
export const LARGEST_PAGE = 200

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

const OF_STATE: Record<Exclude<SubmissionState, 'received'>, Stage> = {
  draft: 'draft',
  queued: 'sending',
  sending: 'sending',
  refused: 'attention',
  unknown: 'attention',
}

/** Of an application the service has; a status that it learned since is in none of them. */
const OF_STATUS: Record<string, Stage> = {
  app_under_review: 'submitted',
  app_final_approval: 'submitted',
  app_incomplete_info: 'attention',
  app_documentation_pending: 'attention',
  app_funded: 'funded',
  app_declined_closed: 'declined',
} satisfies Record<ApplicationStatus, Stage>

/** Whether an offer of this deal can still run out: none was taken or taken back, and the application is not decided. */
export function canExpire(deal: Statuses & { state: SubmissionState }): boolean {
  const { offer_status } = deal
  if (offer_status === null || offer_status === 'offer_accepted' || offer_status === 'offer_rescinded')
    return false
  const stage = stageOf(deal)
  return stage === 'offer' || stage === 'other'
}

/**
 * The stage of a deal. An offer that stands decides, however the review goes on, until the application is funded or declined;
 * a rescinded offer leaves the deal where its application stands.
 */
export function stageOf(deal: Statuses & { state: SubmissionState }): Stage {
  if (deal.state !== 'received') return OF_STATE[deal.state]
  const { partner_status, offer_status } = deal
  const reviewed = partner_status === null ? 'submitted' : (OF_STATUS[partner_status] ?? 'other')
  const isFinal = reviewed === 'funded' || reviewed === 'declined'
  if (offer_status === null || offer_status === 'offer_rescinded') return reviewed
  if (isFinal && newestStatus(deal) === partner_status) return reviewed
  return offer_status === 'offer_available' || offer_status === 'offer_accepted' ? 'offer' : 'other'
}
