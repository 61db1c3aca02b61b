import type { DraftSaved } from '../../../src-shared/features/drafts/contract.ts'
import { type Failure, failure } from '../../platform/base/failure.ts'
import { changeDraft, type ChangeOrigin, unknownField, type DraftNeeds } from './change-draft.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { BrokerForm } from '../form/payload-profile.ts'
import { loadDeal } from '../deals/load-deal.ts'
import type { VaultWrite } from '../../platform/vault/vault.ts'
import type { DraftChange } from '../../../src-shared/features/deals/deal.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { labelOf, resolvePath, rowIds, valueAt } from '../../../src-shared/features/form/form-path.ts'
import { orphanedFormValueAt } from '../../../src-shared/features/form/orphaned-values.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import type { DraftEditor } from './draft-editor.ts'

/**
 * Saves a window's edits, and responds when they are stored. If another window removed a row, a value typed into this row is stored as an
 * orphaned value, which the form shows separately.
 */
export function saveDraft(
  context: DraftNeeds,
  origin: ChangeOrigin,
  edits: DraftChange[],
): Promise<DraftSaved> {
  return changeDraft(context, origin, (editor) => {
    const { profile } = context
    const orphans: VaultWrite[] = []
    for (const edit of edits) {
      if (editor.apply(edit)) continue
      const kind = resolvePath(profile, edit.path)?.kind
      if (edit.op === 'set' && kind === 'field') orphans.push(...storeOrphan(profile, editor, edit))
      else if (edit.op === 'set' || kind !== 'list' || !isDone(editor, edit)) throw unknownField()
    }
    return { writes: orphans, more: {} }
  })
}

/** True if the row was removed by another window, or added by an earlier try of the same write. */
function isDone({ values }: DraftEditor, { op, path, row }: Exclude<DraftChange, { op: 'set' }>): boolean {
  return rowIds(values, path).includes(row) === (op === 'insert_row')
}

function storeOrphan(
  profile: PayloadProfile,
  { deal: { deal_id }, at, values }: DraftEditor,
  { path, value }: Extract<DraftChange, { op: 'set' }>,
): VaultWrite[] {
  if (value === null || value === '') return []
  const label = labelOf(profile, values, path)
  return [
    { write: 'put_orphan', orphan: { deal_id, at, path, label, value, reason: 'row_removed', detail: '' } },
  ]
}

/** Returns a sensitive value unmasked, for the broker who requested it. */
export async function revealValue(
  context: Pick<Platform, 'vault'> & Pick<BrokerForm, 'profile'>,
  deal_id: string,
  path: string,
): Promise<{ value: string }> {
  const found = await loadDeal(context, deal_id)
  const { profile } = context
  const { values } = found
  const target = resolvePath(profile, path)
  const value = valueAt(values, path)
  const isSensitive = target?.kind === 'field' && target.field.sensitive
  if (typeof value !== 'string' || !(isSensitive || orphanedFormValueAt(profile, values, path) !== null))
    throw failure('INVALID_INPUT', msg.errorsDeals.nothingToShow, msg.errorsDeals.closeAndOpen)
  return { value }
}

/** Undoes the last change of a draft. This also works after a restart, because the vault stores the changes. */
export function undoChange(
  context: DraftNeeds,
  origin: ChangeOrigin,
): Promise<DraftSaved & { path: string }> {
  return changeDraft(context, origin, (editor, { undo }) => {
    if (undo === null) throw nothing('undo')
    if (!editor.replay(undo.inverse)) throw unknownField()
    return {
      writes: [{ write: 'mark_step', step_id: undo.step_id, undone: true }],
      more: { path: undo.change.path },
    }
  })
}

export function redoChange(
  context: DraftNeeds,
  origin: ChangeOrigin,
): Promise<DraftSaved & { path: string }> {
  return changeDraft(context, origin, (editor, { redo }) => {
    if (redo === null) throw nothing('redo')
    if (!editor.replay(redo.change)) throw unknownField()
    return {
      writes: [{ write: 'mark_step', step_id: redo.step_id, undone: false }],
      more: { path: redo.change.path },
    }
  })
}

function nothing(what: 'undo' | 'redo'): Failure {
  const { nothingTo, nothingChanged } = msg.errorsDeals
  return failure('NOTHING_TO_UNDO', nothingTo(what), nothingChanged)
}
