import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { applyWaitingEvents } from '../events/receive-events.ts'
import { RESTORED } from '../../platform/vault/vault.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import { isReconciling } from './queue.ts'
import { applyApplicationTransition, applyDocumentTransition } from './apply-transition.ts'
import { isOfVault } from '../../platform/partner/classify-failure.ts'

/**
 * Determines the state of work that a crash interrupted. Call this once after opening a vault, before anything can be sent. The outcome of
 * an interrupted send becomes unknown, because the request may have arrived. Events that waited for their application are applied.
 */
export async function resumeSubmissions(context: EnvironmentContext): Promise<Result<void>> {
  const found = await context.vault.interruptedSendings()
  if (!found.ok) return found
  for (const { deal_id } of found.value.deals) {
    const settled = await applyApplicationTransition(context, deal_id, async () =>
      ok({ event: { event: 'interrupt' } }),
    )
    if (!settled.ok) return settled
  }
  for (const { document_id } of found.value.documents) {
    const settled = await applyDocumentTransition(context, document_id, { event: 'interrupt' })
    if (!settled.ok) return settled
  }
  if (found.value.is_restored) {
    const settled = await settleRestored(context)
    if (!settled.ok) return settled
  }
  for (const application_id of found.value.waiting_applications) {
    const applied = await applyWaitingEvents(context, application_id)
    if (!applied.ok) return applied
  }
  return ok(undefined)
}

/**
 * Keeps a restored vault from automatically sending the tasks that were queued when the backup was made. These tasks may have been sent
 * after the backup, so the app reconciles them instead. Documents that waited for their application are not sent automatically; the broker
 * must send them.
 */
async function settleRestored(context: EnvironmentContext): Promise<Result<void>> {
  const { vault } = context
  const tasks = await vault.listTasks()
  if (!tasks.ok) return tasks
  for (const { task, subject_id, deal_id } of tasks.value) {
    if (isReconciling(task)) continue
    const settled = await (task === 'send_document'
      ? applyDocumentTransition(context, subject_id, { event: 'restore' })
      : applyApplicationTransition(context, deal_id, async () =>
          ok({ event: { event: task === 'send_application' ? 'restore' : 'documents_queued' } }),
        ))
    if (!settled.ok && isOfVault(settled.error)) return settled
  }
  const cleared = await vault.commit([{ write: 'set_setting', key: RESTORED, value: null }])
  return cleared.ok ? ok(undefined) : cleared
}
