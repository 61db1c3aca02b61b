import type { DealSummary, SubmissionState } from '../deals/deal.ts'
import type { Need } from '../deals/need.ts'
import type { DealWhere } from './deal-match.ts'
import { newestStatus, type ShownOffers, type Statuses } from '../offers/offer-status.ts'
import { APPLICATION_STATUS, APPLICATION_STATUSES, FINAL_STATUSES } from '../../platform/words/vocabulary.ts'

/**
 * Stages of a deal, which are the columns of the pipeline board. Each deal is in exactly one stage. The app derives it from the deal's own
 * state and the partner's statuses.
 */
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
 * Orders of the pipeline list. Each order starts with the deals that a broker looks for first. These are, for example, the newest changes,
 * the highest amounts, or the earliest expirations of offers. In the Trash, the order of changes is the order of deletions. In both
 * directions, deals without a value are last. In the order `expires`, deals whose offers have all expired are just before them.
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
 * Selects deals. A deal matches `search` if each search word is the beginning of a word of the deal. In the order `newest`, deals that
 * contain all search words in their name are first.
 */
export interface DealChoice {
  search: string
  filter: DealFilter
  where: DealWhere
}

export interface DealOrder {
  sort: DealSort
  reversed: boolean
}

export interface DealQuery extends DealChoice, DealOrder {
  offset: number
  limit: number
}

/** Days for which a deleted deal can be restored. */
export const TRASH_DAYS = 30

/** Maximum number of rows that one call reads from the vault. */
export const LARGEST_PAGE = 200

const STAGE_BY_STATE: Record<Exclude<SubmissionState, 'received'>, Stage> = {
  draft: 'draft',
  queued: 'sending',
  sending: 'sending',
  refused: 'attention',
  unknown: 'attention',
}

/** A Map and not an object: if an unknown status were called `constructor`, an object would return its inherited property as the stage. */
const STAGE_BY_STATUS: ReadonlyMap<string, Stage> = new Map(
  APPLICATION_STATUSES.map((status) => [status, APPLICATION_STATUS[status].stage]),
)

/**
 * The facts that decide the stage (pipeline column) of a deal. The offer status and `has_offer` are results of the function `shownOffers`.
 */
type Staged = Statuses & ShownOffers & { state: SubmissionState }

/**
 * Returns true if an offer of this deal can still expire: none is accepted or rescinded, and the partner has not decided about the
 * application.
 */
export function canExpire(deal: Staged): boolean {
  const { offer_status } = deal
  if (offer_status === null || offer_status === 'offer_accepted' || offer_status === 'offer_rescinded')
    return false
  const stage = stageOf(deal)
  return stage === 'offer' || stage === 'other'
}

/**
 * Returns the stage (pipeline column) of a deal. Once the partner has received the application, an open or accepted offer decides the
 * stage, unless the application is funded or declined. If the offer was rescinded, the application status decides.
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

export interface DealRow extends DealSummary {
  need: Need
  owner: string
  region: string
  offers: number
  offer_cents: number | null
  /** When the next offer expires. If all offers have expired, the time when the last of them expired. */
  expires_at: string | null
  /** True if the application or a document was ever sent. Such a deal is not deleted from the Trash after `TRASH_DAYS`. */
  was_submitted: boolean
  /** When the reminder of the deal is due, as a wall time or an instant. Null without a reminder. */
  remind_at: string | null
}

/**
 * A part of the deal list. `total` is the number of all rows of the list. `counts` contains the number of matching deals for each filter.
 */
export interface DealPage {
  rows: DealRow[]
  total: number
  counts: Record<(typeof DEAL_FILTERS)[number], number>
}

export type DealSums = Record<
  (typeof STAGES)[number],
  {
    deals: number
    amount_cents: number
    offer_cents: number
    /** What the deals were funded with. Zero except for the stage of funded deals. */
    funded_cents: number
  }
>

/**
 * A recommended action for the broker: something that a deal needs, or a narrower or wider choice of deals. It contains the number of deals
 * that need the action, and the filter that lists these deals. `paper` is the kind of document that these deals lack.
 */
export interface NextAction {
  kind:
    | Need
    | 'all'
    | 'expire_today'
    | 'expire_soon'
    | 'refused'
    | 'stipulations'
    | 'paper'
    | 'lacking'
    | 'ready'
  paper?: {
    value: string
    label: string
  }
  choice: DealChoice
  deals: number
}
