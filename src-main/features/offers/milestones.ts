import { rulesOf } from '../../../src-shared/platform/words/vocabulary.ts'
import type { VaultWrite } from '../../platform/vault/vault.ts'

/**
 * Names of fields in which an event may give the reason for a decline. They are assumed, because the specification shows no reason in an
 * event (section 6).
 */
const REASON_KEYS = ['reason', 'decline_reason', 'status_reason', 'reasons', 'decline_reasons'] as const
const LONGEST_REASON = 200

/**
 * Returns the database write for a milestone, if the status is one (offered, accepted, funded, or declined). Otherwise, returns null.
 * `raw_body` is the body, in base64, of the event that reported the status.
 */
export function milestoneReached(
  deal_id: string,
  status: string,
  at: string,
  raw_body = '',
): VaultWrite | null {
  const milestone = rulesOf(status)?.milestone ?? null
  if (milestone === null) return null
  const reason = milestone === 'declined' ? reportedReason(raw_body) : null
  return { write: 'reach_milestone', deal_id, milestone, at: new Date(at).toISOString(), reason }
}

export function reportedReason(raw_body: string): string | null {
  let body: unknown
  try {
    body = JSON.parse(Buffer.from(raw_body, 'base64').toString('utf8'))
  } catch {
    // A notification need not be JSON. Without a reason, the milestone has none.
    return null
  }
  if (typeof body !== 'object' || body === null) return null
  for (const key of REASON_KEYS) {
    const words = wordsOf((body as Record<string, unknown>)[key])
    if (words !== '') return words.slice(0, LONGEST_REASON)
  }
  return null
}

function wordsOf(value: unknown): string {
  const texts = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join(', ')
}
