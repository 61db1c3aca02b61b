import type { RelayEvent } from '../../../../src-shared/platform/webhook/event.ts'
import type { Environment } from '../../../../src-shared/platform/words/vocabulary.ts'
import type { LogBounds, StoredEvent } from '../store/relay-store.ts'
import type { OfficeStore } from '../store/office-store.ts'

/**
 * Maximum number of events in one page, and the size of bodies and signatures from which on it contains no further event. A page therefore
 * has at most two events of the maximum size. Many readers can then read at the same time without using much memory.
 */
const PAGE_EVENTS = 100
const PAGE_BYTES = 64 * 1024

interface LogPage {
  bounds: LogBounds
  /** True if events after the cursor are missing. `events` then starts at the oldest remaining event. */
  gap: boolean
  events: StoredEvent[]
}

/**
 * Reads the events after a cursor (the sequence number of the last event that a reader has). If some of these events were deleted, reports
 * a gap. Also reports a gap if the store's epoch is not `epoch`: another database took over, and it may number other events with numbers
 * that the reader already has. A reader that knows no epoch (null) gets this gap only if its cursor is above the newest event. Without the
 * gap, it would wait forever.
 */
export async function readLog(
  office: Pick<OfficeStore, 'readEvents' | 'bounds'>,
  environment: Environment,
  cursor: number,
  epoch: string | null,
): Promise<LogPage> {
  let after = cursor
  let expected = epoch
  let gap = false
  for (;;) {
    // Read the events first, and the bounds (the range of the log) second. If events are deleted or another database takes over between the
    // two reads, the new bounds reveal it as a gap.
    const events = await office.readEvents(environment, after, PAGE_EVENTS, PAGE_BYTES)
    const bounds = await office.bounds(environment)
    const isSameLog = expected === null || expected === bounds.epoch
    if (isSameLog && after >= bounds.oldest_seq - 1 && after <= bounds.latest_seq)
      return { bounds, gap, events }
    after = bounds.oldest_seq - 1
    expected = bounds.epoch
    gap = true
  }
}

export function toRelayEvent(event: StoredEvent): RelayEvent {
  const { seq, environment, event_id, received_at, sender, signature, verification, raw_body } = event
  const body = Buffer.from(raw_body.buffer, raw_body.byteOffset, raw_body.byteLength).toString('base64')
  const fields = { seq, environment, event_id, received_at, sender, signature, body }
  return verification === 'reused' ? { ...fields, signature_reused: true } : fields
}
