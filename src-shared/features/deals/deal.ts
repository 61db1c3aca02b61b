import type { Message } from '../../platform/texts/message.ts'
import type { AppError, FieldProblem } from '../../platform/base/errors.ts'
import type { COMMISSION_BASES } from '../../platform/partner/commission-basis.ts'
import type { DocumentReading } from '../documents/document-reading.ts'
import type { FollowUp } from '../follow-ups/follow-up.ts'
import type { OfferScenario } from '../offers/offer-scenario.ts'
import type { Offer } from '../offers/offer.ts'
import type { ChecklistItem, QueuePlace } from '../submission/queue.ts'
import type { Environment } from '../../platform/words/vocabulary.ts'
import type { FormValue } from '../form/form-values.ts'
import type { OrphanedFormValue } from '../form/orphaned-values.ts'

export type {
  DraftChange,
  DraftEdit,
  DraftStepChange,
  FormValue,
  FormValues,
  SingleStepChange,
} from '../form/form-values.ts'

/**
 * States of a deal's application on its way to the partner (docs/submission.md). `queued`: the broker submitted the application and can
 * still cancel it. `unknown`: the request was sent, but no response arrived. The state `unknown` ends only if the broker decides, or if the
 * app finds strong evidence.
 */
export const SUBMISSION_STATES = ['draft', 'queued', 'sending', 'received', 'refused', 'unknown'] as const

/** States of one document. The app sends each document separately, after the partner has received the application. */
export const DOCUMENT_STATES = ['attached', 'queued', 'sending', 'received', 'refused', 'unknown'] as const

export const TIMELINE_KINDS = [
  'created',
  'document_added',
  'document_removed',
  'document_handed_out',
  'message_made',
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
  'offer_sent',
  'offer_declined',
  'follow_up_set',
  'follow_up_due',
  'follow_up_ended',
  'note',
] as const

/** Reasons why a value is orphaned, which means stored separately from the form. */
export const ORPHAN_REASONS = ['rows_moved', 'import'] as const

export type SubmissionState = (typeof SUBMISSION_STATES)[number]

export type DocumentState = (typeof DOCUMENT_STATES)[number]

/** A deal as a row of the pipeline. Contains no SSN or EIN. */
export interface DealSummary {
  deal_id: string
  legal_name: string
  reference: string
  /** Requested amount in integer cents; null if the form has none yet. */
  amount_cents: number | null
  state: SubmissionState
  application_id: string | null
  /** The newest application or offer status, in the partner's own words. */
  latest_status: string | null
  /**
   * The status in the newest unconfirmed hint, as the partner writes it. A hint is a notification whose signature does not cover its body.
   * It is unconfirmed if the partner's answer has neither confirmed nor contradicted it.
   */
  unconfirmed_status: string | null
  /** True while an offer waits for the broker's decision. The function `shownOffers` decides this. */
  has_offer: boolean
  documents: number
  documents_received: number
  /** The number of fields that the broker must still complete or correct before submitting the application. */
  problems: number
  created_at: string
  updated_at: string
  /**
   * The time at which the app sent the application, or null if the partner did not receive it. This is the time of sending even if the app
   * learned only later that the partner received the application.
   */
  submitted_at: string | null
  /** When the deal was moved to the Trash. */
  deleted_at: string | null
}

/** A PDF of a deal. The vault stores its content encrypted. The stored file's name is the SHA-256 of the content. */
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
  /**
   * The time at which the app sent the document, or null if the partner did not receive it. This is the time of sending even if the app
   * learned only later that the partner received the document.
   */
  sent_at: string | null
  /**
   * What the app read from the document, with the broker's corrections. Null for documents that were attached by a version that did not
   * read documents yet.
   */
  reading: DocumentReading | null
  /**
   * The files from which the app made this PDF: photos in page order, or a PDF that needs a password. Missing if the broker attached the PDF
   * itself.
   */
  originals?: OriginalFile[]
}

