import { hash, KeyObject, verify as verifyBytes } from 'node:crypto'
import type { z } from 'zod'
import type { RelayDelivery, RelayEvent, Verification } from '../../../src-shared/platform/webhook/event.ts'
import {
  boundedRelayEventSchema,
  partnerEventSchema,
} from '../../../src-shared/platform/webhook/event-schema.ts'
import {
  appError,
  type AppError,
  type ErrorCode,
  type Result,
} from '../../../src-shared/platform/base/errors.ts'
import type { KeySource } from '../../../src-shared/platform/webhook/key-source.ts'
import {
  verifySignature,
  type SignatureCrypto,
} from '../../../src-shared/platform/webhook/verify-signature.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { InboxEvent } from '../../platform/vault/records.ts'

/**
 * Verifies the `X-Signature` header of a notification, which signs the raw bytes of the body (spec section 5). The signature must be valid
 * at the time when the relay received the body.
 */
export type VerifyEvent = (
  body: Uint8Array,
  signature: string,
  received_at: Date,
) => Promise<Result<{ verification: Verification }>>

/**
 * Checks signatures on this thread. A check (RS256) takes a few dozen microseconds. Passing the check to WebCrypto's thread pool would
 * block this thread for longer.
 */
const nodeCrypto: SignatureCrypto = {
  verify(token, key) {
    const end = token.lastIndexOf('.')
    const signature = Buffer.from(token.slice(end + 1), 'base64url')
    return verifyBytes('sha256', Buffer.from(token.slice(0, end)), KeyObject.from(key), signature)
  },
  sha256: (bytes) => hash('sha256', bytes),
}

/** Verifies a notification's raw bytes with these keys. The signature must be valid at the time when the notification was received. */
export const verifyBy =
  (keys: KeySource): VerifyEvent =>
  (body, signature, now) =>
    verifySignature({ body, signature, keys, now, crypto: nodeCrypto })

/**
 * Maximum size of a hint (unverified event), whose body is not signed and may contain anything. Notifications as specified have about 400
 * bytes.
 */
const MAX_HINT_BYTES = 8 * 1024
/**
 * Maximum length, in base64 characters, of a malformed delivery's body that the app still parses. The app parses this body only to find the
 * application's id.
 */
const MAX_READ_ASIDE = 100_000

/** The relay's data about a delivery, as far as it could be parsed. */
export interface Received {
  seq: number
  event_id: string | null
  application_id: string | null
  /** Time when the relay received the delivery; null if the delivery is malformed. */
  received_at: string | null
}

/** Result of verifying a delivery. `invalid`: the delivery can never be accepted. `stuck`: the delivery cannot be verified now. */
export type CheckedDelivery =
  /** `is_reused`: the relay got the signature before, with another body. */
  | { is: 'event'; received: Received; event: InboxEvent; is_reused: boolean }
  | { is: 'invalid'; received: Received; error: AppError }
  | { is: 'stuck'; received: Received; error: AppError }

/**
 * Verifies a delivery from the relay. The signature must be valid at the time when the relay received the delivery, or at `received_at` if
 * given. Without `received_at`, repeated calls for a delivery return the first result.
 */
export type DeliveryCheck = (delivery: RelayDelivery, received_at?: string) => Promise<CheckedDelivery>

/** Checks the shape of the delivery, the signature over the raw bytes, and the shape of the body, in this order. */
export function createDeliveryCheck(verify: VerifyEvent): DeliveryCheck {
  const checked = new WeakMap<RelayDelivery, Promise<CheckedDelivery>>()
  return (delivery, received_at) => {
    if (received_at !== undefined) return checkDelivery(verify, { ...delivery, received_at })
    const known = checked.get(delivery) ?? checkDelivery(verify, delivery)
    checked.set(delivery, known)
    return known
  }
}

async function checkDelivery(verify: VerifyEvent, delivery: RelayDelivery): Promise<CheckedDelivery> {
  const parsed = boundedRelayEventSchema.safeParse(delivery)
  if (!parsed.success) return { is: 'invalid', received: partsOf(delivery), error: unreadable() }
  const reported = parsed.data
  const body = Buffer.from(reported.body, 'base64')
  const { seq, event_id, received_at } = reported
  const notification = notificationIn(body)
  const received = { seq, event_id, application_id: notification?.application_id ?? null, received_at }
  const verified = await verify(body, reported.signature, new Date(received_at))
  if (!verified.ok) {
    const { error } = verified
    return { is: isFinal(error.code) ? 'invalid' : 'stuck', received, error }
  }
  if (notification?.event_id !== event_id) return { is: 'invalid', received, error: malformed() }
  const { verification } = verified.value
  if (verification === 'hint' && body.length > MAX_HINT_BYTES)
    return { is: 'invalid', received, error: malformed() }
  const is_reused = reported.signature_reused === true
  return { is: 'event', received, event: eventOf(reported, notification, verification), is_reused }
}

/**
 * Returns the result for a delivery whose check caused an exception. It must not block the following ones. The relay keeps it, and the app
 * asks the partner instead.
 */
export function notChecked(delivery: RelayDelivery): CheckedDelivery {
  return { is: 'invalid', received: partsOf(delivery), error: malformed() }
}

/** Returns the parts of a malformed delivery that identify it to the broker and the partner. */
function partsOf(delivery: RelayDelivery): Received {
  const { seq, event_id, body } = delivery
  const isText = typeof body === 'string' && body.length <= MAX_READ_ASIDE
  const notification = isText ? notificationIn(Buffer.from(body, 'base64')) : null
  return {
    seq,
    event_id: typeof event_id === 'string' ? event_id.slice(0, 200) : null,
    application_id: notification?.application_id ?? null,
    received_at: null,
  }
}

function isFinal(code: ErrorCode): boolean {
  return code === 'EVENT_SIGNATURE_INVALID' || code === 'EVENT_MALFORMED'
}

function unreadable(): AppError {
  return appError('EVENT_MALFORMED', msg.errorsRelay.unreadableDelivery, msg.errorsRelay.polledInstead)
}

function malformed(): AppError {
  return appError('EVENT_MALFORMED', msg.errorsRelay.notReadable, msg.errorsRelay.polledInstead)
}

function eventOf(reported: RelayEvent, notification: Notification, verification: Verification): InboxEvent {
  const { event_id, message_type, status, application_id, timestamp } = notification
  return {
    event_id,
    seq: reported.seq,
    received_at: reported.received_at,
    message_type,
    status,
    application_id,
    timestamp,
    verification,
    raw_body: reported.body,
    signature: reported.signature,
    state: 'waiting',
  }
}

type Notification = z.infer<typeof partnerEventSchema>

/** Parses a body without trusting its content. Returns null if it is not a notification. */
export function notificationIn(body: Buffer): Notification | null {
  try {
    return partnerEventSchema.safeParse(JSON.parse(body.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}
