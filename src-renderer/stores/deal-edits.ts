import type { Deal, DraftEdit } from '../../src-shared/domain/deal.ts'

/** The values of the deal's header. Each save returns them. */
export type LiveSummary = Pick<Deal, 'legal_name' | 'reference' | 'amount_cents'>

export interface DealRead extends Pick<Deal, 'revision' | 'row_moves' | 'history'> {
  deal: Deal
  liveSummary: LiveSummary
}

/** What of the state follows from a deal that was read. */
export function read(deal: Deal): DealRead {
  const { revision, row_moves, legal_name, reference, amount_cents, history } = deal
  return { deal, revision, row_moves, liveSummary: { legal_name, reference, amount_cents }, history }
}

/** The value that was there, where the new one is the same: then nothing is drawn anew. */
export function same<T>(before: T, now: T): T {
  return JSON.stringify(before) === JSON.stringify(now) ? before : now
}

/** Replaces the last edit if it set the same field, and adds the edit otherwise. */
export function merge(pending: DraftEdit[], edit: DraftEdit): DraftEdit[] {
  const last = pending.at(-1)
  const isSameField = edit.op === 'set' && last?.op === 'set' && last.path === edit.path
  return [...(isSameField ? pending.slice(0, -1) : pending), edit]
}
