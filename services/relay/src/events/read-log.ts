import type { RelayEvent } from '../../../../src-shared/domain/event.ts'
import type { Environment } from '../../../../src-shared/domain/vocabulary.ts'
import type { LogBounds, RelayStore, StoredEvent } from '../store/relay-store.ts'

/** Most events that are read at once: at most about 9 MB in base64, with bodies of 64 KB. */
const PAGE = 100

export interface LogPage {
  bounds: LogBounds
  /** The cursor pointed at what is gone from the log, so that reading goes on from the oldest event that is left. */
  gap: boolean
  events: RelayEvent[]
}

/**
 * Reads on from a cursor. A cursor above the newest event comes from a log that was lost and begun anew (a restored
 * backup): it would wait for ever, so that is a gap as well.
 */
export async function readLog(store: RelayStore, environment: Environment, cursor: number): Promise<LogPage> {
  let after = cursor
  for (;;) {
    // First the events and then the bounds: what a purge takes away in between shows as a gap, and is not passed over.
    // oxlint-disable-next-line no-await-in-loop
    const events = await store.readEvents(environment, after, PAGE)
    // oxlint-disable-next-line no-await-in-loop
    const bounds = await store.bounds(environment)
    if (after >= bounds.oldest_seq - 1 && after <= bounds.latest_seq)
      return { bounds, gap: after !== cursor, events: events.map(toRelayEvent) }
    after = bounds.oldest_seq - 1
  }
}

function toRelayEvent(event: StoredEvent): RelayEvent {
  const { seq, environment, event_id, received_at, sender, signature, raw_body } = event
  const body = Buffer.from(raw_body.buffer, raw_body.byteOffset, raw_body.byteLength).toString('base64')
  return { seq, environment, event_id, received_at, sender, signature, body }
}
