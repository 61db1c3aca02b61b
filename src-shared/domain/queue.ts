import type { Message } from '../messages/message.ts'
import type { StatementPeriod } from './document-reading.ts'

/**
 * Evidence about a request without a response. Only a `strong` finding settles the outcome automatically. It comes from an authenticated
 * read, and contains data that only this application can have. The broker decides about all other findings.
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

/**
 * The pending task of an application or of one document. An application or a document has at most one task. The app commits the task
 * together with the new state before the work starts, so that the task survives a crash. Tasks run in the order in which they were stored.
 */
export interface OutboxTask {
  /** The `deal_id` of an application, or the `document_id` of a document. */
  subject_id: string
  deal_id: string
  task: (typeof TASKS)[number]
  /** The task does not run before this time: the end of the undo window, or the time of the next search for evidence. */
  not_before: string
  /** Number of attempts. */
  tries: number
  /** When the request with the unknown outcome began. */
  begun_at: string | null
  evidence: Evidence | null
}

/** Position of a task in the queue. `QueueStatus` describes the queue itself. */
export interface QueuePlace {
  subject_id: string
  task: (typeof TASKS)[number]
  /** Position among the tasks of the same kind, from 1. */
  position: number
  /** When the undo window ends. */
  leaves_at: string
  evidence: Evidence | null
}

/**
 * State of the queue. `error` is the reason why the queue does not move. `waiting`: the connection was lost, and the next try
 * is at `retry_at`. `held`: someone must fix the connection. `unconfirmed`: the broker must confirm that submissions are real.
 */
export interface QueueStatus {
  state: 'moving' | 'waiting' | 'held' | 'unconfirmed'
  error: {
    message: Message
    advice: Message
  } | null
  retry_at: string | null
}

/** Default number of seconds for which a queued submission can be canceled with one click. */
export const USUAL_UNDO_SECONDS = 10
/** Default number of days for which the same client or content counts as a duplicate. */
export const USUAL_DUPLICATE_DAYS = 90

export interface SubmissionSettings {
  undo_seconds: number
  duplicate_days: number
}

/** Another submitted or queued deal for the same client or with the same content. */
export interface Duplicate {
  deal_id: string
  legal_name: string
  reference: string
  submitted_at: string
  same: 'content' | 'ein'
  in_bin: boolean
}

/**
 * An item on the checklist of documents that the funder requires. The profile, a stipulation of an offer, or the broker adds
 * it. Its state is `open` without a document, `prepared` until the partner has received the document, and then `answered`.
 */
export interface ChecklistItem {
  /** `kind:bank_statement` for a line of the profile, `offer:voided_check` for a stipulation of an offer. */
  item_id: string
  label: string
  /** True if the broker added the line and may remove it. */
  own: boolean
  /** True if a stipulation of an offer requires the document. */
  of_offer: boolean
  state: 'open' | 'prepared' | 'answered'
  document_ids: string[]
  /** True if the broker linked a document to this line. Otherwise, documents of the line's kind count. */
  chosen: boolean
  /** Required days that the statements do not cover. Each period is within one month. */
  missing_days: StatementPeriod[]
  /** The current month (`2026-03`), if its month-to-date statement is missing entirely. */
  month_so_far: string | null
  /** Number of statements without dates, which cover no month. */
  undated: number
}
