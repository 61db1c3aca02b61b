import { createHash } from 'node:crypto'
import type { Effect } from '../../../src-shared/domain/queue.ts'
import { ok, type AppError, type Result } from '../../../src-shared/errors.ts'
import type { WirePayload } from '../../../src-shared/profile/wire-payload.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { applyWaitingEvents } from '../events/receive-events.ts'
import type { PartnerApi } from '../ports/partner-api.ts'
import type { StoredDeal } from '../ports/vault.ts'
import type { Workspace } from '../workspace.ts'
import { notAtService, payloadOf } from './broker-steps.ts'
import { holdUnconfirmed } from './first-real.ts'
import { seekAgainAt } from './line.ts'
import { seekApplication, seekDocument } from './seek-evidence.ts'
import { isOfVault, isPassing, judgeFailure } from './submission-machine.ts'
import { stepApplication, stepDocument } from './take-step.ts'
import { truthOf } from './truth-of.ts'
import { untilStored, type Pause } from './until-stored.ts'
import type { Uploads } from './uploads.ts'

/** Result of a task for the queue. The subject's result is already stored. */
export type Performed =
  | { end: 'done'; wasAnswered: boolean }
  /** It is queued again because of a problem that affects all tasks. */
  | { end: 'blocked'; error: AppError }
  /** Its outcome is unknown because of a temporary problem, so the next task should wait. */
  | { end: 'doubtful'; error: AppError }
  | { end: 'vault_failed'; error: AppError }

export interface PerformContext {
  workspace: Workspace
  uploads: Uploads
  pause: Pause
}

const DONE: Performed = { end: 'done', wasAnswered: false }

export function perform(context: PerformContext, effect: Effect): Promise<Performed> {
  switch (effect.task) {
    case 'send_application':
      return sendApplication(context, effect)
    case 'queue_documents':
      return queueAttached(context, effect)
    case 'send_document':
      return sendDocument(context, effect)
    case 'seek_application':
      return lookForApplication(context, effect)
    case 'seek_document':
      return lookForDocument(context, effect)
  }
}

async function sendApplication(context: PerformContext, { deal_id }: Effect): Promise<Performed> {
  const { workspace } = context
  const partner = await confirmedPartner(workspace)
  if (!partner.ok) return heldBack(partner.error)
  let payload: WirePayload = {}
  const left = await stepApplication(workspace, deal_id, async (deal) => {
    if (isThrownAway(deal)) return ok({ event: { event: 'take_back' } })
    const fit = payloadOf(workspace, deal)
    if (!fit.ok) return ok({ event: { event: 'unfit', error: fit.error } })
    payload = fit.value
    const payload_hash = createHash('sha256').update(JSON.stringify(payload)).digest('hex')
    return ok({ event: { event: 'leave', payload_hash } })
  })
  // It was just canceled, or the vault failed: nothing is sent.
  if (!left.ok) return withoutLeaving(left.error)
  if (left.value.state !== 'sending') return DONE

  const answer = await truthOf(partner.value.createApplication(payload), words().errorsDeals.askPartner)
  const stored = await untilStored(context, () =>
    stepApplication(workspace, deal_id, async () => ok({ event: { event: 'answer', answer } })),
  )
  const application_id = stored.ok ? stored.value.application_id : null
  if (application_id !== null) await applyWaitingEvents(workspace, application_id)
  return endOf(workspace, 'application', answer)
}

async function sendDocument(
  context: PerformContext,
  { deal_id, subject_id: document_id }: Effect,
): Promise<Performed> {
  const { workspace, uploads } = context
  const { vault, documents, emit } = workspace
  const partner = await confirmedPartner(workspace)
  if (!partner.ok) return heldBack(partner.error)
  const deal = await vault.getDeal(deal_id)
  if (!deal.ok) return { end: 'vault_failed', error: deal.error }
  if (deal.value === null) return dropTask(workspace, document_id)
  if (isThrownAway(deal.value)) {
    const back = await stepDocument(workspace, document_id, { event: 'take_back' })
    return back.ok ? DONE : withoutLeaving(back.error)
  }
  const { application_id } = deal.value
  if (application_id === null) {
    const back = await stepDocument(workspace, document_id, { event: 'unfit', error: notAtService() })
    if (back.ok) return DONE
    return isOfVault(back.error)
      ? { end: 'vault_failed', error: back.error }
      : dropTask(workspace, document_id)
  }
  // Tasks that were not started stay queued and are sent after the next start.
  if (uploads.isClosed) return DONE
  const left = await stepDocument(workspace, document_id, { event: 'leave' })
  if (!left.ok) return withoutLeaving(left.error)

  const { name, size, sha256, kind } = left.value
  const onProgress = everyPercent(size, (sent) =>
    emit('document.progress', { deal_id, document_id, sent, total: size }),
  )
  emit('document.progress', { deal_id, document_id, sent: 0, total: size })
  const file = { name, size, sha256, open: () => documents.open(sha256) }
  const upload = uploads.run(document_id, (signal) =>
    truthOf(
      partner.value.createDocument({ application_id, type: kind, file }, onProgress, signal),
      words().errorsDeals.askPartner,
    ),
  )
  const { answer, wasCancelled } = await upload
  await untilStored(context, () =>
    stepDocument(workspace, document_id, { event: 'answer', answer, taken_back: wasCancelled }),
  )
  return wasCancelled || uploads.isClosed ? DONE : endOf(workspace, 'document', answer)
}

