import type { Listing } from '../partner/partner-api.ts'
import type { OpenDeal } from '../vault/records.ts'
import type { LinkState } from '../../../src-shared/features/connection/environment.ts'
import type {
  RelayDelivery,
  RelayDevice,
  RelayEventsPage,
} from '../../../src-shared/platform/webhook/event.ts'
import type { Offer } from '../../../src-shared/features/offers/offer.ts'
import type { AppError, Result } from '../../../src-shared/platform/base/errors.ts'

export interface EventSource {
  stop(): Promise<void>
  /** Connects or polls again immediately, because the computer woke up or the network changed. */
  retryNow(): void
}

export interface EventSink {
  /**
   * Announces an event before `onEvents` receives it. The app can then verify the event's signature while it still writes the previous
   * batch.
   */
  onArrival(event: RelayDelivery): void
  /**
   * Processes a batch of events. The source waits for the result before it calls this method again. Returns how many events, counted from
   * the start of the batch, were processed. After a reconnect, the source delivers the remaining events again.
   */
  onEvents(events: RelayDelivery[]): Promise<number>
  /**
   * Reports a gap: the relay deleted the events before `oldest_seq`, so the app must request their content from the partner. Resolve only
   * after the gap is stored. The source then continues at `oldest_seq`. If this rejects, the source calls `onGap` again. `epoch` is that of
   * the events from there on, or empty if the relay tells none.
   */
  onGap(oldest_seq: number, epoch: string): Promise<void>
  /** Reports the epoch of the present cursor, if none was known. Rejects if it could not be stored. */
  onEpoch(epoch: string): Promise<void>
  /** Reports the connection status. `error` contains the reason for a failure. */
  onState(state: Exclude<LinkState, 'none'>, error: AppError | null): void
}

/**
 * The last event that was read (`cursor`), and the epoch in which it was read, or an empty text if none is known. The epoch names the
 * relay's database. After a failover or the restoration of a backup, it differs, and the cursor is no longer valid.
 */
export interface RelayPosition {
  cursor: number
  epoch: string
}

/** Receives the events that a relay pushes. A cursor (a position in the relay's stream of events) says where to start. */
export interface RelaySource extends EventSource {
  /** Delivers all stored events after a position, then each new event when it arrives, until `stop` is called. */
  start(from: RelayPosition, sink: EventSink): void
  /** Reports that all events up to position `seq` are committed on this computer. The source tells the relay when possible. */
  acknowledge(seq: number): void
}

/** The partner's responses about an application. A field is null if it was not requested, or if the partner offers no such request. */
export interface ServiceAnswer {
  deal_id: string
  application_id: string
  /** Time just before the request, by this computer's clock. */
  asked_at: string
  status: string | null
  offers: Listing<Offer> | null
}

/** Polling status. `not_offered`: the partner offers none of the requests that polling needs. */
export type PollingState = 'works' | 'fails' | 'not_offered'

export interface AnswerSink {
  openDeals(): Promise<Result<OpenDeal[]>>
  /** Processes the responses about one deal. After a failure, the deal is polled again. */
  onAnswer(answer: ServiceAnswer): Promise<Result<void>>
  onState(state: PollingState, error: AppError | null): void
}

/** A request to poll a deal. If `about` is `offers`, only the offers are polled, and not the application itself. */
export interface Question {
  deal_id: string
  application_id: string
  about: 'all' | 'offers'
}

/** The relay's API for pairing. Errors have `RELAY_*` codes. */
export interface RelayClient {
  /** Exchanges a one-time code for this device's token. */
  pair(
    url: string,
    code: string,
    device_name: string,
  ): Promise<Result<{ device_token: string; environment: string }>>
  /** Reads the relay's event log after sequence number `after`, at most one page. */
  readEvents(url: string, device_token: string, after: number): Promise<Result<RelayEventsPage>>
  /** Reads the relay's data about this device, including the URLs to register with the partner. */
  getDevice(url: string, device_token: string): Promise<Result<RelayDevice>>
}
