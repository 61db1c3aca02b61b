import type { StoredDeal } from '../../platform/vault/vault.ts'
import type { FormValues } from '../../../src-shared/features/deals/deal.ts'
import { typedCents } from '../../../src-shared/platform/entry/money.ts'
import { valueAt } from '../../../src-shared/features/form/form-path.ts'

const moves = new Map<string, number>()

/**
 * Returns how often rows were added to or removed from a deal's lists since the app started. A window identifies a row by its number, so
 * the window's edits of rows are valid only while this count stays the same. The count is only in memory, because no window outlives the
 * app.
 */
export function rowMoves(deal_id: string): number {
  return moves.get(deal_id) ?? 0
}

/** Forgets all counts, because an environment was opened and the windows load their deals again. */
export function forgetRowMoves(): void {
  moves.clear()
}

/** Counts an added or removed row. Call this after each such change. */
export function countRowMove(deal_id: string): void {
  moves.set(deal_id, rowMoves(deal_id) + 1)
}

export function summaryColumns(
  values: FormValues,
): Pick<StoredDeal, 'legal_name' | 'reference' | 'amount_cents'> {
  const text = (path: string) => {
    const value = valueAt(values, path)
    return typeof value === 'string' ? value.trim() : ''
  }
  return {
    legal_name: text('company.legal_name'),
    reference: text('application.reference'),
    amount_cents: typedCents(text('application.amount_requested')),
  }
}
