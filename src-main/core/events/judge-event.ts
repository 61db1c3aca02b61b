import type { z } from 'zod'
import type { RelayDelivery, RelayEvent, Verification } from '../../../src-shared/domain/event.ts'
import { boundedRelayEventSchema, partnerEventSchema } from '../../../src-shared/domain/event-schema.ts'
import { appError, type AppError, type ErrorCode, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { InboxEvent } from '../ports/vault.ts'

/** Judges the X-Signature over the raw bytes of a body as of when the relay took it in (spec section 5). */
export type VerifyEvent = (
  body: Uint8Array,
  signature: string,
  received_at: Date,
) => Promise<Result<{ verification: Verification }>>

/** A hint's body may hold anything; the notifications of the specification have some 400 bytes. */
const MAX_HINT_BYTES = 8 * 1024
/** The length up to which a body of a delivery in the wrong shape is looked into. */
const MAX_READ_ASIDE = 100_000

/** What the relay told beside its verdict; the parts that could be read. */
interface Received {
  seq: number
  event_id: string | null
  application_id: string | null
  /** When the relay took it in; null where that is no instant. */
  received_at: string | null
}

/** `aside`: it can never be accepted. `stuck`: it cannot be judged now. */
export type Judged =
  | { is: 'event'; received: Received; event: InboxEvent }
  | { is: 'aside'; received: Received; error: AppError }
  | { is: 'stuck'; received: Received; error: AppError }

/**
 * Judges what a relay delivered, as of when the relay took it in or as of `received_at`. Asked again about the same delivery
 * without a time, it answers what it found before.
 */
export type JudgeEvent = (delivery: RelayDelivery, received_at?: string) => Promise<Judged>

/** Judges by the shape of the delivery, the signature over the raw bytes, and the shape of the body, in this order. */
export function judgeBy(verify: VerifyEvent): JudgeEvent {
  const judged = new WeakMap<RelayDelivery, Promise<Judged>>()
  return (delivery, received_at) => {
    if (received_at !== undefined) return judge(verify, { ...delivery, received_at })
    const known = judged.get(delivery) ?? judge(verify, delivery)
    judged.set(delivery, known)
    return known
  }
}

async function judge(verify: VerifyEvent, delivery: RelayDelivery): Promise<Judged> {
  const parsed = boundedRelayEventSchema.safeParse(delivery)
  if (!parsed.success) return { is: 'aside', received: partsOf(delivery), error: unreadable() }
  const told = parsed.data
  const body = Buffer.from(told.body, 'base64')
  const { seq, event_id, received_at } = told
  const notification = notificationIn(body)
  const received = { seq, event_id, application_id: notification?.application_id ?? null, received_at }
  const verified = await verify(body, told.signature, new Date(received_at))
  if (!verified.ok) {
    const { error } = verified
    return { is: isFinal(error.code) ? 'aside' : 'stuck', received, error }
  }
  if (notification?.event_id !== event_id) return { is: 'aside', received, error: malformed() }
  const { verification } = verified.value
  if (verification === 'hint' && body.length > MAX_HINT_BYTES)
    return { is: 'aside', received, error: malformed() }
  return { is: 'event', received, event: eventOf(told, notification, verification) }
}

/** Of a delivery of the wrong shape: what lets the broker and the partner find it. */
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
  return appError('EVENT_MALFORMED', words().errorsRelay.unreadableDelivery, words().errorsRelay.askedInstead)
}

function malformed(): AppError {
  return appError('EVENT_MALFORMED', words().errorsRelay.notReadable, words().errorsRelay.askedInstead)
}

function eventOf(told: RelayEvent, notification: Notification, verification: Verification): InboxEvent {
  const { event_id, message_type, status, application_id, timestamp } = notification
  return {
    event_id,
    seq: told.seq,
    received_at: told.received_at,
    message_type,
    status,
    application_id,
    timestamp,
    verification,
    raw_body: told.body,
    signature: told.signature,
    state: 'waiting',
  }
}

type Notification = z.infer<typeof partnerEventSchema>

/** What a body says, whether it is believed or not; null when it is no notification. */
export function notificationIn(body: Buffer): Notification | null {
  try {
    return partnerEventSchema.safeParse(JSON.parse(body.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}
