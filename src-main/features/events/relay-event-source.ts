import { drop, noteFault } from '../../platform/base/log-lines.ts'
import { storeMessage } from '../../../src-shared/platform/texts/message.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { RelayDelivery } from '../../../src-shared/platform/webhook/event.ts'
import { epochSchema, seqSchema } from '../../../src-shared/platform/webhook/event-schema.ts'
import type { AppError } from '../../../src-shared/platform/base/errors.ts'
import type { EventSink, RelayPosition, RelaySource } from '../../platform/relay/event-source.ts'
import { loadUndici, type Network, type EnvironmentNetwork } from '../../platform/net/network.ts'
import type { Log } from '../../platform/base/system.ts'
import {
  type Arrived,
  inGroups,
  newEvents,
  notTaken,
  type Position,
  readMessage,
  StreamEnded,
  StreamReader,
} from './relay-stream.ts'
import {
  callRelay,
  createRelayNetwork,
  parseJson,
  readRefusal,
  readRelayAddress,
  relayUnreachable,
  unexpectedAnswer,
  type RelayRetryPolicy,
} from '../../platform/relay/relay-http.ts'

const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 15_000
/**
 * Delay in milliseconds before the next try after the relay refused this device. The relay's administrator may have revoked the device by
 * mistake and correct this.
 */
const REFUSED_DELAY_MS = 5 * 60_000
/** Maximum number of events that are stored together. Large batches reduce the number of commits. */
const BATCH = 5_000
/** Maximum number of concurrent heartbeat responses. The relay sends only one heartbeat every 15 s. */
const MOST_ANSWERS = 4

const boundsSchema = z.object({ oldest_seq: seqSchema, latest_seq: seqSchema, epoch: epochSchema })
const heartbeatSchema = z.object({ stream: z.string() })
const answeredSchema = z.object({ status: z.literal('ok') })
const ackedSchema = z.object({ acked_seq: z.int() })

interface Options {
  /** Random number from 0 to 1, which varies the delay before a reconnect. */
  random?: () => number
  retryPolicy?: RelayRetryPolicy
  /** Resolves after this many milliseconds, or when the signal aborts. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Receives events from a relay as server-sent events. Events that arrive while a batch is stored form the next batch. The cursor (this
 * device's position in the relay's events) moves only after events were stored. After an interruption, the relay therefore delivers the
 * other events again.
 */
export class RelayEventSource implements RelaySource {
  readonly #url: string
  readonly #token: string
  readonly #log: Log
  readonly #random: () => number
  readonly #settings: () => Promise<EnvironmentNetwork>
  readonly #patience: RelayRetryPolicy | undefined
  readonly #wait: (ms: number, signal: AbortSignal) => Promise<void>
  #network: Promise<Network> | null = null
  readonly #stopping = new AbortController()
  #wake = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #acknowledged = 0
  #toAcknowledge = 0
  #acknowledging: Promise<void> | null = null
  /**
   * The number (seq) of the oldest event that the relay had when it last reported a gap (events that it deleted before delivery). Null if
   * no gap needs to be acknowledged. The relay reports a gap again until the app acknowledges it.
   */
  #gap: number | null = null
  #address: string | null = null
  #reported = ''
  #position: Position = { cursor: 0, epoch: '', progressed: false }
  #answers = 0

