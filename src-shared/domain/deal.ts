import type { Message } from '../messages/message.ts'
import type { AppError, FieldProblem } from '../errors.ts'
import type { COMMISSION_BASES } from '../commission-basis.ts'
import type { DocumentReading } from './document-reading.ts'
import type { Offer } from './offer.ts'
import type { ChecklistItem, QueuePlace } from './queue.ts'
import type { Environment } from './vocabulary.ts'
import type { FormValue } from '../profile/form-values.ts'
import type { OrphanedFormValue } from '../profile/orphaned-values.ts'

export type {
  DraftChange,
  DraftEdit,
  DraftStepChange,
  FormValue,
  FormValues,
} from '../profile/form-values.ts'

/**
 * States of a deal's application on its way to the service (docs/submission.md). `queued`: the broker submitted it and can take
 * it back. `unknown`: the request left and no answer came. Only the broker, or strong evidence, decides the next step.
 */
export const SUBMISSION_STATES = ['draft', 'queued', 'sending', 'received', 'refused', 'unknown'] as const

/** States of one document. Each document is sent separately, after the application was received. */
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

/** Why a value is orphaned. Only vaults of earlier versions hold `two_windows`: typed in two windows at the same time. */
export const ORPHAN_REASONS = ['two_windows', 'rows_moved', 'import'] as const

export type SubmissionState = (typeof SUBMISSION_STATES)[number]

export type DocumentState = (typeof DOCUMENT_STATES)[number]

/** A row of the pipeline. Holds no SSN and no EIN. */
export interface DealSummary {
  deal_id: string
  legal_name: string
  reference: string
  /** Amount requested in integer cents, null while none is filled in. */
  amount_cents: number | null
  state: SubmissionState
  application_id: string | null
  /** The newest application or offer status from the service, verbatim. */
  latest_status: string | null
  /** The status of the newest notification that the partner has neither confirmed nor denied, verbatim. */
  unconfirmed_status: string | null
  /** True while an offer waits for the broker's decision, by the rule of `shownOffers`. */
  has_offer: boolean
  documents: number
  documents_received: number
  /** Fields that still need attention before the application can go out. */
  problems: number
  created_at: string
  updated_at: string
  /** The time at which the received application left, even if that became known later. */
  submitted_at: string | null
  /** When it went to the bin. */
  deleted_at: string | null
}

/** A PDF that belongs to a deal. Its bytes lie encrypted in the vault, named by their SHA-256. */
export interface DealDocument {
  document_id: string
  deal_id: string
  name: string
  kind: string
  size: number
  pages: number | null
  sha256: string
  state: DocumentState
  error: AppError | null
  added_at: string
  /** The same of the document. */
  sent_at: string | null
  /**
   * Text read from the document, and the broker's corrections. Null for a document that was attached before documents were read.
   */
  reading: DocumentReading | null
}

/** One line of a deal's history: a request, an answer, an event, or a result of asking the service. Append-only. */
export interface TimelineEntry {
  entry_id: number
  deal_id: string
  at: string
  kind: (typeof TIMELINE_KINDS)[number]
  title: Message
  detail: Message
  /**
   * Present on events: whether the signature binds the body (`body`) or only the sender (`hint`). In that case `confirmed` where a
   * read at the partner said the same, `contradicted` where it said otherwise, `superseded` where something newer came first.
   */
  verification: 'body' | 'hint' | 'confirmed' | 'contradicted' | 'superseded' | null
}

/** Labels of the next undo and the next redo; null where there is none. */
export interface DraftHistory {
  undo: Message | null
  redo: Message | null
}

/**
 * A value that was typed or imported and is not in the form, kept until the broker uses or removes it. Masked where it is
 * sensitive. `usable`: the form has a place for it at `path`.
 */
export interface OrphanedValue {
  orphan_id: number
  path: string
  label: string
  value: string
  reason: (typeof ORPHAN_REASONS)[number]
  detail: Message
  usable: boolean
}

/** A deal as its screen shows it. Sensitive values are masked (`•••-••-6789`); `deals.reveal` gives one on demand. */
export interface Deal extends DealSummary {
  environment: Environment
  /** Grows by one with every saved change. */
  revision: number
  profile: {
    id: string
    version: number
  }
  values: Record<string, FormValue>
  /**
   * Counts the changes of the order of its list rows since the app started. A row number from a window is valid for one count
   * only.
   */
  row_moves: number
  history: DraftHistory
  orphaned_values: OrphanedValue[]
  orphans: OrphanedFormValue[]
  /** Problems that block submission, by field. Includes the service's refusals until the field changes. */
  field_problems: FieldProblem[]
  /** The last failure of a submission, until the next try. */
  error: AppError | null
  document_list: DealDocument[]
  offers: Offer[]
  /** Basis for a commission that an offer does not report; null where the endpoint profile is unreadable. */
  commission_basis: (typeof COMMISSION_BASES)[number] | null
  /** The newest lines, oldest of them first; `timeline_more`: there are older ones. */
  timeline: TimelineEntry[]
  timeline_more: boolean
  /** Positions of its application and its documents in the queue. */
  queue: QueuePlace[]
  checklist: ChecklistItem[]
}
