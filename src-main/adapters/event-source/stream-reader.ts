import { setImmediate } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'

/** An event contains up to 64 kB of body, a third more as base64, and 8 kB of signature. */
const MAX_BUFFERED = 256 * 1024
/** Limits on reading ahead while earlier messages are processed. */
const READ_AHEAD = 5_000
const READ_AHEAD_BYTES = 16 * 1024 * 1024
/** Bytes parsed per turn: about ten events, which block this process for at most two milliseconds. */
const BYTES_A_TURN = 16 * 1024

export interface StreamMessage {
  event: string | undefined
  data: string
}

/** Reads server-sent events ahead of the consumer, so that network and vault work in parallel. A slow consumer pauses the sender. */
export class StreamReader<T> {
  readonly #waiting: { message: T; bytes: number }[] = []
  #waitingBytes = 0
  #ended = false
  #failure: { error: unknown } | null = null
  #wake: () => void = () => {}
  #resume: () => void = () => {}

  /** `arrived` converts each message on arrival. `tooLong` creates the error for a message longer than any relay sends. */
  constructor(body: AsyncIterable<Uint8Array>, arrived: (message: StreamMessage) => T, tooLong: () => Error) {
    void this.#read(body, arrived, tooLong)
  }

  /** Returns up to `most` messages as soon as there are any, and none at the end. Rejects if the body fails. */
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
          // Let the consumer run first.
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
