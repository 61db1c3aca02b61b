export type {
  SubmissionState,
  DocumentState,
  DealSummary,
  DealDocument,
  TimelineEntry,
  DraftHistory,
  OrphanedValue,
  OrphanedFormValue,
  Deal,
  DraftChange,
  DraftEdit,
  DraftStepChange,
} from './deal-schema.ts'

/**
 * Where a deal's application stands on its way to the service (docs/submission.md). `queued`: the broker submitted it, and it
 * can be taken back. `unknown`: the request left and no answer came; only the broker, or strong evidence, decides what follows.
 */
export const SUBMISSION_STATES = ['draft', 'queued', 'sending', 'received', 'refused', 'unknown'] as const

/** Where one document stands. Each goes on its own, after the application was received. */
export const DOCUMENT_STATES = ['attached', 'queued', 'sending', 'received', 'refused', 'unknown'] as const

export const TIMELINE_KINDS = [
  'created',
  'document_added',
  'document_removed',
  'application_queued',
  'application_taken_back',
  'application_sent',
  'application_received',
  'application_refused',
  'application_not_received',
  'application_unknown',
  'application_id_repeated',
  'document_queued',
  'document_taken_back',
  'document_sent',
  'document_received',
  'document_refused',
  'document_not_received',
  'document_unknown',
  'event',
  'found',
  'offer_accept_sent',
  'offer_accepted',
  'offer_not_accepted',
  'offer_accept_unknown',
  'note',
] as const

/** A value of the application form as typed. Arrays hold the rows of a list (owners, open advances). */
export type FormValue = string | boolean | null | FormValue[] | { [key: string]: FormValue }

export type FormValues = { [key: string]: FormValue }

/** Why a value is orphaned. Only vaults of earlier versions hold `two_windows`: typed in two windows at the same time. */
export const ORPHAN_REASONS = ['two_windows', 'rows_moved', 'import'] as const
