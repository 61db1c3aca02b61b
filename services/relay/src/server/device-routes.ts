import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { RelayDevice, RelayEventsPage } from '../../../../src-shared/domain/event.ts'
import { createDeviceToken, hashSecret, readPairingCode } from '../devices/secrets.ts'
import { readLog } from '../events/read-log.ts'
import { untilGone } from './answers.ts'
import { authenticate } from './authenticate.ts'
import { refuse } from './refusals.ts'
import type { RelayServices } from './relay-services.ts'

const pairSchema = z.object({
  code: z.string().min(1).max(100),
  device_name: z.string().trim().min(1).max(100),
})
const eventsQuerySchema = z.object({
  after: z.coerce.number().int().nonnegative().optional(),
  wait: z.coerce.number().min(0).max(60).default(0),
})
const stream = z.uuid()
const ackSchema = z.object({
  seq: z.int().nonnegative(),
  stream: stream.optional(),
  /** `oldest_seq` of the gap that the device has processed; the device continued from there. */
  gap: z.int().nonnegative().optional(),
})
const answerSchema = z.object({ stream })

const UNKNOWN_DEVICE = 'The device token is missing, unknown or revoked.'

/** The device endpoints except the stream (design/interfaces.md). */
export function deviceRoutes(app: FastifyInstance, services: RelayServices): void {
  const { store, appended, connections, heartbeats, metrics, log, refusals, stopping, senderOf, publicUrl } =
    services
  const now = () => new Date().toISOString()

  app.post('/v1/pair', async (request, reply) => {
    const asked = pairSchema.safeParse(request.body)
    if (!asked.success)
      return refuse(reply, 'BAD_REQUEST', 'Send {"code","device_name"}, both as text of 1 to 100 characters.')
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
    if (device === null) {
      refusals.warn({ sender: senderOf(request.raw) }, 'pairing refused')
      // One answer for all reasons, so that it does not help guessing.
      return refuse(reply, 'PAIRING_REFUSED', 'This pairing code is wrong, used, expired or out of tries.')
    }
    const { device_id, environment } = device
    log.info({ device_id, environment }, 'device paired')
    return reply.header('cache-control', 'no-store').send({ device_id, device_token, environment })
  })

  app.get('/v1/device', async (request, reply) => {
    const device = await authenticate(request, services)
    if (device === null) return refuse(reply, 'DEVICE_REFUSED', UNKNOWN_DEVICE)
    const { device_id, name, environment } = device
    const inlets = (await store.listInlets()).filter(
      (inlet) => inlet.environment === environment && inlet.revoked_at === null,
    )
    // Newest first: the app registers that one. Older ones keep working until they are revoked.
    const inlet_urls = inlets.toReversed().map(({ inlet }) => `${publicUrl()}/hooks/${environment}/${inlet}`)
    return reply.send({ device_id, name, environment, inlet_urls } satisfies RelayDevice)
  })

  app.get('/v1/events', async (request, reply) => {
    const gone = untilGone(reply.raw)
    const device = await authenticate(request, services)
    if (device === null) return refuse(reply, 'DEVICE_REFUSED', UNKNOWN_DEVICE)
    const query = eventsQuerySchema.safeParse(request.query)
    if (!query.success)
      return refuse(reply, 'BAD_REQUEST', 'after is a seq of 0 or more, wait a number of seconds up to 60.')
    const cursor = query.data.after ?? Math.min(device.acked_seq, (device.replay_from ?? Infinity) - 1)
    const ended = new AbortController()
    connections.add(device.device_id, 'polls', gone.signal, (reason) => {
      ended.abort(reason)
      // A reader cannot use half a response, and it may have stopped reading.
      if (reply.raw.headersSent) reply.raw.destroy()
    })
    const listening = appended.listen(device.environment)
    const disconnected = metrics.connected(device)
    try {
      let page = await readLog(store, device.environment, cursor)
      if (page.events.length === 0 && !page.gap && query.data.wait > 0) {
        await listening.wait(query.data.wait * 1000, AbortSignal.any([gone.signal, stopping, ended.signal]))
        if (ended.signal.reason === 'too_many')
          return refuse(reply, 'TOO_MANY', 'This device has too many polls open.')
        // A device revoked during the wait gets no events, regardless of what ended the wait.
        if ((await authenticate(request, services)) === null)
          return refuse(reply, 'DEVICE_REFUSED', UNKNOWN_DEVICE)
        page = await readLog(store, device.environment, cursor)
      }
      return reply.send({ ...page.bounds, events: page.events } satisfies RelayEventsPage)
    } finally {
      listening.end()
      disconnected()
    }
  })

  app.post('/v1/ack', async (request, reply) => {
    const device = await authenticate(request, services)
    if (device === null) return refuse(reply, 'DEVICE_REFUSED', UNKNOWN_DEVICE)
    const asked = ackSchema.safeParse(request.body)
    const { latest_seq } = await store.bounds(device.environment)
    if (!asked.success || asked.data.seq > latest_seq)
      return refuse(
        reply,
        'BAD_REQUEST',
        'Send {"seq"} with the seq of an event that this relay has handed out.',
      )
    if (asked.data.gap !== undefined) await store.endReplay(device.device_id, asked.data.gap)
    await store.acknowledge(device.device_id, asked.data.seq, now())
    if (asked.data.stream !== undefined) await heartbeats.answered(asked.data.stream)
    return reply.send({ acked_seq: Math.max(device.acked_seq, asked.data.seq) })
  })

  app.post('/v1/heartbeat', async (request, reply) => {
    if ((await authenticate(request, services)) === null)
      return refuse(reply, 'DEVICE_REFUSED', UNKNOWN_DEVICE)
    const asked = answerSchema.safeParse(request.body)
    if (!asked.success) return refuse(reply, 'BAD_REQUEST', 'Send {"stream"} as the heartbeat told it.')
    await heartbeats.answered(asked.data.stream)
    return reply.send({ status: 'ok' })
  })
}
