import type { DealPart } from '../../platform/addresses/deep-link.ts'
import type { FieldProblem } from '../../platform/base/errors.ts'
import type { Deal } from '../deals/deal.ts'
import { daysUntil } from '../pipeline/deal-match.ts'
import { offerStandings } from '../offers/offer-standings.ts'
import { expiryOf } from '../offers/offer.ts'
import type { QueueStatus } from '../submission/queue.ts'
import { FINAL_STATUSES, rulesOf } from '../../platform/words/vocabulary.ts'
import type { ChecklistItem } from '../documents/document.ts'

/**
 * The facts that decide the next step of a deal. `problems` are the validation problems of the values in the open form, including values
 * that are not saved yet.
 */
export type StepFacts = Pick<
  Deal,
  | 'deal_id'
  | 'state'
  | 'latest_status'
  | 'has_offer'
  | 'error'
  | 'document_list'
  | 'offers'
  | 'own_offers'
  | 'unpaid_commission'
  | 'queue'
  | 'checklist'
> & { problems: readonly FieldProblem[] }

/** A checklist line that is not complete. `missing_days` contains days if documents cover only a part of the required days. */
export type MissingLine = Pick<ChecklistItem, 'label' | 'missing_days' | 'month_so_far' | 'undated'>

/** The next step of a deal, and who takes it: the broker or someone else. */
export type NextStep =
  | { step: 'fill_fields'; paths: string[]; wasRefused: boolean }
  | { step: 'attach'; lines: MissingLine[] }
  | { step: 'submit'; again: 'no' | 'refused' | 'not_received' }
  | { step: 'sends_soon'; at: string }
  | { step: 'queued'; because: QueueStatus['state'] }
  | { step: 'sending' }
  | { step: 'resolve_outcome'; name: string | null }
  | { step: 'replace_document'; name: string }
  | { step: 'sending_documents'; received: number; total: number }
  | { step: 'send_documents'; count: number }
  | { step: 'ask_for_figures' }
  | { step: 'decide_offer'; count: number; expires_at: string | null; days: number | null }
  | { step: 'offer_expired' }
  | { step: 'offers_declined' }
  | { step: 'collect_commission'; outstanding_cents: number | null }
  | { step: 'inform_partner'; labels: string[] }
  | { step: 'send_requested_documents'; labels: string[] }
  | { step: 'wait'; until: 'first_news' | 'reviewed' | 'approved' | 'funded' }
  | { step: 'over'; as: 'funded' | 'declined' | 'rescinded' }
  | { step: 'read_status'; status: string }

/**
 * Returns the next step of a deal. It depends on the deal's state, missing items, queue position, and offers. The broker must not miss an
 * open offer. A step about an open offer is therefore more important than any other step, unless the application has a final status. `now`
 * is in milliseconds.
 */
export function nextStep(deal: StepFacts, line: QueueStatus, now: number): NextStep {
  switch (deal.state) {
    case 'draft':
    case 'refused':
      return beforeSubmission(deal)
    case 'queued':
      return isQueued(deal, line, now)
    case 'sending':
      return { step: 'sending' }
    case 'unknown':
      return { step: 'resolve_outcome', name: null }
    case 'received':
      return afterSubmission(deal, now)
  }
}

export function partOf({ step }: NextStep): DealPart {
  switch (step) {
    case 'attach':
    case 'replace_document':
    case 'sending_documents':
    case 'send_documents':
    case 'inform_partner':
    case 'send_requested_documents':
      return 'documents'
    case 'decide_offer':
    case 'offer_expired':
    case 'offers_declined':
    case 'ask_for_figures':
      return 'offers'
    case 'wait':
    case 'over':
    case 'collect_commission':
    case 'read_status':
      return 'timeline'
    default:
      return 'application'
  }
}

