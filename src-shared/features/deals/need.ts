import type { DocumentState } from '../documents/document.ts'
import { FINAL_STATUSES, rulesOf } from '../../platform/words/vocabulary.ts'
import type { SubmissionState } from './deal.ts'

/**
 * What a deal needs, and who acts: the broker (`act`), someone else (`wait`), or no one because the deal is over (`over`). With `papers`, the
 * broker acts while a line of the checklist is open, and with `offers`, as soon as no offer can be accepted any more. Otherwise, someone
 * else does.
 */
export const NEEDS = {
  fields: 'act',
  submission: 'act',
  queue: 'wait',
  sending: 'wait',
  outcome: 'act',
  decision: 'act',
  document_outcome: 'act',
  refused_document: 'act',
  leaving_documents: 'wait',
  unsent_documents: 'act',
  answer: 'offers',
  another_offer: 'act',
  information: 'act',
  documents: 'act',
  reason: 'act',
  news: 'papers',
  reading: 'act',
  funded: 'over',
  declined: 'over',
} as const satisfies Record<string, 'act' | 'papers' | 'offers' | 'wait' | 'over'>
export type Need = keyof typeof NEEDS

/** The needs for which this person acts. */
export const needsOf = (actor: (typeof NEEDS)[Need]): Need[] =>
  (Object.keys(NEEDS) as Need[]).filter((need) => NEEDS[need] === actor)

export interface NeedFacts {
  state: SubmissionState
  latest_status: string | null
  has_offer: boolean
  /** The statuses of the stored offers, as `storedStatuses` returns them. */
  offer_statuses: readonly string[]
  problems: number
  documents: readonly DocumentState[]
}

/**
 * Decides what a deal needs. This is the only rule about it: the next step of the deal, the Today screen, and the pipeline use it. The broker
 * must not miss an open offer, so an offer is more important than anything else, unless the application has a final status. After the broker
 * sent the offers to the merchant, the deal waits for the merchant, unless it needs something else.
 */
export function needOf({
  state,
  latest_status,
  has_offer,
  offer_statuses,
  problems,
  documents,
}: NeedFacts): Need {
  if (state === 'draft' || state === 'refused') return problems > 0 ? 'fields' : 'submission'
  if (state === 'queued') return 'queue'
  if (state === 'sending') return 'sending'
  if (state === 'unknown') return 'outcome'
  if (latest_status !== null && FINAL_STATUSES.includes(latest_status)) return ofStatus(latest_status)
  const isSent = offer_statuses.includes('sent_to_merchant') && !offer_statuses.includes('offer_available')
  if (has_offer && !isSent) return 'decision'
  if (documents.includes('unknown')) return 'document_outcome'
  if (documents.includes('refused')) return 'refused_document'
  if (documents.includes('queued') || documents.includes('sending')) return 'leaving_documents'
  if (documents.includes('attached')) return 'unsent_documents'
  if (has_offer) {
    const need = latest_status === 'offer_available' ? 'news' : ofStatus(latest_status)
    return need === 'news' ? 'answer' : need
  }
  const isDeclined = offer_statuses.includes('merchant_declined')
  if (isDeclined && !offer_statuses.some((one) => one === 'offer_available' || one === 'offer_accepted'))
    return 'another_offer'
  return ofStatus(latest_status)
}

function ofStatus(status: string | null): Need {
  if (status === null) return 'news'
  const next = rulesOf(status)?.next_step ?? null
  switch (next?.step) {
    case undefined:
      return 'reading'
    case 'wait':
      return 'news'
    case 'inform_partner':
      return 'information'
    case 'send_requested_documents':
      return 'documents'
    case 'over':
      return next.as === 'rescinded' ? 'reason' : next.as
  }
}
