import type { Deal, DraftEdit, FormValue } from '../../src-shared/domain/deal.ts'

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

/** A later value of the same field replaces an earlier one, unless the rows moved in between. */
export function merge(pending: DraftEdit[], edit: DraftEdit): DraftEdit[] {
  const last = pending.at(-1)
  if (edit.op !== 'set' || last?.op !== 'set' || last.path !== edit.path) return [...pending, edit]
  return [...pending.slice(0, -1), { ...edit, seen: last.seen }]
}

/** What this window had seen in the fields that were not written. */
export function seenOf(edits: DraftEdit[], conflicts: string[]): [string, string | boolean | null][] {
  return edits.flatMap((edit) =>
    edit.op === 'set' && conflicts.includes(edit.path) ? [[edit.path, edit.seen]] : [],
  )
}

export function scalar(value: FormValue | undefined): string | boolean | null {
  return typeof value === 'string' || typeof value === 'boolean' ? value : null
}
