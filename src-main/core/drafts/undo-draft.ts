import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import type { EnvironmentContext } from '../environment-context.ts'
import { changeDraft, unknownField, type ChangeOrigin, type SavedDraft } from './change-draft.ts'

/** Undoes the last change of a draft. The history is in the vault, so this works after a restart too. */
export function undoChange(
  context: EnvironmentContext,
  origin: ChangeOrigin,
): Promise<Result<SavedDraft & { path: string }>> {
  return changeDraft(context, origin, (editor, { undo }) => {
    if (undo === null) return nothing('undo')
    if (!editor.replay(undo.inverse)) return unknownField()
    return ok({
      writes: [{ write: 'mark_step', step_id: undo.step_id, undone: true }],
      more: { path: undo.change.path },
    })
  })
}

export function redoChange(
  context: EnvironmentContext,
  origin: ChangeOrigin,
): Promise<Result<SavedDraft & { path: string }>> {
  return changeDraft(context, origin, (editor, { redo }) => {
    if (redo === null) return nothing('redo')
    if (!editor.replay(redo.change)) return unknownField()
    return ok({
      writes: [{ write: 'mark_step', step_id: redo.step_id, undone: false }],
      more: { path: redo.change.path },
    })
  })
}

function nothing(what: 'undo' | 'redo'): Result<never> {
  return fail(appError('NOTHING_TO_UNDO', msg.errorsDeals.nothingTo(what), msg.errorsDeals.nothingChanged))
}
