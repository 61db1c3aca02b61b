import type { DealDocument } from '../../../src-shared/domain/deal.ts'
import { appError, type AppError, type ErrorCode, type Result } from '../../../src-shared/errors.ts'
import type { ProofFact } from '../../../src-shared/proof/proof-entry.ts'
import type { NewTimelineEntry, StoredDeal, VaultWrite } from '../ports/vault.ts'
import { applicationReply, documentReply, documentSent, documentWord } from '../proof/proof-facts.ts'

/**
 * The way of an application, and with the same states of each document (docs/ARCHITECTURE.md holds the picture):
 *
 *   draft ──send──▶ sending ──received────▶ received
 *     ▲  ▲             │ ├────refused─────▶ refused ──send──▶ sending
 *     │  └─not received┘ └─no answer, cut──▶ unknown ──the broker says─▶ received | draft
 *
 * Each function here is pure: it answers the writes that take a deal to its next state. They are committed before
 * anything is sent, so that a crash finds `sending` and knows that the outcome is not known.
 */

/** Codes with which the service itself says no to what it was given. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'PARTNER_VALIDATION_FAILED',
  'PARTNER_FORBIDDEN',
  'PARTNER_NOT_FOUND',
  'PARTNER_CONFLICT',
  'PARTNER_TOO_LARGE',
  'PARTNER_UNSUPPORTED_TYPE',
])

/** Where a failed send leaves its subject: only a failure that surely was not received may go out again. */
export function stateAfterFailure(error: AppError): 'not_received' | 'refused' | 'unknown' {
  if (error.outcome === 'unknown' || error.outcome === 'received') return 'unknown'
  return REFUSALS.has(error.code) ? 'refused' : 'not_received'
}

/** What a step changes, and what it leaves on the timeline and in the proof of submission. */
interface Step<Subject> {
  changes: Partial<Subject>
  entry: Pick<NewTimelineEntry, 'kind' | 'title' | 'detail'>
  fact: ProofFact
}
type DealStep = Step<StoredDeal>
type DocumentStep = Step<DealDocument>

/** draft | refused → sending. `payloadHash` is the SHA-256 of the body that goes out. */
export function applicationLeaves(payloadHash: string): DealStep {
  return {
    changes: { state: 'sending', error: null, refused_fields: [] },
    entry: {
      kind: 'application_sent',
      title: 'Application sent',
      detail: `SHA-256 of the body ${payloadHash}`,
    },
    fact: { what: 'application_sent', payload_sha256: payloadHash },
  }
}

/** sending → received | draft | refused | unknown, by what the service answered. */
export function applicationAnswered(answer: Result<{ application_id: string }>, at: string): DealStep {
  if (answer.ok) {
    const title = 'The service received the application'
    return {
      ...applicationReceived(answer.value.application_id, at, title),
      fact: applicationReply(answer, null),
    }
  }
  const { error } = answer
  const detail = error.message
  const state = stateAfterFailure(error)
  const fact = applicationReply(answer, state)
  switch (state) {
    case 'refused':
      return {
        changes: { state: 'refused', error, refused_fields: error.fields ?? [] },
        entry: { kind: 'application_refused', title: 'The service refused the application', detail },
        fact,
      }
    case 'not_received':
      return {
        changes: { state: 'draft', error },
        entry: { kind: 'application_not_received', title: 'The application was not received', detail },
        fact,
      }
    case 'unknown':
      return {
        changes: { state: 'unknown', error },
        entry: {
          kind: 'application_unknown',
          title: 'Nobody knows yet whether the application arrived',
          detail,
        },
        fact,
      }
  }
}

/** unknown → received | draft, by the broker's word. */
export function applicationResolved(application_id: string | null, at: string): DealStep {
  const fact: ProofFact = {
    what: 'application_resolved',
    arrived: application_id !== null,
    application_id,
  }
  if (application_id !== null)
    return { ...applicationReceived(application_id, at, 'You said that the application arrived'), fact }
  return {
    changes: { state: 'draft', error: null },
    entry: {
      kind: 'application_not_received',
      title: 'You said that the application did not arrive',
      detail: 'It can be sent again.',
    },
    fact,
  }
}

