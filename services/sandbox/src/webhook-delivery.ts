import http from 'node:http'
import https from 'node:https'
import type { Clock } from './clock.ts'
import { createDueLoop, type DueLoop } from './due-loop.ts'
import type { Sending, WebhookFaults } from './faults/webhook-faults.ts'
import type { Log } from './log.ts'
import type { SenderAddresses } from './sender-addresses.ts'
import type { Signing } from './signing.ts'
import type { Delivery } from './store/deliveries.ts'
import type { Store } from './store/store.ts'

/** Long enough for every comparable receiver, and short enough that a slow receiver delays later events little. */
const TIME_OUT_MS = 10_000

/** Waits between attempts, in paces. With a real-world pace (one minute) they are the usual 1, 2, 5, 15 minutes and more. */
const RETRY_PACES = [1, 2, 5, 15, 60, 120, 300]

export interface WebhookSender {
  /** Checks for new deliveries to this registration. */
  wake(webhook_uuid: string): void
  /** Delivers everything that was pending when the sandbox stopped. */
  resume(): void
  /** Aborts current deliveries. Unconfirmed ones stay in the queue. */
  stop(): Promise<void>
}

interface Parts {
  store: Store
  signing: Signing
  faults: WebhookFaults
  senders: SenderAddresses
  clock: Clock
  paceMs: number
  log: Log
}

/**
 * Delivers the queue. Each registration has its own lane with one event after the other. A receiver therefore sees events in order unless
 * one failed, and a dead receiver does not delay others. Delivery is at least once: the same event, with the same identifier and bytes, may
 * arrive again.
 */
export function createWebhookSender({
  store,
  signing,
  faults,
  senders,
  clock,
  paceMs,
  log,
}: Parts): WebhookSender {
  const lanes = new Map<string, DueLoop>()
  const stopping = new AbortController()

  function lane(webhook_uuid: string): DueLoop {
    const known = lanes.get(webhook_uuid)
    if (known !== undefined) return known
    const loop = createDueLoop(clock, () => {
      const delivery = store.deliveries.next(webhook_uuid)
      return delivery && { due_at: delivery.due_at, run: () => attempt(delivery) }
    })
    lanes.set(webhook_uuid, loop)
    return loop
  }

  async function attempt(delivery: Delivery): Promise<void> {
    const sending = faults.meet(delivery)
    if (sending === null) return
    let answer: number | string = 'not sent'
    for (let sent = 0; sent < sending.copies; sent += 1)
      // Sequential, because a copy must arrive after the first.
      // oxlint-disable-next-line no-await-in-loop
      answer = await send(delivery, sending)
    if (stopping.signal.aborted) return
    log(`event ${delivery.event_id} to webhook ${delivery.webhook_uuid}: ${answer}`)
    if (typeof answer === 'number' && answer >= 200 && answer < 300) {
      store.deliveries.finish(delivery.delivery_id, 'delivered')
      faults.arrived(delivery.webhook_uuid)
      return
    }
    const wait = RETRY_PACES[delivery.attempts]
    if (wait === undefined) store.deliveries.finish(delivery.delivery_id, 'dropped')
    else store.deliveries.postpone(delivery.delivery_id, clock() + wait * paceMs)
  }

  /** Signs the event as it was recorded. A fault may have altered the body that is sent. */
  async function send(
    { webhook_url, body: signedBody }: Delivery,
    { body, flaw, address }: Sending,
  ): Promise<number | string> {
    const signature = await signing.signWebhook(signedBody, flaw)
    const localAddress = await senders.localAddress(webhook_url, address)
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(TIME_OUT_MS)])
    return post(webhook_url, { signature, body, signal, localAddress })
  }

  return {
    wake: (webhook_uuid) => lane(webhook_uuid).wake(),
    resume() {
      for (const webhook_uuid of store.deliveries.waiting()) lane(webhook_uuid).wake()
    },
    async stop() {
      stopping.abort()
      await Promise.all([...lanes.values()].map((loop) => loop.stop()))
    },
  }
}

interface Notification {
  signature: string
  body: string
  signal: AbortSignal
  /** Local address to send from; undefined lets the operating system choose. */
  localAddress: string | undefined
}

/** Sends one POST on a new connection and never follows a redirect. Returns the status or the error. */
function post(
  url: string,
  { signature, body, signal, localAddress }: Notification,
): Promise<number | string> {
  const payload = Buffer.from(body)
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
        // The body is ignored, but read to its end, because some receivers fail when cut off. The signal ends an endless one.
        response.on('error', () => {}).resume()
      },
    )
    sending.on('error', (error: NodeJS.ErrnoException) =>
      resolve(signal.aborted ? 'no answer in time' : (error.code ?? error.name)),
    )
    sending.end(payload)
  })
}
