import { setImmediate } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'

/** An event holds up to 64 kB of body, a third more as base64, and 8 kB of signature. */
const MAX_BUFFERED = 256 * 1024
/** Limits on what is read ahead while earlier messages are being taken. */
const READ_AHEAD = 5_000
const READ_AHEAD_BYTES = 16 * 1024 * 1024
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
  readonly #waiting: { message: T; bytes: number }[] = []
  #waitingBytes = 0
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
          // Whoever waits for what is there already goes first.
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
