import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { readLog } from '../events/read-log.ts'
import type { Device } from '../store/relay-store.ts'
import { untilGone } from './answers.ts'
import { authenticate, bearerHash } from './authenticate.ts'
import { refuse } from './refusals.ts'
import type { RelayServices } from './relay-services.ts'

/** So often a stream on which nothing happens looks whether a replay was asked for. */
const RECHECK_MS = 15_000
/** A reader that takes nothing for so long is taken for dead. */
const STALLED_MS = 60_000
/** Time to take the end of a stream that the relay ends. */
const END_MS = 400
/** Milliseconds after which a device should come back when the relay stops; a restart takes about so long. */
const RETRY_HINT_MS = 1000

/**
 * `GET /v1/stream`: server-sent events from `Last-Event-ID` on (or from what the device acknowledged last). `bounds` comes
 * first and tells how far the log reaches, then `partner-event`s; `gap` where the cursor points at what is gone, or where
 * the administrator asked for a replay.
 */
export function streamRoute(app: FastifyInstance, services: RelayServices): void {
  app.get('/v1/stream', async (request, reply) => {
    const response = reply.raw
    const gone = untilGone(response)
    const token_hash = bearerHash(request)
    const device = await authenticate(request, services)
    if (token_hash === null || device === null)
      return refuse(reply, 'DEVICE_REFUSED', 'The device token is missing, unknown or revoked.')
    const cursor = readCursor(request.headers['last-event-id'], device)
    if (cursor === null) return refuse(reply, 'BAD_REQUEST', 'Last-Event-ID is the seq of an event.')

    reply.hijack()
    if (gone.signal.aborted) return reply
    const ended = new AbortController()
    services.connections.add(device.device_id, 'streams', gone.signal, () => {
      ended.abort()
      // A reader that takes nothing would never see the end.
      setTimeout(() => response.destroy(), END_MS).unref()
    })
    const over = AbortSignal.any([gone.signal, ended.signal])
    const disconnected = services.metrics.connected(device)
    response.socket?.setKeepAlive(true, RECHECK_MS)
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      // Nothing comes behind a stream: kept open, its connection would hold up a stop until it is cut off.
      connection: 'close',
      'cache-control': 'no-cache, no-transform',
      // Asks nginx not to hold events back.
      'x-accel-buffering': 'no',
    })
    let stopBeating = () => {}
    try {
      await write(response, message('bounds', await services.store.bounds(device.environment)), over)
      const isAnswered = request.headers['heartbeats'] === 'answered'
      stopBeating = services.heartbeats.start(response, isAnswered, () => {
        services.log.info({ device_id: device.device_id }, 'stream ended: its heartbeats are not answered')
        gone.abort()
      })
      await streamEvents(response, services, { device, token_hash, cursor }, over)
      if (gone.signal.aborted) response.destroy()
      else response.end(services.stopping.aborted ? `retry: ${RETRY_HINT_MS}\n\n` : undefined)
    } catch (error) {
      if (!over.aborted) services.log.warn({ err: error, device_id: device.device_id }, 'stream broken off')
      response.destroy()
    } finally {
      stopBeating()
      disconnected()
    }
    return reply
  })
}

async function streamEvents(
  response: ServerResponse,
  { store, appended, stopping }: RelayServices,
  from: { device: Device; token_hash: string; cursor: number },
  over: AbortSignal,
): Promise<void> {
  const { environment } = from.device
  const end = AbortSignal.any([over, stopping])
  const send = (text: string) => write(response, text, over)
  let { cursor } = from
  let replayed: number | null = null
  while (!end.aborted) {
    const listening = appended.listen(environment)
    try {
      // Asked again each time: what was revoked meanwhile gets nothing more.
      const device = await store.findDevice(from.token_hash)
      if (device === null) return
      const { replay_from } = device
      const replays = replay_from !== null && replay_from !== replayed
      // Only ever back: a device that has not come so far yet goes on from where it is, or what lies between would be passed over.
      if (replays) cursor = Math.min(cursor, replay_from - 1)
      replayed = replay_from
      const { bounds, gap, events } = await readLog(store, environment, cursor)
      if (gap || replays) {
        // A replay is told as a gap that reaches to where it begins: so the device sets its cursor back.
        const oldest_seq = gap ? bounds.oldest_seq : cursor + 1
        // Where it begins elsewhere, since its beginning was purged or lies ahead, it is over once the device has taken that.
        if (replays && oldest_seq !== replay_from)
          await store.replayFrom(device.device_id, (replayed = oldest_seq))
        cursor = oldest_seq - 1
        await send(message('gap', { ...bounds, oldest_seq }, cursor))
      }
      // Written together: a write of its own costs more than an event.
      if (events.length > 0)
        await send(events.map((event) => message('partner-event', event, event.seq)).join(''))
      cursor = events.at(-1)?.seq ?? cursor
      if (events.length === 0) await listening.wait(RECHECK_MS, end)
    } finally {
      listening.end()
    }
  }
}

/** One server-sent event; JSON holds no line breaks, so one data line is enough. */
function message(event: string, data: unknown, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Writes, and waits while the reader is behind, so that a slow one costs no memory. */
async function write(response: ServerResponse, text: string, over: AbortSignal): Promise<void> {
  if (response.write(text)) return
  await once(response, 'drain', { signal: AbortSignal.any([over, AbortSignal.timeout(STALLED_MS)]) })
}

function readCursor(header: string | string[] | undefined, device: Device): number | null {
  if (header === undefined || header === '') return device.acked_seq
  const cursor = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : NaN
  return Number.isSafeInteger(cursor) ? cursor : null
}
