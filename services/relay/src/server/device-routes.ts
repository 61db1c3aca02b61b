import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { RelayDevice, RelayEventsPage } from '../../../../src-shared/platform/webhook/event.ts'
import { epochSchema } from '../../../../src-shared/platform/webhook/event-schema.ts'
import { readLog, toRelayEvent } from '../events/read-log.ts'
import { createDeviceToken, hashSecret, readPairingCode } from '../secrets.ts'
import type { OfficeDevice } from '../store/relay-store.ts'
import { authenticate, bearerHash, deviceRefusal, isServed } from './device-authentication.ts'
import { EventStream } from './event-stream.ts'
import type { RelayServices } from './relay-services.ts'
import { abortOnClose, refuse, sendRefusal } from './responses.ts'

const pairSchema = z.object({
  code: z.string().min(1).max(100),
  device_name: z.string().trim().min(1).max(100),
})
const eventsQuerySchema = z.object({
  after: z.coerce.number().int().nonnegative().optional(),
  wait: z.coerce.number().min(0).max(60).default(0),
  epoch: epochSchema.optional(),
})
const ackSchema = z.object({
  seq: z.int().nonnegative(),
  /** The `oldest_seq` of the last `gap` message that the device processed. */
  gap: z.int().nonnegative().optional(),
  /** Epoch of the store in which the device read the event. */
  epoch: epochSchema.optional(),
})

/** Time after which the operating system checks an idle connection of an event stream. */
const TCP_KEEP_ALIVE_MS = 15_000

/** Refuses the request of a device that the relay does not serve. */
function refuseDevice(reply: FastifyReply, device: OfficeDevice | null): FastifyReply {
  return sendRefusal(reply, deviceRefusal(device))
}

/** True if the office of this device has as many open streams and waiting polls at this process as it may. */
function isOfficeFull({ connections }: RelayServices, { office_id, max_streams }: OfficeDevice): boolean {
  return max_streams !== null && connections.streamsOf(office_id) >= max_streams
}

function refuseFull(reply: FastifyReply, { metrics }: RelayServices): FastifyReply {
  metrics.countRefused('office')
  return refuse(reply, 'TOO_MANY', 'This office has as many open streams and polls as it may.')
}

