import { wantingLines } from '../../../src-shared/domain/next-step.ts'
import { MOST_LOOKED_AT, type WantingDeals } from '../../../src-shared/domain/pipeline-view.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import { dayOf } from '../../../src-shared/money/days.ts'
import { viewChecklist } from '../documents/view-checklist.ts'
import type { Workspace } from '../workspace.ts'

/**
 * How many of these deals a submission of all would send, which are drafts whose fields are complete and what was refused, and
 * what their packages come back for. One of a client whose application went out counts, too, though it will stay. Looks at the first
 * `MOST_LOOKED_AT`; fails only when the vault does.
 */
export async function wantingDeals(workspace: Workspace, deal_ids: string[]): Promise<Result<WantingDeals>> {
  const { vault, profile, clock } = workspace
  const now = clock.now()
  const looked = deal_ids.slice(0, MOST_LOOKED_AT)
  const rows = await vault.dealRows(looked)
  if (!rows.ok) return rows
  const leaving = rows.value.filter(
    ({ state, problems, deleted_at }) =>
      deleted_at === null &&
      // What the service found wrong with a refused one keeps it from nothing.
      ((state === 'draft' && problems === 0) || state === 'refused'),
  )
  const deals: WantingDeals['deals'] = []
  for (const { deal_id, legal_name, reference } of leaving) {
    // One after another: between two of them the vault answers whatever else is asked.
    // oxlint-disable-next-line no-await-in-loop
    const [documents, checklist] = await Promise.all([
      vault.listDocuments(deal_id),
      vault.checklistOf(deal_id),
    ])
    if (!documents.ok) return documents
    if (!checklist.ok) return checklist
    // What did not go out yet has no offers.
    const lines = wantingLines(
      viewChecklist(profile, checklist.value, documents.value, [], { wantedOn: dayOf(now), now }),
    )
    if (lines.length > 0) deals.push({ deal_id, legal_name, reference, lines })
  }
  return ok({ deals, leaving: leaving.length, not_looked_at: deal_ids.length - looked.length })
}
