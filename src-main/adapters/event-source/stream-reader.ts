import { setImmediate } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'

/** One event holds 64 kB of body at most, a third more as base64. */
const MAX_BUFFERED = 1024 * 1024
/** So much is read ahead at most while what came before is being taken. */
const READ_AHEAD = 5_000
/** So much is read at once: some ten events, so that this process does nothing else for two milliseconds at most. */
const BYTES_A_TURN = 16 * 1024

export interface StreamMessage {
  event: string | undefined
  data: string
}

/**
 * Reads server-sent events ahead of whoever takes them, so that the network and the vault work at the same time. Who takes
 * them slowly holds the sender back.
 */
export class StreamReader<T> {
  readonly #waiting: T[] = []
  #ended = false
  #failure: { error: unknown } | null = null
  #wake: () => void = () => {}
  #resume: () => void = () => {}

  /** `arrived` reads a message as soon as it is there; `tooLong` makes the error for one that no relay sends. */
  constructor(body: AsyncIterable<Uint8Array>, arrived: (message: StreamMessage) => T, tooLong: () => Error) {
    void this.#read(body, arrived, tooLong)
  }

  /** The next messages, `most` of them at most, as soon as there are any; none at the end. Rejects as the body does. */
  async next(most: number): Promise<T[]> {
    while (this.#waiting.length === 0) {
      if (this.#failure !== null) throw this.#failure.error
      if (this.#ended) return []
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
    const messages = this.#waiting.splice(0, most)
    if (this.#waiting.length < READ_AHEAD) this.#resume()
    return messages
  }

  async #read(
    body: AsyncIterable<Uint8Array>,
    arrived: (message: StreamMessage) => T,
    tooLong: () => Error,
  ): Promise<void> {
    try {
      const parser = createParser({
        onEvent: ({ event, data }) => this.#waiting.push(arrived({ event, data })),
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
          // Whoever waits for what is there already goes first.
          await setImmediate()
        }
        if (this.#waiting.length >= READ_AHEAD) await new Promise<void>((resolve) => (this.#resume = resolve))
      }
      this.#ended = true
    } catch (error) {
      this.#failure = { error }
    }
    this.#wake()
  }
}
