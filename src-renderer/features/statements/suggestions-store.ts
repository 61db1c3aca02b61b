import { create } from 'zustand'
import { ok, type AppError, type Result } from '../../../src-shared/platform/base/errors.ts'
import { call, WINDOW_ID } from '../../platform/api/funding-desk.ts'
import { useDeal } from '../drafts/deal-store.ts'
import type { StatementSuggestion } from '../../../src-shared/features/statements/deal-statements.ts'

interface SuggestionsState {
  deal_id: string
  suggestions: readonly StatementSuggestion[] | null
  error: AppError | null
  current: string | null
  /** Number of suggestions that the broker accepted and can undo. */
  accepted: number
  /** True after the broker dismissed the suggestions of this deal. They appear again after a restart. */
  isDismissed: boolean
}

const NONE: SuggestionsState = {
  deal_id: '',
  suggestions: null,
  error: null,
  current: null,
  accepted: 0,
  isDismissed: false,
}

/** The values that verified bank statements suggest for the form of the open deal. */
export const useSuggestions = create<SuggestionsState>()(() => NONE)

/** Compares the statements of a deal with its form as it is stored now. */
export async function loadSuggestions(deal_id: string): Promise<void> {
  if (useSuggestions.getState().deal_id !== deal_id) useSuggestions.setState({ ...NONE, deal_id })
  const read = await call('statements.view_suggestions', { deal_id })
  if (useSuggestions.getState().deal_id !== deal_id) return
  useSuggestions.setState(read.ok ? { suggestions: read.value, error: null } : { error: read.error })
}

/** Puts suggested values into the form. Returns the number of values that were left out because something changed meanwhile. */
export async function acceptSuggestions(
  deal_id: string,
  chosen: readonly StatementSuggestion[],
): Promise<Result<{ outdated: number }>> {
  const { flush, reload } = useDeal.getState()
  if (chosen.length === 0 || !(await flush())) return ok({ outdated: 0 })
  const done = await call('statements.accept', {
    deal_id,
    window_id: WINDOW_ID,
    suggestion_ids: chosen.map(({ suggestion_id }) => suggestion_id),
    replaces: chosen.every(({ state }) => state === 'replaces'),
  })
  await Promise.all([reload(), loadSuggestions(deal_id)])
  if (done.ok) useSuggestions.setState(({ accepted }) => ({ accepted: accepted + done.value.accepted }))
  return done
}

export async function undoSuggestions(deal_id: string): Promise<Result<unknown>> {
  const done = await useDeal.getState().step('undo')
  await loadSuggestions(deal_id)
  useSuggestions.setState({ accepted: 0 })
  return done
}
