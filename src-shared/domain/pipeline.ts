import type { SubmissionState } from './deal.ts'
import type { DealWhere } from './deal-match.ts'
import { newestStatus, type Statuses } from './newest-status.ts'
import type { ShownOffers } from './offer-status.ts'
import { APPLICATION_STATUS, APPLICATION_STATUSES, FINAL_STATUSES } from './vocabulary.ts'
import type { DealSummary } from './deal.ts'

/** Stages of a deal for the broker. Each deal is in one stage, derived from its own state and the partner's statuses. */
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

/** Filters of the pipeline: all deals outside the Trash, the deals of one stage, or the Trash. */
export const DEAL_FILTERS = ['all', ...STAGES, 'bin'] as const
export type DealFilter = (typeof DEAL_FILTERS)[number]

/**
 * Orders of the list. Each order starts with the deals that a broker looks for first. These are the newest changes (in the Trash, the
 * newest deletions), highest amounts, latest submissions, most problems, or earliest expirations of offers. In both directions, deals
 * without a value come last. Deals whose offers have all expired come directly before those without a value.
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

/**
 * Selects deals. `search`: each of its words must be a prefix of a word of the deal. In the order `newest`, deals that have all
 * words in their name come first.
 */
export interface DealChoice {
  search: string
  filter: DealFilter
  where: DealWhere
}

/** The order of a list of deals. */
export interface DealOrder {
  sort: DealSort
  /** True to reverse the order. */
  reversed: boolean
}

/** Selects the rows of the pipeline. */
export interface DealQuery extends DealChoice, DealOrder {
  offset: number
  limit: number
}

/** Days for which a deleted deal can be restored. */
export const TRASH_DAYS = 30

/** Maximum number of rows in one read. */
export const LARGEST_PAGE = 200

const STAGE_BY_STATE: Record<Exclude<SubmissionState, 'received'>, Stage> = {
  draft: 'draft',
  queued: 'sending',
  sending: 'sending',
  refused: 'attention',
  unknown: 'attention',
}

/** This is a Map and not an object, because an unknown status may have the name of a property that every object inherits. */
const STAGE_BY_STATUS: ReadonlyMap<string, Stage> = new Map(
  APPLICATION_STATUSES.map((status) => [status, APPLICATION_STATUS[status].stage]),
)

/** The facts that decide the stage of a deal. The offer status and `has_offer` are those of `shownOffers`. */
type Staged = Statuses & ShownOffers & { state: SubmissionState }

/** Returns true if an offer of this deal can still expire: none is accepted or rescinded, and the application is undecided. */
export function canExpire(deal: Staged): boolean {
  const { offer_status } = deal
  if (offer_status === null || offer_status === 'offer_accepted' || offer_status === 'offer_rescinded')
    return false
  const stage = stageOf(deal)
  return stage === 'offer' || stage === 'other'
}

/**
 * Returns the stage of a deal. After the partner has received the application, an open or accepted offer decides the stage, until the
 * application is funded or declined. If the offer was rescinded, the application status decides.
 */
export function stageOf(deal: Staged): Stage {
  if (deal.state !== 'received') return STAGE_BY_STATE[deal.state]
  const { application_status, offer_status, has_offer } = deal
  const reviewed =
    application_status === null ? 'submitted' : (STAGE_BY_STATUS.get(application_status) ?? 'other')
  if (offer_status === null || offer_status === 'offer_rescinded') return reviewed
  const newest = newestStatus(deal)
  if (newest === application_status && newest !== null && FINAL_STATUSES.includes(newest)) return reviewed
  return has_offer || offer_status === 'offer_accepted' ? 'offer' : 'other'
}

/** A deal in the list. */
export interface DealRow extends DealSummary {
  /** The first owner's name. */
  owner: string
  region: string
  offers: number
  /** The highest offered amount. */
  offer_cents: number | null
  /** When the next offer expires. If all offers have expired: when the last one did. */
  expires_at: string | null
  /** True if the application or a document was ever sent. Such a deal is not deleted from the Trash after `TRASH_DAYS`. */
  was_submitted: boolean
}

/** `total` is the number of all rows, and `counts` the number of matching deals in each filter. */
export interface DealPage {
  rows: DealRow[]
  total: number
  counts: Record<(typeof DEAL_FILTERS)[number], number>
}

/** Totals of the deals in each stage. */
export type DealSums = Record<
  (typeof STAGES)[number],
  {
    deals: number
    amount_cents: number
    offer_cents: number
  }
>
