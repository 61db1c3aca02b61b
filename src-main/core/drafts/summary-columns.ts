import type { FormValues } from '../../../src-shared/domain/deal.ts'
import { valueAt } from '../../../src-shared/profile/form-path.ts'
import { typedCents } from '../../../src-shared/entry/money.ts'
import type { StoredDeal } from '../ports/vault.ts'

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
