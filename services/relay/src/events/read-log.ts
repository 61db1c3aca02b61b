import type { RelayEvent } from '../../../../src-shared/domain/event.ts'
import type { Environment } from '../../../../src-shared/domain/vocabulary.ts'
import type { LogBounds, RelayStore, StoredEvent } from '../store/relay-store.ts'

/** Maximum number of events per page. A page has about 9 MB in base64 if every body has 64 KB. */
const PAGE = 100

interface LogPage {
  bounds: LogBounds
  /** True if the cursor pointed at deleted events. Reading then continues at the oldest remaining event. */
  gap: boolean
  events: RelayEvent[]
}

/**
 * Reads events after a cursor. A cursor above the newest event belongs to a log that was lost and started again (a restored backup). A
 * reader with such a cursor would wait forever, so this case also counts as a gap.
 */
export async function readLog(store: RelayStore, environment: Environment, cursor: number): Promise<LogPage> {
  let after = cursor
  for (;;) {
    // Read the events before the bounds: a purge between the two reads then shows up as a gap instead of being missed.
    const events = await store.readEvents(environment, after, PAGE)
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

/** Wakes readers when an event is appended in their environment. */
export class AppendSignal {
  readonly #waiting = new Map<Environment, Set<() => void>>()
  readonly #unsubscribe: () => void

  constructor(store: Pick<RelayStore, 'onAppended'>) {
    this.#unsubscribe = store.onAppended((environment) => this.#wake(environment))
  }

  /**
   * Starts listening. To miss no event, call `listen` first, then read the log. Call `wait` only if the read found nothing. `wait` resolves
   * with true on the first append since `listen`, and with false after `milliseconds` or when `signal` aborts. Always call `end`.
   */
  listen(environment: Environment): {
    wait: (milliseconds: number, signal: AbortSignal) => Promise<boolean>
    end: () => void
  } {
    let settle = (_appended: boolean) => {}
    const settled = new Promise<boolean>((resolve) => {
      settle = resolve
    })
    const wake = () => settle(true)
    const giveUp = () => settle(false)
    const waiting = this.#waiting.get(environment) ?? new Set()
    this.#waiting.set(environment, waiting.add(wake))
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
      end: () => waiting.delete(wake),
    }
  }

  close(): void {
    this.#unsubscribe()
  }

  #wake(environment: Environment): void {
    const waiting = this.#waiting.get(environment)
    if (waiting === undefined) return
    for (const wake of waiting) wake()
    waiting.clear()
  }
}
