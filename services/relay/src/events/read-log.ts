import type { RelayEvent } from '../../../../src-shared/domain/event.ts'
import type { Environment } from '../../../../src-shared/domain/vocabulary.ts'
import type { LogBounds, LogId, OfficeStore, RelayStore, StoredEvent } from '../store/relay-store.ts'

/**
 * Maximum number of events in one response. If every body has the maximum of 64 KB, the response has about 9 MB, because the bodies are
 * encoded in base64.
 */
const PAGE = 100

interface LogPage {
  bounds: LogBounds
  /**
   * True if the log does not contain the events that follow the cursor (the position of the reader). `events` then starts at the oldest
   * remaining event.
   */
  gap: boolean
  events: RelayEvent[]
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
    const events = await office.readEvents(environment, after, PAGE)
    const bounds = await office.bounds(environment)
    const isSameLog = expected === null || expected === bounds.epoch
    if (isSameLog && after >= bounds.oldest_seq - 1 && after <= bounds.latest_seq)
      return { bounds, gap, events: events.map(toRelayEvent) }
    after = bounds.oldest_seq - 1
    expected = bounds.epoch
    gap = true
  }
}

function toRelayEvent(event: StoredEvent): RelayEvent {
  const { seq, environment, event_id, received_at, sender, signature, raw_body } = event
  const body = Buffer.from(raw_body.buffer, raw_body.byteOffset, raw_body.byteLength).toString('base64')
  return { seq, environment, event_id, received_at, sender, signature, body }
}

/** Wakes waiting readers when an event of their log was stored. */
export class AppendSignal {
  readonly #waiting = new Map<string, Set<() => void>>()
  readonly #unsubscribe: () => void

  constructor(store: Pick<RelayStore, 'onAppended'>) {
    this.#unsubscribe = store.onAppended((log) => this.#wake(keyOf(log)))
  }

  /**
   * Starts listening for new events. To miss no event, call `listen` first, then read the log, and call `wait` only if the log contained
   * nothing new. `wait` resolves with true when the first event since `listen` is stored. It resolves with false after `milliseconds` or
   * when `signal` aborts. When you no longer need the listener, call `end`.
   */
  listen(log: LogId): {
    wait: (milliseconds: number, signal: AbortSignal) => Promise<boolean>
    end: () => void
  } {
    let settle = (_appended: boolean) => {}
    const settled = new Promise<boolean>((resolve) => {
      settle = resolve
    })
    const wake = () => settle(true)
    const giveUp = () => settle(false)
    const key = keyOf(log)
    const waiting = this.#waiting.get(key) ?? new Set()
    this.#waiting.set(key, waiting.add(wake))
    return {
      wait: async (milliseconds, signal) => {
        if (signal.aborted) return false
        const timer = setTimeout(giveUp, milliseconds)
        signal.addEventListener('abort', giveUp, { once: true })
        const appended = await settled
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
        return appended
      },
      end: () => {
        waiting.delete(wake)
        // Do not keep an empty set per log, because a relay may have thousands of logs.
        if (waiting.size === 0 && this.#waiting.get(key) === waiting) this.#waiting.delete(key)
      },
    }
  }

  close(): void {
    this.#unsubscribe()
  }

  #wake(key: string): void {
    const waiting = this.#waiting.get(key)
    if (waiting === undefined) return
    this.#waiting.delete(key)
    for (const wake of waiting) wake()
    waiting.clear()
  }
}

const keyOf = ({ office_id, environment }: LogId) => `${office_id} ${environment}`
