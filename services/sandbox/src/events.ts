import { randomUUID } from 'node:crypto'
import type { MessageType, PartnerStatus } from '../../../src-shared/domain/vocabulary.ts'
import { toTimestamp, type Clock } from './clock.ts'
import type { Store } from './store/store.ts'
import type { Webhook } from './store/webhooks.ts'
import type { WebhookSender } from './webhook-delivery.ts'

/** Application id of test events. No application has it. */
const TEST_APPLICATION_ID = '000000000'

/** The spec does not show which events a registration gets (section 6). Assumed; any other `event_type` gets test events only. */
const SUBSCRIBED: Record<string, readonly MessageType[]> = {
  offer: ['offer_event'],
  application: ['application_event'],
  all: ['application_event', 'offer_event'],
}

export type Events = ReturnType<typeof createEvents>

/** Writes events as notifications into the durable queue. Call it within the transaction of the change. */
export function createEvents(store: Store, sender: WebhookSender, clock: Clock, baseUrl: () => string) {
  /** Fixes the event's body and identifier here. Every delivery attempt sends the same bytes. */
  function record(status: PartnerStatus, application_id: string, at: number): string {
    const event_id = randomUUID()
    const body = JSON.stringify({
      message_type: messageTypeOf(status),
      callback_path: `${baseUrl()}/iso/api/v1/applications/${application_id}`,
      status,
      application_id,
      timestamp: toTimestamp(at),
      event_id,
    })
    store.deliveries.addEvent(event_id, body)
    return event_id
  }

  function enqueue(event_id: string, webhook: Webhook): void {
    store.deliveries.enqueue(event_id, webhook.uuid, clock())
    sender.wake(webhook.uuid)
  }

  return {
    /** Notifies every active registration that subscribed to this kind of event. Returns the event's identifier. */
    publish(application_id: string, status: PartnerStatus, at = clock()): string {
      const message_type = messageTypeOf(status)
      const event_id = record(status, application_id, at)
      for (const webhook of store.webhooks.list())
        if (webhook.is_active && SUBSCRIBED[webhook.event_type]?.includes(message_type))
          enqueue(event_id, webhook)
      return event_id
    },

    /** Sends a test event to one registration, regardless of its subscription. Returns the event's identifier. */
    publishTest(webhook: Webhook): string {
      const status = webhook.event_type === 'application' ? 'app_under_review' : 'offer_available'
      const event_id = record(status, TEST_APPLICATION_ID, clock())
      enqueue(event_id, webhook)
      return event_id
    },
  }
}

/** Returns the kind of event for a status (spec section 6). */
function messageTypeOf(status: PartnerStatus): MessageType {
  return status.startsWith('offer_') ? 'offer_event' : 'application_event'
}
