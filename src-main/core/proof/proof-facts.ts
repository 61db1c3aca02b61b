import { hash } from 'node:crypto'
import type { DealDocument } from '../../../src-shared/domain/deal.ts'
import type { Result } from '../../../src-shared/errors.ts'
import type { ProofFact } from '../../../src-shared/proof/proof-entry.ts'
import { MAX_BODY_BYTES } from '../../../src-shared/proof/proof-entry-schema.ts'
import { notificationIn } from '../events/judge-event.ts'
import type { InboxEvent } from '../ports/vault.ts'
import type { judgeFailure } from '../submission/submission-machine.ts'

type Failed = ReturnType<typeof judgeFailure>

/** What the service said to an application. `failed` is what its failure means. */
export function applicationReply(
  answer: Result<{ application_id: string }>,
  failed: Failed | null,
): ProofFact {
  return {
    what: 'application_answered',
    outcome: outcomeOf(failed),
    code: answer.ok ? null : answer.error.code,
    application_id: answer.ok ? answer.value.application_id : null,
  }
}

/** The answer to an application named an id that another deal carries, so nobody knows whose it is. */
export function idTakenReply(application_id: string): ProofFact {
  return { what: 'application_answered', outcome: 'unknown', code: 'APPLICATION_ID_TAKEN', application_id }
}

/** A document left. */
export function documentSent(document: DealDocument): ProofFact {
  return { what: 'document_sent', file: fileOf(document) }
}

/** What the service said to a document. */
export function documentReply(
  document: DealDocument,
  answer: Result<unknown>,
  failed: Failed | null,
): ProofFact {
  return {
    what: 'document_answered',
    file: fileOf(document),
    outcome: outcomeOf(failed),
    code: answer.ok ? null : answer.error.code,
    partner_document_id: answer.ok ? documentIdIn(answer.value) : null,
  }
}

/** The broker's word for what became of a document. */
export function documentWord(document: DealDocument, arrived: boolean): ProofFact {
  return { what: 'document_resolved', file: fileOf(document), arrived }
}

/** A document was found at the service; `words` tell by what. */
export function documentFound(document: DealDocument, words: string): ProofFact {
  return { what: 'document_found', file: fileOf(document), words }
}

/** The fields of a notification that the specification shows (section 6): ids, statuses and instants. */
const EVENT_FIELDS: ReadonlySet<string> = new Set([
  'message_type',
  'callback_path',
  'status',
  'application_id',
  'timestamp',
  'event_id',
])

/** A verified event, with what lets others verify it again. */
export function eventFact(event: InboxEvent): ProofFact {
  const { event_id, application_id, message_type, status, timestamp, received_at } = event
  return {
    what: 'event',
    event_id,
    application_id,
    message_type,
    status,
    timestamp,
    received_at,
    body_sha256: hash('sha256', Buffer.from(event.raw_body, 'base64')),
    ...bodyToShow(event),
    verification: event.verification,
    signature: event.signature,
  }
}

/**
 * The raw body, where the signature covers it. A body with any other field stays out: it could hold an SSN, and a proof goes to
 * others.
 */
function bodyToShow({ raw_body, verification }: InboxEvent): { body?: string } {
  if (verification !== 'body') return {}
  const bytes = Buffer.from(raw_body, 'base64')
  if (bytes.length > MAX_BODY_BYTES) return {}
  const said = notificationIn(bytes)
  if (said === null || !Object.keys(said).every((field) => EVENT_FIELDS.has(field))) return {}
  return { body: bytes.toString('base64') }
}

function outcomeOf(failed: Failed | null) {
  if (failed === null) return 'received'
  return failed === 'refused' || failed === 'unknown' ? failed : 'not_received'
}

function fileOf({ document_id, name, kind, size, sha256 }: DealDocument) {
  return { document_id, name, kind, size, sha256 }
}

/** Answers to an upload are not shown in the specification (section 4.3), so the usual names are looked for. */
function documentIdIn(answer: unknown): string | null {
  const reply = (answer as { reply?: unknown } | null)?.reply
  if (typeof reply !== 'object' || reply === null) return null
  const record = reply as Record<string, unknown>
  const found = record['document_id'] ?? record['id'] ?? record['uuid']
  return typeof found === 'string' || typeof found === 'number' ? String(found) : null
}
