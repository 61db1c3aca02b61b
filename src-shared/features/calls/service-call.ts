export const CALL_OUTCOMES = ['answered', 'refused', 'not_received', 'unknown', 'failed'] as const

/** One call to the partner's API. Contains no body and no headers. The ids in the path are its only client data. */
export interface ServiceCall {
  at: string
  method: string
  /** Path and query, without the base address. */
  path: string
  status: number | null
  duration_ms: number
  /**
   * `answered`: HTTP status 2xx. `refused`: status 3xx or 4xx. For any other status, or without a response, the outcome depends on the
   * request. It is `not_received` or `unknown` for a request that changes something, and `failed` for any other request.
   */
  outcome: (typeof CALL_OUTCOMES)[number]
  sent_bytes: number
  received_bytes: number
}
