import { evidence } from './en/submission.ts'
import type { Message } from './message.ts'
import { msg } from './msg.ts'

/**
 * The evidence about a request without a response, as the vault stores it. The text is always English, because the proof of submission
 * hashes and signs it. Therefore, the text must not depend on the language of the app.
 */
export const KEPT_EVIDENCE = evidence

/** Returns the message for stored evidence. */
export function evidenceMessage(kept: string): Message {
  const keys = Object.keys(evidence) as (keyof typeof evidence)[]
  const key = keys.find((one) => evidence[one] === kept)
  return key === undefined ? kept : msg.evidence[key]
}
