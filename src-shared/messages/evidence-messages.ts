import { evidence } from './en/submission.ts'
import type { Message } from './message.ts'
import { msg } from './msg.ts'

/**
 * Stored evidence about a request that got no answer. It is in English, because the proof of submission hashes and signs it and
 * must not depend on a language.
 */
export const KEPT_EVIDENCE = evidence

/** Kept evidence as a message. */
export function evidenceMessage(kept: string): Message {
  const keys = Object.keys(evidence) as (keyof typeof evidence)[]
  const key = keys.find((one) => evidence[one] === kept)
  return key === undefined ? kept : msg.evidence[key]
}
