import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { orphanedFormValues } from '../../../src-shared/features/form/orphaned-values.ts'
import { validateDraft } from '../../../src-shared/features/form/validate-draft.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { StoredDeal } from '../../platform/vault/vault.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import { loadDeal, isEditable } from '../deals/load-deal.ts'

/** True if the deal was last saved with another form profile, or another version of it, than the current one. */
export function isOfOtherProfile(
  { profile }: Pick<EnvironmentContext, 'profile'>,
  deal: StoredDeal,
): boolean {
  return deal.profile_id !== profile.id || deal.profile_version !== profile.version
}

/**
 * Changes a draft to the current form profile: keeps all values, validates them again, and adds a timeline entry. Earlier changes can no
 * longer be undone. Does nothing while the broker's own profile is unreadable and the standard form replaces it.
 */
export function adoptProfile(context: EnvironmentContext, deal_id: string): Promise<Result<void>> {
  return oneAtATime(deal_id, async () => {
    const found = await loadDeal(context, deal_id)
    if (!found.ok) return found
    const deal = found.value
    const { profile, isFormReadable, vault, clock } = context
    if (!isFormReadable || !isEditable(deal) || !isOfOtherProfile(context, deal)) return ok(undefined)
    const at = clock.now()
    const orphans = orphanedFormValues(profile, deal.values).length
    const committed = await vault.commit([
      {
        write: 'update_deal',
        deal_id,
        changes: {
          profile_id: profile.id,
          profile_version: profile.version,
          field_problems: validateDraft(profile, deal.values, dayOf(at)).problems,
        },
      },
      { write: 'forget_steps', deal_id },
      {
        write: 'append_timeline',
        entry: {
          deal_id,
          at,
          kind: 'note',
          title: msg.history.formChanged(deal.profile_version, profile.version),
          detail: orphans === 0 ? msg.history.everyValueFits : msg.history.valuesOrphaned(orphans),
          verification: null,
        },
      },
    ])
    return committed.ok ? ok(undefined) : committed
  })
}
