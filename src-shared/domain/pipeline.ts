import { z } from 'zod'
import { dealSummarySchema, type SubmissionState } from './deal.ts'
import { newestStatus, type Statuses } from './newest-status.ts'

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

/** `newest` change first, in the bin the last thrown away; `amount` and `submitted` with the highest and latest first. */
export const DEAL_SORTS = ['newest', 'name', 'amount', 'submitted'] as const
export type DealSort = (typeof DEAL_SORTS)[number]

/** What was thrown away can be restored for so long. */
export const BIN_DAYS = 30

/** The most rows that are read at once. */
export const LARGEST_PAGE = 200

/**
 * Which rows of the pipeline to read. `search`: each of its words must begin a word of the deal's; sorted by `newest`, deals
 * that have all of them in their name come first.
 */
export const dealQuerySchema = z.object({
  search: z.string().max(200).default(''),
  filter: z.enum(DEAL_FILTERS).default('all'),
  sort: z.enum(DEAL_SORTS).default('newest'),
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(LARGEST_PAGE).default(100),
})
export type DealQuery = z.infer<typeof dealQuerySchema>

/** `total`: how many there are in all; `counts`: how many of what was searched each filter would show. */
export const dealPageSchema = z.object({
  rows: z.array(dealSummarySchema),
  total: z.int(),
  counts: z.record(z.enum(DEAL_FILTERS), z.int()),
})
export type DealPage = z.infer<typeof dealPageSchema>

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
