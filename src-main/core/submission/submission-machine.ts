import type { DealDocument } from '../../../src-shared/domain/deal.ts'
import { appError, type AppError, type ErrorCode, type Result } from '../../../src-shared/errors.ts'
import type { NewTimelineEntry, StoredDeal, VaultWrite } from '../ports/vault.ts'

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

type DealStep = { changes: Partial<StoredDeal>; entry: Pick<NewTimelineEntry, 'kind' | 'title' | 'detail'> }
type DocumentStep = {
  changes: Partial<DealDocument>
  entry: Pick<NewTimelineEntry, 'kind' | 'title' | 'detail'>
}

/** draft | refused → sending. `payloadHash` is the SHA-256 of the body that goes out. */
export function applicationLeaves(payloadHash: string): DealStep {
  return {
    changes: { state: 'sending', error: null, refused_fields: [] },
    entry: {
      kind: 'application_sent',
      title: 'Application sent',
      detail: `SHA-256 of the body ${payloadHash}`,
    },
  }
}

/** sending → received | draft | refused | unknown, by what the service answered. */
export function applicationAnswered(answer: Result<{ application_id: string }>, at: string): DealStep {
  if (answer.ok)
    return applicationReceived(answer.value.application_id, at, 'The service received the application')
  const { error } = answer
  const detail = error.message
  switch (stateAfterFailure(error)) {
    case 'refused':
      return {
        changes: { state: 'refused', error, refused_fields: error.fields ?? [] },
        entry: { kind: 'application_refused', title: 'The service refused the application', detail },
      }
    case 'not_received':
      return {
        changes: { state: 'draft', error },
        entry: { kind: 'application_not_received', title: 'The application was not received', detail },
      }
    case 'unknown':
      return {
        changes: { state: 'unknown', error },
        entry: {
          kind: 'application_unknown',
          title: 'Nobody knows yet whether the application arrived',
          detail,
        },
      }
  }
}

/** unknown → received | draft, by the broker's word. */
export function applicationResolved(application_id: string | null, at: string): DealStep {
  if (application_id !== null)
    return applicationReceived(application_id, at, 'You said that the application arrived')
  return {
    changes: { state: 'draft', error: null },
    entry: {
      kind: 'application_not_received',
      title: 'You said that the application did not arrive',
      detail: 'It can be sent again.',
    },
  }
}

function applicationReceived(application_id: string, at: string, title: string): DealStep {
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
  }
}

/** sending → received | attached | refused | unknown. */
export function documentAnswered(document: DealDocument, answer: Result<unknown>, at: string): DocumentStep {
  if (answer.ok) return documentReceived(at, `The service received ${document.name}`)
  const { error } = answer
  const detail = error.message
  switch (stateAfterFailure(error)) {
    case 'refused':
      return {
        changes: { state: 'refused', error },
        entry: { kind: 'document_refused', title: `The service refused ${document.name}`, detail },
      }
    case 'not_received':
      return {
        changes: { state: 'attached', error },
        entry: { kind: 'document_not_received', title: `${document.name} was not received`, detail },
      }
    case 'unknown':
      return {
        changes: { state: 'unknown', error },
        entry: {
          kind: 'document_unknown',
          title: `Nobody knows yet whether ${document.name} arrived`,
          detail,
        },
      }
  }
}

/** unknown → received | attached, by the broker's word. */
export function documentResolved(document: DealDocument, arrived: boolean, at: string): DocumentStep {
  if (arrived) return documentReceived(at, `You said that ${document.name} arrived`)
  return {
    changes: { state: 'attached', error: null },
    entry: {
      kind: 'document_not_received',
      title: `You said that ${document.name} did not arrive`,
      detail: 'It can be sent again.',
    },
  }
}

function documentReceived(at: string, title: string): DocumentStep {
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
export function dealWrites(deal: StoredDeal, { changes, entry }: DealStep, at: string): VaultWrite[] {
  return [
    { write: 'update_deal', deal_id: deal.deal_id, changes: { ...changes, updated_at: at } },
    { write: 'append_timeline', entry: { ...entry, deal_id: deal.deal_id, at, verification: null } },
  ]
}

/** The writes of a document's step. */
export function documentWrites(
  document: DealDocument,
  { changes, entry }: DocumentStep,
  at: string,
): VaultWrite[] {
  return [
    { write: 'put_document', document: { ...document, ...changes } },
    { write: 'append_timeline', entry: { ...entry, deal_id: document.deal_id, at, verification: null } },
  ]
}
