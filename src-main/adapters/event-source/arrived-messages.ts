import { z } from 'zod'
import type { RelayDelivery } from '../../../src-shared/domain/event.ts'
import { seqSchema } from '../../../src-shared/domain/event-schema.ts'
import type { EventSink } from '../../core/ports/event-source.ts'
import type { StreamMessage } from './stream-reader.ts'

/** A message of the stream. Only a `partner-event` has `event`. */
export interface Arrived {
  name: string | undefined
  data?: string
  event?: RelayDelivery | Unplaced
}

/** A delivery without a readable seq, with the parts by which the broker and the partner find it. */
interface Unplaced {
  seq: null
  event_id: unknown
  body: unknown
}

const fieldsSchema = z.record(z.string(), z.unknown())
const placedSchema = z.looseObject({ seq: seqSchema })

/** An event that has its place is handed on at once, so that it is being judged while it waits. */
export function readMessage({ event: name, data }: StreamMessage, sink: EventSink): Arrived {
  if (name !== 'partner-event') return { name, data }
  const told = parseJson(data)
  const placed = placedSchema.safeParse(told)
  if (placed.success) {
    sink.onArrival(placed.data)
    return { name, event: placed.data }
  }
  const { event_id, body } = fieldsSchema.safeParse(told).data ?? {}
  return { name, event: { seq: null, event_id, body } }
}

/**
 * The events of a group that are new. A relay that repeats itself is answered by the cursor. One without a seq takes the place of the
 * event before it, so that it is set aside with a reason and the cursor stays.
 */
export function newEvents(group: Arrived[], cursor: number): RelayDelivery[] {
  const events: RelayDelivery[] = []
  for (const { event } of group) {
    const last = events.at(-1)?.seq ?? cursor
    if (event === undefined) continue
    if (event.seq === null) events.push({ ...event, seq: last })
    else if (event.seq > last) events.push(event)
  }
  return events
}

/** Events in a row are taken together; everything else stands by itself. */
export function inGroups(messages: Arrived[]): Arrived[][] {
  const groups: Arrived[][] = []
  for (const message of messages) {
    const last = groups.at(-1)
    if (message.name === 'partner-event' && last?.[0]?.name === 'partner-event') last.push(message)
    else groups.push([message])
  }
  return groups
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
