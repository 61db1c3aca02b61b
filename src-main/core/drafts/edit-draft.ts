import type { DraftChange, DraftEdit, FormValue, FormValues } from '../../../src-shared/domain/deal.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import {
  applyChanges,
  isInRow,
  labelOf,
  resolvePath,
  valueAt,
} from '../../../src-shared/profile/form-path.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'
import { maskValue } from '../../../src-shared/profile/sensitive.ts'
import { orphanedFormValueAt } from '../../../src-shared/profile/orphaned-values.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import type { VaultWrite } from '../ports/vault.ts'
import type { EnvironmentContext } from '../environment-context.ts'
import { changeDraft, unknownField, type ChangeOrigin, type SavedDraft } from './change-draft.ts'
import { loadDeal } from './load-deal.ts'
import { notEditable } from './editable.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { rowMoves } from './row-moves.ts'
import { StepRecorder } from './step-recorder.ts'

/**
 * Saves a window's edits durably before it answers. If another window changed the field before, that value stays, and this window's value
 * is saved as a conflict for the broker to choose. Nothing is overwritten unseen.
 */
export function saveDraft(
  context: EnvironmentContext,
  origin: ChangeOrigin,
  edits: DraftEdit[],
): Promise<Result<SavedDraft & { conflicts: string[] }>> {
  return changeDraft(context, origin, ({ deal, steps, at }) => {
    const { profile } = context
    const recorder = new StepRecorder(origin.deal_id, at, steps.undo)
    const aside: VaultWrite[] = []
    const conflicts: string[] = []
    let values = deal.values
    for (const edit of edits) {
      const clash = clashOf(profile, values, rowMoves(origin.deal_id), edit)
      if (clash !== null) {
        conflicts.push(edit.path)
        if (edit.op === 'set') aside.push(...storeOrphan(profile, origin.deal_id, at, edit, clash))
        continue
      }
      const change = changeOf(edit)
      const after = applyChanges(profile, values, [change])
      if (after === null) return unknownField()
      recorder.record(values, change)
      values = after
    }
    return ok({
      changes: recorder.changes,
      writes: [...recorder.writes(), ...aside],
      more: { conflicts },
    })
  })
}

/** Returns why an edit conflicts: the window saw another value, or other rows. */
function clashOf(
  profile: PayloadProfile,
  values: FormValues,
  row_moves: number,
  edit: DraftEdit,
): 'two_windows' | 'rows_moved' | null {
  const { path } = edit
  const rowsMoved = edit.row_moves !== row_moves
  // A new row always goes to the end.
  if (edit.op === 'insert_row') return null
  if (edit.op === 'remove_row') return rowsMoved ? 'rows_moved' : null
  const target = resolvePath(profile, path)
  if (target?.kind !== 'field') return null
  if (rowsMoved && isInRow(profile, path)) return 'rows_moved'
  const stored = valueAt(values, path) ?? null
  if (isSame(stored, edit.seen) || isSame(stored, edit.value)) return null
  const mask =
    target.field.sensitive && typeof stored === 'string' ? maskValue(target.field.type, stored) : null
  return mask !== null && mask === edit.seen ? null : 'two_windows'
}

/** A form does not distinguish null and an empty text. */
function isSame(one: FormValue, other: FormValue): boolean {
  return (one === '' ? null : one) === (other === '' ? null : other)
}

function changeOf(edit: DraftEdit): DraftChange {
  const { op, path } = edit
  if (op === 'set') return { op, path, value: edit.value }
  return op === 'insert_row' ? { op, path } : { op, path, index: edit.index }
}

function storeOrphan(
  profile: PayloadProfile,
  deal_id: string,
  at: string,
  { path, value }: Extract<DraftEdit, { op: 'set' }>,
  reason: 'two_windows' | 'rows_moved',
): VaultWrite[] {
  if (isSame(value, null)) return []
  return [
    {
      write: 'put_aside',
      aside: { deal_id, at, path, label: labelOf(profile, path), value, reason, detail: '' },
    },
  ]
}

/** Returns a sensitive value unmasked, for the broker who requested it. */
export async function revealValue(
  context: EnvironmentContext,
  deal_id: string,
  path: string,
): Promise<Result<{ value: string }>> {
  const found = await loadDeal(context, deal_id)
  if (!found.ok) return found
  const { profile } = context
  const { values } = found.value
  const target = resolvePath(profile, path)
  const value = valueAt(values, path)
  const isSensitive = target?.kind === 'field' && target.field.sensitive
  if (typeof value !== 'string' || !(isSensitive || orphanedFormValueAt(profile, values, path) !== null))
    return fail(appError('INVALID_INPUT', msg.errorsDeals.nothingToShow, msg.errorsDeals.closeAndOpen))
  return ok({ value })
}

/** Moves a deal to the bin or restores it. This does not undo a submission. */
export function trashDeal(
  context: EnvironmentContext,
  deal_id: string,
  inBin: boolean,
): Promise<Result<Record<string, never>>> {
  return oneAtATime(deal_id, async () => {
    const found = await context.vault.getDeal(deal_id)
    if (!found.ok) return found
    if (inBin && (found.value?.state === 'sending' || found.value?.state === 'queued'))
      return notEditable(found.value)
    const deleted_at = inBin ? context.clock.now() : null
    const committed = await context.vault.commit([{ write: 'update_deal', deal_id, changes: { deleted_at } }])
    if (!committed.ok) return committed
    context.emit('deal.changed', { deal_id })
    return ok({})
  })
}
