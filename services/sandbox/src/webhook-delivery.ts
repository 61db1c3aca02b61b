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

/** The shortest time-out that lets every comparable receiver answer, and no slow one hold up what follows for long. */
const TIME_OUT_MS = 10_000

/** Waits between attempts, in paces: at the pace of the real world (a minute) they are the usual 1, 5, 15 and more. */
const RETRY_PACES = [1, 2, 5, 15, 60, 120, 300]

export interface WebhookSender {
  /** Looks for new deliveries to this registration. */
  wake(webhook_uuid: string): void
  /** Delivers what was still waiting when the service stopped. */
  resume(): void
  /** Breaks off; what is not confirmed stays in the queue. */
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
 * Delivers the queue. Each registration has its own lane, in which one event follows the other, so that a receiver sees
 * them in order unless one failed, and a dead receiver holds up no other. Delivery is at least once: the same event, with
 * the same identifier and bytes, may come again.
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
      // A copy is the same event once more: it comes after the first.
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

  /** The signature is of the event as it was recorded; what is sent with it may have been altered since. */
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
  /** The address to send from; undefined leaves it to the system. */
  localAddress: string | undefined
}

/**
 * One POST on a connection of its own; never follows a redirect. Gives the status, or what went wrong.
 */
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
        // The body says nothing, but a receiver may not like to be cut off; an endless one ends with the signal.
        response.on('error', () => {}).resume()
      },
    )
    sending.on('error', (error: NodeJS.ErrnoException) =>
      resolve(signal.aborted ? 'no answer in time' : (error.code ?? error.name)),
    )
    sending.end(payload)
  })
}
