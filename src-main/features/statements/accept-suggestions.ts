import { dayOf } from '../../../src-shared/platform/base/days.ts'
import type { SingleStepChange } from '../../../src-shared/features/deals/deal.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { applyChanges } from '../../../src-shared/features/form/form-path.ts'
import type { StatementSuggestion } from '../../../src-shared/features/statements/suggestion.ts'
import { changeDraft, type ChangeOrigin, type SavedDraft } from '../drafts/change-draft.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import { loadDeal } from '../deals/load-deal.ts'
import { changesFor } from '../drafts/form-changes.ts'
import { statementFacts } from './statement-facts.ts'
import { suggestionsFor } from './suggestions.ts'

/** Returns the values that verified statements suggest for the form of a deal. */
export async function viewSuggestions(
  context: EnvironmentContext,
  deal_id: string,
): Promise<Result<StatementSuggestion[]>> {
  const [deal, facts] = await Promise.all([loadDeal(context, deal_id), statementFacts(context, deal_id)])
  if (!deal.ok) return deal
  if (!facts.ok) return facts
  const today = dayOf(context.clock.now())
  const prepared = suggestionsFor(context.profile, deal.value.values, facts.value, today)
  return ok(prepared.map(({ suggestion }) => suggestion))
}

/**
 * Puts suggested values into the draft, as one step that the broker can undo. Leaves out a suggestion that no longer applies, because the
 * field, the statements, or a class changed after the page showed it. `outdated` is the number of those. Also leaves out a value for a
 * field that has another value, unless `replaces` is true.
 */
export async function acceptSuggestions(
  context: EnvironmentContext,
  { replaces, ...origin }: ChangeOrigin & { replaces: boolean },
  suggestion_ids: readonly string[],
): Promise<Result<SavedDraft & { accepted: number; outdated: number }>> {
  const facts = await statementFacts(context, origin.deal_id)
  if (!facts.ok) return facts
  const { profile, clock } = context
  const chosen = new Set(suggestion_ids)
  return changeDraft(context, origin, (editor) => {
    const usable = suggestionsFor(profile, editor.values, facts.value, dayOf(clock.now())).filter(
      ({ suggestion: { suggestion_id, state } }) =>
        chosen.has(suggestion_id) && (state === 'new' || (replaces && state === 'replaces')),
    )
    const changes: SingleStepChange[] = []
    let values = editor.values
    let accepted = 0
    for (const one of usable) {
      const added = changesFor(profile, values, one.valuesFor(values))
      const next = applyChanges(profile, values, added)
      // The list of positions may be full by now.
      if (next === null || added.length === 0) continue
      values = next
      changes.push(...added)
      accepted++
    }
    if (!editor.applyTogether(changes))
      return fail(appError('INVALID_INPUT', msg.errors.valueGone, msg.errors.openDealAgain))
    return ok({ writes: [], more: { accepted, outdated: chosen.size - accepted } })
  })
}
