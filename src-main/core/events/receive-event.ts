import { partnerEventSchema, type RelayEvent, type Verification } from '../../../src-shared/domain/event.ts'
import { appError, fail, ok, type ErrorCode, type Result } from '../../../src-shared/errors.ts'
import { tellUnread } from '../notifications/inbox.ts'
import { refreshOffers } from '../offers/refresh-offers.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { InboxEvent, VaultWrite } from '../ports/vault.ts'
import type { Workspace } from '../workspace.ts'
import { decideEvent } from './decide-event.ts'

/** Judges the X-Signature over the raw bytes of a body as of when the relay took it in (spec section 5). */
export type VerifyEvent = (
  body: Uint8Array,
  signature: string,
  received_at: Date,
) => Promise<Result<{ verification: Verification }>>

/** The name of the relay's cursor in the vault. */
export const RELAY_CURSOR = 'relay'

/**
 * Takes one event from the relay: its signature is checked again here, since the relay is not trusted, and the event with
 * its effect and the cursor go into the vault in one commit. So a repeated event changes nothing and notifies nobody.
 * An event with a wrong signature or an unreadable body is put aside for good. A failure means: deliver it again.
 */
export async function receiveEvent(
  workspace: Workspace,
  verify: VerifyEvent,
  received: RelayEvent,
): Promise<Result<void>> {
  const body = Buffer.from(received.body, 'base64')
  const verified = await verify(body, received.signature, new Date(received.received_at))
  if (!verified.ok) {
    const { code } = verified.error
    const isFinal = code === 'EVENT_SIGNATURE_INVALID' || code === 'EVENT_MALFORMED'
    return isFinal ? putAside(workspace, received.seq, code) : verified
  }
  const event = readEvent(body, received, verified.value.verification)
  if (!event.ok) return putAside(workspace, received.seq, event.error.code)
  return oneAtATime(`events ${event.value.application_id}`, async () => {
    const cursor: VaultWrite = { write: 'set_cursor', source: RELAY_CURSOR, seq: received.seq }
    const applied = await applyEvent(workspace, event.value, (state) => [
      { write: 'insert_event', event: { ...event.value, state } },
      cursor,
    ])
    const done =
      applied.ok && applied.value === 'duplicate' ? await workspace.vault.commit([cursor]) : applied
    return done.ok ? ok(undefined) : done
  })
}

/** Applies the events that came before their application was known here. */
export function applyWaitingEvents(workspace: Workspace, application_id: string): Promise<void> {
  // Under the same key as new events: one that finds no deal just now is seen here, or finds the deal.
  return oneAtATime(`events ${application_id}`, async () => {
    const waiting = await workspace.vault.waitingEvents(application_id)
    if (!waiting.ok) return
    for (const event of waiting.value)
      await applyEvent(workspace, event, (state) => [
        { write: 'settle_event', event_id: event.event_id, state },
      ])
  })
}

/** Commits an event with its effect and, after that and only once, tells the broker. */
async function applyEvent(
  workspace: Workspace,
  event: InboxEvent,
  record: (state: InboxEvent['state']) => VaultWrite[],
): Promise<Result<'committed' | 'duplicate'>> {
  const { vault } = workspace
  const deal = await vault.findDealByApplicationId(event.application_id)
  if (!deal.ok) return deal
  const decision = decideEvent(deal.value, event)
  const committed = await vault.commit([...record(decision.state), ...decision.writes])
  if (!committed.ok || committed.value === 'duplicate') return committed
  if (decision.announcement !== null) {
    workspace.notifier.notify(decision.announcement)
    await tellUnread(workspace)
  }
  if (deal.value !== null) {
    const { deal_id } = deal.value
    workspace.emit('deal.changed', { deal_id })
    // The event only says that something happened to an offer; what it is, the service tells when asked.
    if (event.message_type === 'offer_event') void refreshOffers(workspace, deal_id)
  }
  return committed
}

function readEvent(body: Buffer, received: RelayEvent, verification: Verification): Result<InboxEvent> {
  const malformed = fail(
    appError('EVENT_MALFORMED', 'A notification could not be read.', 'It was put aside.'),
  )
  let json: unknown
  try {
    json = JSON.parse(body.toString('utf8'))
  } catch {
    return malformed
  }
  const parsed = partnerEventSchema.safeParse(json)
  if (!parsed.success || parsed.data.event_id !== received.event_id) return malformed
  const { event_id, message_type, status, application_id, timestamp } = parsed.data
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

/** Goes past an event that can never be accepted, so that it does not hold up those behind it. It changes nothing here. */
async function putAside({ vault, log }: Workspace, seq: number, code: ErrorCode): Promise<Result<void>> {
  log.warn('event put aside', { code, seq })
  const moved = await vault.commit([{ write: 'set_cursor', source: RELAY_CURSOR, seq }])
  return moved.ok ? ok(undefined) : moved
}
