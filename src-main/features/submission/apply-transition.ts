import { appError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { IdHolder, StoredDeal } from '../../platform/vault/records.ts'
import type { VaultWrite } from '../../platform/vault/vault.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import { withRowId } from '../../../src-shared/features/form/form-path.ts'
import { decideApplication, idGivenBy, type ApplicationEvent } from './decide-application.ts'
import { decideDocument, type DocumentEvent } from './decide-document.ts'
import { dealWrites, documentWrites } from './submission-machine.ts'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'

interface Happening<Event> {
  event: Event
  writes?: VaultWrite[]
}

/**
 * Applies an event of the state machine (such as a click on Submit, or the partner's response) to a deal: reads the deal, decides the
 * effects, commits all of them in one transaction, and notifies the windows. Events and draft changes of one deal run sequentially, so that
 * a deal is never both canceled and sent. Returns the resulting deal. Fails if the deal's state does not allow the event.
 */
export function applyApplicationTransition(
  context: EnvironmentContext,
  deal_id: string,
  happen: (deal: StoredDeal) => Promise<Result<Happening<ApplicationEvent>>>,
): Promise<Result<StoredDeal>> {
  const { vault, clock, emit, profile } = context
  return oneAtATime(deal_id, async () => {
    const there = await vault.getDeal(deal_id)
    if (!there.ok) return there
    const deal = there.value
    if (deal === null) return fail(appError('DEAL_NOT_FOUND', msg.errors.dealGone, msg.errors.toPipeline))
    const task = await vault.getTask(deal_id)
    if (!task.ok) return task
    const happening = await happen(deal)
    if (!happening.ok) return happening
    const { event, writes = [] } = happening.value
    const application_id = idGivenBy(event)
    const step = async (holder: IdHolder | null): Promise<Result<StoredDeal>> => {
      const at = clock.now()
      const decided = decideApplication({ deal, task: task.value, holder }, event, at)
      if (!decided.ok) return decided
      const { changes } = decided.value
      // The partner counts the rows of the sent application.
      if (changes.refused_fields !== undefined)
        changes.refused_fields = changes.refused_fields.map(({ path, message }) => ({
          path: withRowId(profile, deal.values, path),
          message,
        }))
      const committed = await vault.commit([...dealWrites(deal, decided.value, at), ...writes])
      if (!committed.ok) return committed
      emit('deal.changed', { deal_id })
      const { elsewhere } = decided.value
      if (elsewhere !== undefined) emit('deal.changed', { deal_id: elsewhere.deal_id })
      return ok({ ...deal, ...decided.value.changes })
    }
    if (application_id === null) return step(null)
    // Run sequentially for all deals. Otherwise, two deals that get the same id at the same time would not detect each other.
    return oneAtATime('application_id', async () => {
      const found = await vault.findIdHolder(application_id)
      if (!found.ok) return found
      const holder = found.value
      return step(holder !== null && holder !== 'deleted' && holder.deal_id === deal_id ? null : holder)
    })
  })
}

/** Applies an event of the state machine to a document, in the same way as `applyApplicationTransition`. */
export function applyDocumentTransition(
  context: EnvironmentContext,
  document_id: string,
  event: DocumentEvent,
): Promise<Result<DealDocument>> {
  const { vault, clock, emit } = context
  return oneAtATime(`document ${document_id}`, async () => {
    const found = await vault.getDocument(document_id)
    if (!found.ok) return found
    const document = found.value
    if (document === null)
      return fail(appError('FILE_NOT_FOUND', msg.errors.documentGone, msg.errors.openDealAgain))
    const task = await vault.getTask(document_id)
    if (!task.ok) return task
    const at = clock.now()
    const step = decideDocument({ document, task: task.value }, event, at)
    if (!step.ok) return step
    const committed = await vault.commit(documentWrites(document, step.value, at))
    if (!committed.ok) return committed
    emit('deal.changed', { deal_id: document.deal_id })
    return ok({ ...document, ...step.value.changes })
  })
}
