import { evidence } from '../messages/en/evidence.ts'
import { messages } from '../messages/messages.ts'

/**
 * What was found out about a sending without an answer, as it is kept: in English, because the proof of submission is hashed
 * and signed with it and must not depend on a language.
 */
export const KEPT_EVIDENCE = evidence

/** Evidence in the language that is spoken. */
export function evidenceMessages(kept: string): string {
  const keys = Object.keys(evidence) as (keyof typeof evidence)[]
  const key = keys.find((one) => evidence[one] === kept)
  return key === undefined ? kept : messages().evidence[key]
}
