import { sleepUntil } from '../events/housekeeping.ts'
import type { LogId, LoggedEvent, LogPosition } from '../store/relay-store.ts'
import type { RelayStore } from '../store/sql-store.ts'

/** Maximum number of events of one log that the tail reads at once, and the size from which on it reads no further event. */
const TAIL_EVENTS = 100
const TAIL_BYTES = 64 * 1024
/** If a report of new events (a doorbell) is lost, for example behind a connection pooler, readers get the events with this delay. */
const POLL_MS = 2000
/** Least time between the starts of two rounds. Under load, a round then handles many events with the same two queries. */
const ROUND_MS = 10
/** Pause after the database could not be read. */
const RETRY_MS = 500

type TailStore = Pick<RelayStore, 'follow' | 'movedLogs' | 'readTails'>

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
  readonly live: Set<LiveReader>
  /** Number of the event up to which all live streams got everything. Has no meaning without live streams. */
  position: number
  /** Highest number of an event that was reported to the live streams. If it is above `position`, the tail is dirty. */
  reported: number
  readonly waiting: Map<() => void, number>
}

/**
 * Delivers new events to all streams of this process. For each log with open streams, the process reads new events once, and hands the
 * formatted messages to the streams in memory. A stream reads the database only to catch up, and then joins. The events of all logs that
 * changed meanwhile are read with one query.
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
      rang: (logs, isOwn) => this.#rang(logs, isOwn),
      missed: () => void this.#compare(),
      reconnected: () => {
        for (const tail of this.#tails.values()) this.#restart(tail)
      },
    })
  }

  /** Keeps the tail of a log until the returned function is called. */
  follow(log: LogId): () => void {
    const tail = this.#use(log)
    return () => this.#release(tail)
  }

  /** Adds a stream that has read a log that is followed up to its end. The tail reads what was stored meanwhile. */
  join(log: LogId, reader: LiveReader): void {
    const tail = this.#tails.get(keyOf(log))
    if (tail === undefined) return
    if (tail.live.size === 0) {
      tail.position = reader.cursor
      tail.reported = 0
    } else if (reader.cursor < tail.position) {
      // If the tail finds nothing there, the newest events of the log were lost, for example because a standby server took over.
      tail.reported = Math.max(tail.reported, tail.position)
      tail.position = reader.cursor
    }
    tail.live.add(reader)
    this.#markDirty(tail)
  }

  /** Removes a stream from the tail. Returns false if the stream is not live. */
  leave(log: LogId, reader: LiveReader): boolean {
    return this.#tails.get(keyOf(log))?.live.delete(reader) === true
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
        live: new Set(),
        position: 0,
        reported: 0,
        waiting: new Map(),
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

  /** Makes all streams and polls of a log read it again. */
  #restart(tail: Tail): void {
    wakeAll(tail)
    const readers = [...tail.live]
    tail.live.clear()
    tail.reported = 0
    for (const reader of readers) reader.fallBack()
  }

  /** Handles a doorbell: a report that events of these logs were stored, by any process. */
  #rang(logs: LogPosition[], isOwn = false): void {
    for (const { seq, ...log } of logs) {
      const tail = this.#tails.get(keyOf(log))
      if (tail === undefined) continue
      // The live streams already have an event with this number. Another database has probably taken over.
      if (isOwn && tail.live.size > 0 && seq <= tail.position) this.#restart(tail)
      else if (!this.#has(tail, seq)) this.#ring(tail, seq)
    }
  }

  /** True if the live streams have this event, or if it was reported to them. */
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
    if (tails.length === 0) return
    const began = tails.map((tail) => ({ tail, position: tail.position, reported: tail.reported }))
    // Check the devices after the events were stored, so that a device that was revoked before gets none of them.
    const [read] = await Promise.all([
      this.#store.readTails(tails.map(positionOf), TAIL_EVENTS, TAIL_BYTES),
      this.#checkDevices(),
    ])
    const byLog = new Map(tails.map((tail) => [keyOf(tail.log), [] as LoggedEvent[]]))
    for (const event of read) byLog.get(keyOf(event))?.push(event)
    for (const { tail, position, reported } of began) {
      const events = byLog.get(keyOf(tail.log)) ?? []
      // The database no longer contains the events that were reported before the read. Look at the whole log again.
      if (events.length === 0 && position < reported) this.#restart(tail)
      else this.#deliver(tail, position, events)
      if (tail.live.size > 0 && (isFullPage(events) || tail.position < tail.reported)) this.#dirty.add(tail)
    }
  }

  /** Sends the events of one log after `from` to its live streams. */
  #deliver(tail: Tail, from: number, events: LoggedEvent[]): void {
    const [first] = events
    if (first === undefined) return
    // An event in between was deleted, or lost with the old database server.
    if (events.some(({ seq }, at) => seq !== from + 1 + at)) return this.#restart(tail)
    const frames = events.map((event) => ({ seq: event.seq, bytes: this.#format(event) }))
    const whole = Buffer.concat(frames.map(({ bytes }) => bytes))
    const last = from + events.length
    // A stream that joined during the read may have moved the position back. The next round reads from there.
    if (tail.position === from) tail.position = last
    wakeAll(tail)
    for (const reader of tail.live) {
      if (reader.cursor < from || reader.cursor >= last) continue
      const messages =
        reader.cursor === from
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

/** True if a log may contain more events than were read. */
function isFullPage(events: LoggedEvent[]): boolean {
  return (
    events.length >= TAIL_EVENTS ||
    events.reduce((sum, { raw_body, signature }) => sum + raw_body.length + signature.length, 0) >= TAIL_BYTES
  )
}

/** Wakes the polls of a log. */
function wakeAll(tail: Tail): void {
  for (const wake of tail.waiting.keys()) wake()
  tail.waiting.clear()
}
