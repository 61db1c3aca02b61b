import type { DealPart } from '../../platform/addresses/deep-link.ts'
import type { FieldProblem } from '../../platform/base/errors.ts'
import type { Deal } from '../deals/deal.ts'
import { daysUntil } from '../pipeline/deal-match.ts'
import { offerStandings } from '../offers/offer-standings.ts'
import type { OfferedDeal } from '../offers/offer-status.ts'
import { expiryOf } from '../offers/offer.ts'
import type { QueueStatus } from '../submission/queue.ts'
import { rulesOf } from '../../platform/words/vocabulary.ts'
import type { ChecklistItem, DocumentState } from '../documents/document.ts'
import { storedStatuses } from '../offers/offer-status.ts'
import { type Need, needOf, NEEDS } from '../deals/need.ts'

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

/**
 * The next step of a deal. `actor` is who takes it: the broker (`act`), someone else (`wait`), or no one because the deal is over (`over`).
 */
export type NextStep = Step & { actor: 'act' | 'wait' | 'over' }

type Step =
  | { step: 'fill_fields'; paths: string[]; wasRefused: boolean }
  | { step: 'attach'; lines: MissingLine[] }
  /** Statements may not be missing, but the broker has not said whose account they are about. */
  | { step: 'confirm_account'; count: number }
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
  | { step: 'await_answer'; count: number; on: string; expires_at: string | null; days: number | null }
  | { step: 'offer_expired' }
  | { step: 'offers_declined' }
  | { step: 'collect_commission'; outstanding_cents: number | null }
  | { step: 'inform_partner'; labels: string[] }
  | { step: 'send_requested_documents'; labels: string[] }
  /** Lines of the checklist are open, although the funder has not asked for them. */
  | { step: 'send_missing'; labels: string[] }
  | { step: 'ask_reason' }
  | { step: 'wait'; until: 'first_news' | 'reviewed' | 'approved' | 'funded' }
  | { step: 'over'; as: 'funded' | 'declined'; open: number }
  | { step: 'read_status'; status: string }

/** Returns the next step of a deal: what it needs, with the details. `now` is in milliseconds. */
export function nextStep(deal: StepFacts, line: QueueStatus, now: number): NextStep {
  const need = needOf({
    ...deal,
    offer_statuses: storedStatuses(deal.offers, deal.own_offers),
    problems: deal.problems.length,
    documents: deal.document_list.map(({ state }) => state),
  })
  const step = stepFor(need, deal, line, now)
  // A queue on hold concerns all deals in it, and every screen says so.
  const isOnHold = step.step === 'queued' && (step.because === 'held' || step.because === 'unconfirmed')
  const actor = NEEDS[need]
  const others = {
    papers: openLines(deal.checklist).length > 0 ? 'act' : 'wait',
    offers: step.step === 'offer_expired' ? 'act' : 'wait',
  } as const
  return {
    ...step,
    actor: isOnHold ? 'act' : actor === 'papers' || actor === 'offers' ? others[actor] : actor,
  }
}

function stepFor(need: Need, deal: StepFacts, line: QueueStatus, now: number): Step {
  const { latest_status: status, document_list: documents, checklist } = deal
  const labels = openLines(checklist)
  // The other lines are of the form profile. The funder did not name them.
  const asked = openLines(checklist.filter(({ own, of_offer }) => own || of_offer))
  const nameIn = (wanted: DocumentState) => documents.find(({ state }) => state === wanted)?.name ?? ''
  switch (need) {
    case 'fields':
      return {
        step: 'fill_fields',
        paths: deal.problems.map(({ path }) => path),
        wasRefused: deal.state === 'refused',
      }
    case 'submission':
      return submissionStep(deal)
    case 'queue':
      return isQueued(deal, line, now)
    case 'sending':
      return { step: 'sending' }
    case 'outcome':
      return { step: 'resolve_outcome', name: null }
    case 'decision':
      return offerStep(deal, now)
    case 'answer':
      return answerStep(deal, now)
    case 'document_outcome':
      return { step: 'resolve_outcome', name: nameIn('unknown') }
    case 'refused_document':
      return { step: 'replace_document', name: nameIn('refused') }
    case 'leaving_documents': {
      const received = documents.filter(({ state }) => state === 'received').length
      return { step: 'sending_documents', received, total: documents.length }
    }
    case 'unsent_documents':
      return { step: 'send_documents', count: documents.filter(({ state }) => state === 'attached').length }
    case 'another_offer':
      return { step: 'offers_declined' }
    case 'information':
      return { step: 'inform_partner', labels: asked }
    case 'documents':
      return { step: 'send_requested_documents', labels: asked }
    case 'reason':
      return { step: 'ask_reason' }
    case 'news':
      return labels.length > 0 ? { step: 'send_missing', labels } : waitAfter(status)
    case 'reading':
      return { step: 'read_status', status: status ?? '' }
    case 'funded': {
      const { unpaid_commission } = deal
      if (unpaid_commission === null) return { step: 'over', as: 'funded', open: labels.length }
      return { step: 'collect_commission', outstanding_cents: unpaid_commission.outstanding_cents }
    }
    case 'declined':
      return { step: 'over', as: 'declined', open: 0 }
  }
}

