import { randomUUID } from 'node:crypto'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import { dayOf } from '../../../src-shared/days.ts'
import { loadDeal } from '../load-deal.ts'
import type { Vault } from '../ports/vault.ts'
import type { EnvironmentContext } from '../environment-context.ts'
import { viewChecklist } from './view-checklist.ts'

export async function addChecklistItem(
  context: EnvironmentContext,
  deal_id: string,
  label: string,
): Promise<Result<Record<string, never>>> {
  const deal = await loadDeal(context, deal_id)
  if (!deal.ok) return deal
  return commit(context, deal_id, [
    { write: 'put_checklist_item', item: { item_id: randomUUID(), deal_id, label } },
  ])
}

/** Removes one of the broker's own checklist lines. Its documents stay. */
export function removeChecklistItem(
  context: EnvironmentContext,
  deal_id: string,
  item_id: string,
): Promise<Result<Record<string, never>>> {
  return commit(context, deal_id, [{ write: 'delete_checklist_item', item_id }])
}

/** Ties a document to a checklist line, at any time: it changes nothing that was sent. */
export async function linkDocument(
  context: EnvironmentContext,
  document_id: string,
  item_id: string | null,
): Promise<Result<Record<string, never>>> {
  const document = await context.vault.getDocument(document_id)
  if (!document.ok) return document
  if (document.value === null)
    return fail(appError('FILE_NOT_FOUND', msg.errors.documentGone, msg.errors.openDealAgain))
  const { deal_id } = document.value
  const [checklist, deal] = await Promise.all([
    context.vault.checklistOf(deal_id),
    loadDeal(context, deal_id),
  ])
  if (!checklist.ok) return checklist
  if (!deal.ok) return deal
  const now = context.clock.now()
  const lines = viewChecklist(context.profile, checklist.value, [], deal.value.offers, {
    wantedOn: dayOf(now),
    now,
  })
  if (item_id !== null && !lines.some((line) => line.item_id === item_id))
    return fail(appError('INVALID_INPUT', msg.errorsDeals.checklistItemGone, msg.errorsDeals.chooseAnother))
  // A document tied to the line before no longer answers it.
  const others = checklist.value.ties.filter(
    (tie) => tie.item_id === item_id && tie.document_id !== document_id,
  )
  return commit(context, deal_id, [
    ...others.map((tie) => ({ write: 'tie_document' as const, document_id: tie.document_id, item_id: null })),
    { write: 'tie_document', document_id, item_id },
  ])
}

async function commit(
  { vault, emit }: EnvironmentContext,
  deal_id: string,
  writes: Parameters<Vault['commit']>[0],
): Promise<Result<Record<string, never>>> {
  const committed = await vault.commit(writes)
  if (!committed.ok) return committed
  emit('deal.changed', { deal_id })
  return ok({})
}
