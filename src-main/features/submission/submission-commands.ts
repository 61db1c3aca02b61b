import { logged } from '../../platform/base/log-lines.ts'
import { Broken, Failure, must, resultOf, failure } from '../../platform/base/failure.ts'
import {
  type Duplicate,
  type HealthNote,
  sentenceOf,
  USUAL_DUPLICATE_DAYS,
  USUAL_UNDO_SECONDS,
  type SubmissionSettings,
} from '../../../src-shared/features/submission/queue.ts'
import { appError, fail, ok, type AppError, type Result } from '../../../src-shared/platform/base/errors.ts'
import { concreteFields } from '../../../src-shared/features/form/form-path.ts'
import { readIdNumber } from '../../../src-shared/platform/entry/id-number.ts'
import { orphanedFormValues } from '../../../src-shared/features/form/orphaned-values.ts'
import { validateDraft } from '../../../src-shared/features/form/validate-draft.ts'
import type { WirePayload } from '../../../src-shared/features/form/wire-payload.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { loadDeal } from '../deals/load-deal.ts'
import { applyWaitingEvents } from '../events/receive-events.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { StoredDeal, Fingerprint } from '../../platform/vault/records.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { BrokerForm } from '../form/payload-profile.ts'
import type { EventNeeds } from '../events/event-effects.ts'
import type { StatementNeeds } from '../statements/deal-statements.ts'
import { healthOf } from './health.ts'
import { applyApplicationTransition, applyDocumentTransition } from './apply-transition.ts'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { readConnection } from '../connection/connection-settings.ts'
import { isOfOtherProfile, type DraftNeeds } from '../drafts/change-draft.ts'
import { hash } from 'node:crypto'

export type SubmitNeeds = StatementNeeds & Pick<Platform, 'environment'> & Pick<BrokerForm, 'isFormReadable'>

// Commands on the submission queue. The caller wakes the engine.

/**
 * Returns the payload as the app would send it now. Fails with `DRAFT_INCOMPLETE` and the problem fields if the deal may not be sent yet.
 * Fails with `DRAFT_INCOMPLETE` without fields if the office's form changed, and the new form has no field for some values of the deal. The
 * broker has not seen yet that these values would be left out. Fails with `SETTINGS_UNREADABLE` while the office's own form is unreadable,
 * because the partner's requirements are then unknown.
 */
