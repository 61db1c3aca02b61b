import {
  type Duplicate,
  USUAL_DUPLICATE_DAYS,
  USUAL_UNDO_SECONDS,
  type SubmissionSettings,
} from '../../../src-shared/features/submission/queue.ts'
import { appError, fail, ok, type AppError, type Result } from '../../../src-shared/platform/base/errors.ts'
import { orphanedFormValues } from '../../../src-shared/features/form/orphaned-values.ts'
import { validateDraft } from '../../../src-shared/features/form/validate-draft.ts'
import type { WirePayload } from '../../../src-shared/features/form/wire-payload.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { loadDeal } from '../deals/load-deal.ts'
import { applyWaitingEvents } from '../events/receive-events.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { StoredDeal } from '../../platform/vault/records.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import { findDuplicates, fingerprintOf } from './duplicates.ts'
import { applyApplicationTransition, applyDocumentTransition } from './apply-transition.ts'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'
import { isOfVault } from '../../platform/partner/classify-failure.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { readConnection } from '../connection/connection-settings.ts'
import { isOfOtherProfile } from '../drafts/change-draft.ts'

// Commands on the submission queue. The caller wakes the engine.

/**
 * Returns the payload as the app would send it now. Fails with `DRAFT_INCOMPLETE` and the problem fields if the deal may not be sent yet.
 * Fails with `DRAFT_INCOMPLETE` without fields if the office's form changed, and the new form has no field for some values of the deal. The
 * broker has not seen yet that these values would be left out. Fails with `SETTINGS_UNREADABLE` while the office's own form is unreadable,
 * because the partner's requirements are then unknown.
 */
export function payloadOf(context: EnvironmentContext, deal: StoredDeal): Result<WirePayload> {
  const { profile, isFormReadable, clock } = context
  if (!isFormReadable)
    return fail(
      appError(
        'SETTINGS_UNREADABLE',
        msg.errorsPartner.settingUnreadable(msg.errorsPartner.theForm),
        msg.errorsPartner.enterAgain,
        { outcome: 'not_received' },
      ),
    )
  const { problems, payload } = validateDraft(profile, deal.values, dayOf(clock.now()))
  const { errorsDeals: text } = msg
  if (problems.length > 0)
    return fail(
      appError('DRAFT_INCOMPLETE', text.fieldsNeed(problems.length), text.completeAndSubmit, {
        outcome: 'not_received',
        fields: problems,
      }),
    )
  const unseen = isOfOtherProfile(context, deal) ? orphanedFormValues(profile, deal.values).length : 0
  if (unseen === 0) return ok(payload)
  return fail(
    appError('DRAFT_INCOMPLETE', text.orphansUnseen(unseen), text.openAndSubmit, { outcome: 'not_received' }),
  )
}

/** Returns what the broker should know before submitting: possible duplicates, and the length of the undo window. */
export async function checkSubmission(
  context: EnvironmentContext,
  deal_id: string,
): Promise<Result<{ duplicates: Duplicate[]; undo_seconds: number }>> {
  const [deal, settings] = await Promise.all([
    loadDeal(context, deal_id),
    readSubmissionSettings(context.vault),
  ])
  if (!deal.ok) return deal
  if (!settings.ok) return settings
  const payload = payloadOf(context, deal.value)
  if (!payload.ok) return payload
  const fingerprint = fingerprintOf(deal_id, payload.value, context.clock.now())
  const duplicates = await findDuplicates(context, fingerprint, settings.value.duplicate_days)
  return duplicates.ok
    ? ok({ duplicates: duplicates.value, undo_seconds: settings.value.undo_seconds })
    : duplicates
}

/**
 * Queues an application, which is sent when the undo window ends. Fails with `SUBMISSION_DUPLICATE` if another deal has the same EIN or
 * content. Deals in `despite` do not count, because the broker has already decided to submit despite them. Fails with `DRAFT_INCOMPLETE`
 * and the problem fields if the application may not be sent yet. After a failure, nothing is queued.
 */
export function submitApplication(
  context: EnvironmentContext,
  deal_id: string,
  despite: readonly string[] = [],
): Promise<Result<void>> {
  // Run submissions one after another. If two deals of the same client ran together, neither duplicate check would find the other deal.
  return oneAtATime('submissions', () => submitOne(context, deal_id, despite))
}

