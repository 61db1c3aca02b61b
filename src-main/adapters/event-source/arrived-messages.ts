import type { RelayEvent } from '../../../src-shared/domain/event.ts'
import { relayEventSchema } from '../../../src-shared/domain/event-schema.ts'
import type { EventSink } from '../../core/ports/event-source.ts'
import type { StreamMessage } from './stream-reader.ts'

/** A message of the stream; `event` is null where it cannot be read, and there only of a `partner-event`. */
export interface Arrived {
  name: string | undefined
  data?: string
  event?: RelayEvent | null
}

/** A partner's event is read at once, so that it is being judged while it waits. */
export function readMessage({ event: name, data }: StreamMessage, sink: EventSink): Arrived {
  if (name !== 'partner-event') return { name, data }
  const { data: event = null } = relayEventSchema.safeParse(parseJson(data))
  if (event !== null) sink.onArrival(event)
  return { name, event }
}

/** The events of a group up to one that cannot be read. A relay that repeats itself is answered by the cursor. */
export function readEvents(group: Arrived[], cursor: number): { events: RelayEvent[]; unreadable: boolean } {
  const events: RelayEvent[] = []
  for (const { event } of group) {
    if (event === undefined || event === null) return { events, unreadable: true }
    if (event.seq > (events.at(-1)?.seq ?? cursor)) events.push(event)
  }
  return { events, unreadable: false }
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
