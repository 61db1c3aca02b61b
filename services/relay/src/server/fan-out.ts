import { sleepUntil } from '../events/housekeeping.ts'
import type { LogId, LoggedEvent, LogPosition } from '../store/relay-store.ts'
import type { RelayStore } from '../store/sql-store.ts'

/** Maximum number of events of one log that the tail reads at once, and the size from which on it reads no further event. */
const TAIL_EVENTS = 100
const TAIL_BYTES = 64 * 1024
/** If a report of new events (a doorbell) is lost, for example behind a connection pooler, readers get the events with this delay. */
const POLL_MS = 2000
/** Maximum size of the messages that a log retains for the streams that are about to join. Beyond it, these streams read again. */
const RETAINED_BYTES = 256 * 1024
/** Least time between the starts of two rounds. Under load, a round then handles many events with the same two queries. */
const ROUND_MS = 10
/** Pause after the database could not be read. */
const RETRY_MS = 500

type TailStore = Pick<RelayStore, 'follow' | 'movedLogs' | 'readTails'>

interface Frame {
  seq: number
  bytes: Buffer
}

/** An event stream that has read its log up to the end, and gets new messages from the tail. */
export interface LiveReader {
  /** Sequence number of the last event that the stream has sent. */
  readonly cursor: number
  /** Sends messages whose last event is `seq`. Returns false, and sends nothing, if the stream must read the events from the database. */
  take(messages: Buffer, seq: number): boolean
  /** Tells the stream that it gets no more messages until it has caught up and joined again. */
  fallBack(): void
}

/** The newest end of one log that has at least one reader in this process. */
interface Tail {
  readonly log: LogId
  /** Number of streams and polls that use the tail. Without any, the tail is deleted. */
  users: number
  rings: number
  readonly live: Set<LiveReader>
  /** Number of the event up to which the live streams got everything. Has no meaning without live streams. */
  position: number
  /** Highest number of an event that was reported to the live streams. If it is above `position`, the tail is dirty. */
  reported: number
  /** Events that this process stored after `position`. They need not be read from the database. */
  handed: LoggedEvent[]
  readonly waiting: Map<() => void, number>
  /** Number of streams that are reading what is before the tail, and messages that the live streams got meanwhile. */
  joining: number
  retained: Frame[]
  retainedBytes: number
}

/** A stream's or poll's use of a tail. */
export interface Following {
  /** Call before reading the log. Returns a function that joins the tail after the read. */
  read(): JoinTail
  end(): void
}

/**
 * Joins the tail after a read, if nothing is missing between the end of the read and the tail. Returns true if the stream is live now.
 * Otherwise, it must read again. Call it in every case, because the tail retains messages until then; `null` only releases them.
 */
type JoinTail = (reader: LiveReader | null) => boolean

/**
 * Delivers new events to all streams of this process. For each log with open streams, the process reads new events once, and hands the
 * formatted messages to the streams in memory. It needs no read for events that it stored itself. A stream reads the database only to catch
 * up, and then joins. The events of all logs that changed meanwhile are read with one query.
 */
export class FanOut {
  readonly #store: TailStore
  readonly #format: (event: LoggedEvent) => Buffer
  readonly #checkDevices: () => Promise<void>
  readonly #tails = new Map<string, Tail>()
  readonly #dirty = new Set<Tail>()
  readonly #pollMs: number
  readonly #unfollow: () => void
  #poll: NodeJS.Timeout | null = null
  #isPolling = false
  #isPumping = false
  #isClosed = false
  readonly #onProblem: (error: unknown) => void

