import type { Message } from '../../../src-shared/platform/texts/message.ts'
import type { DraftHistory, DraftStepChange } from '../../../src-shared/features/deals/deal.ts'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { labelOf } from '../../../src-shared/features/form/form-path.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { VaultWrite } from '../../platform/vault/vault.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'

export async function draftHistory(
  { vault, profile }: Pick<EnvironmentContext, 'vault' | 'profile'>,
  deal_id: string,
): Promise<Result<DraftHistory>> {
  const steps = await vault.draftSteps(deal_id)
  if (!steps.ok) return steps
  const { undo, redo } = steps.value
  return ok({ undo: undo && wordsOf(profile, undo.change), redo: redo && wordsOf(profile, redo.change) })
}

/**
 * Returns what the next undo and redo would change. Call this after the commit of `writes`. If the writes add or extend an undo step, that
 * step is the next one to undo, so the function need not read the vault.
 */
export async function historyAfter(
  context: Pick<EnvironmentContext, 'vault' | 'profile'>,
  deal_id: string,
  writes: VaultWrite[],
): Promise<Result<DraftHistory>> {
  const last = writes.findLast(({ write }) => write === 'add_step' || write === 'extend_step')
  if (last === undefined || !('step' in last)) return draftHistory(context, deal_id)
  return ok({ undo: wordsOf(context.profile, last.step.change), redo: null })
}

function wordsOf(profile: PayloadProfile, change: DraftStepChange): Message {
  if (change.op === 'together')
    return msg.history.valuesFilledIn(change.changes.filter(({ op }) => op === 'set').length)
  const label = labelOf(profile, change.path)
  switch (change.op) {
    case 'insert_row':
      return msg.history.rowAdded(label)
    case 'remove_row':
      return msg.history.rowRemoved(label, change.index + 1)
    case 'drop':
      return msg.history.valueRemoved(label)
    default:
      return label
  }
}
