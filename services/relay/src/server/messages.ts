import type { LogBounds, StoredEvent } from '../store/relay-store.ts'
import { toRelayEvent } from '../events/read-log.ts'

/** Formats a server-sent event. JSON contains no line breaks, so one data line is enough. */
function message(event: string, data: unknown, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Message about the range of stored events. A stream begins with it. */
export const boundsMessage = (bounds: LogBounds) => Buffer.from(message('bounds', bounds))

/** Message that events before `oldest_seq` are missing, or that events from there on follow again. */
export const gapMessage = (bounds: LogBounds) => Buffer.from(message('gap', bounds, bounds.oldest_seq - 1))

/** Message with one event of the partner. */
export const eventMessage = (event: StoredEvent) =>
  Buffer.from(message('partner-event', toRelayEvent(event), event.seq))

/** Heartbeat that a device answers with the id of its stream. */
export const heartbeatMessage = (stream: string) => Buffer.from(message('heartbeat', { stream }))

/** Heartbeat that needs no answer. */
export const SILENT_HEARTBEAT = Buffer.from(': heartbeat\n\n')

/** Tells a device how soon it should connect again, in milliseconds. */
export const retryMessage = (milliseconds: number) => Buffer.from(`retry: ${milliseconds}\n\n`)
