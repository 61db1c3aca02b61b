import type { Verification } from '../../../src-shared/domain/event.ts'

/**
 * State of a stored event. `waiting`: its application is unknown; it is applied once the application is known. `superseded`: a newer one
 * was known. A hint never applies alone. It is `asking` until the partner answers, and `unconfirmed` after the broker was informed
 * without an answer. It is `contradicted` if the partner disagrees, and `applied` if the partner agrees.
 */
export type EventState = 'applied' | 'waiting' | 'superseded' | 'asking' | 'unconfirmed' | 'contradicted'

/** An accepted and stored notification. */
export interface InboxEvent {
  event_id: string
  seq: number | null
  received_at: string
  message_type: string
  status: string
  application_id: string
  timestamp: string
  verification: Verification
  /** The raw signed bytes in base64 and the X-Signature header: evidence for the proof of submission. */
  raw_body: string
  signature: string
  state: EventState
  /** Time when this computer received it; only for hints. */
  taken_at?: string | null
}

/** An event without a body signature that no read has confirmed. */
export interface Hint extends Pick<
  InboxEvent,
  'event_id' | 'message_type' | 'status' | 'received_at' | 'state'
> {
  /** Time when this computer received it; null if an older app version did, which let it change the status (`applied`). */
  taken_at: string | null
}