async function submitOne(
  context: EnvironmentContext,
  deal_id: string,
  despite: readonly string[],
): Promise<Result<void>> {
  const there = await loadDeal(context, deal_id)
  if (!there.ok) return there
  const settings = await readSubmissionSettings(context.vault)
  if (!settings.ok) return settings
  const { undo_seconds, duplicate_days } = settings.value
  const confirmed = await refuseUnconfirmed(context)
  if (!confirmed.ok) return confirmed
  const queued = await applyApplicationTransition(context, deal_id, async (deal) => {
    const now = context.clock.now()
    const event = { event: 'submit', leaves_at: later(now, undo_seconds) } as const
    // In any other state, the state machine refuses to submit and reports the state. Do not check the payload before, because its problems
    // would hide this report.
    if (deal.state !== 'draft' && deal.state !== 'refused') return ok({ event })
    const payload = payloadOf(context, deal)
    if (!payload.ok) return payload
    const fingerprint = fingerprintOf(deal_id, payload.value, now)
    const duplicates = await findDuplicates(context, fingerprint, duplicate_days)
    if (!duplicates.ok) return duplicates
    if (duplicates.value.some((duplicate) => !despite.includes(duplicate.deal_id)))
      return fail(
        appError('SUBMISSION_DUPLICATE', msg.errorsDeals.duplicateSent, msg.errorsDeals.lookAtDuplicate, {
          outcome: 'not_received',
        }),
      )
    return ok({ event, writes: [{ write: 'put_fingerprint', fingerprint }] })
  })
  return queued.ok ? ok(undefined) : queued
}

/**
 * Removes an application from the queue. Fails if the request was already sent, because the partner's response then decides about the
 * application's state.
 */
export async function cancelSubmission(context: EnvironmentContext, deal_id: string): Promise<Result<void>> {
  const back = await applyApplicationTransition(context, deal_id, async () =>
    ok({ event: { event: 'take_back' } }),
  )
  return back.ok ? ok(undefined) : back
}

export async function sendNow(context: EnvironmentContext, deal_id: string): Promise<Result<void>> {
  const now = await applyApplicationTransition(context, deal_id, async () =>
    ok({ event: { event: 'send_now' } }),
  )
  return now.ok ? ok(undefined) : now
}

export function notAtPartner(): AppError {
  const { errorsDeals: text } = msg
  return appError('DEAL_NOT_EDITABLE', text.notAtPartner, text.submitApplicationFirst, {
    outcome: 'not_received',
  })
}

/** Queues all unsent documents of the deal, or only the document `document_id`. Skips documents with an unknown outcome. */
export async function queueDocuments(
  context: EnvironmentContext,
  deal_id: string,
  document_id?: string,
): Promise<Result<void>> {
  const deal = await loadDeal(context, deal_id)
  if (!deal.ok) return deal
  if (deal.value.application_id === null) return fail(notAtPartner())
  const documents = await context.vault.listDocuments(deal_id)
  if (!documents.ok) return documents
  return queueEach(
    context,
    documents.value.filter(
      (one) =>
        (one.state === 'attached' || one.state === 'refused') &&
        (document_id === undefined || one.document_id === document_id),
    ),
  )
}

/**
 * Queues newly attached documents if other documents of their deal are queued or being sent: the broker has already clicked Send for this
 * deal. The new documents are then sent after the undo window. If no documents are queued or being sent, the new documents wait for a click
 * on Send.
 */
export async function joinUploads(
  context: EnvironmentContext,
  deal_id: string,
  attached: readonly DealDocument[],
): Promise<Result<void>> {
  const deal = await loadDeal(context, deal_id)
  if (!deal.ok) return deal
  const documents = await context.vault.listDocuments(deal_id)
  if (!documents.ok) return documents
  const isUnderWay = documents.value.some(({ state }) => state === 'queued' || state === 'sending')
  if (deal.value.application_id === null || !isUnderWay) return ok(undefined)
  return queueEach(context, attached)
}

async function queueEach(
  context: EnvironmentContext,
  documents: readonly DealDocument[],
): Promise<Result<void>> {
  const settings = await readSubmissionSettings(context.vault)
  if (!settings.ok) return settings
  const leaves_at = later(context.clock.now(), settings.value.undo_seconds)
  for (const { document_id } of documents) {
    const queued = await applyDocumentTransition(context, document_id, { event: 'queue', leaves_at })
    // Stop only if the vault fails. Any other error concerns only this document, for example because it was removed in the meantime.
    if (!queued.ok && isOfVault(queued.error)) return queued
  }
  return ok(undefined)
}

/** Resolves the unknown outcome of an application: stores what the broker says about it. */
export async function resolveUnknownApplication(
  context: EnvironmentContext,
  deal_id: string,
  arrived: boolean,
  application_id: string | undefined,
): Promise<Result<void>> {
  if (arrived && application_id === undefined)
    return fail(appError('INVALID_INPUT', msg.errorsDeals.idMissing, msg.errorsDeals.askForId))
  const resolved = await applyApplicationTransition(context, deal_id, async () =>
    ok({ event: { event: 'resolve', application_id: arrived ? (application_id ?? null) : null } }),
  )
  if (!resolved.ok) return resolved
  if (application_id !== undefined && arrived) await applyWaitingEvents(context, application_id)
  return ok(undefined)
}

