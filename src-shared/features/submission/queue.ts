import { joinMessages, type Message } from '../../platform/texts/message.ts'
import type { TASKS, Evidence } from '../deals/deal.ts'

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
  tries: number
  /** When the app began to send the request whose outcome is unknown. */
  begun_at: string | null
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

/** Something that the app knows to be wrong or missing in an application, and the place where the broker can mend it. */
export interface HealthNote {
  message: Message
  /** The begin of the sentence that the message continues, if several notes share it. Screens show it once. */
  begin?: Message
  /** A field of the form, or a part of the deal's screen. */
  at: { path: string } | 'checklist' | 'documents' | 'statements'
  /** Files that may not be the merchant's. They are sent only if the broker confirms each of them. */
  document_ids?: readonly string[]
  /** Whether these files are of another merchant, or the app found no name in them. */
  files?: 'of_other' | 'unnamed'
}

/** Returns the whole sentence of a note. */
export const sentenceOf = ({ begin = '', message }: HealthNote): Message => joinMessages([begin, message])

/** Another submitted or queued deal for the same client, of the same owner, or with the same content. */
export interface Duplicate {
  deal_id: string
  legal_name: string
  reference: string
  submitted_at: string
  /** By what the app recognized it. `owner`: the SSN of an owner. */
  same: 'content' | 'ein' | 'name' | 'owner'
  in_bin: boolean
}