export function partOf({ step }: Pick<NextStep, 'step'>): DealPart {
  switch (step) {
    case 'confirm_account':
      return 'statements'
    case 'attach':
    case 'replace_document':
    case 'sending_documents':
    case 'send_documents':
    case 'inform_partner':
    case 'send_requested_documents':
    case 'send_missing':
      return 'documents'
    case 'decide_offer':
    case 'await_answer':
    case 'offer_expired':
    case 'offers_declined':
    case 'ask_for_figures':
      return 'offers'
    case 'ask_reason':
    case 'wait':
    case 'over':
    case 'collect_commission':
    case 'read_status':
      return 'timeline'
    default:
      return 'application'
  }
}

/** Returns the step of a deal with a complete form: to attach what a first submission still lacks, or to submit. */
export function submissionStep({
  state,
  error,
  checklist,
}: Pick<StepFacts, 'state' | 'error' | 'checklist'>): Extract<
  Step,
  { step: 'attach' | 'confirm_account' | 'submit' }
> {
  if (state === 'refused') return { step: 'submit', again: 'refused' }
  if (error !== null) return { step: 'submit', again: 'not_received' }
  const lines = missingLines(checklist)
  const count = Math.max(0, ...lines.map(({ undecided }) => undecided))
  if (count > 0) return { step: 'confirm_account', count }
  return lines.length > 0 ? { step: 'attach', lines } : { step: 'submit', again: 'no' }
}

function isQueued({ deal_id, queue }: StepFacts, line: QueueStatus, now: number): Step {
  const leaves_at = queue.find(({ subject_id }) => subject_id === deal_id)?.leaves_at
  if (leaves_at !== undefined && Date.parse(leaves_at) > now) return { step: 'sends_soon', at: leaves_at }
  return { step: 'queued', because: line.state }
}

function waitAfter(status: string | null): Step {
  const next = status === null ? null : rulesOf(status)?.next_step
  return { step: 'wait', until: next?.step === 'wait' ? next.until : 'first_news' }
}

/** Returns the step of a deal that waits for the broker's reply to its offers. `now` is in milliseconds. */
export function offerStep(deal: OfferedDeal, now: number): Step {
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

/** Returns the step of a deal whose offers the broker sent to the merchant. `now` is in milliseconds. */
function answerStep(deal: OfferedDeal, now: number): Step {
  const step = offerStep(deal, now)
  const on =
    deal.own_offers
      .map(({ sent }) => sent?.on ?? '')
      .toSorted()
      .at(-1) ?? ''
  return step.step === 'decide_offer' ? { ...step, step: 'await_answer', on } : step
}

/**
 * Returns the checklist lines that are not complete: open lines, and bank statements with missing days. Because of them, a funder would
 * send the application back.
 */
export function missingLines(checklist: readonly ChecklistItem[]): ChecklistItem[] {
  return checklist.filter(({ state, missing_days }) => state === 'open' || missing_days.length > 0)
}

function openLines(checklist: StepFacts['checklist']): string[] {
  return checklist.filter(({ state }) => state === 'open').map(({ label }) => label)
}