/** Resolves the unknown outcome of a document: stores what the broker says about it. */
export async function resolveUnknownDocument(
  context: EnvironmentContext,
  document_id: string,
  arrived: boolean,
): Promise<Result<void>> {
  const resolved = await applyDocumentTransition(context, document_id, { event: 'resolve', arrived })
  return resolved.ok ? ok(undefined) : resolved
}

function later(instant: string, seconds: number): string {
  return new Date(Date.parse(instant) + seconds * 1000).toISOString()
}

export const UNDO = 'undo_seconds'
const DUPLICATE = 'duplicate_days'

export async function readSubmissionSettings(vault: Vault): Promise<Result<SubmissionSettings>> {
  const [undo, duplicate] = await Promise.all([vault.getSetting(UNDO), vault.getSetting(DUPLICATE)])
  if (!undo.ok) return undo
  if (!duplicate.ok) return duplicate
  return ok({
    undo_seconds: undo.value === null ? USUAL_UNDO_SECONDS : Number(undo.value),
    duplicate_days: duplicate.value === null ? USUAL_DUPLICATE_DAYS : Number(duplicate.value),
  })
}

export async function saveSubmissionSettings(
  { vault }: EnvironmentContext,
  settings: SubmissionSettings,
): Promise<Result<SubmissionSettings>> {
  const kept = await vault.commit([
    { write: 'set_setting', key: UNDO, value: String(settings.undo_seconds) },
    { write: 'set_setting', key: DUPLICATE, value: String(settings.duplicate_days) },
  ])
  return kept.ok ? ok(settings) : kept
}

/*
 * The first application to a production partner involves real money and a real merchant. The broker must therefore confirm once that real
 * applications may be sent. The setting below stores for which address and credentials. Other ones require a new confirmation.
 */

const CONFIRMED_FOR = 'real_submissions_confirmed_for'

/** Returns whether the broker must still confirm real submissions, and where they would go. */
export async function firstReal(
  context: Pick<EnvironmentContext, 'environment' | 'vault'>,
): Promise<Result<{ is_needed: boolean; host: string; credentials: string }>> {
  const connection = await readConnection(context.vault)
  if (!connection.ok) return connection
  const { base_url, client_id } = connection.value
  const credentials = JSON.stringify([base_url, client_id])
  const confirmed = await context.vault.getSetting(CONFIRMED_FOR)
  if (!confirmed.ok) return confirmed
  return ok({
    is_needed: context.environment === 'production' && confirmed.value !== credentials,
    host: URL.canParse(base_url) ? new URL(base_url).host : base_url,
    credentials,
  })
}

/**
 * Stores the confirmation for the current credentials only. Fails with `ENVIRONMENT_CHANGED` if the host of the current address differs
 * from the host that the broker saw.
 */
export async function confirmReal(
  { environment, vault }: EnvironmentContext,
  shown_host: string,
): Promise<Result<void>> {
  const first = await firstReal({ environment, vault })
  if (!first.ok) return first
  const { host } = first.value
  if (host !== shown_host) return fail(anotherHost(host, shown_host))
  const kept = await vault.commit([
    { write: 'set_setting', key: CONFIRMED_FOR, value: first.value.credentials },
  ])
  return kept.ok ? ok(undefined) : kept
}

/**
 * Fails with `PRODUCTION_NOT_CONFIRMED` until the broker confirms real submissions. The rule is enforced here and not in a screen, so that
 * no way of submitting bypasses it. `holdUnconfirmed` applies the rule again before a queued submission is sent.
 */
function refuseUnconfirmed(context: EnvironmentContext): Promise<Result<void>> {
  const { notConfirmed, notConfirmedAdvice } = msg.submission.firstReal
  return unlessNeeded(context, notConfirmed, notConfirmedAdvice)
}

/** Checks again when an application or document is about to be sent, because the destination may have changed since submission. */
export function holdUnconfirmed(context: EnvironmentContext): Promise<Result<void>> {
  const { changed, changedAdvice } = msg.submission.firstReal
  return unlessNeeded(context, changed, changedAdvice)
}

async function unlessNeeded(
  context: EnvironmentContext,
  message: Message,
  advice: Message,
): Promise<Result<void>> {
  const first = await firstReal(context)
  if (!first.ok) return first
  if (!first.value.is_needed) return ok(undefined)
  return fail(appError('PRODUCTION_NOT_CONFIRMED', message, advice, { outcome: 'not_received' }))
}

function anotherHost(host: string, shown_host: string): AppError {
  const { anotherHost: message, anotherHostAdvice } = msg.submission.firstReal
  return appError('ENVIRONMENT_CHANGED', message(host, shown_host), anotherHostAdvice, {
    outcome: 'not_received',
  })
}
