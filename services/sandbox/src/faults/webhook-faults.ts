import type { Clock, Log } from '../clock-and-log.ts'
import type { SignatureFlaw } from '../signing.ts'
import type { Delivery, Store } from '../store.ts'
import type { FaultList } from './faults.ts'

export interface Sending {
  body: string
  flaw: SignatureFlaw | null
  address: string | undefined
  copies: number
}

export type WebhookFaults = ReturnType<typeof createWebhookFaults>

export function createWebhookFaults(faults: FaultList, store: Store, clock: Clock, log: Log) {
  /** Postponed deliveries. If `until_next` is true, one is sent after the next successful delivery to the same registration. */
  const postponed = new Map<string, { webhook_uuid: string; until_next: boolean }>()

  function postpone({ delivery_id, webhook_uuid }: Delivery, ms: number, until_next: boolean): null {
    postponed.set(delivery_id, { webhook_uuid, until_next })
    store.deliveries.change(delivery_id, { due_at: clock() + ms })
    return null
  }

  return {
    /** Returns null if the delivery must not be sent now. */
    apply(delivery: Delivery): Sending | null {
      const { body, delivery_id, event_id } = delivery
      const plain: Sending = { body, flaw: null, address: undefined, copies: 1 }
      // Send a postponed delivery without a further fault. Otherwise, a fault could postpone it forever.
      if (postponed.delete(delivery_id)) return plain
      const fault = faults.takeForWebhook((JSON.parse(body) as { status: string }).status)
      if (fault === null) return plain
      log(`event ${event_id}: injecting the fault ${fault.fault}`)
      switch (fault.fault) {
        case 'lost':
          store.deliveries.delete(delivery_id)
          return null
        case 'delayed':
          return postpone(delivery, fault.ms, false)
        case 'reordered':
          return postpone(delivery, fault.ms, true)
        case 'duplicate':
          return { ...plain, copies: 1 + fault.copies }
        case 'sender_address':
          return { ...plain, address: fault.address }
        case 'altered_body':
          // The added space does not change the JSON value, but the bytes differ from the signed bytes.
          return { ...plain, body: `${plain.body} ` }
        default:
          return { ...plain, flaw: fault.fault }
      }
    },

    /** Sends the deliveries next that were postponed until a delivery to this registration succeeds. */
    delivered(webhook_uuid: string): void {
      for (const [delivery_id, { until_next, webhook_uuid: other }] of postponed)
        if (until_next && other === webhook_uuid) store.deliveries.change(delivery_id, { due_at: 0 })
    },
  }
}
