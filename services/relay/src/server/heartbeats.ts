import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { RelayStore } from '../store/relay-store.ts'

/**
 * Sends heartbeats on every stream, so that both ends notice a dead connection. TCP alone takes a quarter of an hour, and never notices if
 * a proxy in between swallows the data. A device may therefore ask for heartbeats that it answers. A stream whose device answered before
 * and then misses one heartbeat is ended.
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

  /** Sends heartbeats until the returned function is called. */
  start(response: ServerResponse, isAnswered: boolean, onSilence: () => void): () => void {
    const stream = randomUUID()
    let answers = false
    let waits = false
    this.#open.set(stream, () => {
      answers = true
      waits = false
    })
    const beat = () => {
      // A slow reader would get the heartbeat late. The write timeout of the stream decides how long it may stall.
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

  /** Records that a device answered a heartbeat; its stream may belong to another process. */
  answered(stream: string): Promise<void> {
    return this.#store.answered(stream)
  }
}
