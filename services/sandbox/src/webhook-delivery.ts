import { randomUUID } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import type { MessageType, PartnerStatus } from '../../../src-shared/platform/words/vocabulary.ts'
import { isLoopback } from './faults/faults.ts'
import type { Sending, WebhookFaults } from './faults/webhook-faults.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'
import { type Clock, type Log, toTimestamp } from './clock-and-log.ts'
import type { Signing } from './signing.ts'
import { type Delivery, earliest, type Store, type Webhook } from './store.ts'

const TIME_OUT_MS = 10_000

/** Every system lets a program send from this loopback address. Only Linux and Windows allow others. */
const FALLBACK = '127.0.0.1'
const RETRY_PACES = [1, 2, 5, 15, 60, 120, 300]

type WebhookSender = ReturnType<typeof createWebhookSender>

interface Parts {
  store: Store
  signing: Signing
  faults: WebhookFaults
  /** Loopback address from which to send to a receiver on loopback. */
  sender_address: string
  clock: Clock
  paceMs: number
  log: Log
}

/** Each registration has its own queue, so a dead receiver delays no other. Delivery is at least once. */
export function createWebhookSender({ store, signing, faults, sender_address, clock, paceMs, log }: Parts) {
  const schedulers = new Map<string, Scheduler>()
  const stopping = new AbortController()

  function schedulerOf(webhook_uuid: string): Scheduler {
    const known = schedulers.get(webhook_uuid)
    if (known !== undefined) return known
    const loop = createScheduler(clock, () => {
      const delivery = earliest(store.deliveries.list((one) => one.webhook_uuid === webhook_uuid))
      return delivery && { due_at: delivery.due_at, run: () => attempt(delivery) }
    })
    schedulers.set(webhook_uuid, loop)
    return loop
  }

  async function attempt(delivery: Delivery): Promise<void> {
    const sending = faults.apply(delivery)
    if (sending === null) return
    let answer: number | string = 'not sent'
    for (let sent = 0; sent < sending.copies; sent += 1) answer = await send(delivery, sending)
    if (stopping.signal.aborted) return
    log(`event ${delivery.event_id} to webhook ${delivery.webhook_uuid}: ${answer}`)
    if (typeof answer === 'number' && answer >= 200 && answer < 300) {
      store.deliveries.delete(delivery.delivery_id)
      faults.delivered(delivery.webhook_uuid)
      return
    }
    const wait = RETRY_PACES[delivery.attempts]
    if (wait === undefined) store.deliveries.delete(delivery.delivery_id)
    else
      store.deliveries.change(delivery.delivery_id, {
        due_at: clock() + wait * paceMs,
        attempts: delivery.attempts + 1,
      })
  }

  /** Signs the original body, although a fault may have changed the body that is sent. */
  async function send(
    { webhook_uuid, body: signedBody }: Delivery,
    { body, flaw, address = sender_address }: Sending,
  ): Promise<number | string> {
    const webhook_url = store.webhooks.get(webhook_uuid)?.webhook_url
    if (webhook_url === undefined) return 'the registration was deleted'
    const signature = await signing.signWebhook(signedBody, flaw)
    const localAddress = isLoopback(new URL(webhook_url).hostname) ? address : undefined
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(TIME_OUT_MS)])
    const answer = await post(webhook_url, { signature, body, signal, localAddress })
    if (answer !== 'EADDRNOTAVAIL' || localAddress === FALLBACK) return answer
    log(`cannot send from ${localAddress} on this system, so the notification comes from ${FALLBACK}`)
    return post(webhook_url, { signature, body, signal, localAddress: FALLBACK })
  }

  return {
    wake: (webhook_uuid: string): void => schedulerOf(webhook_uuid).wake(),
    resume(): void {
      for (const { webhook_uuid } of store.deliveries.list()) schedulerOf(webhook_uuid).wake()
    },
    /** Aborts current deliveries. Deliveries that no receiver has confirmed remain in the queue. */
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all([...schedulers.values()].map((loop) => loop.stop()))
    },
  }
}

/** Uses a new connection and never follows a redirect. Returns the status of the response, or the error. */
function post(
  url: string,
  sent: { signature: string; body: string; signal: AbortSignal; localAddress: string | undefined },
): Promise<number | string> {
  const { signature, signal, localAddress } = sent
  const payload = Buffer.from(sent.body)
  const { request } = url.startsWith('https:') ? https : http
  return new Promise((resolve) => {
    const sending = request(
      url,
      {
        method: 'POST',
        agent: false,
        signal,
        ...(localAddress !== undefined && { localAddress }),
        headers: {
          'content-type': 'application/json',
          'content-length': payload.length,
          'x-signature': signature,
        },
      },
      (response) => {
        resolve(response.statusCode ?? 'no status')
        // Ignore the body of the response but read it to its end, because some receivers fail if the connection is cut. If the body never
        // ends, `signal` ends the request.
        response.on('error', () => {}).resume()
      },
    )
    sending.on('error', (error: NodeJS.ErrnoException) =>
      resolve(signal.aborted ? 'no response in time' : (error.code ?? error.name)),
    )
    sending.end(payload)
  })
}

/** No real application has this id. */
const TEST_APPLICATION_ID = '000000000'

/** Assumed (spec section 6). A registration with any other `event_type` gets test events only. */
const SUBSCRIBED: Record<string, readonly MessageType[]> = {
  offer: ['offer_event'],
  application: ['application_event'],
  all: ['application_event', 'offer_event'],
}

export type Events = ReturnType<typeof createEvents>

/** If an event reports a change of data, call these functions within the transaction of that change. */
export function createEvents(store: Store, sender: WebhookSender, clock: Clock, baseUrl: () => string) {
  function eventOf(status: PartnerStatus, application_id: string, at: number) {
    const event_id = randomUUID()
    const body = JSON.stringify({
      message_type: messageTypeOf(status),
      callback_path: `${baseUrl()}/iso/api/v1/applications/${application_id}`,
      status,
      application_id,
      timestamp: toTimestamp(at),
      event_id,
    })
    return { event_id, body }
  }

  function enqueue(event: { event_id: string; body: string }, { uuid: webhook_uuid }: Webhook): void {
    const state = { webhook_uuid, attempts: 0, due_at: clock() }
    store.deliveries.put({ delivery_id: randomUUID(), ...event, ...state })
    sender.wake(webhook_uuid)
  }

  return {
    publish(application_id: string, status: PartnerStatus, at = clock()): string {
      const message_type = messageTypeOf(status)
      const event = eventOf(status, application_id, at)
      for (const webhook of store.webhooks.list())
        if (webhook.is_active && SUBSCRIBED[webhook.event_type]?.includes(message_type))
          enqueue(event, webhook)
      return event.event_id
    },

    publishTest(webhook: Webhook): string {
      const status = webhook.event_type === 'application' ? 'app_under_review' : 'offer_available'
      const event = eventOf(status, TEST_APPLICATION_ID, clock())
      enqueue(event, webhook)
      return event.event_id
    },
  }
}

function messageTypeOf(status: PartnerStatus): MessageType {
  return status.startsWith('offer_') ? 'offer_event' : 'application_event'
}
