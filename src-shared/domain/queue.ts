import type { Message } from '../messages/message.ts'
import type { StatementPeriod } from './document-reading.ts'

/**
 * What was found out about something whose answer never came. Only a `strong` finding settles it by itself: an authenticated
 * read that shows what only this application can be. Everything else is shown to the broker, who decides.
 */
export interface Finding {
  says: 'arrived' | 'not_arrived'
  strong: boolean
  /** The application that it is about; null for a document, and for what was looked for and not seen. */
  application_id: string | null
  words: string
}

export interface Evidence {
  sought_at: string
  findings: Finding[]
  /** Where nothing could be learned, and why. */
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
 * What is still to be done for a deal's application or for one document: at most one thing. It is stored in the same commit
 * as the state that asks for it and before it is begun, so that a crash finds it. The first stored is the first in the line.
 */
export interface OutboxTask {
  /** The `deal_id` of an application, the `document_id` of a document. */
  subject_id: string
  deal_id: string
  task: (typeof TASKS)[number]
  /** The end of the undo window, or when evidence is looked for again. */
  not_before: string
  /** How often it was tried. */
  tries: number
  /** When the sending began whose outcome is sought. */
  begun_at: string | null
  evidence: Evidence | null
}

/** Where something in the line stands. How the line itself moves is told by `queueStatusSchema`. */
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
 * How the line moves. `error` says why it does not: until `retry_at` for the connection, else until somebody acts: sets the connection
 * right (`held`), or says that what goes there is real (`unconfirmed`).
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
/** How long the same client or content counts as a repetition, by default. */
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
 * A line of the checklist of what the funder wants to see: a kind of document that the profile names, a stipulation of an
 * offer, or one that the broker added. It is `open` until a document answers it, `prepared` while that has not arrived, then `answered`.
 */
export interface ChecklistItem {
  /** `kind:bank_statement` for a line of the profile, `offer:voided_check` for a stipulation of an offer. */
  item_id: string
  label: string
  /** Whether the broker added it, and may take it away. */
  own: boolean
  /** Whether an offer asks for it. */
  of_offer: boolean
  state: 'open' | 'prepared' | 'answered'
  document_ids: string[]
  /** Whether the broker chose the document for it; if not, those of its kind answer it. */
  chosen: boolean
  /** Of a line of statements: the wanted days that they do not cover, each period within one month. */
  missing_days: StatementPeriod[]
  /** The month (`2026-03`) of which the statement so far is missing altogether. */
  month_so_far: string | null
  /** How many of the statements have no dates, so that they cover no month. */
  undated: number
}
