import { logged } from '../../platform/base/log-lines.ts'
import { Broken, must, resultOf } from '../../platform/base/failure.ts'
import { createHash } from 'node:crypto'
import type { BrokerForm } from '../form/payload-profile.ts'
import type { DraftNeeds } from '../drafts/change-draft.ts'
import type { EventNeeds } from '../events/event-effects.ts'
import type { PartnerAccess } from '../connection/partner-link.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { applyWaitingEvents } from '../events/receive-events.ts'
import type { PartnerApi } from '../../platform/partner/partner-api.ts'
import type { Pause } from '../../platform/base/system.ts'
import type { StoredDeal } from '../../platform/vault/records.ts'
import { applyApplicationTransition, applyDocumentTransition } from './apply-transition.ts'
import { reconcileAgainAt } from './queue.ts'
import { reconcileApplication, reconcileDocument } from './reconcile.ts'
import { notAtPartner, payloadOf, holdUnconfirmed } from './submission-commands.ts'
import type { OutboxTask } from '../../../src-shared/features/submission/queue.ts'
import { appError, type AppError, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { WirePayload } from '../../../src-shared/features/form/wire-payload.ts'
import { sentFile } from '../../../src-shared/features/documents/document.ts'
import {
  isPassing,
  classifyFailure,
  retryUntilStored,
  sendOrUnknown,
} from '../../platform/partner/classify-failure.ts'

export type TaskNeeds = DraftNeeds &
  EventNeeds &
  PartnerAccess &
  Pick<Platform, 'environment' | 'documents'> &
  Pick<BrokerForm, 'isFormReadable'>

/** What the queue must know about an ended task. The result for the task's application or document is already stored. */
export type TaskResult =
  | { end: 'done'; wasAnswered: boolean }
  /** The task is in the queue again, because a problem (such as a lost connection) affects all tasks. */
  | { end: 'blocked'; error: AppError }
  /** The outcome of the task is unknown because of a temporary problem. The next task should wait until the problem has passed. */
  | { end: 'doubtful'; error: AppError }
  | { end: 'vault_failed'; error: AppError }

export interface TaskContext {
  context: TaskNeeds
  uploads: Uploads
  pause: Pause
}

const DONE: TaskResult = { end: 'done', wasAnswered: false }

/**
 * Runs a task. Before its request and after the response, a `Broken` ends the task with `vault_failed`. Nothing that runs during the request
 * throws a `Broken`, because an exception there makes the outcome unknown (`sendOrUnknown`).
 */
export async function runTask(scope: TaskContext, task: OutboxTask): Promise<TaskResult> {
  try {
    return await run(scope, task)
  } catch (thrown) {
    if (thrown instanceof Broken) return { end: 'vault_failed', error: thrown.error }
    throw thrown
  }
}

function run(scope: TaskContext, task: OutboxTask): Promise<TaskResult> {
  switch (task.task) {
    case 'send_application':
      return sendApplication(scope, task)
    case 'queue_documents':
      return queueAttached(scope, task)
    case 'send_document':
      return sendDocument(scope, task)
    case 'seek_application':
      return lookForApplication(scope, task)
    case 'seek_document':
      return lookForDocument(scope, task)
  }
}

async function sendApplication(scope: TaskContext, { deal_id }: OutboxTask): Promise<TaskResult> {
  const { context } = scope
  const partner = await resultOf(confirmedPartner(context), { except: Broken })
  if (!partner.ok) return { end: 'blocked', error: partner.error }
  let payload: WirePayload = {}
  const left = await resultOf(
    applyApplicationTransition(context, deal_id, async (deal) => {
      if (isInTrash(deal)) return { event: { event: 'take_back' } }
      const fit = payloadOf(context, deal)
      if (!fit.ok) return { event: { event: 'unfit', error: fit.error } }
      payload = fit.value
      const payload_hash = createHash('sha256').update(JSON.stringify(payload)).digest('hex')
      return { event: { event: 'leave', payload_hash } }
    }),
    { except: Broken },
  )
  // The submission was just canceled. Nothing is sent.
  if (!left.ok || left.value.state !== 'sending') return DONE

  const answer = await sendOrUnknown(
    context.log,
    partner.value.createApplication(payload),
    msg.errorsDeals.askPartner,
  )
  const stored = await resultOf(
    retryUntilStored(scope, () =>
      applyApplicationTransition(context, deal_id, async () => ({ event: { event: 'answer', answer } })),
    ),
  )
  const application_id = stored.ok ? stored.value.application_id : null
  // The response is stored. If the vault fails now, `queueAttached` applies the events later.
  if (application_id !== null) await logged(context.log, applyWaitingEvents(context, application_id))
  return endOf(context, 'application', answer)
}

async function sendDocument(
  scope: TaskContext,
  { deal_id, subject_id: document_id }: OutboxTask,
): Promise<TaskResult> {
  const { context, uploads } = scope
  const { vault, documents, emit } = context
  const partner = await resultOf(confirmedPartner(context), { except: Broken })
  if (!partner.ok) return { end: 'blocked', error: partner.error }
  const deal = await vault.getDeal(deal_id)
  if (deal === null) return dropTask(context, document_id)
  if (isInTrash(deal)) {
    await resultOf(applyDocumentTransition(context, document_id, { event: 'take_back' }), { except: Broken })
    return DONE
  }
  const { application_id } = deal
  const document = await vault.getDocument(document_id)
  if (application_id === null || document?.kind === '') {
    const error = application_id === null ? notAtPartner() : kindMissing()
    const back = await resultOf(applyDocumentTransition(context, document_id, { event: 'unfit', error }), {
      except: Broken,
    })
    return back.ok ? DONE : dropTask(context, document_id)
  }
  // The app is ending. Uploads that have not started remain queued, and the app sends them after its next start.
  if (uploads.isClosed) return DONE
  const left = await resultOf(applyDocumentTransition(context, document_id, { event: 'leave' }), {
    except: Broken,
  })
  if (!left.ok) return DONE

  const { name, kind } = left.value
  const { size, sha256 } = sentFile(left.value)
  const onProgress = everyPercent(size, (sent) =>
    emit('document.progress', { deal_id, document_id, sent, total: size }),
  )
  emit('document.progress', { deal_id, document_id, sent: 0, total: size })
  const file = { name, size, sha256, open: () => documents.open(sha256) }
  const upload = uploads.run(document_id, (signal) =>
    sendOrUnknown(
      context.log,
      partner.value.createDocument({ application_id, type: kind, file }, onProgress, signal),
      msg.errorsDeals.askPartner,
    ),
  )
  const { answer, wasCancelled } = await upload
  await resultOf(
    retryUntilStored(scope, () =>
      applyDocumentTransition(context, document_id, { event: 'answer', answer, taken_back: wasCancelled }),
    ),
  )
  return wasCancelled || uploads.isClosed ? DONE : endOf(context, 'document', answer)
}

function kindMissing(): AppError {
  const { errorsDeals: text } = msg
  return appError('DEAL_NOT_EDITABLE', text.kindMissing, text.chooseKindAndSend, { outcome: 'not_received' })
}

/** True for a deal in the trash. The deal is not sent; its documents can be sent after the deal is restored. */
function isInTrash(deal: StoredDeal | null): boolean {
  return deal !== null && deal.deleted_at !== null
}

/** Returns the API client for requests to the partner, if the broker confirmed real submissions. */
async function confirmedPartner(
  context: Pick<Platform, 'environment' | 'vault'> & PartnerAccess,
): Promise<PartnerApi> {
  const partner = must(await context.partner())
  // Check the confirmation after getting the API client. Otherwise, the broker could confirm newer credentials than those that the API
  // client uses.
  await holdUnconfirmed(context)
  return partner
}

/**
 * Queues all attached documents once the partner has the application. Also applies waiting events if the vault could not do so when the
 * response was stored.
 */
async function queueAttached({ context }: TaskContext, { deal_id }: OutboxTask): Promise<TaskResult> {
  const [deal, attached] = await Promise.all([
    context.vault.getDeal(deal_id),
    context.vault.listDocuments(deal_id),
  ])
  const application_id = deal?.application_id ?? null
  if (application_id !== null) await applyWaitingEvents(context, application_id)
  for (const { document_id, state } of attached) {
    if (state !== 'attached' || isInTrash(deal)) continue
    const leaves_at = context.clock.now()
    // If the document was removed in the meantime, continue with the others.
    await resultOf(applyDocumentTransition(context, document_id, { event: 'queue', leaves_at }), {
      except: Broken,
    })
  }
  await resultOf(
    applyApplicationTransition(context, deal_id, async () => ({ event: { event: 'documents_queued' } })),
    { except: Broken },
  )
  return DONE
}

async function lookForApplication(
  { context }: TaskContext,
  { deal_id, begun_at, tries }: OutboxTask,
): Promise<TaskResult> {
  const deal = await context.vault.getDeal(deal_id)
  if (deal?.state !== 'unknown') return dropTask(context, deal_id)
  const evidence = await reconcileApplication(context, deal, begun_at ?? deal.updated_at)
  const seek_again_at = reconcileAgainAt(tries, Date.parse(evidence.sought_at))
  const weighed = await resultOf(
    applyApplicationTransition(context, deal_id, async () => ({
      event: { event: 'evidence', evidence, seek_again_at },
    })),
    { except: Broken },
  )
  if (!weighed.ok) return DONE
  const { application_id } = weighed.value
  if (application_id !== null) await logged(context.log, applyWaitingEvents(context, application_id))
  // If the application was found, the partner responded, so tasks that wait for the connection can run.
  return { end: 'done', wasAnswered: weighed.value.state === 'received' }
}

async function lookForDocument(
  { context }: TaskContext,
  { deal_id, subject_id: document_id, begun_at, tries }: OutboxTask,
): Promise<TaskResult> {
  const [deal, document] = await Promise.all([
    context.vault.getDeal(deal_id),
    context.vault.getDocument(document_id),
  ])
  const application_id = deal?.application_id ?? null
  if (document?.state !== 'unknown' || application_id === null) return dropTask(context, document_id)
  const evidence = await reconcileDocument(context, application_id, document, begun_at)
  const seek_again_at = reconcileAgainAt(tries, Date.parse(evidence.sought_at))
  const weighed = await resultOf(
    applyDocumentTransition(context, document_id, { event: 'evidence', evidence, seek_again_at }),
    { except: Broken },
  )
  if (!weighed.ok) return DONE
  return { end: 'done', wasAnswered: weighed.value.state === 'received' }
}

async function dropTask({ vault }: Pick<Platform, 'vault'>, subject_id: string): Promise<TaskResult> {
  await vault.commit([{ write: 'drop_task', subject_id }])
  return DONE
}

function endOf(context: Pick<Platform, 'log'>, what: string, answer: Result<unknown>): TaskResult {
  if (answer.ok) return { end: 'done', wasAnswered: true }
  const { error } = answer
  context.log.warn(`${what} not received`, { code: error.code, outcome: error.outcome })
  const failure = classifyFailure(error)
  if (failure === 'wait' || failure === 'hold') return { end: 'blocked', error }
  if (failure === 'unknown' && isPassing(error)) return { end: 'doubtful', error }
  return { end: 'done', wasAnswered: failure === 'refused' }
}

/** Limits progress reports to one per percent, so that the window does not get too many messages. */
function everyPercent(total: number, notify: (sent: number) => void): (sent: number) => void {
  let reported = 0
  return (sent) => {
    if (sent < total && sent - reported < total / 100) return
    reported = sent
    notify(sent)
  }
}

/** The running uploads. Each upload can be canceled alone, and all are aborted when the app ends. */
export class Uploads {
  readonly #running = new Map<string, AbortController>()
  readonly #cancelled = new Set<string>()
  #isClosed = false

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Runs `send` with a signal that `cancel` aborts. The result says whether `cancel` was called for this upload. */
  async run<T>(
    document_id: string,
    send: (signal: AbortSignal) => Promise<T>,
  ): Promise<{ answer: T; wasCancelled: boolean }> {
    const upload = new AbortController()
    this.#running.set(document_id, upload)
    if (this.#isClosed) upload.abort()
    try {
      const answer = await send(upload.signal)
      return { answer, wasCancelled: this.#cancelled.has(document_id) }
    } finally {
      this.#running.delete(document_id)
      this.#cancelled.delete(document_id)
    }
  }

  /** Cancels an upload. Returns false if it is not running. */
  cancel(document_id: string): boolean {
    const upload = this.#running.get(document_id)
    if (upload === undefined) return false
    this.#cancelled.add(document_id)
    upload.abort()
    return true
  }

  /** Aborts running uploads and prevents new ones, because the app ends. */
  close(): void {
    this.#isClosed = true
    for (const upload of this.#running.values()) upload.abort()
  }
}
