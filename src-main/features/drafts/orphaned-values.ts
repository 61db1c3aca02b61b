import type { OrphanedValue } from '../../../src-shared/features/deals/deal.ts'
import { applyChanges, resolvePath } from '../../../src-shared/features/form/form-path.ts'
import { maskedText, orphanedFormValueAt } from '../../../src-shared/features/form/orphaned-values.ts'
import type { StoredOrphan, StoredDeal } from '../../platform/vault/records.ts'
import type { BrokerForm } from '../form/payload-profile.ts'
import { changeDraft, type ChangeOrigin, type DraftNeeds, valueGone } from './change-draft.ts'

/** Moves an orphaned value (a value that is stored outside the form) into its field, or deletes it. */
export async function settleOrphan(
  context: DraftNeeds,
  origin: ChangeOrigin,
  { orphan_id, use }: { orphan_id: number; use: boolean },
): Promise<void> {
  const listed = await context.vault.listOrphans(origin.deal_id)
  const orphan = listed.find((one) => one.orphan_id === orphan_id)
  if (orphan === undefined) throw valueGone()
  await changeDraft(context, origin, (editor) => {
    if (use) {
      const change = useOf(context, orphan)
      if (change === null || !editor.applyAlone(change)) throw valueGone()
      if (orphanedFormValueAt(context.profile, editor.values, orphan.path) !== null) throw valueGone()
    }
    return { writes: [{ write: 'remove_orphan', orphan_id }], more: {} }
  })
}

/** Removes a value of the draft for which the current form has no field. */
export async function discardOrphan(context: DraftNeeds, origin: ChangeOrigin, path: string): Promise<void> {
  await changeDraft(context, origin, (editor) => {
    const isOrphaned = orphanedFormValueAt(context.profile, editor.values, path) !== null
    if (!isOrphaned || !editor.applyAlone({ op: 'drop', path })) throw valueGone()
    return { writes: [], more: {} }
  })
}

/** Returns a draft's orphaned values (values without a field in the form), as the deal's screen shows them. */
export function orphansToShow(
  context: Pick<BrokerForm, 'profile'>,
  deal: Pick<StoredDeal, 'values'>,
  orphan: StoredOrphan[],
): OrphanedValue[] {
  return orphan.map((one) => ({
    orphan_id: one.orphan_id,
    path: one.path,
    label: one.label,
    value: maskedText(context.profile, one.path, one.value),
    reason: one.reason,
    detail: one.detail,
    usable: isUsable(context, deal, one),
  }))
}

/** Returns the change that moves a value into its field. Returns null if the form has no such field. */
function useOf(
  { profile }: Pick<BrokerForm, 'profile'>,
  { path, value }: Pick<StoredOrphan, 'path' | 'value'>,
) {
  if (resolvePath(profile, path)?.kind !== 'field') return null
  if (typeof value !== 'string' && typeof value !== 'boolean') return null
  return { op: 'set' as const, path, value }
}

/** True if the value fits its field in the current form. */
function isUsable(
  context: Pick<BrokerForm, 'profile'>,
  deal: Pick<StoredDeal, 'values'>,
  orphan: Pick<StoredOrphan, 'path' | 'value'>,
): boolean {
  const change = useOf(context, orphan)
  const after = change && applyChanges(context.profile, deal.values, [change])
  return after !== null && orphanedFormValueAt(context.profile, after, orphan.path) === null
}