export function deviceRoutes(app: FastifyInstance, services: RelayServices): void {
  const { store, fanOut, catchUps, connections, metrics, log, refusals, senderOf, publicUrl } = services
  const now = () => new Date().toISOString()

  app.post('/v1/pair', async (request, reply) => {
    const asked = pairSchema.safeParse(request.body)
    if (!asked.success)
      return refuse(
        reply,
        'BAD_REQUEST',
        'Send {"code","device_name"}: two texts of 1 to 100 characters each.',
      )
    const code = readPairingCode(asked.data.code)
    const device_token = createDeviceToken()
    const device =
      code === null
        ? null
        : await store.redeemPairingCode({
            ...code,
            at: now(),
            device_id: randomUUID(),
            workstation: asked.data.device_name,
            token_hash: hashSecret(device_token),
          })
    if (device === 'office_full') {
      metrics.countRefused('office')
      return refuse(reply, 'TOO_MANY', 'This office has as many devices as it may.')
    }
    if (device === null) {
      refusals.warn({ sender: senderOf(request.raw) }, 'pairing refused')
      // Send the same response for every reason of a refusal. A more specific response would help an attacker to guess codes.
      return refuse(
        reply,
        'PAIRING_REFUSED',
        'This pairing code is wrong, used, or expired, or it had too many failed attempts.',
      )
    }
    const { office, device_id, environment } = device
    log.info({ office, device_id, environment }, 'device paired')
    return reply.header('cache-control', 'no-store').send({ device_id, device_token, environment })
  })

  app.get('/v1/device', async (request, reply) => {
    const device = await authenticate(request.raw, services)
    if (!isServed(device)) return refuseDevice(reply, device)
    const { device_id, name, environment } = device
    const inlets = (await store.office(device.office_id).listInlets()).filter(
      (inlet) => inlet.environment === environment && inlet.revoked_at === null,
    )
    // Newest first, because the app registers the first URL with the partner. Older URLs work until they are revoked.
    const inlet_urls = inlets.toReversed().map(({ inlet }) => `${publicUrl()}/hooks/${environment}/${inlet}`)
    return reply.send({ device_id, name, environment, inlet_urls } satisfies RelayDevice)
  })

  app.get('/v1/events', async (request, reply) => {
    const gone = abortOnClose(reply.raw)
    const device = await authenticate(request.raw, services)
    if (!isServed(device)) return refuseDevice(reply, device)
    const query = eventsQuerySchema.safeParse(request.query)
    if (!query.success)
      return refuse(
        reply,
        'BAD_REQUEST',
        'after must be a seq of 0 or more, wait a number of seconds up to 60, and epoch a text from bounds.',
      )
    const waits = query.data.wait > 0
    if (waits && isOfficeFull(services, device)) return refuseFull(reply, services)
    const cursor = query.data.after ?? Math.min(device.acked_seq, (device.replay_from ?? Infinity) - 1)
    const office = store.office(device.office_id)
    const { epoch = null } = query.data
    const read = () => catchUps.run(() => readLog(office, device.environment, cursor, epoch))
    const ended = new AbortController()
    const closed = connections.add({
      ...device,
      kind: 'polls',
      waits,
      end: (reason) => {
        ended.abort(reason)
        // If part of the response was already sent, close the connection. Half a response is useless, and the device may have stopped
        // reading.
        if (reason !== 'stopping' && reply.raw.headersSent) reply.raw.destroy()
      },
    })
    if (gone.signal.aborted) closed()
    else gone.signal.addEventListener('abort', closed, { once: true })
    const listening = fanOut.listen(device, cursor)
    const disconnected = metrics.connected(device)
    try {
      let page = await read()
      if (page.events.length === 0 && !page.gap && waits) {
        await listening.wait(query.data.wait * 1000, AbortSignal.any([gone.signal, ended.signal]))
        if (ended.signal.reason === 'too_many')
          return refuse(reply, 'TOO_MANY', 'This device has too many open polls.')
        // Send no events to a device that was revoked during the wait, regardless of what ended the wait.
        const still = await authenticate(request.raw, services)
        if (!isServed(still)) return refuseDevice(reply, still)
        page = await read()
      }
      return reply.send({ ...page.bounds, events: page.events.map(toRelayEvent) } satisfies RelayEventsPage)
    } finally {
      listening.end()
      disconnected()
    }
  })

  app.post('/v1/ack', async (request, reply) => {
    const device = await authenticate(request.raw, services)
    if (!isServed(device)) return refuseDevice(reply, device)
    const office = store.office(device.office_id)
    const asked = ackSchema.safeParse(request.body)
    const bounds = await office.bounds(device.environment)
    if (!asked.success || asked.data.seq > bounds.latest_seq)
      return refuse(reply, 'BAD_REQUEST', 'Send {"seq"} with the seq of an event that this relay delivered.')
    if (asked.data.epoch !== undefined && asked.data.epoch !== bounds.epoch)
      return refuse(
        reply,
        'BAD_REQUEST',
        'Another database took over. Read on, and acknowledge after the gap.',
      )
    if (asked.data.gap !== undefined) await office.endReplay(device.device_id, asked.data.gap)
    await office.acknowledge(device.device_id, asked.data.seq, now())
    return reply.send({ acked_seq: Math.max(device.acked_seq, asked.data.seq) })
  })
}

/**
 * `GET /v1/stream`: sends events to a device as server-sent events. Starts after the event in `Last-Event-ID`, or else after the last event
 * that the device acknowledged. First sends `bounds` (the range of stored events), then a `partner-event` per event. Sends a `gap` if
 * events after this starting point were deleted, if the administrator requested a replay (sending events again), or if the store's epoch is
 * not the one in the header `Store-Epoch`, or changes while the stream is open.
 */
export function streamRoute(app: FastifyInstance, services: RelayServices): void {
  app.get('/v1/stream', { exposeHeadRoute: false }, async (request, reply) => {
    const response = reply.raw
    const token_hash = bearerHash(request.raw)
    const device = await authenticate(request.raw, services)
    if (token_hash === null || !isServed(device)) return refuseDevice(reply, device)
    if (isOfficeFull(services, device)) return refuseFull(reply, services)
    const cursor = readCursor(request.headers['last-event-id'], device)
    if (cursor === null) return refuse(reply, 'BAD_REQUEST', 'Last-Event-ID must be the seq of an event.')
    const known = epochSchema.optional().safeParse(request.headers['store-epoch'] || undefined)
    if (!known.success) return refuse(reply, 'BAD_REQUEST', 'Store-Epoch must be the epoch from bounds.')

    reply.hijack()
    // The client may have disconnected while the relay looked up its device.
    if (response.destroyed) return reply
    response.socket?.setKeepAlive(true, TCP_KEEP_ALIVE_MS)
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      // No request follows on this connection. If it stayed open, it would delay a shutdown.
      connection: 'close',
      'cache-control': 'no-cache, no-transform',
      // Asks nginx not to buffer events.
      'x-accel-buffering': 'no',
    })
    const isAnswering = request.headers['heartbeats'] === 'answered'
    const position = { cursor, epoch: known.data ?? null }
    new EventStream(response, services, { device, token_hash, ...position, isAnswering }).start()
    return reply
  })
}

function readCursor(header: string | string[] | undefined, device: OfficeDevice): number | null {
  if (header === undefined || header === '') return device.acked_seq
  const cursor = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : NaN
  return Number.isSafeInteger(cursor) ? cursor : null
}