export function payloadOf(
  context: Pick<Platform, 'clock'> & Pick<BrokerForm, 'profile' | 'isFormReadable'>,
  deal: StoredDeal,
): Result<WirePayload> {
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

/** Returns what the broker should know before submitting: possible duplicates, what may be wrong, and the length of the undo window. */
export async function checkSubmission(
  context: SubmitNeeds,
  deal_id: string,
): Promise<{ duplicates: Duplicate[]; notes: HealthNote[]; undo_seconds: number }> {
  const [deal, settings] = await Promise.all([
    loadDeal(context, deal_id),
    readSubmissionSettings(context.vault),
  ])
  const payload = must(payloadOf(context, deal))
  const fingerprint = fingerprintOf(context, deal, payload)
  const [duplicates, notes] = await Promise.all([
    findDuplicates(context, fingerprint, settings.duplicate_days),
    healthOf(context, deal),
  ])
  return { duplicates, notes, undo_seconds: settings.undo_seconds }
}

/**
 * Queues an application. The app sends it when the undo window ends. Fails with `SUBMISSION_DUPLICATE` if another deal has the same content
 * or client, and with `DOCUMENTS_OF_OTHERS` if a file is of another merchant. Deals and files in `despite` do not count, because the broker
 * has already decided to submit despite them. Fails with `DRAFT_INCOMPLETE` and the problem fields if the application may not be sent yet.
 * After a failure, nothing is queued.
 */
export function submitApplication(
  context: SubmitNeeds,
  deal_id: string,
  despite: readonly string[] = [],
): Promise<void> {
  // Run submissions one after another. If two deals of the same client ran together, neither duplicate check would find the other deal.
  return oneAtATime('submissions', () => submitOne(context, deal_id, despite))
}

async function submitOne(context: SubmitNeeds, deal_id: string, despite: readonly string[]): Promise<void> {
  const notes = await healthOf(context, await loadDeal(context, deal_id))
  const { undo_seconds, duplicate_days } = await readSubmissionSettings(context.vault)
  await refuseUnconfirmed(context)
  await applyApplicationTransition(context, deal_id, async (deal) => {
    const now = context.clock.now()
    const known = notes.map(sentenceOf)
    const event = { event: 'submit', leaves_at: later(now, undo_seconds), known } as const
    // In any other state, the state machine refuses to submit and reports the state. Do not check the payload before, because its problems
    // would hide this report.
    if (deal.state !== 'draft' && deal.state !== 'refused') return { event }
    const payload = must(payloadOf(context, deal))
    const fingerprint = fingerprintOf(context, deal, payload)
    const duplicates = await findDuplicates(context, fingerprint, duplicate_days)
    if (duplicates.some((duplicate) => !despite.includes(duplicate.deal_id)))
      throw failure('SUBMISSION_DUPLICATE', msg.errorsDeals.duplicateSent, msg.errorsDeals.lookAtDuplicate, {
        outcome: 'not_received',
      })
    const ofOthers = notes.flatMap(({ document_ids = [] }) => document_ids)
    if (ofOthers.some((document_id) => !despite.includes(document_id)))
      throw failure('DOCUMENTS_OF_OTHERS', msg.errorsDeals.filesOfOthers, msg.errorsDeals.lookAtFiles, {
        outcome: 'not_received',
      })
    return { event, writes: [{ write: 'put_fingerprint', fingerprint }] }
  })
}

/**
 * Removes an application from the queue. Fails if the request was already sent, because the partner's response then decides about the
 * application's state.
 */
export async function cancelSubmission(context: DraftNeeds, deal_id: string): Promise<void> {
  await applyApplicationTransition(context, deal_id, async () => ({ event: { event: 'take_back' } }))
}

export async function sendNow(context: DraftNeeds, deal_id: string): Promise<void> {
  await applyApplicationTransition(context, deal_id, async () => ({ event: { event: 'send_now' } }))
}

export function notAtPartner(): AppError {
  const { errorsDeals: text } = msg
  return appError('DEAL_NOT_EDITABLE', text.notAtPartner, text.submitApplicationFirst, {
    outcome: 'not_received',
  })
}

/** Queues all unsent documents of the deal, or only the document `document_id`. Skips documents with an unknown outcome. */
export async function queueDocuments(
  context: Pick<Platform, 'vault' | 'clock' | 'emit'>,
  deal_id: string,
  document_id?: string,
): Promise<void> {
  const deal = await loadDeal(context, deal_id)
  if (deal.application_id === null) throw new Failure(notAtPartner())
  const documents = await context.vault.listDocuments(deal_id)
  return queueEach(
    context,
    documents.filter(
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
  context: Pick<Platform, 'vault' | 'clock' | 'emit'>,
  deal_id: string,
  attached: readonly DealDocument[],
): Promise<void> {
  const deal = await loadDeal(context, deal_id)
  const documents = await context.vault.listDocuments(deal_id)
  const isUnderWay = documents.some(({ state }) => state === 'queued' || state === 'sending')
  if (deal.application_id === null || !isUnderWay) return
  return queueEach(context, attached)
}

async function queueEach(
  context: Pick<Platform, 'vault' | 'clock' | 'emit'>,
  documents: readonly DealDocument[],
): Promise<void> {
  const settings = await readSubmissionSettings(context.vault)
  const leaves_at = later(context.clock.now(), settings.undo_seconds)
  for (const { document_id } of documents) {
    // Any error but the vault's concerns only this document, for example because it was removed in the meantime.
    await resultOf(applyDocumentTransition(context, document_id, { event: 'queue', leaves_at }), {
      except: Broken,
    })
  }
}

/** Resolves the unknown outcome of an application: stores what the broker says about it. */
export async function resolveUnknownApplication(
  context: DraftNeeds & EventNeeds,
  deal_id: string,
  arrived: boolean,
  application_id: string | undefined,
): Promise<void> {
  if (arrived && application_id === undefined)
    throw failure('INVALID_INPUT', msg.errorsDeals.idMissing, msg.errorsDeals.askForId)
  await applyApplicationTransition(context, deal_id, async () => ({
    event: { event: 'resolve', application_id: arrived ? (application_id ?? null) : null },
  }))
  if (application_id !== undefined && arrived)
    await logged(context.log, applyWaitingEvents(context, application_id))
}

/** Resolves the unknown outcome of a document: stores what the broker says about it. */
export async function resolveUnknownDocument(
  context: Pick<Platform, 'vault' | 'clock' | 'emit'>,
  document_id: string,
  arrived: boolean,
): Promise<void> {
  await applyDocumentTransition(context, document_id, { event: 'resolve', arrived })
}

function later(instant: string, seconds: number): string {
  return new Date(Date.parse(instant) + seconds * 1000).toISOString()
}

const UNDO = 'undo_seconds'
const DUPLICATE = 'duplicate_days'

export async function readSubmissionSettings(vault: Vault): Promise<SubmissionSettings> {
  const [undo, duplicate] = await Promise.all([vault.getSetting(UNDO), vault.getSetting(DUPLICATE)])
  return {
    undo_seconds: undo === null ? USUAL_UNDO_SECONDS : Number(undo),
    duplicate_days: duplicate === null ? USUAL_DUPLICATE_DAYS : Number(duplicate),
  }
}

export async function saveSubmissionSettings(
  { vault }: Pick<Platform, 'vault'>,
  settings: SubmissionSettings,
): Promise<SubmissionSettings> {
  await vault.commit([
    { write: 'set_setting', key: UNDO, value: String(settings.undo_seconds) },
    { write: 'set_setting', key: DUPLICATE, value: String(settings.duplicate_days) },
  ])
  return settings
}

/*
 * The first application to a production partner involves real money and a real merchant. The broker must therefore confirm once that real
 * applications may be sent. The setting below stores for which address and credentials. Other ones require a new confirmation.
 */

const CONFIRMED_FOR = 'real_submissions_confirmed_for'

/** Returns whether the broker must still confirm real submissions, and where they would go. */
export async function firstReal(
  context: Pick<Platform, 'environment' | 'vault'>,
): Promise<{ is_needed: boolean; host: string; credentials: string }> {
  const { base_url, client_id } = await readConnection(context.vault)
  const credentials = JSON.stringify([base_url, client_id])
  const confirmed = await context.vault.getSetting(CONFIRMED_FOR)
  return {
    is_needed: context.environment === 'production' && confirmed !== credentials,
    host: URL.canParse(base_url) ? new URL(base_url).host : base_url,
    credentials,
  }
}

/**
 * Stores the confirmation for the current credentials only. Fails with `ENVIRONMENT_CHANGED` if the host of the current address differs
 * from the host that the broker saw.
 */
export async function confirmReal(
  { environment, vault }: Pick<Platform, 'environment' | 'vault'>,
  shown_host: string,
): Promise<void> {
  const first = await firstReal({ environment, vault })
  const { host } = first
  if (host !== shown_host) throw new Failure(anotherHost(host, shown_host))
  await vault.commit([{ write: 'set_setting', key: CONFIRMED_FOR, value: first.credentials }])
}

/**
 * Fails with `PRODUCTION_NOT_CONFIRMED` until the broker confirms real submissions. The rule is enforced here and not in a screen, so that
 * no way of submitting bypasses it. `holdUnconfirmed` applies the rule again before a queued submission is sent.
 */
function refuseUnconfirmed(context: Pick<Platform, 'environment' | 'vault'>): Promise<void> {
  const { notConfirmed, notConfirmedAdvice } = msg.submission.firstReal
  return unlessNeeded(context, notConfirmed, notConfirmedAdvice)
}

/** Checks again when an application or document is about to be sent, because the destination may have changed since submission. */
export function holdUnconfirmed(context: Pick<Platform, 'environment' | 'vault'>): Promise<void> {
  const { changed, changedAdvice } = msg.submission.firstReal
  return unlessNeeded(context, changed, changedAdvice)
}

async function unlessNeeded(
  context: Pick<Platform, 'environment' | 'vault'>,
  message: Message,
  advice: Message,
): Promise<void> {
  const first = await firstReal(context)
  if (!first.is_needed) return
  throw failure('PRODUCTION_NOT_CONFIRMED', message, advice, { outcome: 'not_received' })
}

function anotherHost(host: string, shown_host: string): AppError {
  const { anotherHost: message, anotherHostAdvice } = msg.submission.firstReal
  return appError('ENVIRONMENT_CHANGED', message(host, shown_host), anotherHostAdvice, {
    outcome: 'not_received',
  })
}

const DAY_MS = 86_400_000
/** Fields that are only for the office and do not describe the client. */
const OF_THE_OFFICE: ReadonlySet<string> = new Set(['reference', 'notes'])

/** Computes a fingerprint from the sent payload. The app compares fingerprints to recognize duplicate submissions. */
function fingerprintOf(
  { profile, clock }: Pick<SubmitNeeds, 'profile' | 'clock'>,
  { deal_id, values }: StoredDeal,
  payload: WirePayload,
): Fingerprint {
  const { application, company } = payload
  const content = {
    ...payload,
    application:
      typeof application === 'object' && !Array.isArray(application)
        ? Object.fromEntries(Object.entries(application).filter(([key]) => !OF_THE_OFFICE.has(key)))
        : (application ?? null),
  }
  const ein =
    typeof company === 'object' && !Array.isArray(company) && typeof company['ein'] === 'string'
      ? company['ein']
      : ''
  return {
    deal_id,
    ein,
    ssns: concreteFields(profile, values).flatMap(({ field, value }) =>
      field.type === 'ssn' && typeof value === 'string' ? (readIdNumber('ssn', value) ?? []) : [],
    ),
    content: hash('sha256', JSON.stringify(content)),
    submitted_at: clock.now(),
  }
}

/** Returns the duplicates of a deal that were submitted in the last `days` days, newest first. 0 turns the check off. */
async function findDuplicates(
  { vault }: Pick<Platform, 'vault'>,
  fingerprint: Fingerprint,
  days: number,
): Promise<Duplicate[]> {
  if (days === 0) return []
  const since = new Date(Date.parse(fingerprint.submitted_at) - days * DAY_MS).toISOString()
  const found = await vault.findDuplicates(fingerprint, since)
  return found.map(({ deal_id, legal_name, reference, submitted_at, same, deleted_at }) => ({
    deal_id,
    legal_name,
    reference,
    submitted_at,
    same,
    in_bin: deleted_at !== null,
  }))
}
