import type { PipelineLayout } from './pipeline-view-schema.ts'

export type * from './pipeline-view-schema.ts'

/** The columns of the list beside the business itself, which is always there, in the order in which they begin. */
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

export const USUAL_LAYOUT: PipelineLayout = {
  as: 'list',
  columns: { shown: ['amount', 'status', 'offer', 'documents', 'problems', 'updated'], widths: {} },
  sort: 'newest',
  reversed: false,
  next_actions: 'open',
}

export const MOST_SAVED_FILTERS = 30

/** What can be done with many deals at once. */
export const BULK_ACTIONS = ['bin', 'restore', 'submit', 'send_documents'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

/** The most deals that are dealt with at once. */
export const LARGEST_BULK = 200_000

/** Of so many that did not go the reason is told one by one. */
export const MOST_REFUSALS = 500

/** Before so many are submitted, each is looked at. */
export const MOST_LOOKED_AT = 200
