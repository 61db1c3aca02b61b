import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from '../errors.ts'
import { readLog } from '../events/read-log.ts'
import type { LogBounds, OfficeDevice } from '../store/relay-store.ts'
import type { EndReason } from './device-connections.ts'
import type { LiveReader } from './fan-out.ts'
import { boundsMessage, eventMessage, gapMessage, retryMessage } from './messages.ts'
import type { RelayServices } from './relay-services.ts'

/** If a device accepts no data on its event stream for this long, the relay ends the stream. */
const STALLED_MS = 60_000
/** In this time, the device can receive the end of the stream before its connection is closed. */
const END_MS = 400
/** When the relay stops, it tells devices to reconnect after this time, in milliseconds. A restart takes about this long. */
const RETRY_HINT_MS = 1000
/** Average time after which a stream asks the database again after an error. */
const RETRY_MS = 2000
/**
 * Maximum number of unsent bytes of a stream that gets new messages from memory. A stream that would have more reads the events from the
 * database, as soon as the device has accepted what was sent. A slow device therefore needs little memory, however many events arrive.
 */
const MAX_UNSENT = 256 * 1024

/**
 * One open event stream of a device. It first catches up: it reads the events after its cursor from the database, page by page. It then
 * joins the tail of its log and gets new messages in memory. It catches up again if the device reads slowly, or if a replay was requested.
 * While the stream is live, it has no timer, no running function, and no query.
 */
export class EventStream implements LiveReader {
  cursor: number
  /** First event of the replay that the stream has already begun, or null. */
  #replayed: number | null = null
  readonly #response: ServerResponse
  readonly #services: RelayServices
  readonly #device: OfficeDevice
  readonly #token_hash: string
  readonly #isAnswering: boolean
  /** Epoch of the store in which the device got its last event. Null until it is known. */
  #epoch: string | null
  #isOver = false
  #hasBounds = false
  #ends: (() => void)[] = []

  /** `cursor` is the sequence number of the last event that the device has, and `epoch` the epoch of the
   * store in which it got this event, or null. `isAnswering` is true if the device answers heartbeats. */
  constructor(
    response: ServerResponse,
    services: RelayServices,
    from: {
      device: OfficeDevice
      token_hash: string
      cursor: number
      epoch: string | null
      isAnswering: boolean
    },
  ) {
    this.#response = response
    this.#services = services
    this.#device = from.device
    this.#token_hash = from.token_hash
    this.#isAnswering = from.isAnswering
    this.cursor = from.cursor
    this.#epoch = from.epoch
    this.#ends.push(services.fanOut.follow(from.device))
  }

