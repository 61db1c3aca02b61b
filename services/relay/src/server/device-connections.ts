import type { Log } from '../log.ts'
import type { RelayStore } from '../store/relay-store.ts'

/** Poll interval for revocations: a revoked device loses its streams and polls within a second. */
const LOOK_MS = 400
/** More than one workstation needs. Beyond this number the oldest ends, because it probably died unnoticed. */
const MOST = 4

export type ConnectionKind = 'streams' | 'polls'
export type EndReason = 'revoked' | 'too_many'

interface Entry {
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
 * Open streams and polls of devices. Limits their number per device and ends those of a revoked device, also if another process revoked it.
 * It polls the store, because a notification can be lost behind a connection pooler.
 */
export class DeviceConnections {
  readonly #options: Options
  readonly #open = new Set<Entry>()
  #isLooking = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Counts a stream or a poll until `closed` aborts. Calls `end` if the relay must end it earlier. */
  add(device_id: string, kind: ConnectionKind, closed: AbortSignal, end: Entry['end']): void {
    if (closed.aborted) return
    const entry: Entry = { device_id, kind, end }
    this.#open.add(entry)
    closed.addEventListener('abort', () => this.#open.delete(entry), { once: true })
    const same = [...this.#open].filter((other) => other.device_id === device_id && other.kind === kind)
    const [oldest] = same
    if (same.length > MOST && oldest !== undefined) {
      this.#options.onTooMany(kind)
      this.#end(oldest, 'too_many')
    }
    if (this.#isLooking) return
    this.#isLooking = true
    this.#lookLater()
  }

  #end(entry: Entry, reason: EndReason): void {
    this.#open.delete(entry)
    entry.end(reason)
  }

  #lookLater(): void {
    setTimeout(() => void this.#look(), LOOK_MS).unref()
  }

  /** Repeats until no connection is open. */
  async #look(): Promise<void> {
    if (this.#open.size === 0) {
      this.#isLooking = false
      return
    }
    const { store, log } = this.#options
    const looked = [...this.#open]
    try {
      const inUse = new Set(await store.devicesInUse([...new Set(looked.map(({ device_id }) => device_id))]))
      for (const entry of looked)
        if (this.#open.has(entry) && !inUse.has(entry.device_id)) this.#end(entry, 'revoked')
    } catch (error) {
      log.warn({ err: error }, 'revocations could not be looked for')
    }
    this.#lookLater()
  }
}
