import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { SignatureFlaw } from '../signing.ts'
import type { Delivery } from '../store/deliveries.ts'
import type { Store } from '../store/store.ts'
import type { FaultList } from './fault-list.ts'
import type { WebhookFault } from './fault.ts'

/** How one delivery is to be sent. */
export interface Sending {
  body: string
  flaw: SignatureFlaw | null
  /** Another sender address than the primary. */
  address: string | undefined
  /** How often it is sent. */
  copies: number
}

export type WebhookFaults = ReturnType<typeof createWebhookFaults>

/** What becomes of notifications while faults are switched on. */
export function createWebhookFaults(faults: FaultList, store: Store, clock: Clock, log: Log) {
  /** Deliveries that a fault has put off, each once; `until_next` those that the next delivered one sets free. */
  const moved = new Map<number, { webhook_uuid: string; until_next: boolean }>()

  function putOff({ delivery_id, webhook_uuid }: Delivery, ms: number, until_next: boolean): null {
    moved.set(delivery_id, { webhook_uuid, until_next })
    store.deliveries.reschedule(delivery_id, clock() + ms)
    return null
  }

  return {
    /** How to send this one; null when it is not to be sent now. */
    meet(delivery: Delivery): Sending | null {
      const { body, delivery_id, event_id } = delivery
      const plain: Sending = { body, flaw: null, address: undefined, copies: 1 }
      // What was put off is sent well, or it would be put off for ever.
      if (moved.delete(delivery_id)) return plain
      const fault = faults.takeForWebhook(statusOf(body))
      if (fault === null) return plain
      log(`event ${event_id} meets the fault ${fault.fault}`)
      switch (fault.fault) {
        case 'lost':
          store.deliveries.finish(delivery_id, 'dropped')
          return null
        case 'delayed':
          return putOff(delivery, fault.ms, false)
        case 'reordered':
          return putOff(delivery, fault.ms, true)
        default:
          return spoil(plain, fault)
      }
    },

    /** A delivery to this registration arrived: what it was to overtake comes next. */
    arrived(webhook_uuid: string): void {
      for (const [delivery_id, { until_next, webhook_uuid: lane }] of moved)
        if (until_next && lane === webhook_uuid) store.deliveries.reschedule(delivery_id, 0)
    },
  }
}

function spoil(
  plain: Sending,
  fault: Exclude<WebhookFault, { fault: 'lost' | 'delayed' | 'reordered' }>,
): Sending {
  switch (fault.fault) {
    case 'duplicate':
      return { ...plain, copies: 1 + fault.copies }
    case 'sender_address':
      return { ...plain, address: fault.address }
    case 'altered_body':
      // The same to a reader of JSON, and not the bytes that were signed.
      return { ...plain, body: `${plain.body} ` }
    default:
      return { ...plain, flaw: fault.fault }
  }
}

function statusOf(body: string): string {
  return (JSON.parse(body) as { status: string }).status
}
