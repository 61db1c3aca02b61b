import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { RelayStore } from '../store/relay-store.ts'

/**
 * Beats on every stream, so that both ends notice a connection which has died without a word. TCP itself takes a quarter of an
 * hour, and never notices where a proxy in between swallows what is written; so a device may ask for heartbeats that it answers, and
 * one that answered before and is silent from a beat to the next is gone.
 */
export class Heartbeats {
  readonly #store: RelayStore
  readonly #everyMs: number
  readonly #open = new Map<string, () => void>()

  constructor(store: RelayStore, everyMs: number) {
    this.#store = store
    this.#everyMs = everyMs
    store.onAnswered((stream) => this.#open.get(stream)?.())
  }

  /** Beats until what it answers is called. */
  start(response: ServerResponse, isAnswered: boolean, onSilence: () => void): () => void {
    const stream = randomUUID()
    let answers = false
    let waits = false
    this.#open.set(stream, () => {
      answers = true
      waits = false
    })
    const beat = () => {
      // A reader that is behind would see it late: how long it may stall is decided elsewhere.
      if (response.writableNeedDrain) return
      if (answers && waits) return onSilence()
      waits = true
      response.write(
        isAnswered ? `event: heartbeat\ndata: ${JSON.stringify({ stream })}\n\n` : ': heartbeat\n\n',
      )
    }
    if (isAnswered) beat()
    const timer = setInterval(beat, this.#everyMs)
    return () => {
      clearInterval(timer)
      this.#open.delete(stream)
    }
  }

  /** A device answered a heartbeat, perhaps one of another process. */
  answered(stream: string): Promise<void> {
    return this.#store.answered(stream)
  }
}
