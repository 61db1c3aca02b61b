import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { readLog } from '../events/read-log.ts'
import type { Device } from '../store/relay-store.ts'
import { untilGone } from './answers.ts'
import { authenticate, bearerHash } from './authenticate.ts'
import { refuse } from './refusals.ts'
import type { RelayServices } from './relay-services.ts'

/** An idle stream checks this often whether a replay was requested. */
const RECHECK_MS = 15_000
/** A reader that takes no data for this long counts as dead. */
const STALLED_MS = 60_000
/** Time for the client to receive the end of a stream that the relay ends. */
const END_MS = 400
/** Milliseconds until a device should reconnect when the relay stops; a restart takes about this long. */
const RETRY_HINT_MS = 1000

/**
 * `GET /v1/stream`: server-sent events after `Last-Event-ID` (or after the device's last acknowledgement). Sends `bounds` first, with the
 * range of the log, then `partner-event`s. Sends `gap` if the cursor points at purged events or the administrator requested a replay.
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
      // A reader that takes no data would never see the end.
      setTimeout(() => response.destroy(), END_MS).unref()
    })
    const over = AbortSignal.any([gone.signal, ended.signal])
    const disconnected = services.metrics.connected(device)
    response.socket?.setKeepAlive(true, RECHECK_MS)
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      // No request follows a stream. Kept alive, the connection would delay a shutdown.
      connection: 'close',
      'cache-control': 'no-cache, no-transform',
      // Asks nginx not to buffer events.
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
      // Look up the device each time: a device revoked in the meantime gets no more events.
      const device = await store.findDevice(from.token_hash)
      if (device === null) return
      const { replay_from } = device
      const replays = replay_from !== null && replay_from !== replayed
      // Move the cursor backward only. Moving it forward would skip events that the device has not read yet.
      if (replays) cursor = Math.min(cursor, replay_from - 1)
      replayed = replay_from
      const { bounds, gap, events } = await readLog(store, environment, cursor)
      if (gap || replays) {
        // A replay is sent as a gap that ends where the replay begins, so that the device moves its cursor back.
        const oldest_seq = gap ? bounds.oldest_seq : cursor + 1
        // The start may differ from the requested one because it was purged or is ahead of the device. Store the real start, so that the
        // replay ends when the device reports this gap.
        if (replays && oldest_seq !== replay_from)
          await store.replayFrom(device.device_id, (replayed = oldest_seq))
        cursor = oldest_seq - 1
        await send(message('gap', { ...bounds, oldest_seq }, cursor))
      }
      // Written together, because a separate write costs more than an event.
      if (events.length > 0)
        await send(events.map((event) => message('partner-event', event, event.seq)).join(''))
      cursor = events.at(-1)?.seq ?? cursor
      if (events.length === 0) await listening.wait(RECHECK_MS, end)
    } finally {
      listening.end()
    }
  }
}

/** Formats a server-sent event. JSON contains no line breaks, so one data line is enough. */
function message(event: string, data: unknown, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Writes and waits while the reader is behind, so that a slow reader costs no memory. */
async function write(response: ServerResponse, text: string, over: AbortSignal): Promise<void> {
  if (response.write(text)) return
  await once(response, 'drain', { signal: AbortSignal.any([over, AbortSignal.timeout(STALLED_MS)]) })
}

function readCursor(header: string | string[] | undefined, device: Device): number | null {
  if (header === undefined || header === '') return device.acked_seq
  const cursor = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : NaN
  return Number.isSafeInteger(cursor) ? cursor : null
}
