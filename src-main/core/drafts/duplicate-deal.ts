import { randomUUID } from 'node:crypto'
import { ok, type Result } from '../../../src-shared/errors.ts'
import type { FormValues } from '../../../src-shared/domain/deal.ts'
import { applyChanges, concreteFields, valueAt } from '../../../src-shared/profile/form-path.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import type { VaultWrite } from '../ports/vault.ts'
import type { EnvironmentContext } from '../environment-context.ts'
import { newDraft } from './create-draft.ts'
import { loadDeal } from '../load-deal.ts'

/**
 * Creates a draft with another deal's values and optionally its documents. Does not copy the deal's own data: the fields that the profile
 * marks (reference, signature), its id at the partner, its offers, and its history.
 */
export async function duplicateDeal(
  context: EnvironmentContext,
  deal_id: string,
  with_documents: boolean,
): Promise<Result<{ deal_id: string }>> {
  const { vault, profile, emit, clock } = context
  const [found, documents] = await Promise.all([loadDeal(context, deal_id), vault.listDocuments(deal_id)])
  if (!found.ok) return found
  if (!documents.ok) return documents
  const { values, legal_name } = found.value
  const copy = newDraft(context, withoutItsOwn(profile, values), msg.history.copiedFrom(legal_name))
  const added_at = clock.now()
  // Content is stored under its hash, so both deals share it.
  const copied = documents.value.map(({ name, kind, size, pages, sha256, reading }): VaultWrite => ({
    write: 'put_document',
    document: {
      document_id: randomUUID(),
      deal_id: copy.deal_id,
      name,
      kind,
      size,
      pages,
      sha256,
      state: 'attached',
      error: null,
      added_at,
      sent_at: null,
      reading,
    },
  }))
  const committed = await vault.commit([...copy.writes, ...(with_documents ? copied : [])])
  if (!committed.ok) return committed
  emit('deal.changed', { deal_id: copy.deal_id })
  return ok({ deal_id: copy.deal_id })
}

function withoutItsOwn(profile: PayloadProfile, values: FormValues): FormValues {
  const drops = concreteFields(profile, values)
    .filter(({ path, field }) => field.clear_on_duplicate && valueAt(values, path) !== undefined)
    .map(({ path }) => ({ op: 'drop' as const, path }))
  return applyChanges(profile, values, drops) ?? values
}
