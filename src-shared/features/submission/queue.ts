import type { Message } from '../../platform/texts/message.ts'
import type { StatementPeriod } from '../documents/document-reading.ts'

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

/**
 * A stored task of the submission queue, for an application or for one document. Each application and each document has at most one task.
 * The app stores the task and the new state in one commit before the work starts, so that the task survives a crash. Tasks run in the order
 * in which they were stored.
 */
export interface OutboxTask {
  /** The `deal_id` of an application, or the `document_id` of a document. */
  subject_id: string
  deal_id: string
  task: (typeof TASKS)[number]
  /**
   * The earliest time at which the task runs: the end of the undo window (in which the broker can cancel), or the time of the next search
   * for evidence.
   */
  not_before: string
  /** How many times the app has tried to run this task. */
  tries: number
  /** When the app began to send the request whose outcome is unknown. */
  begun_at: string | null
  evidence: Evidence | null
}

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

/**
 * State of the submission queue. `error` is the reason why no task runs. `waiting`: the connection was lost, and the next attempt is at
 * `retry_at`. `held`: someone must fix the connection first. `unconfirmed`: the broker must first confirm that submissions go to the real
 * partner and are not a test.
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
/** Default number of days within which another submission for the same client, or with the same content, counts as a duplicate. */
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
 * A line of the checklist, which lists the documents that a deal needs. A line comes from the profile, from a stipulation (a condition) of
 * an offer, or from the broker. Its state is `open` without a document, `prepared` until the partner has received the document, and then
 * `answered`.
 */
export interface ChecklistItem {
  /** `kind:bank_statement` for a line from the profile, `offer:voided_check` for a line from a stipulation of an offer. */
  item_id: string
  label: string
  /** True if the broker added the line and may remove it. */
  own: boolean
  /** True if a stipulation of an offer requires the document. */
  of_offer: boolean
  state: 'open' | 'prepared' | 'answered'
  document_ids: string[]
  /** True if the broker linked a document to this line. If false, all documents of the line's kind satisfy it. */
  chosen: boolean
  /** Required days that no statement covers. Each period is within one month. */
  missing_days: StatementPeriod[]
  /** The current month (`2026-03`), if a statement for its first days is required and none of these days is covered. */
  month_so_far: string | null
  /** Number of statements whose dates are unknown. They cover no month. */
  undated: number
  /** Number of statements that the app has read but could not verify. They cover their days anyway. */
  unverified: number
}
