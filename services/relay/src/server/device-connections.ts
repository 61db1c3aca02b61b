import type { Log } from '../log.ts'
import type { RelayStore } from '../store/sql-store.ts'

/** Short enough that the relay closes the connections of a revoked device within a second. */
const CHECK_MS = 400
/** Applies separately to streams and polls. Beyond it, the oldest one is closed; its client is probably gone. */
const MAX_PER_DEVICE = 4

type ConnectionKind = 'streams' | 'polls'
/** Why the relay ends a stream or a poll. `stopping`: the relay stops. */
export type EndReason = 'revoked' | 'too_many' | 'stopping'

export interface DeviceConnection {
  office_id: number
  device_id: string
  kind: ConnectionKind
  /** True if this is a poll that waits for events. Streams always do. */
  waits?: boolean
  end: (reason: EndReason) => void
  /** Called at each check while a replay is requested for the device, with its first event. */
  onReplay?: (replay_from: number) => void
}

const isWaiting = ({ kind, waits }: DeviceConnection) => kind === 'streams' || waits === true

interface Options {
  store: Pick<RelayStore, 'deviceChanges' | 'deviceVersion'>
  log: Log
  onTooMany: (kind: ConnectionKind) => void
  /** Aborts when the relay stops. */
  stopping: AbortSignal
}

/**
 * Lists the open event streams and polls of all devices, and limits their number per device. Closes the connections of a revoked device,
 * even if another process revoked the device, and reports requested replays. Asks the store at intervals, because a notification from the
 * database can be lost behind a connection pooler. Usually, nothing has changed, and the version that the store returns says so. Otherwise,
 * one query looks up all devices.
 */
export class DeviceConnections {
  readonly #options: Options
  readonly #byDevice = new Map<string, DeviceConnection[]>()
  readonly #streamsOfOffice = new Map<number, number>()
  /** Connections that were opened since the last check. Their devices may have changed after they were looked up for the request. */
  readonly #unchecked = new Set<DeviceConnection>()
  /** Devices for which a replay is requested, with its first event. */
  readonly #replays = new Map<string, number>()
  /** Version of the devices as of the last check of all connections. */
  #version: string | null = null
  #isScheduled = false

  constructor(options: Options) {
    this.#options = options
    options.stopping.addEventListener('abort', () => {
      for (const connection of [...this.#byDevice.values()].flat()) this.#end(connection, 'stopping')
    })
  }

  streamsOf(office_id: number): number {
    return this.#streamsOfOffice.get(office_id) ?? 0
  }

  /** Counts a connection until the returned function is called. Calls `end` if the relay must close it before that. */
  add(connection: DeviceConnection): () => void {
    const { office_id, device_id, kind } = connection
    const ofDevice = this.#byDevice.get(device_id) ?? []
    ofDevice.push(connection)
    this.#byDevice.set(device_id, ofDevice)
    this.#unchecked.add(connection)
    if (isWaiting(connection)) this.#streamsOfOffice.set(office_id, this.streamsOf(office_id) + 1)
    const same = ofDevice.filter((other) => other.kind === kind)
    const [oldest] = same
    if (same.length > MAX_PER_DEVICE && oldest !== undefined) {
      this.#options.onTooMany(kind)
      this.#end(oldest, 'too_many')
    }
    if (!this.#isScheduled) {
      this.#isScheduled = true
      this.#scheduleCheck()
    }
    return () => this.#remove(connection)
  }

  #remove(connection: DeviceConnection): boolean {
    const { office_id, device_id } = connection
    const ofDevice = this.#byDevice.get(device_id)
    const at = ofDevice?.indexOf(connection) ?? -1
    if (ofDevice === undefined || at < 0) return false
    ofDevice.splice(at, 1)
    this.#unchecked.delete(connection)
    if (ofDevice.length === 0) {
      this.#byDevice.delete(device_id)
      this.#replays.delete(device_id)
    }
    if (!isWaiting(connection)) return true
    const streams = this.streamsOf(office_id) - 1
    if (streams > 0) this.#streamsOfOffice.set(office_id, streams)
    else this.#streamsOfOffice.delete(office_id)
    return true
  }

  #end(connection: DeviceConnection, reason: EndReason): void {
    if (this.#remove(connection)) connection.end(reason)
  }

  #scheduleCheck(): void {
    setTimeout(() => void this.#checkRegularly(), CHECK_MS).unref()
  }

  async #checkRegularly(): Promise<void> {
    if (this.#byDevice.size === 0) {
      this.#isScheduled = false
      return
    }
    try {
      await this.check()
    } catch (error) {
      this.#options.log.warn({ err: error }, 'could not check for revoked devices')
    }
    this.#scheduleCheck()
  }

  /** Ends the connections of devices that were revoked before this call, and reports requested replays. */
  async check(): Promise<void> {
    const { store } = this.#options
    // Read the version first. A change during the lookup then leads to another check.
    const version = await store.deviceVersion()
    const isSame = version === this.#version
    const opened = [...this.#unchecked]
    const device_ids = isSame
      ? new Set(opened.map(({ device_id }) => device_id))
      : new Set(this.#byDevice.keys())
    if (device_ids.size > 0) {
      const changes = await store.deviceChanges([...device_ids])
      for (const device_id of device_ids) this.#replays.delete(device_id)
      for (const { device_id, is_served, replay_from } of changes)
        if (!is_served)
          for (const connection of [...(this.#byDevice.get(device_id) ?? [])])
            this.#end(connection, 'revoked')
        else if (replay_from !== null) this.#replays.set(device_id, replay_from)
    }
    for (const connection of opened) this.#unchecked.delete(connection)
    this.#version = version
    for (const [device_id, replay_from] of this.#replays)
      for (const connection of [...(this.#byDevice.get(device_id) ?? [])]) connection.onReplay?.(replay_from)
  }
}
