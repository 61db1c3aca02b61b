import type { z } from 'zod'
import type { RelayEvent, Verification } from '../../../src-shared/domain/event.ts'
import { partnerEventSchema } from '../../../src-shared/domain/event-schema.ts'
import { appError, fail, ok, type AppError, type ErrorCode, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { InboxEvent } from '../ports/vault.ts'

/** Judges the X-Signature over the raw bytes of a body as of when the relay took it in (spec section 5). */
export type VerifyEvent = (
  body: Uint8Array,
  signature: string,
  received_at: Date,
) => Promise<Result<{ verification: Verification }>>

/** `aside`: it can never be accepted. `stuck`: it cannot be judged now. */
export type Judged =
  | { is: 'event'; event: InboxEvent }
  | { is: 'aside'; received: RelayEvent; error: AppError }
  | { is: 'stuck'; error: AppError }

/** What an event from a relay is. Asked again for the same delivery it answers what it found before. */
export type JudgeEvent = (received: RelayEvent) => Promise<Judged>

/** Judges by the signature over the raw bytes, then by the shape of the body. */
export function judgeBy(verify: VerifyEvent): JudgeEvent {
  const judged = new WeakMap<RelayEvent, Promise<Judged>>()
  return (received) => {
    const known = judged.get(received) ?? judge(verify, received)
    judged.set(received, known)
    return known
  }
}

async function judge(verify: VerifyEvent, received: RelayEvent): Promise<Judged> {
  const body = Buffer.from(received.body, 'base64')
  const verified = await verify(body, received.signature, new Date(received.received_at))
  if (!verified.ok) {
    const { error } = verified
    return isFinal(error.code) ? { is: 'aside', received, error } : { is: 'stuck', error }
  }
  const event = readEvent(body, received, verified.value.verification)
  return event.ok ? { is: 'event', event: event.value } : { is: 'aside', received, error: event.error }
}

function isFinal(code: ErrorCode): boolean {
  return code === 'EVENT_SIGNATURE_INVALID' || code === 'EVENT_MALFORMED'
}

function readEvent(body: Buffer, received: RelayEvent, verification: Verification): Result<InboxEvent> {
  const malformed = fail(
    appError('EVENT_MALFORMED', words().errorsRelay.notReadable, words().errorsRelay.putAside),
  )
  const notification = notificationIn(body)
  if (notification?.event_id !== received.event_id) return malformed
  const { event_id, message_type, status, application_id, timestamp } = notification
  return ok({
    event_id,
    seq: received.seq,
    received_at: received.received_at,
    message_type,
    status,
    application_id,
    timestamp,
    verification,
    raw_body: received.body,
    signature: received.signature,
    state: 'waiting',
  })
}

/** What a body says, whether it is believed or not; null when it is no notification. */
export function notificationIn(body: Buffer): z.infer<typeof partnerEventSchema> | null {
  try {
    return partnerEventSchema.safeParse(JSON.parse(body.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}
