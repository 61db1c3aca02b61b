import { ok, type Result } from '../../../src-shared/errors.ts'
import { applyWaitingEvents } from '../events/receive-events.ts'
import type { Workspace } from '../workspace.ts'
import { stepApplication, stepDocument } from './take-step.ts'

/**
 * Settles what a crash left in the middle: the outcome of a sending is unknown, because the request may have arrived, and
 * events that waited for an answer are applied where the answer is there. Called once when a vault was opened, before
 * anything else can send.
 */
export async function resumeSubmissions(workspace: Workspace): Promise<Result<void>> {
  const found = await workspace.vault.interruptedSendings()
  if (!found.ok) return found
  for (const { deal_id } of found.value.deals) {
    const settled = await stepApplication(workspace, deal_id, async () =>
      ok({ event: { event: 'interrupt' } }),
    )
    if (!settled.ok) return settled
  }
  for (const { document_id } of found.value.documents) {
    const settled = await stepDocument(workspace, document_id, { event: 'interrupt' })
    if (!settled.ok) return settled
  }
  for (const application_id of found.value.waiting_applications)
    await applyWaitingEvents(workspace, application_id)
  return ok(undefined)
}