function beforeSubmission({ state, error, problems, checklist }: StepFacts): NextStep {
  const wasRefused = state === 'refused'
  if (problems.length > 0) return { step: 'fill_fields', paths: problems.map(({ path }) => path), wasRefused }
  if (wasRefused) return { step: 'submit', again: 'refused' }
  if (error !== null) return { step: 'submit', again: 'not_received' }
  const lines = missingLines(checklist)
  return lines.length > 0 ? { step: 'attach', lines } : { step: 'submit', again: 'no' }
}

function isQueued({ deal_id, queue }: StepFacts, line: QueueStatus, now: number): NextStep {
  const leaves_at = queue.find(({ subject_id }) => subject_id === deal_id)?.leaves_at
  if (leaves_at !== undefined && Date.parse(leaves_at) > now) return { step: 'sends_soon', at: leaves_at }
  return { step: 'queued', because: line.state }
}

function afterSubmission(deal: StepFacts, now: number): NextStep {
  const { latest_status: status, document_list: documents, unpaid_commission } = deal
  if (status === 'app_funded' && unpaid_commission !== null)
    return { step: 'collect_commission', outstanding_cents: unpaid_commission.outstanding_cents }
  if (status !== null && FINAL_STATUSES.includes(status)) return byStatus(status, [])
  if (deal.has_offer) return offerStep(deal, now)

  const unclear = documents.find(({ state }) => state === 'unknown')
  if (unclear !== undefined) return { step: 'resolve_outcome', name: unclear.name }
  const refused = documents.find(({ state }) => state === 'refused')
  if (refused !== undefined) return { step: 'replace_document', name: refused.name }
  const received = documents.filter(({ state }) => state === 'received').length
  if (documents.some(({ state }) => state === 'queued' || state === 'sending'))
    return { step: 'sending_documents', received, total: documents.length }
  const count = documents.filter(({ state }) => state === 'attached').length
  if (count > 0) return { step: 'send_documents', count }
  if (isDeclinedByMerchant(deal, now)) return { step: 'offers_declined' }
  return byStatus(status, openLines(deal.checklist))
}

/** True if the merchant declined every offer that could still be accepted. */
function isDeclinedByMerchant(deal: StepFacts, now: number): boolean {
  const standings = offerStandings(deal, deal.own_offers, now)
  return standings.includes('declined') && !standings.some((one) => one === 'open' || one === 'accepted')
}

function byStatus(status: string | null, labels: string[]): NextStep {
  if (status === null) return { step: 'wait', until: 'first_news' }
  const next = rulesOf(status)?.next_step ?? { step: 'read_status', status }
  switch (next.step) {
    case 'inform_partner':
    case 'send_requested_documents':
      return { step: next.step, labels }
    case 'wait':
      if (next.open_lines === 'first' && labels.length > 0)
        return { step: 'send_requested_documents', labels }
      return { step: 'wait', until: next.until }
    default:
      return next
  }
}

function offerStep(deal: StepFacts, now: number): NextStep {
  const standings = offerStandings(deal, deal.own_offers, now)
  const open = deal.offers.filter((_, place) => standings[place] === 'open')
  if (open.length === 0)
    return standings.includes('expired') ? { step: 'offer_expired' } : { step: 'ask_for_figures' }
  const ends = open.flatMap(({ expires_at }) => expiryOf(expires_at) ?? [])
  if (ends.length === 0) return { step: 'decide_offer', count: open.length, expires_at: null, days: null }
  const expires_at = new Date(Math.min(...ends)).toISOString()
  const days = daysUntil(expires_at, new Date(now).toISOString())
  return { step: 'decide_offer', count: open.length, expires_at, days }
}

/**
 * Returns the checklist lines that are not complete: open lines, and bank statements with missing days. Because of them, a funder would
 * send the application back.
 */
export function missingLines(checklist: readonly ChecklistItem[]): MissingLine[] {
  return checklist.filter(({ state, missing_days }) => state === 'open' || missing_days.length > 0)
}

function openLines(checklist: StepFacts['checklist']): string[] {
  return checklist.filter(({ state }) => state === 'open').map(({ label }) => label)
}
