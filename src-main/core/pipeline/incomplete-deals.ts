import { missingLines } from '../../../src-shared/domain/next-step.ts'
import { MOST_LOOKED_AT, type IncompleteDeals } from '../../../src-shared/domain/pipeline-view.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import { dayOf } from '../../../src-shared/days.ts'
import { viewChecklist } from '../documents/checklist.ts'
import type { EnvironmentContext } from '../environment-context.ts'

/**
 * Returns how many of these deals a bulk submission would send, and what their packages lack. It would send complete drafts and refused
 * deals. It also counts a duplicate of a submitted client, although that is not sent. Checks the first `MOST_LOOKED_AT` deals; fails only
 * if the vault does.
 */
export async function incompleteDeals(
  context: EnvironmentContext,
  deal_ids: string[],
): Promise<Result<IncompleteDeals>> {
  const { vault, profile, clock } = context
  const now = clock.now()
  const looked = deal_ids.slice(0, MOST_LOOKED_AT)
  const rows = await vault.dealRows(looked)
  if (!rows.ok) return rows
  const leaving = rows.value.filter(
    ({ state, problems, deleted_at }) =>
      deleted_at === null &&
      // The partner's refusal does not prevent a new submission.
      ((state === 'draft' && problems === 0) || state === 'refused'),
  )
  const deals: IncompleteDeals['deals'] = []
  for (const { deal_id, legal_name, reference } of leaving) {
    // Sequential, so that the vault can serve other calls in between.
    // oxlint-disable-next-line no-await-in-loop
    const [documents, checklist] = await Promise.all([
      vault.listDocuments(deal_id),
      vault.checklistOf(deal_id),
    ])
    if (!documents.ok) return documents
    if (!checklist.ok) return checklist
    // A deal that was not sent has no offers.
    const lines = missingLines(
      viewChecklist(profile, checklist.value, documents.value, [], { wantedOn: dayOf(now), now }),
    )
    if (lines.length > 0) deals.push({ deal_id, legal_name, reference, lines })
  }
  return ok({ deals, leaving: leaving.length, not_looked_at: deal_ids.length - looked.length })
}
