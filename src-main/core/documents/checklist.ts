import { randomUUID } from 'node:crypto'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { dayOf } from '../../../src-shared/money/days.ts'
import { loadDeal } from '../drafts/load-deal.ts'
import type { Vault } from '../ports/vault.ts'
import type { Workspace } from '../workspace.ts'
import { viewChecklist } from './view-checklist.ts'

export async function addChecklistItem(
  workspace: Workspace,
  deal_id: string,
  label: string,
): Promise<Result<Record<string, never>>> {
  const deal = await loadDeal(workspace, deal_id)
  if (!deal.ok) return deal
  return commit(workspace, deal_id, [
    { write: 'put_checklist_item', item: { item_id: randomUUID(), deal_id, label } },
  ])
}

/** Removes one of the broker's own checklist lines. Its documents stay. */
export function removeChecklistItem(
  workspace: Workspace,
  deal_id: string,
  item_id: string,
): Promise<Result<Record<string, never>>> {
  return commit(workspace, deal_id, [{ write: 'delete_checklist_item', item_id }])
}

/** Ties a document to a checklist line, at any time: it changes nothing that was sent. */
export async function tieDocument(
  workspace: Workspace,
  document_id: string,
  item_id: string | null,
): Promise<Result<Record<string, never>>> {
  const document = await workspace.vault.getDocument(document_id)
  if (!document.ok) return document
  if (document.value === null)
    return fail(appError('FILE_NOT_FOUND', words().errors.documentGone, words().errors.openDealAgain))
  const { deal_id } = document.value
  const [checklist, deal] = await Promise.all([
    workspace.vault.checklistOf(deal_id),
    loadDeal(workspace, deal_id),
  ])
  if (!checklist.ok) return checklist
  if (!deal.ok) return deal
  const now = workspace.clock.now()
  const lines = viewChecklist(workspace.profile, checklist.value, [], deal.value.offers, {
    wantedOn: dayOf(now),
    now,
  })
  if (item_id !== null && !lines.some((line) => line.item_id === item_id))
    return fail(appError('INVALID_INPUT', words().errorsDeals.lineGone, words().errorsDeals.chooseAnother))
  // A document tied to the line before no longer answers it.
  const others = checklist.value.ties.filter(
    (tie) => tie.item_id === item_id && tie.document_id !== document_id,
  )
  return commit(workspace, deal_id, [
    ...others.map((tie) => ({ write: 'tie_document' as const, document_id: tie.document_id, item_id: null })),
    { write: 'tie_document', document_id, item_id },
  ])
}

async function commit(
  { vault, emit }: Workspace,
  deal_id: string,
  writes: Parameters<Vault['commit']>[0],
): Promise<Result<Record<string, never>>> {
  const committed = await vault.commit(writes)
  if (!committed.ok) return committed
  emit('deal.changed', { deal_id })
  return ok({})
}
