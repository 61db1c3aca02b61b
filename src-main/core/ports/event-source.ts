import type { RelayEvent } from '../../../src-shared/domain/event.ts'
import type { BridgeStatus } from '../../../src-shared/domain/environment.ts'

/** Where the events go. */
export interface EventSink {
  /** Called strictly one after another; the source waits for it, and delivers again after a reconnect if it rejects. */
  onEvent(event: RelayEvent): Promise<void>
  /** Events before `oldest_seq` are gone from the relay: what they told must be read from the service. */
  onGap(oldest_seq: number): void
  onState(status: BridgeStatus): void
}

/** A source of webhook events with a cursor. */
export interface EventSource {
  /** Delivers everything after `cursor`, then live, until `stop`. */
  start(cursor: number, sink: EventSink): void
  stop(): Promise<void>
  /** Tells the source that everything up to `seq` is committed here. It passes that on when it can. */
  acknowledge(seq: number): void
  /** Reconnects at once: the computer woke, or the network changed. */
  nudge(): void
}
