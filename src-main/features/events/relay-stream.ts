import { createParser } from 'eventsource-parser'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { parseJson } from '../../platform/relay/relay-http.ts'
import type { EventSink, RelayPosition } from '../../platform/relay/event-source.ts'
import { seqSchema } from '../../../src-shared/platform/webhook/event-schema.ts'
import type { RelayDelivery } from '../../../src-shared/platform/webhook/event.ts'
import { appError, type AppError } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

/**
 * Maximum size of the parse buffer in bytes. An event has a body of up to 64 kB, which grows by a third in base64, and a signature of up to
 * 8 kB.
 */
const MAX_BUFFERED = 256 * 1024
/** Limits for messages that were read but not yet processed, in messages and in bytes. */
const READ_AHEAD = 5_000
const READ_AHEAD_BYTES = 16 * 1024 * 1024
/**
 * Number of bytes that are parsed per turn of the event loop. They contain about ten events, and parsing them blocks this process for at
 * most two milliseconds.
 */
const BYTES_A_TURN = 16 * 1024

export interface StreamMessage {
  event: string | undefined
  data: string
}

/**
 * Reads server-sent events while the caller still stores earlier events, so that network and vault work in parallel. If too many events
 * wait for the caller, the reader pauses, and the relay stops sending.
 */
export class StreamReader<T> {
  readonly #waiting: { message: T; bytes: number }[] = []
  #waitingBytes = 0
  #ended = false
  #failure: { error: unknown } | null = null
  #wake: () => void = () => {}
  #resume: () => void = () => {}

  /** `arrived` converts each message as soon as it arrives. `tooLong` creates the error for a message longer than any relay sends. */
  constructor(body: AsyncIterable<Uint8Array>, arrived: (message: StreamMessage) => T, tooLong: () => Error) {
    // `#read` stores a failure for `next`.
    this.#read(body, arrived, tooLong).catch(() => {})
  }

  /**
   * Waits for the next messages and returns up to `most` of them. Returns an empty array at the end of the stream. Rejects if reading the
   * stream fails.
   */
  async next(most: number): Promise<T[]> {
    while (this.#waiting.length === 0) {
      if (this.#failure !== null) throw this.#failure.error
      if (this.#ended) return []
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
    const taken = this.#waiting.splice(0, most)
    for (const { bytes } of taken) this.#waitingBytes -= bytes
    if (!this.#isFull()) this.#resume()
    return taken.map(({ message }) => message)
  }

  #isFull(): boolean {
    return this.#waiting.length >= READ_AHEAD || this.#waitingBytes >= READ_AHEAD_BYTES
  }

  async #read(
    body: AsyncIterable<Uint8Array>,
    arrived: (message: StreamMessage) => T,
    tooLong: () => Error,
  ): Promise<void> {
    try {
      const parser = createParser({
        onEvent: ({ event, data }) => {
          this.#waiting.push({ message: arrived({ event, data }), bytes: data.length })
          this.#waitingBytes += data.length
        },
        maxBufferSize: MAX_BUFFERED,
        onError: ({ type }) => {
          if (type === 'max-buffer-size-exceeded') throw tooLong()
        },
      })
      const text = new TextDecoder()
      for await (const chunk of body) {
        for (let at = 0; at < chunk.length; at += BYTES_A_TURN) {
          parser.feed(text.decode(chunk.subarray(at, at + BYTES_A_TURN), { stream: true }))
          if (this.#waiting.length > 0) this.#wake()
          // Let the code that processes the messages run before more bytes are parsed.
          await setImmediate()
        }
        if (this.#isFull()) await new Promise<void>((resolve) => (this.#resume = resolve))
      }
      this.#ended = true
    } catch (error) {
      this.#failure = { error }
    }
    this.#wake()
  }
}

/** A parsed message of the stream. The field `event` is set only if the name is `partner-event`. */
export interface Arrived {
  name: string | undefined
  data?: string
  event?: RelayDelivery | Unplaced
}

/** An event without a valid number (seq). The other fields help the broker and the partner to identify the event. */
interface Unplaced {
  seq: null
  event_id: unknown
  body: unknown
}

const fieldsSchema = z.record(z.string(), z.unknown())
const placedSchema = z.looseObject({ seq: seqSchema })

/**
 * Parses a message. Passes an event with a number (seq) to the sink immediately, so that the signature check starts while the event waits
 * to be stored.
 */
export function readMessage({ event: name, data }: StreamMessage, sink: EventSink): Arrived {
  if (name !== 'partner-event') return { name, data }
  const reported = parseJson(data)
  const placed = placedSchema.safeParse(reported)
  if (placed.success) {
    sink.onArrival(placed.data)
    return { name, event: placed.data }
  }
  const { event_id, body } = fieldsSchema.safeParse(reported).data ?? {}
  return { name, event: { seq: null, event_id, body } }
}

/**
 * Returns the events of a group that are not stored yet: those after the cursor (the position up to which events are stored). An event
 * without a number (seq) gets the number of the previous event, so that the cursor does not move. When the app processes such an event, it
 * marks the event as invalid and records the reason.
 */
export function newEvents(group: Arrived[], cursor: number): RelayDelivery[] {
  const events: RelayDelivery[] = []
  for (const { event } of group) {
    const last = events.at(-1)?.seq ?? cursor
    if (event === undefined) continue
    if (event.seq === null) events.push({ ...event, seq: last })
    else if (event.seq > last) events.push(event)
  }
  return events
}

/** Groups consecutive events. Each message of another kind is a group of its own. */
export function inGroups(messages: Arrived[]): Arrived[][] {
  const groups: Arrived[][] = []
  for (const message of messages) {
    const last = groups.at(-1)
    if (message.name === 'partner-event' && last?.[0]?.name === 'partner-event') last.push(message)
    else groups.push([message])
  }
  return groups
}

/** Thrown while a stream is read, to end the stream. The reason determines the message to the broker, and the delay before the next try. */
export class StreamEnded extends Error {
  readonly reason: AppError

  constructor(reason: AppError) {
    super(reason.code)
    this.reason = reason
  }
}

export interface Position extends RelayPosition {
  /**
   * True if this connection made progress: the relay responded, or events were stored. In that case, the next failure counts as the first
   * one, and its retry delay is short.
   */
  progressed: boolean
}

/**
 * Returns the error that ends the stream after an event could not be stored. Also records that the connection made no progress. The retry
 * delay therefore increases each time that the event fails.
 */
export function notTaken(position: Position): StreamEnded {
  position.progressed = false
  const { eventNotProcessed, requestedAgain } = msg.errorsRelay
  return new StreamEnded(
    appError('EVENT_KEYS_UNAVAILABLE', eventNotProcessed, requestedAgain, { retryable: true }),
  )
}
