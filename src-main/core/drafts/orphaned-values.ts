import type { OrphanedValue } from '../../../src-shared/domain/deal.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { applyChanges, resolvePath } from '../../../src-shared/profile/form-path.ts'
import { maskedText, orphanedFormValueAt } from '../../../src-shared/profile/orphaned-values.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import type { StoredOrphan, StoredDeal } from '../ports/vault.ts'
import type { EnvironmentContext } from '../environment-context.ts'
import { changeDraft, type ChangeOrigin } from './change-draft.ts'
import { StepRecorder } from './step-recorder.ts'

/** Moves an orphaned value into its field, or deletes it. */
export async function settleOrphan(
  context: EnvironmentContext,
  origin: ChangeOrigin,
  { aside_id, use }: { aside_id: number; use: boolean },
): Promise<Result<Record<string, never>>> {
  const listed = await context.vault.listOrphans(origin.deal_id)
  if (!listed.ok) return listed
  const aside = listed.value.find((one) => one.aside_id === aside_id)
  if (aside === undefined) return gone()
  const settled = await changeDraft(context, origin, ({ deal, at }) => {
    // A choice is always a separate undo step, even right after typing.
    const recorder = new StepRecorder(origin.deal_id, at, null)
    if (use) {
      const change = useOf(context, deal, aside)
      if (change === null) return gone()
      recorder.record(deal.values, change)
    }
    return ok({
      changes: recorder.changes,
      writes: [...recorder.writes(), { write: 'remove_aside', aside_id }],
      more: {},
    })
  })
  return settled.ok ? ok({}) : settled
}

/** Removes a value without a field in the current form. */
export async function discardOrphan(
  context: EnvironmentContext,
  origin: ChangeOrigin,
  path: string,
): Promise<Result<Record<string, never>>> {
  const removed = await changeDraft(context, origin, ({ deal, at }) => {
    if (orphanedFormValueAt(context.profile, deal.values, path) === null) return gone()
    const recorder = new StepRecorder(origin.deal_id, at, null)
    recorder.record(deal.values, { op: 'drop', path })
    return ok({ changes: recorder.changes, writes: recorder.writes(), more: {} })
  })
  return removed.ok ? ok({}) : removed
}

/** Returns a draft's orphaned values for its screen. */
export function orphansToShow(
  context: Pick<EnvironmentContext, 'profile'>,
  deal: Pick<StoredDeal, 'values'>,
  aside: StoredOrphan[],
): OrphanedValue[] {
  return aside.map((one) => ({
    aside_id: one.aside_id,
    path: one.path,
    label: one.label,
    value: maskedText(context.profile, one.path, one.value),
    reason: one.reason,
    detail: one.detail,
    usable: useOf(context, deal, one) !== null,
  }))
}

/** Returns the change that sets a value in its field, or null if the form has no such field or the value does not fit. */
function useOf(
  { profile }: Pick<EnvironmentContext, 'profile'>,
  deal: Pick<StoredDeal, 'values'>,
  { path, value }: Pick<StoredOrphan, 'path' | 'value'>,
) {
  if (resolvePath(profile, path)?.kind !== 'field') return null
  if (typeof value !== 'string' && typeof value !== 'boolean') return null
  const change = { op: 'set' as const, path, value }
  const after = applyChanges(profile, deal.values, [change])
  return after === null || orphanedFormValueAt(profile, after, path) !== null ? null : change
}

function gone(): Result<never> {
  return fail(appError('INVALID_INPUT', msg.errors.valueGone, msg.errors.openDealAgain))
}
