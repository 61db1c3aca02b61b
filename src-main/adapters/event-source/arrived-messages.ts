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

/** A delivery without a valid seq, with the fields that identify it to the broker and the partner. */
interface Unplaced {
  seq: null
  event_id: unknown
  body: unknown
}

const fieldsSchema = z.record(z.string(), z.unknown())
const placedSchema = z.looseObject({ seq: seqSchema })

/** Parses a message. An event with a seq goes to the sink immediately, so that its check starts while it waits. */
export function readMessage({ event: name, data }: StreamMessage, sink: EventSink): Arrived {
  if (name !== 'partner-event') return { name, data }
  const reported = parseJson(data)
  const placed = placedSchema.safeParse(reported)
  if (placed.success) {
    sink.onArrival(placed.data)
    return { name, event: placed.data }
  }
  const { event_id, body } = fieldsSchema.safeParse(reported).data ?? {}
  return { name, event: { seq: null, event_id, body } }
}

/**
 * Returns the new events of a group. The cursor filters repeats. An event without a seq gets the seq of the previous one, so that it
 * becomes invalid with a reason and the cursor stays.
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

/** Groups consecutive events. Every other message is a group of one. */
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
