import type { LinkState } from '../../../src-shared/domain/environment.ts'
import type { RelayDelivery } from '../../../src-shared/domain/event.ts'
import type { Offer } from '../../../src-shared/domain/offer.ts'
import type { AppError, Result } from '../../../src-shared/errors.ts'
import type { Listing } from './partner-api.ts'
import type { OpenDeal } from './vault.ts'

/** Where news about deals comes from. */
export interface EventSource {
  stop(): Promise<void>
  /** Looks at once: the computer woke, or the network changed. */
  nudge(): void
}

/** Where a relay's events go. */
export interface EventSink {
  /**
   * An event came in, and will be handed to `onEvents` in its turn; called while the batch before it is still being
   * committed, so that checking signatures and writing go side by side.
   */
  onArrival(event: RelayDelivery): void
  /**
   * Takes a batch, called strictly one after another. Answers how many were taken, from the first on: the source delivers the
   * others again after a reconnect.
   */
  onEvents(events: RelayDelivery[]): Promise<number>
  /**
   * Events before `oldest_seq` are gone from the relay: what they told must be read from the service. The source goes on from
   * there once this resolves, so it resolves when that is remembered for good; it rejects to be told again.
   */
  onGap(oldest_seq: number): Promise<void>
  /** How the connection stands; `error` tells why it does not. */
  onState(state: Exclude<LinkState, 'none'>, error: AppError | null): void
}

/** Events that a relay pushes, with a cursor. */
export interface RelaySource extends EventSource {
  /** Delivers everything after `cursor`, then live, until `stop`. */
  start(cursor: number, sink: EventSink): void
  /** Tells the source that everything up to `seq` is committed here. It passes that on when it can. */
  acknowledge(seq: number): void
}

/** What the service told of an application when it was asked. A null part: the service has no such read. */
export interface ServiceAnswer {
  deal_id: string
  application_id: string
  /** Just before it was asked, by this computer's clock. */
  asked_at: string
  status: string | null
  offers: Listing<Offer> | null
}

/** How asking goes; `not_offered`: the service has none of the reads. */
export type AskingState = 'works' | 'fails' | 'not_offered'

/** Where the answers of the service go. */
export interface AnswerSink {
  openDeals(): Promise<Result<OpenDeal[]>>
  /** Takes one answer; a failure means that the deal is asked about again. */
  onAnswer(answer: ServiceAnswer): Promise<Result<void>>
  onState(state: AskingState, error: AppError | null): void
}

/** A question about a deal; `offers` leaves the application itself out. */
export interface Question {
  deal_id: string
  application_id: string
  about: 'all' | 'offers'
}

/** News that is found by asking the service about one deal after another. */
export interface PollingSource extends EventSource {
  start(sink: AnswerSink): void
  /** Whether every open deal is asked about again and again, the rarer the older it is. */
  askRegularly(on: boolean): void
  /** Asks about a deal once, before the regular ones. */
  ask(question: Question): void
  /** Resolves when every open deal was asked about; false where the service can't be asked. */
  askAll(): Promise<boolean>
}
