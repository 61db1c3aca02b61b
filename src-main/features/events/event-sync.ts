import { resultOf, Failure } from '../../platform/base/failure.ts'
import { readConnection, RELAY_CURSOR, type ConnectionNeeds } from '../connection/connection-settings.ts'
import type { EventNeeds } from './event-effects.ts'
import { noteFault, drop } from '../../platform/base/log-lines.ts'
import { ArrivalFloor } from './arrival.ts'
import { HintWatch } from './hint-watch.ts'
import { applyAnswer } from './apply-answer.ts'
import { type EventOutcome, receiveEvents } from './receive-events.ts'
import {
  nextMachine,
  nextTick,
  shouldPoll,
  startedMachine,
  type SyncInput,
  problemMessage,
  syncMessages,
} from './sync-machine.ts'
import { createDeliveryCheck, type DeliveryCheck, type VerifyEvent } from './verify-event.ts'
import type {
  Question,
  RelayPosition,
  RelaySource,
  ServiceAnswer,
} from '../../platform/relay/event-source.ts'
import type { PollingEventSource } from './polling-event-source.ts'
import type { RelayDelivery } from '../../../src-shared/platform/webhook/event.ts'
import type { ConnectionStatus } from '../../../src-shared/features/connection/environment.ts'
import type { WebhooksView } from '../../../src-shared/features/webhooks/webhooks.ts'
import type { AppError } from '../../../src-shared/platform/base/errors.ts'
import { keychainAccount } from '../../../src-shared/platform/base/keychain-names.ts'
import { type Message, readMessage, storeMessage } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { Clock } from '../../platform/base/system.ts'

type SyncNeeds = EventNeeds & ConnectionNeeds

type PollingSource = Pick<PollingEventSource, keyof PollingEventSource>

export type ConnectRelay = (url: string, device_token: string) => RelaySource

export interface EventSyncDeps {
  connect: ConnectRelay
  createPolling: () => PollingSource
  verify: VerifyEvent
  /** Reads the state of the webhook registrations at the partner. */
  registrations: () => Promise<WebhooksView>
}

const DAY_MS = 24 * 3_600_000

/** Delay until event sync tries to start again after the start failed to read its settings. The broker can retry earlier. */
const START_AGAIN_MS = 60_000

/** Receives news for an environment from the relay and by polling, and reports the connection status to the window. */
export class EventSync {
  readonly #context: SyncNeeds
  readonly #parts: EventSyncDeps
  readonly #checkDelivery: DeliveryCheck
  readonly #hints: HintWatch
  readonly #floor: ArrivalFloor
  readonly #watchers = new Set<(outcome: EventOutcome) => void>()
  readonly #recent: RecentEvents
  /**
   * Timers by application. For a minute after an event, a poll response cannot override the event's status. When this minute is over, the
   * timer polls the application again.
   */
  readonly #later = new Map<string, NodeJS.Timeout>()
  #relay: RelaySource | null = null
  #polling: PollingSource | null = null
  #tick: NodeJS.Timeout | undefined
  #daily: NodeJS.Timeout | undefined
  #cannotStart = false
  /** Timer of the next attempt to start. */
  #again: NodeJS.Timeout | undefined
  /**
   * Number of starts and stops. If this number changes while a start waits, another start or stop replaces the waiting start, which then
   * gives up.
   */
  #turn = 0
  #machine
  #partnerLostAt: string | null = null
  #webhookProblem: Message | null = null
  #note: Message | null = null
  #reported = ''
  /**
   * Number of notifications with a problem. A reused signature alone is none: the partner may sign all notifications of a second alike, and
   * the app asks about each of them.
   */
  #problems = 0

  constructor(context: SyncNeeds, parts: EventSyncDeps) {
    this.#context = context
    this.#parts = parts
    this.#checkDelivery = createDeliveryCheck(parts.verify)
    this.#hints = new HintWatch(context, (question) => this.askSoon(question))
    this.#floor = new ArrivalFloor(context.vault)
    this.#recent = new RecentEvents(context.clock)
    this.#machine = startedMachine(this.#recent.now())
  }