  start(): void {
    const { connections, metrics } = this.#services
    this.#response.once('close', () => this.#clear())
    this.#ends.push(
      metrics.connected(this.#device),
      connections.add({
        ...this.#device,
        kind: 'streams',
        end: (reason) => this.#end(reason),
        onReplay: (replay_from) => {
          if (replay_from !== this.#replayed) this.#leaveAndCatchUp()
        },
      }),
    )
    void this.#catchUp(this.#device)
  }

  take(messages: Buffer, seq: number): boolean {
    if (this.#isOver) return true
    if (this.#response.writableLength + messages.length > MAX_UNSENT) return false
    this.#response.write(messages)
    this.cursor = seq
    return true
  }

  fallBack(): void {
    void this.#catchUp(null)
  }

  /** Leaves the tail, unless the stream is catching up anyway. */
  #leaveAndCatchUp(): void {
    if (this.#services.fanOut.leave(this.#device, this)) void this.#catchUp(null)
  }

  /** Reads the events after the cursor from the database until nothing is missing. `device` is the state of the device if it is known. */
  async #catchUp(device: Pick<OfficeDevice, 'replay_from'> | null): Promise<void> {
    let known = device
    try {
      while (!this.#isOver) {
        // Wait outside of the limited part, so that a slow device delays no other.
        await this.#drained()
        const state = known
        known = null
        const isLive = await this.#services.catchUps.run(async () => {
          try {
            return this.#isOver || (await this.#readPage(state))
          } catch (error) {
            if (this.#isOver || !(error instanceof DatabaseError)) throw error
            return 'failed' as const
          } finally {
            // SQLite reads without a pause. Other requests would wait until all streams have caught up.
            await endOfTurn()
          }
        })
        if (isLive === true) return
        // The device keeps its stream while the database has a problem. A new stream would only add to its load. Wait for a random time, so
        // that the streams do not all ask the database again at the same time.
        if (isLive === 'failed') await sleep(RETRY_MS * (0.5 + Math.random()), undefined, { ref: false })
      }
    } catch (error) {
      if (!this.#isOver)
        this.#services.log.warn(
          { err: error, office: this.#device.office, device_id: this.#device.device_id },
          'stream failed',
        )
      this.#response.destroy()
    }
  }

  /** Sends the next page of the log. Returns true if the stream is live now, or over. */
  async #readPage(known: Pick<OfficeDevice, 'replay_from'> | null): Promise<boolean> {
    const { store } = this.#services
    const { office_id, environment } = this.#device
    const office = store.office(office_id)
    // Look up the device before each read, so that a device that was revoked meanwhile gets no more events.
    const device = known ?? (await this.#lookUp())
    if (device === null) {
      this.#end('revoked')
      return true
    }
    const { replay_from } = device
    const replays = replay_from !== null && replay_from !== this.#replayed
    // For a replay, move the cursor (the position in the event log) backward only. Moving it forward would skip events that the device
    // has not read yet.
    if (replays) this.cursor = Math.min(this.cursor, replay_from - 1)
    let requested: number | null = replay_from
    const { bounds, gap, events } = await readLog(office, environment, this.cursor, this.#epoch)
    if (this.#isOver) return true
    this.#begin(bounds)
    this.#epoch ??= bounds.epoch
    if (gap || replays) {
      // Announce a replay with a `gap` message that contains the number of its first event. The device then moves its own position back
      // to this event.
      const oldest_seq = gap ? bounds.oldest_seq : this.cursor + 1
      // The replay may begin at another event than requested, because the requested event was deleted or the device has not yet read up
      // to it. Store the actual beginning. The replay request is then deleted when the device confirms this gap.
      if (replays && oldest_seq !== replay_from)
        await office.replayFrom(this.#device.device_id, (requested = oldest_seq))
      if (this.#isOver) return true
      this.cursor = oldest_seq - 1
      this.#response.write(gapMessage({ ...bounds, oldest_seq }))
      this.#epoch = bounds.epoch
    }
    // Only now, so that the device gets the gap even if the database had a problem before.
    this.#replayed = requested
    // Write all events in one call. One call per event would take more time than all other work for the event.
    if (events.length > 0) this.#response.write(Buffer.concat(events.map(eventMessage)))
    this.cursor = events.at(-1)?.seq ?? this.cursor
    // If the device reads slowly, wait until it has caught up before the stream joins.
    if (this.cursor !== bounds.latest_seq || this.#response.writableLength > MAX_UNSENT) return false
    this.#services.fanOut.join(this.#device, this)
    return true
  }

  async #lookUp(): Promise<OfficeDevice | null> {
    const device = await this.#services.store.findDevice(this.#token_hash)
    return device?.office_state === 'active' ? device : null
  }

  /** Sends the range of the log as the first message, and then starts the heartbeats. */
  #begin(bounds: LogBounds): void {
    if (this.#hasBounds) return
    this.#hasBounds = true
    this.#response.write(boundsMessage(bounds))
    this.#ends.push(
      this.#services.heartbeats.start(
        {
          response: this.#response,
          device_id: this.#device.device_id,
          token_hash: this.#token_hash,
          onSilence: () => this.#endSilent(),
        },
        this.#isAnswering,
      ),
    )
  }

  #endSilent(): void {
    this.#services.log.info(
      { office: this.#device.office, device_id: this.#device.device_id },
      'stream ended: the device does not answer heartbeats',
    )
    this.#response.destroy()
  }

  /** Waits until the device has accepted all data. Rejects if it accepts none for too long. */
  async #drained(): Promise<void> {
    if (!this.#response.writableNeedDrain) return
    const closed = new AbortController()
    const abort = () => closed.abort()
    this.#response.once('close', abort)
    try {
      await once(this.#response, 'drain', {
        signal: AbortSignal.any([closed.signal, AbortSignal.timeout(STALLED_MS)]),
      })
    } finally {
      this.#response.off('close', abort)
    }
  }

  #end(reason: EndReason): void {
    if (this.#isOver) return
    this.#response.end(reason === 'stopping' ? retryMessage(RETRY_HINT_MS) : undefined)
    this.#clear()
    // Close the connection soon after this, because a device that accepts no data never receives the end of the stream.
    if (reason !== 'stopping') setTimeout(() => this.#response.destroy(), END_MS).unref()
  }

  #clear(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#services.fanOut.leave(this.#device, this)
    for (const end of this.#ends) end()
    this.#ends = []
  }
}