  /** `format` is called once per event. `checkDevices` ends the streams of devices that were revoked before the call. */
  constructor(
    store: TailStore,
    format: (event: LoggedEvent) => Buffer,
    checkDevices: () => Promise<void>,
    pollMs = POLL_MS,
    onProblem: (error: unknown) => void = () => {},
  ) {
    this.#store = store
    this.#format = format
    this.#checkDevices = checkDevices
    this.#pollMs = pollMs
    this.#onProblem = onProblem
    this.#unfollow = store.follow({
      stored: (events) => this.#stored(events),
      rang: (logs) => this.#rang(logs),
      missed: () => void this.#compare(),
      reconnected: () => {
        for (const tail of this.#tails.values()) this.#restart(tail)
      },
    })
  }

  follow(log: LogId): Following {
    const tail = this.#use(log)
    return {
      read: () => {
        const { rings } = tail
        tail.joining += 1
        return (reader) => {
          const joined = reader !== null && this.#join(tail, reader, rings)
          tail.joining -= 1
          if (tail.joining === 0) clearRetained(tail)
          return joined
        }
      },
      end: () => this.#release(tail),
    }
  }

  /** Removes a stream from the tail. Returns false if the stream is not live. */
  leave(log: LogId, reader: LiveReader): boolean {
    const tail = this.#tails.get(keyOf(log))
    if (tail === undefined || !tail.live.delete(reader)) return false
    if (tail.live.size === 0) tail.handed = []
    return true
  }

  /**
   * Starts listening for new events, for a poll. To miss no event, call `listen` first, then read the log, and call `wait` only if the log
   * contained nothing after the cursor. `wait` resolves when an event was stored since `listen`, after `milliseconds`, or when `signal`
   * aborts. When you no longer need the listener, call `end`.
   */
  listen(
    log: LogId,
    cursor: number,
  ): { wait: (milliseconds: number, signal: AbortSignal) => Promise<void>; end: () => void } {
    const tail = this.#use(log)
    const woken = new AbortController()
    const wake = () => woken.abort()
    tail.waiting.set(wake, cursor)
    return {
      wait: (milliseconds, signal) => sleepUntil(milliseconds, AbortSignal.any([signal, woken.signal])),
      end: () => {
        tail.waiting.delete(wake)
        this.#release(tail)
      },
    }
  }

  close(): void {
    this.#isClosed = true
    this.#unfollow()
    if (this.#poll !== null) clearInterval(this.#poll)
    this.#poll = null
  }

  #use(log: LogId): Tail {
    const key = keyOf(log)
    let tail = this.#tails.get(key)
    if (tail === undefined) {
      tail = {
        log: { office_id: log.office_id, environment: log.environment },
        users: 0,
        rings: 0,
        live: new Set(),
        position: 0,
        reported: 0,
        handed: [],
        waiting: new Map(),
        joining: 0,
        retained: [],
        retainedBytes: 0,
      }
      this.#tails.set(key, tail)
    }
    tail.users += 1
    if (!this.#isClosed) this.#poll ??= setInterval(() => void this.#compare(), this.#pollMs).unref()
    return tail
  }

  #release(tail: Tail): void {
    tail.users -= 1
    if (tail.users > 0) return
    // Keep nothing per log without readers, because a relay may have thousands of logs.
    this.#tails.delete(keyOf(tail.log))
    this.#dirty.delete(tail)
    if (this.#tails.size > 0 || this.#poll === null) return
    clearInterval(this.#poll)
    this.#poll = null
  }

  #join(tail: Tail, reader: LiveReader, rings: number): boolean {
    if (tail.live.size === 0) {
      tail.position = reader.cursor
      tail.reported = 0
      tail.handed = []
      tail.live.add(reader)
      // Events that were stored during the read may be missing from it. Let the tail read them.
      if (tail.rings !== rings) this.#markDirty(tail)
      return true
    }
    if (reader.cursor < tail.position) {
      const missing = tail.retained.filter(({ seq }) => seq > reader.cursor)
      if (missing[0]?.seq !== reader.cursor + 1) {
        // Nothing was stored since the read began, but the live streams are ahead of the log. Its newest events were lost, for example
        // because a standby server took over. Every stream must look at the log again.
        if (tail.rings === rings) this.#restart(tail)
        return false
      }
      if (!reader.take(Buffer.concat(missing.map(({ bytes }) => bytes)), tail.position)) return false
    }
    tail.live.add(reader)
    return true
  }

  /** Makes all streams and polls of a log read it again. */
  #restart(tail: Tail): void {
    wakeAll(tail)
    const readers = [...tail.live]
    tail.live.clear()
    tail.reported = 0
    tail.handed = []
    clearRetained(tail)
    for (const reader of readers) reader.fallBack()
  }

  /** Takes over the events that this process stored in one commit. */
  #stored(events: LoggedEvent[]): void {
    const rung = new Map<Tail, number>()
    for (const event of events) {
      const tail = this.#tails.get(keyOf(event))
      if (tail === undefined) continue
      // The live streams already have an event with this number. Another database has probably taken over.
      if (tail.live.size > 0 && event.seq <= tail.position) this.#restart(tail)
      else if (tail.live.size > 0) tail.handed.push(event)
      rung.set(tail, event.seq)
    }
    for (const [tail, seq] of rung) this.#ring(tail, seq)
  }

  /** Handles a doorbell: a report that events of these logs were stored, by any process. */
  #rang(logs: LogPosition[]): void {
    for (const { seq, ...log } of logs) {
      const tail = this.#tails.get(keyOf(log))
      if (tail !== undefined && !this.#has(tail, seq)) this.#ring(tail, seq)
    }
  }

  /** True if the live streams have this event, or if it was reported to them. A doorbell often reports an event that this process stored. */
  #has(tail: Tail, seq: number): boolean {
    return tail.live.size > 0 && seq <= Math.max(tail.position, tail.reported)
  }

  #ring(tail: Tail, seq: number): void {
    wakeAll(tail)
    if (tail.live.size === 0) return
    tail.reported = Math.max(tail.reported, seq)
    this.#markDirty(tail)
  }

  #markDirty(tail: Tail): void {
    this.#dirty.add(tail)
    if (this.#isPumping || this.#isClosed) return
    this.#isPumping = true
    void this.#pump()
  }

  /** Delivers the new events of all logs that changed, until none is left. Logs that change meanwhile are handled together in the next round. */
  async #pump(): Promise<void> {
    while (this.#dirty.size > 0 && !this.#isClosed) {
      const tails = [...this.#dirty].filter((tail) => tail.live.size > 0)
      this.#dirty.clear()
      const next = performance.now() + ROUND_MS
      try {
        await this.#deliverAll(tails)
        const early = next - performance.now()
        if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
      } catch (error) {
        this.#onProblem(error)
        // Streams stay open, and continue when the database works again.
        for (const tail of tails) this.#dirty.add(tail)
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
      }
    }
    this.#isPumping = false
  }

  async #deliverAll(tails: Tail[]): Promise<void> {
    const toRead = tails.filter((tail) => !isNext(tail, tail.handed[0]))
    const reported = new Map(toRead.map((tail) => [tail, tail.reported]))
    if (tails.length === 0) return
    // Check the devices after the events were stored, so that a device that was revoked before gets none of them.
    const [read] = await Promise.all([
      toRead.length === 0 ? [] : this.#store.readTails(toRead.map(positionOf), TAIL_EVENTS, TAIL_BYTES),
      this.#checkDevices(),
    ])
    const byLog = new Map(toRead.map((tail) => [keyOf(tail.log), [] as LoggedEvent[]]))
    for (const event of read) byLog.get(keyOf(event))?.push(event)
    for (const tail of tails) {
      const events = byLog.get(keyOf(tail.log))
      // The database no longer contains the events that were reported before the read. Look at the whole log again.
      if (events?.length === 0 && tail.position < (reported.get(tail) ?? 0)) this.#restart(tail)
      else this.#deliver(tail, events ?? [])
      // A round delivers either what this process stored or what it reads. Other processes may have stored more.
      if (tail.live.size > 0 && (isFullPage(events ?? []) || tail.position < tail.reported))
        this.#dirty.add(tail)
    }
  }

  /** Sends new events of one log to its live streams: those that were read, and then those that this process stored. */
  #deliver(tail: Tail, read: LoggedEvent[]): void {
    if (tail.live.size === 0) return void (tail.handed = [])
    const frames: Frame[] = []
    let last = tail.position
    for (const event of [...read, ...tail.handed.toSorted((a, b) => a.seq - b.seq)]) {
      if (event.seq <= last) continue
      // An event in between is missing here. It may have been deleted, or lost with the old database server.
      if (event.seq !== last + 1) break
      frames.push({ seq: event.seq, bytes: this.#format(event) })
      last = event.seq
    }
    tail.handed = tail.handed.filter(({ seq }) => seq > last)
    const [first] = read
    if (first !== undefined && first.seq > tail.position + 1) return this.#restart(tail)
    if (frames.length === 0) return
    const whole = Buffer.concat(frames.map(({ bytes }) => bytes))
    const before = tail.position
    tail.position = last
    wakeAll(tail)
    if (tail.joining > 0) retain(tail, frames)
    for (const reader of tail.live) {
      if (reader.cursor >= last) continue
      const messages =
        reader.cursor <= before
          ? whole
          : Buffer.concat(frames.filter(({ seq }) => seq > reader.cursor).map(({ bytes }) => bytes))
      if (!reader.take(messages, last)) this.#fallBack(tail, reader)
    }
  }

  #fallBack(tail: Tail, reader: LiveReader): void {
    tail.live.delete(reader)
    reader.fallBack()
  }

  /** Finds logs whose doorbell was lost, with one query for all logs that have readers. */
  async #compare(): Promise<void> {
    if (this.#isPolling || this.#isClosed) return
    this.#isPolling = true
    try {
      const asked = new Map<string, LogPosition>()
      for (const [key, tail] of this.#tails) {
        const seqs = [...tail.waiting.values(), ...(tail.live.size > 0 ? [tail.position] : [])]
        if (seqs.length > 0) asked.set(key, { ...tail.log, seq: Math.min(...seqs) })
      }
      if (asked.size === 0) return
      for (const { seq, ...log } of await this.#store.movedLogs([...asked.values()])) {
        const tail = this.#tails.get(keyOf(log))
        if (tail === undefined) continue
        if (seq < (asked.get(keyOf(log))?.seq ?? 0)) this.#restart(tail)
        if (!this.#has(tail, seq)) this.#ring(tail, seq)
      }
    } catch (error) {
      // The next comparison finds what is missing.
      this.#onProblem(error)
    } finally {
      this.#isPolling = false
    }
  }
}

const keyOf = ({ office_id, environment }: LogId) => `${office_id} ${environment}`

const positionOf = ({ log, position }: Tail): LogPosition => ({ ...log, seq: position })

const isNext = ({ position }: Tail, event: LoggedEvent | undefined) => event?.seq === position + 1

/** True if a log may contain more events than were read. */
function isFullPage(events: LoggedEvent[]): boolean {
  return (
    events.length >= TAIL_EVENTS ||
    events.reduce((sum, { raw_body, signature }) => sum + raw_body.length + signature.length, 0) >= TAIL_BYTES
  )
}

/** Wakes the polls of a log, and tells the streams that are reading it that it changed. */
function wakeAll(tail: Tail): void {
  tail.rings += 1
  for (const wake of tail.waiting.keys()) wake()
  tail.waiting.clear()
}

function retain(tail: Tail, frames: Frame[]): void {
  for (const frame of frames) {
    tail.retained.push(frame)
    tail.retainedBytes += frame.bytes.length
  }
  while (tail.retainedBytes > RETAINED_BYTES) tail.retainedBytes -= tail.retained.shift()?.bytes.length ?? 0
}

function clearRetained(tail: Tail): void {
  tail.retained = []
  tail.retainedBytes = 0
}