function applicationReceived(application_id: string, at: string, title: string): Omit<DealStep, 'fact'> {
  return {
    changes: { state: 'received', application_id, submitted_at: at, error: null, refused_fields: [] },
    entry: { kind: 'application_received', title, detail: `application_id ${application_id}` },
  }
}

/** attached | refused → sending. */
export function documentLeaves(document: DealDocument): DocumentStep {
  return {
    changes: { state: 'sending', error: null },
    entry: {
      kind: 'document_sent',
      title: `${document.name} sent`,
      detail: `As ${document.kind}, SHA-256 ${document.sha256}`,
    },
    fact: documentSent(document),
  }
}

/** sending → received | attached | refused | unknown. */
export function documentAnswered(document: DealDocument, answer: Result<unknown>, at: string): DocumentStep {
  if (answer.ok)
    return {
      ...documentReceived(at, `The service received ${document.name}`),
      fact: documentReply(document, answer, null),
    }
  const { error } = answer
  const detail = error.message
  const state = stateAfterFailure(error)
  const fact = documentReply(document, answer, state)
  switch (state) {
    case 'refused':
      return {
        changes: { state: 'refused', error },
        entry: { kind: 'document_refused', title: `The service refused ${document.name}`, detail },
        fact,
      }
    case 'not_received':
      return {
        changes: { state: 'attached', error },
        entry: { kind: 'document_not_received', title: `${document.name} was not received`, detail },
        fact,
      }
    case 'unknown':
      return {
        changes: { state: 'unknown', error },
        entry: {
          kind: 'document_unknown',
          title: `Nobody knows yet whether ${document.name} arrived`,
          detail,
        },
        fact,
      }
  }
}

/** unknown → received | attached, by the broker's word. */
export function documentResolved(document: DealDocument, arrived: boolean, at: string): DocumentStep {
  const fact = documentWord(document, arrived)
  if (arrived) return { ...documentReceived(at, `You said that ${document.name} arrived`), fact }
  return {
    changes: { state: 'attached', error: null },
    entry: {
      kind: 'document_not_received',
      title: `You said that ${document.name} did not arrive`,
      detail: 'It can be sent again.',
    },
    fact,
  }
}

function documentReceived(at: string, title: string): Omit<DocumentStep, 'fact'> {
  return {
    changes: { state: 'received', error: null, sent_at: at },
    entry: { kind: 'document_received', title, detail: '' },
  }
}

/** What a sending becomes when the app ended in the middle of it. */
export function interrupted(what: 'application' | 'document'): AppError {
  return appError(
    'PARTNER_CONNECTION_LOST',
    `The app ended while this ${what} was being sent.`,
    'Ask the funding partner whether it is there, then say so here. It is never sent again by itself.',
    { outcome: 'unknown' },
  )
}

/** The writes of a deal's step. */
export function dealWrites(deal: StoredDeal, { changes, entry, fact }: DealStep, at: string): VaultWrite[] {
  return [
    { write: 'update_deal', deal_id: deal.deal_id, changes: { ...changes, updated_at: at } },
    { write: 'append_timeline', entry: { ...entry, deal_id: deal.deal_id, at, verification: null } },
    { write: 'append_proof', deal_id: deal.deal_id, at, fact },
  ]
}

/** The writes of a document's step. */
export function documentWrites(
  document: DealDocument,
  { changes, entry, fact }: DocumentStep,
  at: string,
): VaultWrite[] {
  return [
    { write: 'put_document', document: { ...document, ...changes } },
    { write: 'append_timeline', entry: { ...entry, deal_id: document.deal_id, at, verification: null } },
    { write: 'append_proof', deal_id: document.deal_id, at, fact },
  ]
}
