import type { DealSummary } from '../deals/deal.ts'
import type { DealChoice, DealOrder } from './pipeline.ts'
import type { AppError } from '../../platform/base/errors.ts'
import type { HealthNote } from '../submission/queue.ts'

/** Columns of the list in their default order. The business column is always visible and not listed here. */
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

/** The visible columns in order, and the widths (CSS pixels) of the columns that the broker resized. */
export interface ColumnLayout {
  shown: Column[]
  widths: Partial<Record<AnyColumn, number>>
}

/** The broker's last view of the pipeline. */
export interface PipelineLayout extends DealOrder {
  as: 'list' | 'board'
  columns: ColumnLayout
}

export const USUAL_LAYOUT: PipelineLayout = {
  as: 'list',
  columns: { shown: ['amount', 'status', 'offer', 'documents', 'problems', 'updated'], widths: {} },
  sort: 'newest',
  reversed: false,
}

export interface SavedFilter {
  filter_id: string
  name: string
  choice: DealChoice
}

export const MOST_SAVED_FILTERS = 30

export const BULK_ACTIONS = ['bin', 'restore', 'submit', 'send_documents'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

/** Maximum number of deals in one bulk action. */
export const LARGEST_BULK = 200_000

/** Maximum number of refused deals to list with their reasons. */
export const MOST_REFUSALS = 500

/** Maximum number of deals that are checked before a bulk submission. */
export const MOST_LOOKED_AT = 200

/** What a list of deals shows of each, so that the broker can tell deals of one merchant apart. */
export type NamedDeal = Pick<
  DealSummary,
  'deal_id' | 'legal_name' | 'reference' | 'amount_cents' | 'updated_at'
>

export interface BulkOutcome {
  deal_ids: string[]
  /** Number of refused deals. `refused` contains the first `MOST_REFUSALS` of them, with the reasons. */
  refusals: number
  refused: (NamedDeal & { error: AppError })[]
  /** Number of deals that were not processed because the broker stopped the action. */
  not_reached: number
}

/**
 * Result of the check before a bulk submission. `deals` are the deals of which the app knows that something is wrong or missing. `leaving` is the number of deals that would be
 * sent. `not_looked_at` is the number of deals that were not checked.
 */
export interface IncompleteDeals {
  deals: (NamedDeal & { notes: HealthNote[] })[]
  leaving: number
  not_looked_at: number
}
