import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { RelayStore } from '../store/sql-store.ts'
import { heartbeatMessage, SILENT_HEARTBEAT } from './messages.ts'

/** Number of groups of streams. One timer sends the heartbeats of all streams, one group after another. */
const GROUPS = 20
/** Maximum interval at which the answers for streams of other processes are sent to the database, in milliseconds. */
const TELL_MS = 1000
/** Maximum number of untold answers. Beyond it, the oldest ones are dropped: a stream whose answer is lost is opened again. */
const MAX_UNTOLD = 20_000

interface StreamEnds {
  response: ServerResponse
  device_id: string
  /** SHA-256 of the device's access token. */
  token_hash: string
  onSilence: () => void
}

interface BeatingStream extends StreamEnds {
  /** Id of the stream that the device answers with, or null if it does not answer. */
  stream: string | null
  answers: boolean
  waits: boolean
}

/**
 * Sends heartbeats (short messages at intervals) on every event stream, so that both ends notice a dead connection. Without heartbeats, TCP
 * notices it only after a quarter of an hour, and never if a proxy in between discards the data. A device may also request heartbeats that
 * it acknowledges. If such a device has acknowledged at least one heartbeat and then misses one, the relay ends the stream.
 */
export class Heartbeats {
  readonly #store: Pick<RelayStore, 'answered' | 'onAnswered' | 'hearsAnswers'>
  readonly #everyMs: number
  /** Streams by the time of their next heartbeat. */
  readonly #groups = Array.from({ length: GROUPS }, () => new Set<BeatingStream>())
  #group = 0
  #timer: NodeJS.Timeout | null = null
  #streams = 0
  /** Open streams whose device answers, by their ids. */
  readonly #open = new Map<string, BeatingStream>()
  /** Answers that arrived here for streams of other processes. */
  #untold = new Set<string>()
  #isTelling = false

  constructor(store: Pick<RelayStore, 'answered' | 'onAnswered' | 'hearsAnswers'>, everyMs: number) {
    this.#store = store
    this.#everyMs = everyMs
    store.onAnswered((answer) => {
      const [device_id, stream = ''] = answer.split(' ')
      const beating = this.#open.get(stream)
      if (beating !== undefined && beating.device_id === device_id) hear(beating)
    })
  }

  /** Sends heartbeats until the returned function is called. If `isAcknowledged`, the device acknowledges them. */
  start(ends: StreamEnds, isAcknowledged: boolean): () => void {
    const stream = isAcknowledged ? randomUUID() : null
    const beating: BeatingStream = { ...ends, stream, answers: false, waits: false }
    const group = this.#groups[this.#group]
    group?.add(beating)
    if (stream !== null) this.#open.set(stream, beating)
    this.#streams += 1
    this.#timer ??= setInterval(() => this.#beatGroup(), this.#everyMs / GROUPS).unref()
    if (isAcknowledged) this.#beat(beating)
    return () => {
      group?.delete(beating)
      if (stream !== null) this.#open.delete(stream)
      this.#streams -= 1
      if (this.#streams > 0 || this.#timer === null) return
      clearInterval(this.#timer)
      this.#timer = null
    }
  }

  #beatGroup(): void {
    this.#group = (this.#group + 1) % GROUPS
    for (const beating of this.#groups[this.#group] ?? []) this.#beat(beating)
  }

  #beat(beating: BeatingStream): void {
    const { response, stream, answers, waits, onSilence } = beating
    // Send no heartbeat while the device has not yet accepted earlier data, because the heartbeat would arrive late. The write timeout of
    // the stream limits how long a device may accept no data.
    if (response.writableNeedDrain) return
    if (answers && waits && this.#store.hearsAnswers()) return onSilence()
    beating.waits = true
    response.write(stream === null ? SILENT_HEARTBEAT : heartbeatMessage(stream))
  }

  /** The relay has checked within the last second that it serves the device. Null if the stream is not open here, or of another device. */
  answeredHere(stream: string, token_hash: string): string | null {
    const beating = this.#open.get(stream)
    if (beating?.token_hash !== token_hash) return null
    hear(beating)
    return beating.device_id
  }

  /** The stream may belong to another relay process, but only to this device. */
  answered(device_id: string, stream: string): void {
    const beating = this.#open.get(stream)
    if (beating !== undefined) {
      if (beating.device_id === device_id) hear(beating)
      return
    }
    this.#untold.add(`${device_id} ${stream}`)
    if (this.#untold.size > MAX_UNTOLD) this.#untold.delete(this.#untold.values().next().value ?? '')
    if (this.#isTelling) return
    this.#isTelling = true
    this.#scheduleTelling()
  }

  #scheduleTelling(): void {
    setTimeout(() => void this.#tell(), Math.min(TELL_MS, this.#everyMs / 4)).unref()
  }

  /** Tells the other processes which answers arrived here, with one statement. */
  async #tell(): Promise<void> {
    const told = this.#untold
    this.#untold = new Set()
    try {
      await this.#store.answered([...told])
    } catch {
      // The store reports problems of the database itself, and `hearsAnswers` is false for a while. Try again with the next answers.
      for (const key of told) this.#untold.add(key)
    }
    this.#isTelling = this.#untold.size > 0
    if (this.#isTelling) this.#scheduleTelling()
  }
}

function hear(beating: BeatingStream): void {
  beating.answers = true
  beating.waits = false
}
