import type { Verification } from '../../../src-shared/domain/event.ts'

/**
 * What became of a stored event. `waiting`: its application is unknown here; it is applied once that is known. `superseded`: a
 * newer one was known. A hint never applies by itself: `asking` until the partner answers, `unconfirmed` once the broker was told
 * without an answer, `contradicted` where the partner says otherwise, `applied` once the partner said the same.
 */
export type EventState = 'applied' | 'waiting' | 'superseded' | 'asking' | 'unconfirmed' | 'contradicted'

/** A notification that was accepted and is kept. */
export interface InboxEvent {
  event_id: string
  seq: number | null
  received_at: string
  message_type: string
  status: string
  application_id: string
  timestamp: string
  verification: Verification
  /** The raw bytes as signed, base64, with the X-Signature header: evidence for the proof of submission. */
  raw_body: string
  signature: string
  state: EventState
  /** When this computer took it in; hints only. */
  taken_at?: string | null
}

/** An event whose signature does not bind its body, and which no read has confirmed. */
export interface Hint {
  event_id: string
  message_type: string
  status: string
  /** When the relay took it in: its own timestamp stands in the body that nothing binds. */
  received_at: string
  /** `applied` where an older version of the app let it change the status. */
  state: EventState
  /** When this computer took it in; null where an older version did. */
  taken_at: string | null
}

/** Where a hint came from that the broker is still to be told of. */
export interface AskingHint {
  application_id: string
  taken_at: string
}

/** How many unconfirmed hints an application has. */
export interface HintCount {
  application_id: string
  hints: number
}
