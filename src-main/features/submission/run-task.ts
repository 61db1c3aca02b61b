import { createHash } from 'node:crypto'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import { applyWaitingEvents } from '../events/receive-events.ts'
import type { PartnerApi } from '../../platform/partner/partner-api.ts'
import type { Pause } from '../../platform/base/system.ts'
import type { StoredDeal } from '../../platform/vault/records.ts'
import { applyApplicationTransition, applyDocumentTransition } from './apply-transition.ts'
import { reconcileAgainAt } from './queue.ts'
import { reconcileApplication, reconcileDocument } from './reconcile.ts'
import { notAtPartner, payloadOf, holdUnconfirmed } from './submission-commands.ts'
import type { OutboxTask } from '../../../src-shared/features/submission/queue.ts'
import { appError, type AppError, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { WirePayload } from '../../../src-shared/features/form/wire-payload.ts'
import { sentFile } from '../../../src-shared/features/documents/document.ts'
import {
  isOfVault,
  isPassing,
  classifyFailure,
  retryUntilStored,
  sendOrUnknown,
} from '../../platform/partner/classify-failure.ts'

/** What the queue must know about an ended task. The result for the task's application or document is already stored. */
export type TaskResult =
  | { end: 'done'; wasAnswered: boolean }
  /** The task is in the queue again, because a problem (such as a lost connection) affects all tasks. */
  | { end: 'blocked'; error: AppError }
  /** The outcome of the task is unknown because of a temporary problem. The next task should wait until the problem has passed. */
  | { end: 'doubtful'; error: AppError }
  | { end: 'vault_failed'; error: AppError }

export interface TaskContext {
  context: EnvironmentContext
  uploads: Uploads
  pause: Pause
}

const DONE: TaskResult = { end: 'done', wasAnswered: false }

export function runTask(scope: TaskContext, task: OutboxTask): Promise<TaskResult> {
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
  const partner = await confirmedPartner(context)
  if (!partner.ok) return heldBack(partner.error)
  let payload: WirePayload = {}
  const left = await applyApplicationTransition(context, deal_id, async (deal) => {
    if (isInTrash(deal)) return ok({ event: { event: 'take_back' } })
    const fit = payloadOf(context, deal)
    if (!fit.ok) return ok({ event: { event: 'unfit', error: fit.error } })
    payload = fit.value
    const payload_hash = createHash('sha256').update(JSON.stringify(payload)).digest('hex')
    return ok({ event: { event: 'leave', payload_hash } })
  })
  // The submission was just canceled, or the vault failed. Nothing is sent.
  if (!left.ok) return withoutLeaving(left.error)
  if (left.value.state !== 'sending') return DONE

  const answer = await sendOrUnknown(
    context.log,
    partner.value.createApplication(payload),
    msg.errorsDeals.askPartner,
  )
  const stored = await retryUntilStored(scope, () =>
    applyApplicationTransition(context, deal_id, async () => ok({ event: { event: 'answer', answer } })),
  )
  const application_id = stored.ok ? stored.value.application_id : null
  if (application_id !== null) await applyWaitingEvents(context, application_id)
  return endOf(context, 'application', answer)
}

async function sendDocument(
  scope: TaskContext,
  { deal_id, subject_id: document_id }: OutboxTask,
): Promise<TaskResult> {
  const { context, uploads } = scope
  const { vault, documents, emit } = context
  const partner = await confirmedPartner(context)
  if (!partner.ok) return heldBack(partner.error)
  const deal = await vault.getDeal(deal_id)
  if (!deal.ok) return { end: 'vault_failed', error: deal.error }
  if (deal.value === null) return dropTask(context, document_id)
  if (isInTrash(deal.value)) {
    const back = await applyDocumentTransition(context, document_id, { event: 'take_back' })
    return back.ok ? DONE : withoutLeaving(back.error)
  }
  const { application_id } = deal.value
  const document = await vault.getDocument(document_id)
  if (!document.ok) return { end: 'vault_failed', error: document.error }
  if (application_id === null || document.value?.kind === '') {
    const error = application_id === null ? notAtPartner() : kindMissing()
    const back = await applyDocumentTransition(context, document_id, { event: 'unfit', error })
    if (back.ok) return DONE
    return isOfVault(back.error) ? { end: 'vault_failed', error: back.error } : dropTask(context, document_id)
  }
  // The app is ending. Uploads that have not started remain queued, and the app sends them after its next start.
  if (uploads.isClosed) return DONE
  const left = await applyDocumentTransition(context, document_id, { event: 'leave' })
  if (!left.ok) return withoutLeaving(left.error)

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
  await retryUntilStored(scope, () =>
    applyDocumentTransition(context, document_id, { event: 'answer', answer, taken_back: wasCancelled }),
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
async function confirmedPartner(context: EnvironmentContext): Promise<Result<PartnerApi>> {
  const partner = await context.partner()
  if (!partner.ok) return partner
  // Check the confirmation after getting the API client. Otherwise, the broker could confirm newer credentials than those that the API
  // client uses.
  const confirmed = await holdUnconfirmed(context)
  return confirmed.ok ? partner : confirmed
}

function heldBack(error: AppError): TaskResult {
  return { end: isOfVault(error) ? 'vault_failed' : 'blocked', error }
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
  if (!deal.ok) return { end: 'vault_failed', error: deal.error }
  if (!attached.ok) return { end: 'vault_failed', error: attached.error }
  const application_id = deal.value?.application_id ?? null
  const applied = application_id === null ? ok(undefined) : await applyWaitingEvents(context, application_id)
  if (!applied.ok) return { end: 'vault_failed', error: applied.error }
  for (const { document_id, state } of attached.value) {
    if (state !== 'attached' || isInTrash(deal.value)) continue
    const leaves_at = context.clock.now()
    const queued = await applyDocumentTransition(context, document_id, { event: 'queue', leaves_at })
    // Stop only if the vault failed. Any other error means that the document was removed in the meantime: continue with the others.
    if (!queued.ok && isOfVault(queued.error)) return { end: 'vault_failed', error: queued.error }
  }
  const done = await applyApplicationTransition(context, deal_id, async () =>
    ok({ event: { event: 'documents_queued' } }),
  )
  return done.ok ? DONE : withoutLeaving(done.error)
}

async function lookForApplication(
  { context }: TaskContext,
  { deal_id, begun_at, tries }: OutboxTask,
): Promise<TaskResult> {
  const deal = await context.vault.getDeal(deal_id)
  if (!deal.ok) return { end: 'vault_failed', error: deal.error }
  if (deal.value?.state !== 'unknown') return dropTask(context, deal_id)
  const found = await reconcileApplication(context, deal.value, begun_at ?? deal.value.updated_at)
  if (!found.ok) return { end: 'vault_failed', error: found.error }
  const evidence = found.value
  const seek_again_at = reconcileAgainAt(tries, Date.parse(evidence.sought_at))
  const weighed = await applyApplicationTransition(context, deal_id, async () =>
    ok({ event: { event: 'evidence', evidence, seek_again_at } }),
  )
  if (!weighed.ok) return withoutLeaving(weighed.error)
  if (weighed.value.application_id !== null) await applyWaitingEvents(context, weighed.value.application_id)
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
  if (!deal.ok) return { end: 'vault_failed', error: deal.error }
  if (!document.ok) return { end: 'vault_failed', error: document.error }
  const application_id = deal.value?.application_id ?? null
  if (document.value?.state !== 'unknown' || application_id === null) return dropTask(context, document_id)
  const found = await reconcileDocument(context, application_id, document.value, begun_at)
  if (!found.ok) return { end: 'vault_failed', error: found.error }
  const evidence = found.value
  const seek_again_at = reconcileAgainAt(tries, Date.parse(evidence.sought_at))
  const weighed = await applyDocumentTransition(context, document_id, {
    event: 'evidence',
    evidence,
    seek_again_at,
  })
  if (!weighed.ok) return withoutLeaving(weighed.error)
  return { end: 'done', wasAnswered: weighed.value.state === 'received' }
}

async function dropTask({ vault }: EnvironmentContext, subject_id: string): Promise<TaskResult> {
  const dropped = await vault.commit([{ write: 'drop_task', subject_id }])
  return dropped.ok ? DONE : { end: 'vault_failed', error: dropped.error }
}

function withoutLeaving(error: AppError): TaskResult {
  return isOfVault(error) ? { end: 'vault_failed', error } : DONE
}

function endOf(context: EnvironmentContext, what: string, answer: Result<unknown>): TaskResult {
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
