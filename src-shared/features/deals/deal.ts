import type { Message } from '../../platform/texts/message.ts'
import type { AppError, FieldProblem } from '../../platform/base/errors.ts'
import type { COMMISSION_BASES } from '../../platform/partner/offer-units.ts'
import type { FollowUp } from '../follow-ups/follow-up.ts'
import type { OfferScenario } from '../offers/offer-scenario.ts'
import type { Offer } from '../offers/offer.ts'
import type { Environment } from '../../platform/words/vocabulary.ts'
import type { FormValue } from '../form/form-values.ts'
import type { OrphanedFormValue } from '../form/orphaned-values.ts'
import type { ChecklistItem, DealDocument } from '../documents/document.ts'

export type {
  DraftChange,
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
export const ORPHAN_REASONS = ['row_removed', 'import'] as const

export type SubmissionState = (typeof SUBMISSION_STATES)[number]

/** A deal as a row of the pipeline. Contains no SSN or EIN. */
export interface DealSummary {
  deal_id: string
  legal_name: string
  reference: string
  /** Requested amount in integer cents; null if the form has none yet. */
  amount_cents: number | null
  /** The funded amount of a funded deal: the broker's own entry, or that of the accepted offer. Null for others, or if it is unknown. */
  funded_cents: number | null
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
  deleted_at: string | null
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
  /** The amount of the offer that an event is about, once the app knows it. An event contains no amount. */
  offer_cents?: number | null
}

/** Descriptions of the changes that the next undo and the next redo would affect. Null if there is no such change. */
export interface DraftHistory {
  undo: Message | null
  redo: Message | null
  /** When the change was made that the next undo would affect. */
  undo_at: string | null
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
  /** The funded deal that this deal renews, or null. The balance of its advance is an estimate, or null if it is unknown. */
  renews: { deal_id: string; legal_name: string; funded_on: string; balance_cents: number | null } | null
  /** The newest timeline entries, the oldest of them first. `timeline_more` is true if there are still older ones. */
  timeline: TimelineEntry[]
  timeline_more: boolean
  queue: QueuePlace[]
  checklist: ChecklistItem[]
  /** The reminder of this deal, with its instant in this computer's time zone. */
  follow_up: (FollowUp & { due_at: string }) | null
}

/**
 * A finding about a request to which the partner did not respond. Only a `strong` finding decides the outcome without the broker. It comes
 * from an authenticated response of the partner, and contains data that only this application can have. About all other findings, the
 * broker decides.
 */
export interface Finding {
  says: 'arrived' | 'not_arrived'
  strong: boolean
  /** The application that was found; null for a document, or if no application was found. */
  application_id: string | null
  words: string
}

export interface Evidence {
  sought_at: string
  findings: Finding[]
  /** Reasons why some sources gave no evidence. */
  gaps: Message[]
}

export const TASKS = [
  'send_application',
  'queue_documents',
  'send_document',
  'seek_application',
  'seek_document',
] as const

/** Position of a task in the submission queue. `QueueStatus` describes the state of the queue itself. */
export interface QueuePlace {
  subject_id: string
  task: (typeof TASKS)[number]
  /** Position among the queue's tasks of the same kind, from 1. */
  position: number
  /** When the undo window ends, in which the broker can cancel the submission. */
  leaves_at: string
  evidence: Evidence | null
}

export const TIMELINE_FILTERS = ['all', 'partner', 'mine', 'documents'] as const
export type TimelineFilter = (typeof TIMELINE_FILTERS)[number]

/** Maximum number of entries that one call returns. */
export const TIMELINE_PAGE = 100

type Kind = TimelineEntry['kind']

const PARTNER: ReadonlySet<Kind> = new Set<Kind>([
  'event',
  'found',
  'application_received',
  'application_refused',
  'application_id_repeated',
  'document_received',
  'document_refused',
  'offer_accepted',
  'offer_not_accepted',
])

const MINE: ReadonlySet<Kind> = new Set<Kind>([
  'created',
  'note',
  'offer_accept_sent',
  'offer_sent',
  'offer_declined',
  'application_queued',
  'application_taken_back',
  'document_added',
  'document_removed',
  'document_handed_out',
  'message_made',
  'document_taken_back',
  'follow_up_set',
  'follow_up_due',
  'follow_up_ended',
])

export function kindsOf(filter: TimelineFilter): readonly Kind[] {
  switch (filter) {
    case 'all':
      return TIMELINE_KINDS
    case 'partner':
      return TIMELINE_KINDS.filter((kind) => PARTNER.has(kind))
    case 'mine':
      return TIMELINE_KINDS.filter((kind) => MINE.has(kind))
    case 'documents':
      return TIMELINE_KINDS.filter((kind) => kind.startsWith('document_'))
  }
}
