/** Outcomes of a call to the service in the call log. */
export const CALL_OUTCOMES = ['answered', 'refused', 'not_received', 'unknown', 'failed'] as const

/** One call to the partner's API. Contains no body and no headers. The ids in the path are its only client data. */
export interface ServiceCall {
  /** When the call began. */
  at: string
  method: string
  /** Path and query, without the base address. */
  path: string
  /** The HTTP status; null if no response arrived. */
  status: number | null
  duration_ms: number
  /**
   * `answered`: status 2xx. `refused`: status 3xx or 4xx. With any other status, or without a response: `not_received` or `unknown` for a
   * write, and `failed` for a read.
   */
  outcome: (typeof CALL_OUTCOMES)[number]
  /** Sizes of the bodies in bytes. */
  sent_bytes: number
  received_bytes: number
}
