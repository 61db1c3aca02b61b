import { Failure } from '../../platform/base/failure.ts'
import { joinMessages, type Message } from '../../../src-shared/platform/texts/message.ts'
import type { OutboxTask } from '../../../src-shared/features/submission/queue.ts'
import { evidenceMessage } from '../../../src-shared/features/submission/evidence-messages.ts'
import { fail, type AppError, type Result, appError } from '../../../src-shared/platform/base/errors.ts'
import type { ProofFact } from '../../../src-shared/features/proof/proof-schema.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { IdHolder, StoredDeal } from '../../platform/vault/records.ts'
import { applicationReply, idTakenReply } from './submission-facts.ts'
import type { Evidence, Finding } from '../../../src-shared/features/deals/deal.ts'
import {
  requeue,
  impossible,
  queuedAtBackup,
  interrupted,
  onFirstTry,
  newTask,
  reconcileAgain,
  type DealStep,
} from './submission-machine.ts'
import { classifyFailure } from '../../platform/partner/classify-failure.ts'
import { nameOf } from '../deals/load-deal.ts'

export interface ApplicationSubject {
  deal: StoredDeal
  task: OutboxTask | null
  /** Another deal that already owns the id that the event would give to this deal (`idGivenBy`). */
  holder: IdHolder | null
}

export type ApplicationEvent =
  /** The broker submitted the application after the checks. `leaves_at` is the end of the undo window, `known` what the app knew to be wrong. */
  | { event: 'submit'; leaves_at: string; known: Message[] }
  | { event: 'take_back' }
  | { event: 'send_now' }
  /** The application is next in the queue, and the app sends it now. `payload_hash` is the SHA-256 of the body. */
  | { event: 'leave'; payload_hash: string }
  /** The application is next in the queue, but it cannot be sent. */
  | { event: 'unfit'; error: AppError }
  | { event: 'answer'; answer: Result<{ application_id: string }> }
  /** The app ended after it sent the application and before it stored the partner's response. */
  | { event: 'interrupt' }
  /** The application was queued in a restored backup, so it may have been sent since the backup. */
  | { event: 'restore' }
  | { event: 'evidence'; evidence: Evidence; seek_again_at: string }
  /** The broker says what happened to an application with an unknown outcome. Null means that the partner did not receive it. */
  | { event: 'resolve'; application_id: string | null }
  /** The documents of this deal were queued. */
  | { event: 'documents_queued' }

/**
 * Returns the application_id that the event would give to the deal, or null. An id belongs to only one deal, so the caller must find the
 * deal that owns it.
 */
export function idGivenBy(event: ApplicationEvent): string | null {
  switch (event.event) {
    case 'answer':
      return event.answer.ok ? event.answer.value.application_id : null
    case 'evidence':
      return strongFinding(event.evidence)?.application_id ?? null
    case 'resolve':
      return event.application_id
    default:
      return null
  }
}

/**
 * Decides the effect of an event of the state machine on an application. If the application's state does not allow the event, the function
 * fails and changes nothing.
 */
export function decideApplication(
  subject: ApplicationSubject,
  event: ApplicationEvent,
  at: string,
): DealStep {
  const { deal, task, holder } = subject
  const { state } = deal
  switch (event.event) {
    case 'submit':
      return state === 'draft' || state === 'refused' ? submitted(deal, event) : no(state)
    case 'take_back':
      return state === 'queued' ? takenBack() : no(state)
    case 'send_now':
      return state === 'queued' && task !== null
        ? { changes: {}, entry: null, fact: null, task: { ...task, not_before: at } }
        : no(state)
    case 'leave':
      return state === 'queued' && task !== null ? leaves(task, event.payload_hash, at) : no(state)
    case 'unfit':
      return state === 'queued' ? dropped(event.error, null) : no(state)
    case 'answer':
      return state === 'sending' ? answered(subject, event.answer, at) : no(state)
    case 'interrupt':
      return state === 'sending' ? cutOff(subject, at) : no(state)
    case 'restore':
      return state === 'queued' ? lostSight(subject, queuedAtBackup('application'), null, at) : no(state)
    case 'evidence':
      return state === 'unknown' && task !== null
        ? weighed({ ...subject, task }, event.evidence, event.seek_again_at, at)
        : no(state)
    case 'resolve':
      if (state !== 'unknown') return no(state)
      if (holder !== null) throw new Failure(idTaken(event.application_id ?? '', holder, 'entered'))
      return resolved(subject, event.application_id, at)
    case 'documents_queued':
      return state === 'received' ? { changes: {}, entry: null, fact: null, task: null } : no(state)
  }
}