/** True for a deal in the bin. It is not sent; its documents can be sent after it is restored. */
function isThrownAway(deal: StoredDeal | null): boolean {
  return deal !== null && deal.deleted_at !== null
}

/** Returns the partner if the broker confirmed real submissions. */
async function confirmedPartner(workspace: Workspace): Promise<Result<PartnerApi>> {
  const partner = await workspace.partner()
  if (!partner.ok) return partner
  // Checked after getting the client, so that the confirmation is not for newer credentials than the client's.
  const confirmed = await holdUnconfirmed(workspace)
  return confirmed.ok ? partner : confirmed
}

function heldBack(error: AppError): Performed {
  return { end: isOfVault(error) ? 'vault_failed' : 'blocked', error }
}

/**
 * Queues all attached documents once the partner has the application. Applies its waiting events if the vault could not do that with the
 * response.
 */
async function queueAttached({ workspace }: PerformContext, { deal_id }: Effect): Promise<Performed> {
  const [deal, attached] = await Promise.all([
    workspace.vault.getDeal(deal_id),
    workspace.vault.listDocuments(deal_id),
  ])
  if (!deal.ok) return { end: 'vault_failed', error: deal.error }
  if (!attached.ok) return { end: 'vault_failed', error: attached.error }
  const application_id = deal.value?.application_id ?? null
  const applied =
    application_id === null ? ok(undefined) : await applyWaitingEvents(workspace, application_id)
  if (!applied.ok) return { end: 'vault_failed', error: applied.error }
  for (const { document_id, state } of attached.value) {
    if (state !== 'attached' || isThrownAway(deal.value)) continue
    const leaves_at = workspace.clock.now()
    const queued = await stepDocument(workspace, document_id, { event: 'queue', leaves_at })
    // A removed document must not block the others.
    if (!queued.ok && isOfVault(queued.error)) return { end: 'vault_failed', error: queued.error }
  }
  const done = await stepApplication(workspace, deal_id, async () =>
    ok({ event: { event: 'documents_queued' } }),
  )
  return done.ok ? DONE : withoutLeaving(done.error)
}

async function lookForApplication(
  { workspace }: PerformContext,
  { deal_id, begun_at, tries }: Effect,
): Promise<Performed> {
  const deal = await workspace.vault.getDeal(deal_id)
  if (!deal.ok) return { end: 'vault_failed', error: deal.error }
  if (deal.value?.state !== 'unknown') return dropTask(workspace, deal_id)
  const found = await seekApplication(workspace, deal.value, begun_at ?? deal.value.updated_at)
  if (!found.ok) return { end: 'vault_failed', error: found.error }
  const evidence = found.value
  const seek_again_at = seekAgainAt(tries, Date.parse(evidence.sought_at))
  const weighed = await stepApplication(workspace, deal_id, async () =>
    ok({ event: { event: 'evidence', evidence, seek_again_at } }),
  )
  if (!weighed.ok) return withoutLeaving(weighed.error)
  if (weighed.value.application_id !== null) await applyWaitingEvents(workspace, weighed.value.application_id)
  // If it was found, the partner responded, so tasks waiting for the connection can run.
  return { end: 'done', wasAnswered: weighed.value.state === 'received' }
}

async function lookForDocument(
  { workspace }: PerformContext,
  { deal_id, subject_id: document_id, begun_at, tries }: Effect,
): Promise<Performed> {
  const [deal, document] = await Promise.all([
    workspace.vault.getDeal(deal_id),
    workspace.vault.getDocument(document_id),
  ])
  if (!deal.ok) return { end: 'vault_failed', error: deal.error }
  if (!document.ok) return { end: 'vault_failed', error: document.error }
  const application_id = deal.value?.application_id ?? null
  if (document.value?.state !== 'unknown' || application_id === null) return dropTask(workspace, document_id)
  const found = await seekDocument(workspace, application_id, document.value, begun_at)
  if (!found.ok) return { end: 'vault_failed', error: found.error }
  const evidence = found.value
  const seek_again_at = seekAgainAt(tries, Date.parse(evidence.sought_at))
  const weighed = await stepDocument(workspace, document_id, { event: 'evidence', evidence, seek_again_at })
  if (!weighed.ok) return withoutLeaving(weighed.error)
  return { end: 'done', wasAnswered: weighed.value.state === 'received' }
}

async function dropTask({ vault }: Workspace, subject_id: string): Promise<Performed> {
  const dropped = await vault.commit([{ write: 'drop_effect', subject_id }])
  return dropped.ok ? DONE : { end: 'vault_failed', error: dropped.error }
}

function withoutLeaving(error: AppError): Performed {
  return isOfVault(error) ? { end: 'vault_failed', error } : DONE
}

function endOf(workspace: Workspace, what: string, answer: Result<unknown>): Performed {
  if (answer.ok) return { end: 'done', wasAnswered: true }
  const { error } = answer
  workspace.log.warn(`${what} not received`, { code: error.code, outcome: error.outcome })
  const judged = judgeFailure(error)
  if (judged === 'wait' || judged === 'hold') return { end: 'blocked', error }
  if (judged === 'unknown' && isPassing(error)) return { end: 'doubtful', error }
  return { end: 'done', wasAnswered: judged === 'refused' }
}

/** Reports progress once per percent, so that the window is not flooded. */
function everyPercent(total: number, tell: (sent: number) => void): (sent: number) => void {
  let told = 0
  return (sent) => {
    if (sent < total && sent - told < total / 100) return
    told = sent
    tell(sent)
  }
}
