import { setTimeout as sleep } from 'node:timers/promises'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { request } from 'undici'
import { z } from 'zod'
import type { BridgeState } from '../../../src-shared/domain/environment.ts'
import { relayEventSchema } from '../../../src-shared/domain/event.ts'
import type { EventSink, EventSource } from '../../core/ports/event-source.ts'
import type { Log } from '../../core/ports/log.ts'
import {
  callRelay,
  createRelayAgent,
  deviceRefused,
  readRelayAddress,
  relayUnreachable,
} from './relay-http.ts'

const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 15_000
/** A revoked device stays revoked; asked again now and then in case it was a mistake at the relay. */
const REFUSED_DELAY_MS = 5 * 60_000
/** One event holds 64 kB of body at most, a third more as base64. */
const MAX_BUFFERED = 1024 * 1024

const boundsSchema = z.object({ oldest_seq: z.int().nonnegative(), latest_seq: z.int().nonnegative() })
const ackedSchema = z.object({ acked_seq: z.int() })

const WORDS: Partial<Record<BridgeState, string>> = {
  connecting: 'Connecting to the relay.',
  catching_up: 'Reading what came in while this computer was away.',
  live: 'Offers and status changes arrive at once.',
}

/** Why a stream ended: what became of the connection decides how soon it is tried again. */
type Ending = 'refused' | 'failed'

/**
 * Events from a relay by server-sent events. The cursor moves only when an event was taken, so whatever breaks in between
 * is delivered again. `random` decides the jitter between reconnects.
 */
export class RelayEventSource implements EventSource {
  readonly #url: string
  readonly #token: string
  readonly #log: Log
  readonly #random: () => number
  readonly #agent = createRelayAgent()
  readonly #stopping = new AbortController()
  #wake = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #acknowledged = 0
  #toAcknowledge = 0
  #acknowledging: Promise<void> | null = null
  #state: BridgeState | null = null

  constructor(url: string, device_token: string, log: Log, random: () => number = Math.random) {
    this.#url = url
    this.#token = device_token
    this.#log = log
    this.#random = random
  }

  start(cursor: number, sink: EventSink): void {
    this.#running = this.#run(cursor, sink)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#wake.abort()
    await this.#running
    await this.#acknowledging
    await this.#agent.destroy()
  }

  acknowledge(seq: number): void {
    this.#toAcknowledge = Math.max(this.#toAcknowledge, seq)
    this.#acknowledging ??= this.#sendAcknowledgements().finally(() => {
      this.#acknowledging = null
    })
  }

  nudge(): void {
    this.#wake.abort()
  }

  async #run(from: number, sink: EventSink): Promise<void> {
    const address = readRelayAddress(this.#url)
    if (!address.ok) return this.#tell(sink, 'refused', `${address.error.message} ${address.error.advice}`)
    const position = { cursor: from, progressed: false }
    for (let failures = 0; !this.#stopping.signal.aborted;) {
      this.#wake = new AbortController()
      if (failures === 0) this.#tell(sink, 'connecting')
      position.progressed = false
      const ending = await this.#stream(address.value, position, sink)
      if (this.#stopping.signal.aborted) return
      failures = position.progressed ? 1 : failures + 1
      const { message, advice } = ending === 'refused' ? deviceRefused() : relayUnreachable()
      this.#tell(sink, ending === 'refused' ? 'refused' : 'offline', `${message} ${advice}`)
      await this.#pause(ending === 'refused' ? REFUSED_DELAY_MS : this.#delay(failures))
    }
  }

  /** Reads one connection to its end. Each event is taken before the next one is looked at. */
  async #stream(
    url: string,
    position: { cursor: number; progressed: boolean },
    sink: EventSink,
  ): Promise<Ending> {
    const signal = AbortSignal.any([this.#stopping.signal, this.#wake.signal])
    try {
      const { statusCode, headers, body } = await request(`${url}/v1/stream`, {
        dispatcher: this.#agent,
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${this.#token}`,
          'last-event-id': String(position.cursor),
        },
        signal,
      })
      if (statusCode !== 200 || !String(headers['content-type']).startsWith('text/event-stream')) {
        await body.dump()
        return statusCode === 401 || statusCode === 403 ? 'refused' : 'failed'
      }
      const waiting: EventSourceMessage[] = []
      const parser = createParser({
        onEvent: (message) => waiting.push(message),
        maxBufferSize: MAX_BUFFERED,
      })
      const text = new TextDecoder()
      let latest = 0
      for await (const chunk of body as AsyncIterable<Buffer>) {
        parser.feed(text.decode(chunk, { stream: true }))
        for (const message of waiting.splice(0)) {
          latest = await this.#take(message, latest, position, sink)
          this.#tell(sink, position.cursor < latest ? 'catching_up' : 'live')
        }
      }
      return 'failed'
    } catch (error) {
      if (!signal.aborted)
        this.#log.info('relay stream ended', { error: error instanceof Error ? error.name : typeof error })
      return 'failed'
    }
  }

  /** Handles one message and answers how far the relay's log reached when it was last told. */
  async #take(
    { event, data }: EventSourceMessage,
    latest: number,
    position: { cursor: number; progressed: boolean },
    sink: EventSink,
  ): Promise<number> {
    if (event === 'partner-event') {
      const received = relayEventSchema.parse(JSON.parse(data))
      // A relay that repeats itself is answered by the cursor, not by a second delivery.
      if (received.seq <= position.cursor) return latest
      await sink.onEvent(received)
      position.cursor = received.seq
      position.progressed = true
      return Math.max(latest, received.seq)
    }
    if (event !== 'bounds' && event !== 'gap') return latest
    const bounds = boundsSchema.parse(JSON.parse(data))
    if (event === 'bounds') position.progressed = true
    if (event === 'gap') {
      sink.onGap(bounds.oldest_seq)
      // A cursor ahead of the log belongs to another log: then the relay begins at its own beginning.
      position.cursor = bounds.oldest_seq - 1
    }
    return bounds.latest_seq
  }

  /** One at a time, and the newest only: an acknowledgement counts for all before it. */
  async #sendAcknowledgements(): Promise<void> {
    while (this.#toAcknowledge > this.#acknowledged && !this.#stopping.signal.aborted) {
      const seq = this.#toAcknowledge
      const call = { method: 'POST' as const, url: `${this.#url.replace(/\/+$/, '')}/v1/ack`, body: { seq } }
      const acked = await callRelay(this.#agent, { ...call, token: this.#token }, ackedSchema)
      if (!acked.ok) {
        // The cursor here is committed, so a lost acknowledgement costs nothing; the next event brings the next.
        this.#log.info('acknowledgement not taken', { code: acked.error.code })
        return
      }
      this.#acknowledged = seq
    }
  }

  #delay(failures: number): number {
    const ceiling = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures, 10))
    return ceiling * (0.5 + this.#random() / 2)
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#wake.signal }).catch(() => {})
  }

  #tell(sink: EventSink, state: BridgeState, detail = WORDS[state] ?? ''): void {
    if (state === this.#state) return
    this.#state = state
    sink.onState({ state, since: new Date().toISOString(), detail })
  }
}
