import { failure } from '../../platform/base/failure.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import type { OutboxTask } from '../../../src-shared/features/submission/queue.ts'
import type { ProofFact } from '../../../src-shared/features/proof/proof-schema.ts'
import {
  appError,
  type AppError,
  type ErrorCode,
  type Outcome,
} from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { NewTimelineEntry, StoredDeal } from '../../platform/vault/records.ts'
import type { VaultWrite } from '../../platform/vault/vault.ts'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'
import type { Evidence } from '../../../src-shared/features/deals/deal.ts'

// Shared parts of the state machines for applications and documents. Each machine is one pure function, `(subject, event) -> step`
// (decide-application.ts, decide-document.ts). docs/submission.md has the diagrams. Only `dealWrites` and `documentWrites` convert a step
// to vault writes.

/** Effect of an event of the state machine: the changed fields, the timeline entry, the proof entry, and the next task. */
export interface Step<Changes> {
  changes: Changes
  entry: Pick<NewTimelineEntry, 'kind' | 'title' | 'detail'> | null
  /** Entry for the proof of submission. Null if the event concerns only this computer. */
  fact: ProofFact | null
  /** The next task of the application or document. `keep` leaves the stored task unchanged, and null deletes the stored task. */
  task: OutboxTask | 'keep' | null
}
export type DealStep = Step<Partial<StoredDeal>> & {
  /** An entry for the timeline of another affected deal. */
  elsewhere?: { deal_id: string; entry: NonNullable<Step<unknown>['entry']> }
}
export type DocumentStep = Step<Partial<DealDocument>>

/** Refuses an event that the state of the application or document does not allow. */
export function impossible(
  subject: 'application' | 'document',
  state: StoredDeal['state'] | DealDocument['state'],
): never {
  const isApplication = subject === 'application'
  const { errorsDeals: text } = msg
  switch (state) {
    case 'queued':
      return no('SUBMISSION_IN_PROGRESS', 'none', text.isQueued(isApplication), text.cancelFirst)
    case 'sending':
      return no('SUBMISSION_IN_PROGRESS', 'unknown', text.alreadySent(isApplication), text.waitForEnd)
    case 'unknown':
      return no(
        'SUBMISSION_IN_PROGRESS',
        'unknown',
        text.notKnown(isApplication),
        text.confirmDeliveryToAvoidDuplicate,
      )
    case 'received':
      return no('DEAL_NOT_EDITABLE', 'received', text.alreadyReceived(isApplication), text.sendMoreDocuments)
    default:
      return no('DEAL_NOT_EDITABLE', 'not_received', text.notBeingSent(isApplication), text.openAndSee)
  }
}

function no(code: ErrorCode, outcome: Outcome, message: Message, advice: Message): never {
  throw failure(code, message, advice, { outcome })
}

export function interrupted(what: 'application' | 'document'): AppError {
  return appError(
    'PARTNER_CONNECTION_LOST',
    msg.errorsDeals.appEnded(what === 'application'),
    msg.errorsDeals.searchedNotResent,
    { outcome: 'unknown' },
  )
}

export function queuedAtBackup(what: 'application' | 'document'): AppError {
  return appError(
    'SUBMISSION_IN_PROGRESS',
    msg.errorsDeals.queuedAtBackup(what === 'application'),
    msg.errorsDeals.searchedNotResent,
    { outcome: 'unknown' },
  )
}

export function dealWrites(deal: StoredDeal, step: DealStep, at: string): VaultWrite[] {
  const { deal_id } = deal
  const common = commonWrites(deal_id, deal_id, step, at)
  if (step.elsewhere !== undefined) {
    const { entry, ...other } = step.elsewhere
    common.push({ write: 'append_timeline', entry: { ...entry, ...other, at, verification: null } })
  }
  if (Object.keys(step.changes).length === 0) return common
  return [{ write: 'update_deal', deal_id, changes: { ...step.changes, updated_at: at } }, ...common]
}

export function documentWrites(document: DealDocument, step: DocumentStep, at: string): VaultWrite[] {
  const common = commonWrites(document.document_id, document.deal_id, step, at)
  if (Object.keys(step.changes).length === 0) return common
  return [{ write: 'put_document', document: { ...document, ...step.changes } }, ...common]
}

function commonWrites(
  subject_id: string,
  deal_id: string,
  { entry, fact, task }: Step<unknown>,
  at: string,
): VaultWrite[] {
  const writes: VaultWrite[] = []
  if (entry !== null)
    writes.push({ write: 'append_timeline', entry: { ...entry, deal_id, at, verification: null } })
  if (fact !== null) writes.push({ write: 'append_proof', deal_id, at, fact })
  if (task === null) writes.push({ write: 'drop_task', subject_id })
  else if (task !== 'keep') writes.push({ write: 'put_task', task })
  return writes
}

/** Returns the timeline entry only for the first try, so that a night without a connection causes one timeline entry, not hundreds. */
export function onFirstTry(triesBefore: number, entry: DealStep['entry']): DealStep['entry'] {
  return triesBefore === 0 ? entry : null
}

/** Returns a task to its previous position in the queue, without a delay of its own. The whole queue pauses before the next try. */
export function requeue(
  subject_id: string,
  deal_id: string,
  task: 'send_application' | 'send_document',
  before: OutboxTask | null,
  at: string,
): OutboxTask {
  return {
    subject_id,
    deal_id,
    task,
    not_before: before?.not_before ?? at,
    tries: before?.tries ?? 1,
    begun_at: null,
    evidence: null,
  }
}

/** Creates a task for an application (`subject_id` is the id of its deal) or a document. */
export function newTask(
  task: OutboxTask['task'],
  subject_id: string,
  { deal_id, not_before, begun_at = null }: Pick<OutboxTask, 'deal_id' | 'not_before'> & Partial<OutboxTask>,
): OutboxTask {
  return { subject_id, deal_id, task, not_before, tries: 0, begun_at, evidence: null }
}

/** Schedules the reconcile task again, and stores the evidence so far in the task. */
export function reconcileAgain(task: OutboxTask, evidence: Evidence, seek_again_at: string): OutboxTask {
  return { ...task, tries: task.tries + 1, not_before: seek_again_at, evidence }
}
