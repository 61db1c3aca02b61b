import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { Workspace } from '../workspace.ts'
import { changeDraft, type ChangeOrigin, type SavedDraft } from './change-draft.ts'

/** Undoes the last change of a draft. The history is in the vault, so this works after a restart too. */
export function undoChange(
  workspace: Workspace,
  origin: ChangeOrigin,
): Promise<Result<SavedDraft & { path: string }>> {
  return changeDraft(workspace, origin, ({ steps: { undo } }) => {
    if (undo === null) return nothing('undo')
    return ok({
      changes: [undo.inverse],
      writes: [{ write: 'mark_step', step_id: undo.step_id, undone: true }],
      more: { path: undo.change.path },
    })
  })
}

export function redoChange(
  workspace: Workspace,
  origin: ChangeOrigin,
): Promise<Result<SavedDraft & { path: string }>> {
  return changeDraft(workspace, origin, ({ steps: { redo } }) => {
    if (redo === null) return nothing('redo')
    return ok({
      changes: [redo.change],
      writes: [{ write: 'mark_step', step_id: redo.step_id, undone: false }],
      more: { path: redo.change.path },
    })
  })
}

function nothing(what: 'undo' | 'redo'): Result<never> {
  return fail(
    appError('NOTHING_TO_UNDO', words().errorsDeals.nothingTo(what), words().errorsDeals.nothingChanged),
  )
}