const no = (state: StoredDeal['state']) => impossible('application', state)

function submitted(
  { deal_id }: StoredDeal,
  { leaves_at, known }: { leaves_at: string; known: readonly Message[] },
): DealStep {
  return {
    changes: { state: 'queued', error: null },
    entry: {
      kind: 'application_queued',
      title: msg.history.submitted,
      detail:
        known.length === 0
          ? msg.history.queued
          : joinMessages([msg.history.queued, msg.history.knownOnSubmission, ...known], '\n'),
    },
    fact: null,
    task: newTask('send_application', deal_id, { deal_id, not_before: leaves_at }),
  }
}

const takenBack = (): DealStep => ({
  changes: { state: 'draft', error: null },
  entry: {
    kind: 'application_taken_back',
    title: msg.history.cancelled,
    detail: msg.history.nothingSent,
  },
  fact: null,
  task: null,
})

function leaves(task: OutboxTask, payload_hash: string, at: string): DealStep {
  return {
    changes: { state: 'sending', error: null, refused_fields: [] },
    entry: onFirstTry(task.tries, {
      kind: 'application_sent',
      title: msg.history.sent,
      detail: msg.history.bodyHash(payload_hash),
    }),
    fact: { what: 'application_sent', payload_sha256: payload_hash },
    task: { ...task, tries: task.tries + 1, begun_at: at },
  }
}

function answered(
  subject: ApplicationSubject,
  answer: Result<{ application_id: string }>,
  at: string,
): DealStep {
  const { deal, task, holder } = subject
  if (answer.ok) {
    const { application_id } = answer.value
    if (holder !== null) {
      const error = idTaken(application_id, holder, 'answered')
      const step = lostSight(subject, error, idTakenReply(application_id), at)
      return notifyHolder(step, deal, holder)
    }
    const detail = msg.history.applicationId(application_id)
    const fact = applicationReply(answer, null)
    return received(subject, application_id, msg.history.received, detail, fact, at)
  }
  const { error } = answer
  const failure = classifyFailure(error)
  const fact = applicationReply(answer, failure)
  switch (failure) {
    case 'wait':
    case 'hold':
      return {
        changes: { state: 'queued', error: null },
        entry: onFirstTry((task?.tries ?? 1) - 1, {
          kind: 'application_not_received',
          title: msg.history.requeued,
          detail: error.message,
        }),
        fact,
        task: requeue(deal.deal_id, deal.deal_id, 'send_application', task, at),
      }
    case 'refused':
      return {
        changes: { state: 'refused', error, refused_fields: error.fields ?? [] },
        entry: {
          kind: 'application_refused',
          title: msg.history.refused,
          detail: error.message,
        },
        fact,
        task: null,
      }
    case 'failed':
      return dropped(error, fact)
    case 'unknown':
      return lostSight(subject, error, fact, at)
  }
}

/** Changes the application's state back to `draft`, because the partner did not receive the application. */
function dropped(error: AppError, fact: ProofFact | null): DealStep {
  return {
    changes: { state: 'draft', error },
    entry: {
      kind: 'application_not_received',
      title: msg.history.notReceived,
      detail: error.message,
    },
    fact,
    task: null,
  }
}

function cutOff(subject: ApplicationSubject, at: string): DealStep {
  const error = interrupted('application')
  return lostSight(subject, error, applicationReply(fail(error), 'unknown'), at)
}

function lostSight(
  { deal, task }: ApplicationSubject,
  error: AppError,
  fact: ProofFact | null,
  at: string,
): DealStep {
  return {
    changes: { state: 'unknown', error },
    entry: {
      kind: 'application_unknown',
      title: msg.history.unknown,
      detail: error.message,
    },
    fact,
    task: newTask('seek_application', deal.deal_id, {
      deal_id: deal.deal_id,
      not_before: at,
      begun_at: task?.begun_at ?? deal.updated_at,
    }),
  }
}

