import { hash } from 'node:crypto'
import { MAX_BODY_BYTES, type ProofFact } from '../../../src-shared/features/proof/proof-schema.ts'
import type { InboxEvent } from '../../platform/vault/records.ts'
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

/** Returns an event's entry in the proof of submission. Includes the data that third parties need to verify the event's signature again. */
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
 * Returns the raw body if the signature covers it. Omits a body with any unknown field, because it could contain an SSN, and the broker
 * gives the proof to others.
 */
function bodyToShow({ raw_body, verification }: InboxEvent): { body?: string } {
  if (verification !== 'body') return {}
  const bytes = Buffer.from(raw_body, 'base64')
  if (bytes.length > MAX_BODY_BYTES) return {}
  const said = notificationIn(bytes)
  if (said === null || !Object.keys(said).every((field) => EVENT_FIELDS.has(field))) return {}
  return { body: bytes.toString('base64') }
}