  constructor(
    url: string,
    device_token: string,
    settings: () => Promise<EnvironmentNetwork>,
    log: Log,
    {
      random = Math.random,
      retryPolicy,
      // The caller looks at the signal after the wait.
      wait = (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
    }: Options = {},
  ) {
    this.#url = url
    this.#token = device_token
    this.#log = log
    this.#random = random
    this.#settings = settings
    this.#patience = retryPolicy
    this.#wait = wait
  }

  start(from: RelayPosition, sink: EventSink): void {
    const { cursor } = from
    // All events up to this cursor are in the vault, but the relay may not have received the acknowledgment for them.
    this.#toAcknowledge = cursor
    this.#position = { cursor, epoch: from.epoch, progressed: false }
    this.#running = this.#run(this.#position, sink)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#wake.abort()
    await this.#running
    // If `stop` aborts an acknowledgment, the next start sends it again.
    await this.#acknowledging
    await (await this.#network)?.destroy()
  }

  acknowledge(seq: number): void {
    this.#toAcknowledge = Math.max(this.#toAcknowledge, seq)
    this.#passOnAcknowledgment()
  }

  /** Returns the connections to the relay. Creates them on first use, because the network settings are in the vault. */
  #connections(): Promise<Network> {
    this.#network ??= this.#settings().then((settings) => createRelayNetwork(settings, this.#patience))
    return this.#network
  }

  retryNow(): void {
    this.#wake.abort()
  }

  async #run(position: Position, sink: EventSink): Promise<void> {
    const address = readRelayAddress(this.#url)
    if (!address.ok) return this.#notify(sink, 'refused', address.error)
    this.#address = address.value
    for (let failures = 0; !this.#stopping.signal.aborted;) {
      const { signal: woken } = (this.#wake = new AbortController())
      if (failures === 0) this.#notify(sink, 'connecting')
      position.progressed = false
      const reason = await this.#stream(address.value, position, sink)
      failures = position.progressed ? 1 : failures + 1
      if (!woken.aborted) {
        const isRefused = reason.code === 'RELAY_DEVICE_REFUSED'
        this.#notify(sink, isRefused ? 'refused' : 'offline', reason)
        // Wait longer if the keychain is locked, because each try would ask the user for the keychain's password.
        const isLong = isRefused || reason.code.startsWith('KEYCHAIN_')
        await this.#wait(isLong ? REFUSED_DELAY_MS : this.#delay(failures), woken)
      }
      // `retryNow` ended the wait. The next failure counts as the first one, so that its retry delay is short.
      if (woken.aborted) failures = 0
    }
  }

  /** Connects to the relay and reads events until the connection ends. Returns the reason for the end. */
  async #stream(url: string, position: Position, sink: EventSink): Promise<AppError> {
    const signal = AbortSignal.any([this.#stopping.signal, this.#wake.signal])
    // Closes the connection as soon as reading ends, for any reason.
    const over = new AbortController()
    try {
      const { request } = await loadUndici()
      const dispatcher = await (await this.#connections()).dispatcher(url)
      if (!dispatcher.ok) return dispatcher.error
      const { statusCode, headers, body } = await request(`${url}/v1/stream`, {
        dispatcher: dispatcher.value,
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${this.#token}`,
          'last-event-id': String(position.cursor),
          ...(position.epoch === '' ? {} : { 'store-epoch': position.epoch }),
          heartbeats: 'answered',
        },
        signal: AbortSignal.any([signal, over.signal]),
      })
      if (statusCode !== 200) return await readRefusal(statusCode, body)
      if (!String(headers['content-type']).startsWith('text/event-stream')) {
        await body.dump()
        return unexpectedAnswer(statusCode)
      }
      const reader = new StreamReader(
        body,
        (message) => {
          if (message.event === 'heartbeat') drop(this.#log, this.#answerHeartbeat(url, message.data))
          return readMessage(message, sink)
        },
        () => new StreamEnded(unexpectedAnswer(statusCode)),
      )
      let latest = 0
      for (
        let messages = await reader.next(BATCH);
        messages.length > 0;
        messages = await reader.next(BATCH)
      ) {
        // If the app is stopping, ignore the messages. The relay delivers them again after the next connection.
        signal.throwIfAborted()
        for (const group of inGroups(messages)) {
          latest = await this.#take(group, latest, position, sink)
          this.#notify(sink, position.cursor < latest ? 'catching_up' : 'live')
        }
      }
      return relayUnreachable(undefined, url)
    } catch (error) {
      const reason = error instanceof StreamEnded ? error.reason : relayUnreachable(error, url)
      if (!signal.aborted) this.#log.info('relay stream ended', { code: reason.code })
      return reason
    } finally {
      over.abort()
    }
  }

  /**
   * Processes a group of messages: consecutive events, or a single message of another kind. Returns the number of the newest event that the
   * relay is known to have.
   */
  async #take(group: Arrived[], latest: number, position: Position, sink: EventSink): Promise<number> {
    const [first] = group
    if (first?.name === 'partner-event') {
      await this.#hand(newEvents(group, position.cursor), position, sink)
      return Math.max(latest, position.cursor)
    }
    if (first === undefined || (first.name !== 'bounds' && first.name !== 'gap')) return latest
    const bounds = boundsSchema.safeParse(parseJson(first.data ?? ''))
    if (!bounds.success) throw new StreamEnded(unexpectedAnswer(200))
    const { epoch, oldest_seq, latest_seq } = bounds.data
    if (first.name === 'bounds') {
      position.progressed = true
      // The first epoch that the app learns belongs to its cursor. If the epoch is another one than the app knows, a gap follows.
      if (position.epoch === '') {
        // Without the epoch, the relay could not report that another database took over.
        await sink.onEpoch(epoch).catch(this.#failed(position))
        position.epoch = epoch
      }
      this.#passOnAcknowledgment()
    } else {
      await sink.onGap(oldest_seq, epoch).catch(this.#failed(position))
      // Continue with the oldest event that the relay has. This can also lower the cursor: a cursor from another log of events may be
      // higher than every number in this log.
      position.cursor = oldest_seq - 1
      position.epoch = epoch
      this.#acknowledged = -1
      this.#toAcknowledge = position.cursor
      this.#gap = oldest_seq
      this.#passOnAcknowledgment()
    }
    return latest_seq
  }

  /** Returns a handler for a failure of the sink: logs its kind, and ends the stream. The next connection delivers again. */
  #failed(position: Position): (thrown: unknown) => never {
    return (thrown) => {
      noteFault(this.#log, 'events not stored yet', thrown)
      throw notTaken(position)
    }
  }

  /** Passes events to the sink, which stores them. Moves the cursor past the events that were stored. */
  async #hand(events: RelayDelivery[], position: Position, sink: EventSink): Promise<void> {
    if (events.length === 0) return
    const taken = await sink.onEvents(events).catch(this.#failed(position))
    const last = events[taken - 1]
    if (last !== undefined) {
      position.cursor = last.seq
      position.progressed = true
    }
    if (taken < events.length) throw notTaken(position)
  }

  /**
   * Acknowledges stored events to the relay, with one request at a time. Each acknowledgment contains only the number of the newest stored
   * event, and is also valid for all earlier events.
   */
  #passOnAcknowledgment(): void {
    if (this.#address === null || this.#toAcknowledge <= this.#acknowledged) return
    this.#acknowledging ??= this.#sendAcknowledgments(this.#address)
  }

  async #sendAcknowledgments(url: string): Promise<void> {
    try {
      while (this.#toAcknowledge > this.#acknowledged && !this.#stopping.signal.aborted) {
        const seq = this.#toAcknowledge
        const gap = this.#gap
        const { epoch } = this.#position
        const call = {
          method: 'POST' as const,
          url: `${url}/v1/ack`,
          token: this.#token,
          body: {
            seq,
            ...(gap === null ? {} : { gap }),
            epoch,
          },
          signal: this.#stopping.signal,
        }
        const acked = await callRelay(await this.#connections(), call, ackedSchema)
        if (!acked.ok) {
          // The vault contains the cursor, so nothing is lost. The app sends the acknowledgment again after the next event or connection.
          this.#log.info('acknowledgement not accepted', { code: acked.error.code })
          if (this.#toAcknowledge === seq) return
          continue
        }
        // If the relay reported a new gap in the meantime, the cursor was changed, and this acknowledgment is no longer valid.
        if (this.#gap !== gap) continue
        this.#gap = null
        this.#acknowledged = seq
      }
    } finally {
      this.#acknowledging = null
    }
  }

  /** Responds to a heartbeat of the relay immediately, even while events are being stored. Without responses, the relay ends the stream. */
  async #answerHeartbeat(url: string, data: string): Promise<void> {
    const heartbeat = heartbeatSchema.safeParse(parseJson(data))
    if (!heartbeat.success) return
    const { stream } = heartbeat.data
    if (this.#answers >= MOST_ANSWERS) return
    this.#answers += 1
    const call = {
      method: 'POST' as const,
      url: `${url}/v1/heartbeat`,
      token: this.#token,
      body: { stream },
      signal: this.#stopping.signal,
    }
    try {
      const answered = await callRelay(await this.#connections(), call, answeredSchema)
      if (!answered.ok) this.#log.info('heartbeat not answered', { code: answered.error.code })
    } finally {
      this.#answers -= 1
    }
  }

  #delay(failures: number): number {
    const ceiling = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures, 10))
    return ceiling * (0.5 + this.#random() / 2)
  }

  #notify(sink: EventSink, state: Parameters<EventSink['onState']>[0], error: AppError | null = null): void {
    const notifying = `${state} ${storeMessage(error?.message ?? '')}`
    if (notifying === this.#reported) return
    this.#reported = notifying
    sink.onState(state, error)
  }
}
