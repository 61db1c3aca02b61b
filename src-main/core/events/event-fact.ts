import { hash } from 'node:crypto'
import type { ProofFact } from '../../../src-shared/proof/proof-entry.ts'
import { MAX_BODY_BYTES } from '../../../src-shared/proof/proof-entry-schema.ts'
import type { InboxEvent } from '../ports/vault.ts'
import { notificationIn } from './verify-event.ts'

/** Fields of a notification in the specification (section 6): ids, statuses, and times. */
const EVENT_FIELDS: ReadonlySet<string> = new Set([
  'message_type',
  'callback_path',
  'status',
  'application_id',
  'timestamp',
  'event_id',
])

/** A verified event, with the data that others need to verify it again. */
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
 * Returns the raw body if the signature covers it. Omits a body with any other field: it could contain an SSN, and others receive the
 * proof.
 */
function bodyToShow({ raw_body, verification }: InboxEvent): { body?: string } {
  if (verification !== 'body') return {}
  const bytes = Buffer.from(raw_body, 'base64')
  if (bytes.length > MAX_BODY_BYTES) return {}
  const said = notificationIn(bytes)
  if (said === null || !Object.keys(said).every((field) => EVENT_FIELDS.has(field))) return {}
  return { body: bytes.toString('base64') }
}