  get status(): ConnectionStatus {
    return {
      state: this.#machine.light,
      since: new Date(this.#machine.since).toISOString(),
      ...syncMessages(this.#machine),
      partner_lost_at: this.#partnerLostAt,
      webhook_problem: this.#webhookProblem,
      note: this.#note,
      event_problems: this.#problems,
    }
  }

  /** Starts event sync, or restarts it after the connection settings changed. */
  async restart(): Promise<void> {
    const stopped = this.stop()
    const turn = this.#turn
    try {
      await stopped
      await this.#start(turn)
    } catch (thrown) {
      noteFault(this.#context.log, 'event sync not started', thrown)
      if (turn === this.#turn) this.#startLater(thrown instanceof Failure ? thrown.error : null)
    }
  }

  async #start(turn: number): Promise<void> {
    const { vault, secrets, environment, log } = this.#context
    const [settings, token, cursor, epoch, note, gap] = await Promise.all([
      readConnection(vault),
      secrets.get(keychainAccount(environment, 'relay-token')),
      vault.getCursor(RELAY_CURSOR),
      vault.getEpoch(RELAY_CURSOR),
      vault.getSetting(NOTE),
      vault.getSetting(GAP),
    ])
    if (turn !== this.#turn) return
    this.#note = note === null ? null : readMessage(note)
    const { base_url, client_id, relay_url } = settings
    const configured = base_url !== '' && client_id !== ''
    const hasRelay = relay_url !== '' && token !== null
    this.#polling = this.#parts.createPolling()
    this.#polling.start({
      openDeals: () => resultOf(vault.openDeals()),
      onAnswer: (answer) => resultOf(this.#takeAnswer(answer)),
      onState: (asking, error) => {
        this.#feed({ input: 'asking', asking, error })
        if (asking === 'not_offered') drop(log, this.#hints.giveUp())
      },
    })
    this.#feed({ input: 'started', relay: hasRelay, configured })
    if (hasRelay) this.#listen(this.#parts.connect(relay_url, token), { cursor, epoch })
    if (gap !== null) drop(log, this.#reconcile(this.#polling))
    drop(log, this.#hints.resume())
    drop(log, this.#countProblems())
    this.#webhookProblem = null
    if (!hasRelay || !configured) return
    drop(log, this.#checkRegistrations())
    this.#daily = setInterval(() => drop(log, this.#checkRegistrations()), DAY_MS)
    this.#daily.unref()
  }

  /** Reconnects and polls immediately after a wake-up, a network change, or a request of the broker. */
  retryNow(): void {
    if (this.#cannotStart) return drop(this.#context.log, this.restart())
    this.#relay?.retryNow()
    this.#polling?.retryNow()
  }

  /** Polls a deal as soon as the rate limit allows. */
  askSoon(question: Question): void {
    this.#polling?.ask(question)
    if (question.about === 'all') this.#hints.expect(question)
  }

  /** Reports every event from the relay to `watcher`. Returns a function that stops the reports. */
  watch(watcher: (outcome: EventOutcome) => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Updates the connection status with the state of the webhook registrations at the partner. */
  setRegistrations(view: WebhooksView): void {
    this.#webhookProblem = problemMessage(view)
    this.#notify()
  }

  /** Updates the connection status with the time since when the partner does not answer. */
  setPartnerLostAt(at: string | null): void {
    this.#partnerLostAt = at
    this.#notify()
  }

  /** Removes the note about missed events after the broker has read the note. */
  async dismissNote(): Promise<ConnectionStatus> {
    await this.#context.vault.commit([{ write: 'set_setting', key: NOTE, value: null }])
    this.#note = null
    this.#notify()
    return this.status
  }

  /** Clears the list of notifications that the app did not accept. */
  async clearProblems(): Promise<ConnectionStatus> {
    await this.#context.vault.commit([{ write: 'clear_event_problems' }])
    await this.#countProblems()
    return this.status
  }

  async stop(): Promise<void> {
    this.#turn++
    this.#cannotStart = false
    clearTimeout(this.#again)
    clearTimeout(this.#tick)
    clearInterval(this.#daily)
    for (const timer of this.#later.values()) clearTimeout(timer)
    this.#later.clear()
    this.#hints.stop()
    this.#floor.forget()
    this.#recent.clear()
    const [relay, polling] = [this.#relay, this.#polling]
    this.#relay = null
    this.#polling = null
    await Promise.all([relay?.stop(), polling?.stop()])
  }

  #listen(relay: RelaySource, from: RelayPosition): void {
    const { vault, log, clock } = this.#context
    this.#relay = relay
    relay.start(from, {
      // Starts to verify an event as soon as it arrives. `onEvents` processes the events in order, waits for this result, and reports an
      // exception.
      onArrival: (event) => {
        this.#checkDelivery(event).catch(() => {})
      },
      onEvents: (events) =>
        this.#takeEvents(relay, events).catch((thrown: unknown) => {
          noteFault(log, 'events not stored yet', thrown)
          return 0
        }),
      onEpoch: async (epoch) => {
        await vault.commit([{ write: 'set_epoch', source: RELAY_CURSOR, epoch }])
      },
      onGap: async (oldest_seq, epoch) => {
        log.warn('relay no longer has earlier events', { oldest_seq })
        // Stores the gap (the fact that events are missing) together with the new position, so that a crash cannot lose the gap.
        await vault.commit([
          { write: 'set_setting', key: GAP, value: JSON.stringify({ at: clock.now() }) },
          { write: 'set_cursor', source: RELAY_CURSOR, seq: oldest_seq - 1 },
          { write: 'set_epoch', source: RELAY_CURSOR, epoch },
        ])
        // Events that were received before the gap are older than the missing ones, so a poll response may override them immediately.
        this.#recent.clear()
        if (this.#polling !== null) drop(log, this.#reconcile(this.#polling))
        drop(log, this.#checkRegistrations())
      },
      onState: (link, error) => {
        this.#feed({ input: 'link', link, error })
        if (link === 'live') drop(log, this.#floor.keep(this.#recent.now()))
      },
    })
  }

  /** Stores events of the relay and their effects. Returns how many were stored. */
  async #takeEvents(relay: RelaySource, events: RelayDelivery[]): Promise<number> {
    const not_before = this.#floor.notBefore()
    const { outcomes, error } = await receiveEvents(this.#context, this.#checkDelivery, events, not_before)
    const last = outcomes.at(-1)
    if (last !== undefined) relay.acknowledge(last.seq)
    if (error !== null) this.#context.log.info('events not stored yet', { code: error.code })
    for (const outcome of outcomes) this.#noticed(outcome)
    if (outcomes.length > 0) drop(this.#context.log, this.#countProblems())
    if (this.#machine.link === 'live') this.#floor.level(this.#recent.now())
    return outcomes.length
  }

  /** Polls every open deal, because the relay deleted events before the app received them. Then shows one note about this to the broker. */
  async #reconcile(polling: PollingSource): Promise<void> {
    let news = 0
    const count = () => (news += 1)
    this.#countNews = count
    const done = await polling.askAll()
    // The relay reported another gap in the meantime, which started a new round of polling. The new round covers this gap too.
    if (this.#countNews !== count) return
    this.#countNews = () => 0
    // Event sync was stopped in the meantime. The gap is still stored, so the next start polls again.
    if (polling !== this.#polling) return
    const note = gapMessage(done, news)
    await this.#context.vault.commit([
      { write: 'set_setting', key: GAP, value: null },
      { write: 'set_setting', key: NOTE, value: storeMessage(note) },
    ])
    this.#note = note
    this.#notify()
  }

  #countNews: () => number = () => 0

  async #countProblems(): Promise<void> {
    const counted = (await this.#context.vault.eventProblems()).filter(
      ({ problem }) => problem !== 'signature_reused',
    )
    this.#problems = counted.reduce((sum, { count }) => sum + count, 0)
    this.#notify()
  }

  /**
   * Checks the webhook registrations, because the partner may delete or turn off a registration without a notice. Keeps the last known
   * state if the check fails.
   */
  async #checkRegistrations(): Promise<void> {
    const relay = this.#relay
    const view = await resultOf(this.#parts.registrations())
    if (view.ok && relay === this.#relay) this.setRegistrations(view.value)
  }

  async #takeAnswer(answer: ServiceAnswer): Promise<void> {
    const taken = await applyAnswer(this.#context, answer, () => this.#recent.mayBeOverruled(answer))
    if (taken.is_news) this.#countNews()
    const { deal_id, application_id } = answer
    if (taken.is_held) this.#askLater({ deal_id, application_id, about: 'all' })
  }

  #noticed(outcome: EventOutcome): void {
    for (const watcher of this.#watchers) watcher(outcome)
    const { deal_id, application_id, state } = outcome
    if (deal_id === null || application_id === null) return
    const question = { deal_id, application_id, about: 'all' } as const
    // The relay accepted this event, but this app rejects it. The event's signing key may have been withdrawn in the meantime, or may be
    // newer than the known keys. Therefore, poll the partner. Even if the event is forged, polling does no harm.
    if (state === 'invalid') return this.askSoon(question)
    if (state === 'applied' || state === 'superseded') this.#recent.heard(application_id)
    // Poll again after a minute. During the first minute after an event, a poll response cannot override the event's status, because the
    // partner's data may be out of date.
    if (state === 'superseded' || state === 'asking') this.#askLater(question)
  }

  #askLater(question: Question): void {
    const { application_id } = question
    clearTimeout(this.#later.get(application_id))
    const timer = setTimeout(() => {
      this.#later.delete(application_id)
      this.askSoon(question)
    }, EVENT_PRECEDENCE_MS)
    timer.unref()
    this.#later.set(application_id, timer)
  }

  #feed(input: SyncInput): void {
    const now = this.#recent.now()
    this.#machine = nextMachine(this.#machine, input, now)
    this.#polling?.askRegularly(shouldPoll(this.#machine, now) && this.#machine.asking !== 'not_offered')
    clearTimeout(this.#tick)
    const at = nextTick(this.#machine, now)
    if (at !== null) {
      this.#tick = setTimeout(() => this.#feed({ input: 'tick' }), Math.max(0, at - now))
      this.#tick.unref()
    }
    this.#notify()
  }

  #startLater(error: AppError | null): void {
    this.#feed({ input: 'started', relay: true, configured: false })
    this.#feed({ input: 'link', link: 'offline', error })
    this.#cannotStart = true
    // Does not start again automatically, because a locked keychain would prompt for its password each time.
    if (error?.code.startsWith('KEYCHAIN_')) return
    this.#again = setTimeout(() => drop(this.#context.log, this.restart()), START_AGAIN_MS)
    this.#again.unref()
  }

  #notify(): void {
    const { status } = this
    const notifying = JSON.stringify(status)
    if (notifying === this.#reported) return
    this.#reported = notifying
    this.#context.emit('connection.changed', status)
  }
}

/**
 * Names of two settings. `GAP` stores that the relay deleted events before the app received them, until every open deal was polled. `NOTE`
 * stores the note about these missed events until the broker dismisses the note.
 */
export const GAP = 'bridge_gap'
export const NOTE = 'bridge_note'

export function gapMessage(couldAsk: boolean, news: number): Message {
  const away = msg.history.away
  if (!couldAsk) return msg.history.cannotAsk(away)
  return msg.history.askedAll(away, news)
}

/**
 * Time after an event during which no poll response may override the event's status. A partner may announce a change before its own data
 * shows the change.
 */
const EVENT_PRECEDENCE_MS = 60_000

/** Remembers the time of each application's last event. */
class RecentEvents {
  readonly #clock: Clock
  readonly #lastEventAt = new Map<string, number>()
  #latest = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  heard(application_id: string): void {
    this.#lastEventAt.set(application_id, this.now())
  }

  mayBeOverruled({ application_id, asked_at }: ServiceAnswer): boolean {
    this.now()
    const heard = this.#lastEventAt.get(application_id)
    return heard === undefined || Date.parse(asked_at) - heard >= EVENT_PRECEDENCE_MS
  }

  clear(): void {
    this.#lastEventAt.clear()
  }

  /**
   * Returns the current time in milliseconds since the epoch. Clears the stored times of events if the clock was set back. Otherwise, the
   * app would ignore poll responses for too long.
   */
  now(): number {
    const now = Date.parse(this.#clock.now())
    if (now < this.#latest - EVENT_PRECEDENCE_MS) this.clear()
    this.#latest = now
    return now
  }
}
