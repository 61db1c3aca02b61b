import { failure } from '../../platform/base/failure.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { IdHolder, StoredDeal } from '../../platform/vault/records.ts'
import type { VaultWrite } from '../../platform/vault/vault.ts'
import type { DraftNeeds } from '../drafts/change-draft.ts'
import type { Platform } from '../../platform/environment/platform.ts'
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
  context: DraftNeeds,
  deal_id: string,
  happen: (deal: StoredDeal) => Promise<Happening<ApplicationEvent>>,
): Promise<StoredDeal> {
  const { vault, clock, emit, profile } = context
  return oneAtATime(deal_id, async () => {
    const deal = await vault.getDeal(deal_id)
    if (deal === null) throw failure('DEAL_NOT_FOUND', msg.errors.dealGone, msg.errors.toPipeline)
    const task = await vault.getTask(deal_id)
    const { event, writes = [] } = await happen(deal)
    const application_id = idGivenBy(event)
    const step = async (holder: IdHolder | null): Promise<StoredDeal> => {
      const at = clock.now()
      const decided = decideApplication({ deal, task, holder }, event, at)
      const { changes } = decided
      // The partner counts the rows of the sent application.
      if (changes.refused_fields !== undefined)
        changes.refused_fields = changes.refused_fields.map(({ path, message }) => ({
          path: withRowId(profile, deal.values, path),
          message,
        }))
      await vault.commit([...dealWrites(deal, decided, at), ...writes])
      emit('deal.changed', { deal_id })
      const { elsewhere } = decided
      if (elsewhere !== undefined) emit('deal.changed', { deal_id: elsewhere.deal_id })
      return { ...deal, ...decided.changes }
    }
    if (application_id === null) return step(null)
    // Run sequentially for all deals. Otherwise, two deals that get the same id at the same time would not detect each other.
    return oneAtATime('application_id', async () => {
      const holder = await vault.findIdHolder(application_id)
      return step(holder !== null && holder !== 'deleted' && holder.deal_id === deal_id ? null : holder)
    })
  })
}

/** Applies an event of the state machine to a document, in the same way as `applyApplicationTransition`. */
export function applyDocumentTransition(
  context: Pick<Platform, 'vault' | 'clock' | 'emit'>,
  document_id: string,
  event: DocumentEvent,
): Promise<DealDocument> {
  const { vault, clock, emit } = context
  return oneAtATime(`document ${document_id}`, async () => {
    const document = await vault.getDocument(document_id)
    if (document === null) throw failure('FILE_NOT_FOUND', msg.errors.documentGone, msg.errors.openDealAgain)
    const task = await vault.getTask(document_id)
    const at = clock.now()
    const step = decideDocument({ document, task }, event, at)
    await vault.commit(documentWrites(document, step, at))
    emit('deal.changed', { deal_id: document.deal_id })
    return { ...document, ...step.changes }
  })
}
