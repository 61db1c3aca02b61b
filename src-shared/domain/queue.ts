import type { Message } from '../messages/message.ts'
import type { StatementPeriod } from './document-reading.ts'

/**
 * Evidence about a request that got no answer. Only a `strong` finding settles it automatically: an authenticated read with data
 * that only this application can have. The broker decides about all other findings.
 */
export interface Finding {
  says: 'arrived' | 'not_arrived'
  strong: boolean
  /** The application of the finding; null for a document, and if the application was not found. */
  application_id: string | null
  words: string
}

export interface Evidence {
  sought_at: string
  findings: Finding[]
  /** Sources that gave no evidence, with the reason. */
  gaps: Message[]
}

export const TASKS = [
  'send_application',
  'queue_documents',
  'send_document',
  'seek_application',
  'seek_document',
] as const

/**
 * The pending task of a deal's application or of one document: at most one each. It is stored in the same commit as its state,
 * before the work starts, so that it survives a crash. Tasks run in the order in which they were stored.
 */
export interface OutboxTask {
  /** The `deal_id` of an application, the `document_id` of a document. */
  subject_id: string
  deal_id: string
  task: (typeof TASKS)[number]
  /** The end of the undo window, or when evidence is looked for again. */
  not_before: string
  /** Number of attempts. */
  tries: number
  /** When the sending began whose outcome is sought. */
  begun_at: string | null
  evidence: Evidence | null
}

/** Position of a task in the queue. `queueStatusSchema` describes the queue itself. */
export interface QueuePlace {
  subject_id: string
  task: (typeof TASKS)[number]
  /** 1 for the next one of its kind. */
  position: number
  /** The end of its undo window. */
  leaves_at: string
  evidence: Evidence | null
}

/**
 * State of the queue. `error` is the reason why it does not move. A lost connection waits until `retry_at`. `held` waits until
 * someone fixes the connection, and `unconfirmed` until the broker confirms that submissions are real.
 */
export interface QueueStatus {
  state: 'moving' | 'waiting' | 'held' | 'unconfirmed'
  error: {
    message: Message
    advice: Message
  } | null
  retry_at: string | null
}

/** Seconds in which a submission can be taken back with one press, by default. */
export const USUAL_UNDO_SECONDS = 10
/** Default number of days for which the same client or content counts as a duplicate. */
export const USUAL_DUPLICATE_DAYS = 90

export interface SubmissionSettings {
  undo_seconds: number
  duplicate_days: number
}

/** Another deal that went out, or is about to, for the same client or with the same content. */
export interface Duplicate {
  deal_id: string
  legal_name: string
  reference: string
  submitted_at: string
  same: 'content' | 'ein'
  in_bin: boolean
}

/**
 * An item on the checklist of documents that the funder requires. The profile, a stipulation of an offer, or the broker adds it. It is
 * `open` without a document, `prepared` while the partner has not received the document, and then `answered`.
 */
export interface ChecklistItem {
  /** `kind:bank_statement` for a line of the profile, `offer:voided_check` for a stipulation of an offer. */
  item_id: string
  label: string
  /** True if the broker added the line and may remove it. */
  own: boolean
  /** True if an offer asks for it. */
  of_offer: boolean
  state: 'open' | 'prepared' | 'answered'
  document_ids: string[]
  /** True if the broker chose the document for it; otherwise documents of its kind answer it. */
  chosen: boolean
  /** Wanted days that the statements do not cover, each period within one month. */
  missing_days: StatementPeriod[]
  /** The month (`2026-03`) of which the statement so far is missing altogether. */
  month_so_far: string | null
  /** Number of statements without dates, which cover no month. */
  undated: number
}
