import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Log } from '../log.ts'
import type { OfficeDevice, RelayStore } from '../store/relay-store.ts'

/**
 * Interval at which the relay looks for revoked devices. It is so short that the relay closes the connections of a revoked device within a
 * second.
 */
const CHECK_MS = 400
/**
 * Maximum number of open event streams per device. The same maximum applies separately to open polls. If a device opens one more, the relay
 * closes the oldest one. The client of the oldest one is probably gone.
 */
const MAX_PER_DEVICE = 4

type ConnectionKind = 'streams' | 'polls'
type EndReason = 'revoked' | 'too_many'

interface Entry {
  office_id: number
  device_id: string
  kind: ConnectionKind
  end: (reason: EndReason) => void
}

interface Options {
  store: Pick<RelayStore, 'devicesInUse'>
  log: Log
  onTooMany: (kind: ConnectionKind) => void
}

/**
 * Lists the open event streams and polls of all devices, and limits their number per device. Closes the connections of a revoked device,
 * even if another process revoked the device. Asks the store for revoked devices at intervals, because a notification from the database can
 * be lost behind a connection pooler.
 */
export class DeviceConnections {
  readonly #options: Options
  readonly #open = new Set<Entry>()
  #isChecking = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Returns the number of open event streams of an office. */
  streamsOf(office_id: number): number {
    let streams = 0
    for (const entry of this.#open)
      if (entry.office_id === office_id && entry.kind === 'streams') streams += 1
    return streams
  }

  /** Counts an event stream or a poll as open until `closed` aborts. Calls `end` if the relay must close the stream or poll before that. */
  add(
    { office_id, device_id }: Pick<OfficeDevice, 'office_id' | 'device_id'>,
    kind: ConnectionKind,
    closed: AbortSignal,
    end: Entry['end'],
  ): void {
    if (closed.aborted) return
    const entry: Entry = { office_id, device_id, kind, end }
    this.#open.add(entry)
    closed.addEventListener('abort', () => this.#open.delete(entry), { once: true })
    const same = [...this.#open].filter((other) => other.device_id === device_id && other.kind === kind)
    const [oldest] = same
    if (same.length > MAX_PER_DEVICE && oldest !== undefined) {
      this.#options.onTooMany(kind)
      this.#end(oldest, 'too_many')
    }
    if (this.#isChecking) return
    this.#isChecking = true
    this.#scheduleCheck()
  }

  #end(entry: Entry, reason: EndReason): void {
    this.#open.delete(entry)
    entry.end(reason)
  }

  #scheduleCheck(): void {
    setTimeout(() => void this.#checkRevocations(), CHECK_MS).unref()
  }

  /** Checks for revoked devices, and schedules the next check. Stops when no connection is open. */
  async #checkRevocations(): Promise<void> {
    if (this.#open.size === 0) {
      this.#isChecking = false
      return
    }
    const { store, log } = this.#options
    const checked = [...this.#open]
    try {
      const inUse = new Set(await store.devicesInUse([...new Set(checked.map(({ device_id }) => device_id))]))
      for (const entry of checked)
        if (this.#open.has(entry) && !inUse.has(entry.device_id)) this.#end(entry, 'revoked')
    } catch (error) {
      log.warn({ err: error }, 'could not check for revoked devices for')
    }
    this.#scheduleCheck()
  }
}

/**
 * Sends heartbeats (short messages at intervals) on every event stream, so that both ends notice a dead connection. Without heartbeats, TCP
 * notices it only after a quarter of an hour, and never if a proxy in between discards the data. A device may also request heartbeats that
 * it acknowledges. If such a device has acknowledged at least one heartbeat and then misses one, the relay ends the stream.
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

  /** Sends heartbeats until the returned function is called. Calls `onSilence` if the device no longer acknowledges them. */
  start(
    response: ServerResponse,
    device_id: string,
    isAcknowledged: boolean,
    onSilence: () => void,
  ): () => void {
    const stream = randomUUID()
    const key = keyOf(device_id, stream)
    let answers = false
    let waits = false
    this.#open.set(key, () => {
      answers = true
      waits = false
    })
    const beat = () => {
      // Send no heartbeat while the device has not yet accepted earlier data, because the heartbeat would arrive late. The write timeout of
      // the stream limits how long a device may accept no data.
      if (response.writableNeedDrain) return
      if (answers && waits && this.#store.hearsAnswers()) return onSilence()
      waits = true
      response.write(
        isAcknowledged ? `event: heartbeat\ndata: ${JSON.stringify({ stream })}\n\n` : ': heartbeat\n\n',
      )
    }
    if (isAcknowledged) beat()
    const timer = setInterval(beat, this.#everyMs)
    return () => {
      clearInterval(timer)
      this.#open.delete(key)
    }
  }

  /**
   * Records that a device acknowledged a heartbeat. The stream may belong to another relay process, but only to this device: a device cannot
   * keep the stream of another one open.
   */
  answered(device_id: string, stream: string): Promise<void> {
    return this.#store.answered(keyOf(device_id, stream))
  }
}

const keyOf = (device_id: string, stream: string) => `${device_id} ${stream}`