export type OriginalType = 'jpg' | 'png' | 'pdf'

/** A file that the broker attached, and from which the app made a PDF. The vault stores its bytes like those of a document. */
export interface OriginalFile {
  name: string
  type: OriginalType
  size: number
  sha256: string
}

/** Returns the PDF with a password from which the app made this document, or null. The document is its unlocked copy. */
export function lockedOriginal({ originals }: DealDocument): OriginalFile | null {
  return originals?.find(({ type }) => type === 'pdf') ?? null
}

/** Returns the stored file that the partner gets: the document, or its locked original if the broker chose that. */
export function sentFile(document: DealDocument): { size: number; sha256: string } {
  const original = document.reading?.sends_original === true ? lockedOriginal(document) : null
  return original ?? document
}

/** One entry of a deal's timeline: a request, a response, an event, or a result of polling. Entries are only added, never changed. */
export interface TimelineEntry {
  entry_id: number
  deal_id: string
  at: string
  kind: (typeof TIMELINE_KINDS)[number]
  title: Message
  detail: Message
  /**
   * Set on events. `body`: the signature covers the body. `hint`: the signature proves only the sender, so the app asks the partner. Its
   * answer replaces `hint` with one of three values. `confirmed`: the partner's data agreed. `contradicted`: the partner's data disagreed.
   * `superseded`: the app already knew a newer event or status.
   */
  verification: 'body' | 'hint' | 'confirmed' | 'contradicted' | 'superseded' | null
}

/** Descriptions of the changes that the next undo and the next redo would affect. Null if there is no such change. */
export interface DraftHistory {
  undo: Message | null
  redo: Message | null
}

/**
 * A typed or imported value that is stored outside the form. The app keeps it until the broker uses or removes it. Sensitive values are
 * masked. `usable` is true if the form has a field for the value at `path`.
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

/**
 * A deal as the deal screen shows it. Sensitive values are masked (`•••-••-6789`). The channel `deals.reveal` returns one value in full on
 * demand.
 */
export interface Deal extends DealSummary {
  environment: Environment
  /** Increases by one with every saved change. */
  revision: number
  profile: {
    id: string
    version: number
  }
  values: Record<string, FormValue>
  /**
   * Counts how often rows were added to or removed from the deal's lists since the app started. A window sends this count with each row
   * number. If the count is outdated, the row number is no longer valid.
   */
  row_moves: number
  history: DraftHistory
  orphaned_values: OrphanedValue[]
  orphans: OrphanedFormValue[]
  /**
   * Problems that prevent submission, by field. Also contains the partner's objections to fields. An objection disappears when its field
   * changes.
   */
  field_problems: FieldProblem[]
  /** Notes on values that are probably wrong. They do not prevent the submission. */
  field_notes: FieldProblem[]
  /** The error of the last failed submission, until the broker tries again. */
  error: AppError | null
  document_list: DealDocument[]
  offers: Offer[]
  /** The broker's own data about the offers, such as an acceptance. */
  own_offers: OfferScenario[]
  /**
   * The commission of a funded deal that is not completely paid. `outstanding_cents` is null if its amount is unknown. Null if the deal is
   * not funded, or if its commission is paid.
   */
  unpaid_commission: { outstanding_cents: number | null } | null
  /** The rule for calculating a commission that an offer does not report; null if the endpoint profile is unreadable. */
  commission_basis: (typeof COMMISSION_BASES)[number] | null
  /** The newest timeline entries, the oldest of them first. `timeline_more` is true if there are still older ones. */
  timeline: TimelineEntry[]
  timeline_more: boolean
  /** Queue positions of the deal's application and documents. */
  queue: QueuePlace[]
  checklist: ChecklistItem[]
  /** The reminder of this deal, with its instant in this computer's time zone. */
  follow_up: (FollowUp & { due_at: string }) | null
}
