import { evidence } from './texts.en.ts'
import type { Message } from '../../platform/texts/message.ts'
import { msg } from '../../platform/texts/msg.ts'

/**
 * Texts of the evidence about a request to which the partner did not respond, as the vault stores them. They are always English, because
 * third parties read them in the file of a proof of submission.
 */
export const KEPT_EVIDENCE = evidence

/** Returns the message that shows a stored (English) evidence text in the current language. */
export function evidenceMessage(kept: string): Message {
  const keys = Object.keys(evidence) as (keyof typeof evidence)[]
  const key = keys.find((one) => evidence[one] === kept)
  return key === undefined ? kept : msg.evidence[key]
}