function weighed(
  subject: ApplicationSubject & { task: OutboxTask },
  evidence: Evidence,
  seek_again_at: string,
  at: string,
): DealStep {
  const { task, holder } = subject
  const proof = strongFinding(evidence)
  // If another deal (`holder`) has the id, it received the id after the evidence was collected. In that case, drop the strong findings and
  // reconcile again, so that the new evidence names that deal.
  if (proof !== null && holder === null)
    return received(
      subject,
      proof.application_id,
      msg.history.found,
      joinMessages([evidenceMessage(proof.words), msg.history.applicationId(proof.application_id)]),
      { what: 'application_found', application_id: proof.application_id, words: proof.words },
      at,
    )
  const kept =
    holder === null ? evidence : { ...evidence, findings: evidence.findings.filter(({ strong }) => !strong) }
  return { changes: {}, entry: null, fact: null, task: reconcileAgain(task, kept, seek_again_at) }
}

function resolved(subject: ApplicationSubject, application_id: string | null, at: string): DealStep {
  const fact: ProofFact = {
    what: 'application_resolved',
    arrived: application_id !== null,
    application_id,
  }
  if (application_id !== null) {
    const detail = msg.history.applicationId(application_id)
    return received(subject, application_id, msg.history.confirmedReceived, detail, fact, at)
  }
  return {
    changes: { state: 'draft', error: null },
    entry: {
      kind: 'application_not_received',
      title: msg.history.confirmedNotReceived,
      detail: msg.history.canBeSentAgain,
    },
    fact,
    task: null,
  }
}

function received(
  { deal: { deal_id }, task }: ApplicationSubject,
  application_id: string,
  title: Message,
  detail: Message,
  fact: ProofFact,
  at: string,
): DealStep {
  const submitted_at = task?.begun_at ?? at
  return {
    changes: { state: 'received', application_id, submitted_at, error: null, refused_fields: [] },
    entry: { kind: 'application_received', title, detail },
    fact,
    task: newTask('queue_documents', deal_id, { deal_id, not_before: at }),
  }
}

// An application_id belongs to only one deal of an environment (docs/submission.md).

/**
 * Returns the only strong finding that the application arrived. It resolves an unknown outcome. Returns null if there is no strong finding,
 * or if there are several, because they contradict each other.
 */
function strongFinding({ findings }: Evidence): (Finding & { application_id: string }) | null {
  const strong = findings.filter((finding) => finding.says === 'arrived' && finding.strong)
  const [only] = strong
  if (strong.length !== 1 || only === undefined || only.application_id === null) return null
  return { ...only, application_id: only.application_id }
}

/** Creates the error for an application_id that belongs to another deal, with advice for the broker. */
function idTaken(application_id: string, holder: IdHolder, how: 'answered' | 'entered'): AppError {
  const { errorsDeals: text } = msg
  return how === 'answered'
    ? appError('APPLICATION_ID_TAKEN', answeredWith(application_id, holder), text.idTakenAdvice, {
        outcome: 'unknown',
        ...linkTo(holder),
      })
    : appError(
        'APPLICATION_ID_TAKEN',
        holder === 'deleted' ? text.idOfDeleted : text.idOfOther(nameOf(holder)),
        text.askForThisId,
        linkTo(holder),
      )
}

function answeredWith(application_id: string, holder: IdHolder): Message {
  const { errorsDeals: text } = msg
  return holder === 'deleted'
    ? text.idDeletedAnswered(application_id)
    : text.idTakenAnswered(application_id, nameOf(holder))
}

function linkTo(holder: IdHolder | null): { deal_id?: string } {
  return holder === null || holder === 'deleted' ? {} : { deal_id: holder.deal_id }
}

/**
 * Adds an entry to the timeline of `holder`, the deal that owns the id, because a response gave the id to `deal` too. So the timelines of
 * both deals show what happened.
 */
function notifyHolder(step: DealStep, deal: StoredDeal, holder: IdHolder | null): DealStep {
  if (holder === null || holder === 'deleted') return step
  const { history } = msg
  const detail = history.idRepeatedFor(nameOf(deal))
  const entry = { kind: 'application_id_repeated', title: history.idRepeated, detail } as const
  return { ...step, elsewhere: { deal_id: holder.deal_id, entry } }
}
