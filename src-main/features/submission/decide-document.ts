import type { Message } from '../../../src-shared/platform/texts/message.ts'
import type { OutboxTask } from '../../../src-shared/features/submission/queue.ts'
import type { ProofFact } from '../../../src-shared/features/proof/proof-schema.ts'
import { evidenceMessage } from '../../../src-shared/features/submission/evidence-messages.ts'
import { appError, fail, type AppError, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { documentFound, documentReply, documentSent, documentWord } from './submission-facts.ts'
import { type DealDocument, sentFile } from '../../../src-shared/features/documents/document.ts'
import type { Evidence } from '../../../src-shared/features/deals/deal.ts'
import {
  requeue,
  impossible,
  queuedAtBackup,
  interrupted,
  onFirstTry,
  newTask,
  reconcileAgain,
  type DocumentStep,
} from './submission-machine.ts'
import { classifyFailure } from '../../platform/partner/classify-failure.ts'

export interface DocumentSubject {
  document: DealDocument
  task: OutboxTask | null
}

export type DocumentEvent =
  | { event: 'queue'; leaves_at: string }
  | { event: 'take_back' }
  | { event: 'leave' }
  /** The document cannot be sent, for a reason that only the broker can fix. */
  | { event: 'unfit'; error: AppError }
  /** `taken_back`: the broker canceled the upload. */
  | { event: 'answer'; answer: Result<unknown>; taken_back: boolean }
  /** The app ended after it started to send the document and before it stored the partner's response. */
  | { event: 'interrupt' }
  /** The document was queued in a restored backup, so it may have been sent since the backup. */
  | { event: 'restore' }
  | { event: 'evidence'; evidence: Evidence; seek_again_at: string }
  /** The broker says whether the partner received the document. */
  | { event: 'resolve'; arrived: boolean }

/**
 * Decides the effect of an event of the state machine on a document. If the document's state does not allow the event, the function fails
 * and changes nothing.
 */
export function decideDocument(
  { document, task }: DocumentSubject,
  event: DocumentEvent,
  at: string,
): DocumentStep {
  const { state } = document
  switch (event.event) {
    case 'queue':
      return state === 'attached' || state === 'refused' ? queued(document, event.leaves_at) : no(state)
    case 'take_back':
      return state === 'queued' ? takenBack(document, null, null) : no(state)
    case 'leave':
      return state === 'queued' && task !== null ? leaves(document, task, at) : no(state)
    case 'unfit':
      return state === 'queued' ? notReceived(document, event.error, null) : no(state)
    case 'answer':
      return state === 'sending'
        ? answered({ document, task }, event.answer, event.taken_back, at)
        : no(state)
    case 'interrupt':
      return state === 'sending' ? cutOff({ document, task }, at) : no(state)
    case 'restore':
      return state === 'queued'
        ? lostSight({ document, task }, queuedAtBackup('document'), null, at)
        : no(state)
    case 'evidence':
      return state === 'unknown' && task !== null
        ? weighed(document, task, event.evidence, event.seek_again_at, at)
        : no(state)
    case 'resolve':
      return state === 'unknown' ? resolved({ document, task }, event.arrived, at) : no(state)
  }
}

const no = (state: DealDocument['state']) => impossible('document', state)

function queued({ document_id, deal_id, name }: DealDocument, leaves_at: string): DocumentStep {
  return {
    changes: { state: 'queued', error: null },
    entry: { kind: 'document_queued', title: msg.history.documentQueued(name), detail: '' },
    fact: null,
    task: newTask('send_document', document_id, { deal_id, not_before: leaves_at }),
  }
}

function takenBack({ name }: DealDocument, error: AppError | null, fact: ProofFact | null): DocumentStep {
  return {
    changes: { state: 'attached', error },
    entry: {
      kind: 'document_taken_back',
      title: msg.history.documentCancelled(name),
      detail: msg.history.wasNotReceived,
    },
    fact,
    task: null,
  }
}

/** Creates the error that tells the broker that the upload was canceled and the file was not sent. */
function sendingCancelled(): AppError {
  return appError('SENDING_CANCELLED', msg.errorsDeals.sendingCancelled, msg.errorsPartner.sendWhenReady, {
    outcome: 'not_received',
  })
}

function leaves(document: DealDocument, task: OutboxTask, at: string): DocumentStep {
  const { name, kind } = document
  return {
    changes: { state: 'sending', error: null },
    entry: onFirstTry(task.tries, {
      kind: 'document_sent',
      title: msg.history.documentSent(name),
      detail: msg.history.asKind(kind, sentFile(document).sha256),
    }),
    fact: documentSent(document),
    task: { ...task, tries: task.tries + 1, begun_at: at },
  }
}

function answered(
  { document, task }: DocumentSubject,
  answer: Result<unknown>,
  taken_back: boolean,
  at: string,
): DocumentStep {
  const { document_id, deal_id, name } = document
  const sent_at = task?.begun_at ?? at
  if (answer.ok)
    return received(msg.history.documentReceived(name), '', documentReply(document, answer, null), sent_at)
  const { error } = answer
  const failure = classifyFailure(error)
  const fact = documentReply(document, answer, failure)
  if (taken_back && failure !== 'unknown' && failure !== 'refused')
    return takenBack(document, sendingCancelled(), fact)
  switch (failure) {
    case 'wait':
    case 'hold':
      return {
        changes: { state: 'queued', error: null },
        entry: onFirstTry((task?.tries ?? 1) - 1, {
          kind: 'document_not_received',
          title: msg.history.documentRequeued(name),
          detail: error.message,
        }),
        fact,
        task: requeue(document_id, deal_id, 'send_document', task, at),
      }
    case 'refused':
      return {
        changes: { state: 'refused', error },
        entry: {
          kind: 'document_refused',
          title: msg.history.documentRefused(name),
          detail: error.message,
        },
        fact,
        task: null,
      }
    case 'failed':
      return notReceived(document, error, fact)
    case 'unknown':
      return lostSight({ document, task }, error, fact, at)
  }
}

/** Removes a document from the queue, because the partner did not receive it. */
function notReceived({ name }: DealDocument, error: AppError, fact: ProofFact | null): DocumentStep {
  return {
    changes: { state: 'attached', error },
    entry: {
      kind: 'document_not_received',
      title: msg.history.documentNotReceived(name),
      detail: error.message,
    },
    fact,
    task: null,
  }
}

function cutOff(subject: DocumentSubject, at: string): DocumentStep {
  const error = interrupted('document')
  return lostSight(subject, error, documentReply(subject.document, fail(error), 'unknown'), at)
}

function lostSight(
  { document, task }: DocumentSubject,
  error: AppError,
  fact: ProofFact | null,
  at: string,
): DocumentStep {
  const { document_id, deal_id, name, added_at } = document
  return {
    changes: { state: 'unknown', error },
    entry: {
      kind: 'document_unknown',
      title: msg.history.documentUnknown(name),
      detail: error.message,
    },
    fact,
    task: newTask('seek_document', document_id, {
      deal_id,
      not_before: at,
      begun_at: task?.begun_at ?? added_at,
    }),
  }
}

function weighed(
  document: DealDocument,
  task: OutboxTask,
  evidence: Evidence,
  seek_again_at: string,
  at: string,
): DocumentStep {
  const proof = evidence.findings.find(({ says, strong }) => says === 'arrived' && strong)
  return proof === undefined
    ? { changes: {}, entry: null, fact: null, task: reconcileAgain(task, evidence, seek_again_at) }
    : received(
        msg.history.documentFound(document.name),
        evidenceMessage(proof.words),
        documentFound(document, proof.words),
        task.begun_at ?? at,
      )
}

function resolved({ document, task }: DocumentSubject, arrived: boolean, at: string): DocumentStep {
  const { name } = document
  const fact = documentWord(document, arrived)
  if (arrived) return received(msg.history.documentConfirmedReceived(name), '', fact, task?.begun_at ?? at)
  return {
    changes: { state: 'attached', error: null },
    entry: {
      kind: 'document_not_received',
      title: msg.history.documentConfirmedNotReceived(name),
      detail: msg.history.canBeSentAgain,
    },
    fact,
    task: null,
  }
}

function received(title: Message, detail: Message, fact: ProofFact, sent_at: string): DocumentStep {
  return {
    changes: { state: 'received', error: null, sent_at },
    entry: { kind: 'document_received', title, detail },
    fact,
    task: null,
  }
}
