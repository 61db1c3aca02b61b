import type { DraftHistory, DraftStepChange } from '../../../src-shared/domain/deal.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import { labelOf } from '../../../src-shared/profile/form-path.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'
import type { Workspace } from '../workspace.ts'

/** What undo and redo would do next, in words. */
export async function draftHistory(
  { vault, profile }: Pick<Workspace, 'vault' | 'profile'>,
  deal_id: string,
): Promise<Result<DraftHistory>> {
  const steps = await vault.draftSteps(deal_id)
  if (!steps.ok) return steps
  const { undo, redo } = steps.value
  return ok({ undo: undo && wordsOf(profile, undo.change), redo: redo && wordsOf(profile, redo.change) })
}

function wordsOf(profile: PayloadProfile, change: DraftStepChange): string {
  const label = labelOf(profile, change.path)
  switch (change.op) {
    case 'insert_row':
      return `${label}: row added`
    case 'remove_row':
      return `${label}: row ${change.index + 1} removed`
    case 'drop':
      return `${label} removed`
    default:
      return label
  }
}
